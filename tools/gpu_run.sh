#!/usr/bin/env bash
# All that a machine with a GPU is needed for, in one call: device tests, compute-sanitizer, benchmarks; logs in one folder.
# Usage: tools/gpu_run.sh [--from FOLDER] [--output FOLDER] [--device N] [--quick] [--any] [STEP ...]
#        tools/gpu_run.sh --pack FOLDER    puts the programs there, and what they need, for a machine that can build nothing
# Steps, in this order and all of them by default:
#   info      what the driver says of the card         report    registers, spills and instructions by the nvcc that is there
#   test      gpu_device_test                          cuda      secp256k1_cuda_bench
#   vectors   verify and recover of data/ by engine    opencl    opencl_benchmark
#   sanitize  compute-sanitizer, few rows              compare   CUDA and OpenCL in turns
# --from: programs that --pack put there (else build/release, built if need be); --any: an OpenCL driver of the CPU will do.
# A step that fails or takes too long does not keep the others from running. Some twenty minutes in all; --quick takes two.
# Exit code: 0 done, 1 a step failed, 2 no GPU or no programs.
set -uo pipefail
cd "$(dirname "$0")/.."

programs=(gpu_device_test secp256k1_cuda_bench opencl_benchmark ufsecp)
all=(info test vectors sanitize cuda opencl compare report)
from=build/release output=build/gpu_run device=0 quick=() any=0 pack='' steps=()
end() { echo "gpu_run: $1" >&2; exit 2; }
while (($#)); do
    case $1 in
    --from | --output | --device | --pack)
        (($# > 1)) || end "$1 wants a value"
        printf -v "${1#--}" %s "$2"
        shift
        ;;
    --quick) quick=(--quick) ;;
    --any) any=1 ;;
    -*) end "unknown option $1; the first lines of tools/gpu_run.sh tell all" ;;
    *) [[ " ${all[*]} " == *" $1 "* ]] && steps+=("$1") || end "no step $1; there are: ${all[*]}" ;;
    esac
    shift
done
((${#steps[@]})) || steps=("${all[@]}")
[[ -d $from ]] && from=$(realpath "$from")
library() { ldconfig -p 2>/dev/null | awk -v name="$1" '$1 ~ "^" name && !found { print $NF; found = 1 }'; }

missing=()
path() { # where that program is
    local at
    for at in "$from/$1" "$from"/*/"$1"; do [[ -f $at && -x $at ]] && echo "$at" && return; done
    return 1
}
for program in "${programs[@]}"; do path "$program" >/dev/null || missing+=("$program"); done
if ((${#missing[@]})) && [[ $from == */build/release || $from == build/release ]]; then
    echo "gpu_run: building ${missing[*]}"
    { cmake --preset release -DSECP256K1_BUILD_TESTS=ON --log-level=WARNING &&
        cmake --build build/release --target gpu_device_test secp256k1_cuda_bench opencl_benchmark ufsecp_cli; } >&2 ||
        end "cannot build here: pack the programs elsewhere (--pack FOLDER) and name them (--from FOLDER)"
elif ((${#missing[@]})); then
    end "not in $from: ${missing[*]}"
fi

if [[ $pack ]]; then
    mkdir -p "$pack"
    for program in "${programs[@]}"; do strip -o "$pack/$program" "$(path "$program")" || exit 1; done
    loader=$(library libOpenCL.so.1)
    if [[ $loader ]]; then cp -L "$loader" "$pack/libOpenCL.so.1"; fi
    du -sh "$pack"
    exit 0
fi

# Libraries that are there and that nobody would find: the loader that was packed, NVIDIA's OpenCL without its file of one line, and
# NVRTC where Python's packages or a toolkit have it.
if [[ -e $from/libOpenCL.so.1 && ! $(library libOpenCL.so.1) ]]; then export LD_LIBRARY_PATH=$from${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}; fi
if [[ ! ${OCL_ICD_VENDORS:-} && ! -e /etc/OpenCL/vendors/nvidia.icd ]]; then
    icd=$(library libnvidia-opencl.so.1)
    if [[ $icd ]]; then export OCL_ICD_VENDORS=$icd; fi
fi
if [[ ! ${UFSECP_NVRTC:-} && ! $(library 'libnvrtc.so.1[23]') ]]; then
    nvrtc=$({ python3 -c 'import glob, sysconfig; print(*glob.glob(sysconfig.get_path("purelib") + "/nvidia/c*/lib/libnvrtc.so.1[23]"), sep="\n")'
        nvcc=$(command -v nvcc) && ls "$(dirname "$(readlink -f "$nvcc")")"/../{lib64,targets/*/lib}/libnvrtc.so.1[23]; } 2>/dev/null | tail -n 1)
    if [[ $nvrtc ]]; then export UFSECP_NVRTC=$nvrtc; fi
fi

export UFSECP_VECTORS=${UFSECP_VECTORS:-$PWD/test/vectors} # not where they were when it was built

# What there is: one row of two by each interface.
mkdir -p "$output" || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
has() { # program, name of what it found
    timeout 300 "$(path "$1")" --device "$device" --rows 2 --quick --json --filter '^field_add_memory$' >"$work/$2" 2>"$work/$2.why" || return 1
    ((any)) || ! grep -q '"is_cpu": true' "$work/$2"
}
cuda=0 opencl=0
has secp256k1_cuda_bench cuda && cuda=1
has opencl_benchmark opencl && opencl=1
if ((!cuda && !opencl)); then
    sed 's/^/gpu_run: /' "$work"/*.why >&2
    end "no GPU"
fi

log=$output/gpu_run.log
: >"$log"
failed=()
step() { # name, seconds, command ...
    local name=$1 seconds=$2 began=$SECONDS
    shift 2
    echo "==== $name: $*" >>"$log"
    if timeout "$seconds" "$@" </dev/null >>"$log" 2>&1; then
        echo "gpu_run: $name: done, $((SECONDS - began)) s" | tee -a "$log"
    else
        echo "gpu_run: $name: FAILED with $?, $((SECONDS - began)) s" | tee -a "$log"
        failed+=("$name")
    fi
}
skip() { echo "gpu_run: $1: left out, $2" | tee -a "$log"; }
bench=("${quick[@]}" --device "$device" --output)
small=(--quick --device "$device" --rows 512 --max 8)
{
    date -u +%FT%TZ
    git describe --always --dirty 2>/dev/null
    uname -a
    env | grep -E '^(UFSECP|OCL|CUDA|LD_LIB)'
} >>"$log"

# What the clocks are while it is measured, and not what the card could do.
if command -v nvidia-smi >/dev/null; then
    nvidia-smi --query-gpu=timestamp,index,name,driver_version,pstate,clocks.sm,clocks.mem,temperature.gpu,power.draw --format=csv -lms 500 \
        >"$output/clocks.csv" 2>&1 &
    clocks=$!
    trap 'kill "$clocks" 2>/dev/null; rm -rf "$work"' EXIT
fi

for name in "${steps[@]}"; do
    case $name in
    info)
        step info 60 "$(path ufsecp)" info
        if command -v nvidia-smi >/dev/null; then step nvidia-smi 60 nvidia-smi -q; fi
        ;;
    test) step test 500 "$(path gpu_device_test)" --gtest_brief=1 ;;
    vectors)
        for engine in cuda opencl; do
            ((${!engine})) || continue
            step "verify by $engine" 120 "$(path ufsecp)" verify --engine "$engine:$device" data/mainnet-ecdsa.rows
        done
        ;;
    sanitize)
        if ((!cuda)); then skip sanitize "no CUDA device"
        elif ! command -v compute-sanitizer >/dev/null; then skip sanitize "no compute-sanitizer"
        else step sanitize 500 compute-sanitizer --error-exitcode 9 "$(path secp256k1_cuda_bench)" "${small[@]}"; fi
        ;;
    cuda) ((cuda)) && step cuda 550 "$(path secp256k1_cuda_bench)" "${bench[@]}" "$output" || skip cuda "no device" ;;
    opencl) ((opencl)) && step opencl 550 "$(path opencl_benchmark)" "${bench[@]}" "$output" || skip opencl "no device" ;;
    compare)
        if ((cuda && opencl)); then
            step compare 580 "$(path secp256k1_cuda_bench)" --compare "${bench[@]}" "$output/compare"
        else skip compare "not both interfaces"; fi
        ;;
    report)
        if command -v nvcc >/dev/null && command -v cuobjdump >/dev/null; then step report 300 python3 tools/gpu_report.py --arch 90
        else skip report "no nvcc with cuobjdump"; fi
        ;;
    esac
done
echo "gpu_run: logs in $output"
if ((${#failed[@]})); then
    echo "gpu_run: failed: ${failed[*]}" >&2
    exit 1
fi
