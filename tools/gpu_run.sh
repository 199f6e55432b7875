#!/usr/bin/env bash
# All that a machine with a GPU is needed for, in one call: device tests, compute-sanitizer,
# benchmarks; logs in one folder.
# Usage: tools/gpu_run.sh [--from FOLDER] [--output FOLDER] [--device N] [--minutes N] [--quick]
#        [--any] [STEP ...]
#        tools/gpu_run.sh --pack FOLDER
# Steps, in this order and all of them by default:
#   info      what the driver says of the card
#   test      gpu_device_test
#   vectors   by each interface: data/mainnet-ecdsa.rows verified, keys recovered from its
#             signatures, and the BIP-340 vectors verified;
#             keys and Schnorr verdicts must be the CPU's, and nothing may have been left to the CPU
#   cuda      secp256k1_cuda_bench
#   opencl    opencl_benchmark
#   compare   CUDA and OpenCL in turns, without the rows of steps, copies and latency
#   sanitize  compute-sanitizer, few rows
#   choices   kernels with other definitions, bounds and windows of the table
#   large     2^24 rows, for which it takes 24 GB of host memory
#   report    registers, spills and instructions by the nvcc that is there (in a checkout)
# and then, of what cuda, opencl and compare measured, table.md (gpu_table.py makes it, if there is
# python3).
# --from: programs that are there (else build/release, built if need be); --any: an OpenCL driver of
# the CPU will do.
# --minutes: a step is left out, and said to be, if it could take longer than what is left of them.
# Each of these fits ten minutes:
#   tools/gpu_run.sh --minutes 10 --output build/run1 info test vectors cuda
#   tools/gpu_run.sh --minutes 10 --output build/run2 opencl compare
#   tools/gpu_run.sh --minutes 10 --output build/run3 sanitize choices large report
# --pack: for a machine that can build nothing and has only the driver. Puts into FOLDER the
# programs with machine code for GPUs, this script
# and all that it needs; copy FOLDER there, and call FOLDER/gpu_run.sh from anywhere, with the same
# options. nvcc 12.8 or later is taken from PATH or CUDA_HOME, or fetched; without one the other
# machine needs NVRTC. It needs this one's libc and libstdc++, or newer. A step that fails or takes
# too long does not keep the others from running.
# Some twenty-five minutes in all; --quick takes four.
# Exit code: 0 done; 1 a step failed, or an interface that should work does not; 2 no GPU or no
# programs.
set -uo pipefail

programs=(gpu_device_test secp256k1_cuda_bench opencl_benchmark ufsecp)
all=(info test vectors cuda opencl compare sanitize choices large report)
here=$(dirname "$(realpath "$0")")
# what --pack made
if [[ -e $here/ufsecp ]]; then
    root=$here from=$here output=$here/gpu_run packed=1
    export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/lib
else root=$(dirname "$here") packed=0 from='' output=''; fi
device=0 minutes=0 quick=() any=0 pack='' steps=()
end() { echo "gpu_run: $1" >&2; exit 2; }
while (($#)); do
    case $1 in
    --from | --output | --device | --minutes | --pack)
        (($# > 1)) || end "$1 wants a value"
        printf -v "${1#--}" %s "$2"
        shift
        ;;
    --quick) quick=(--quick) ;;
    --any) any=1 ;;
    -*) end "unknown option $1; the first lines of gpu_run.sh tell all" ;;
    *) [[ " ${all[*]} " == *" $1 "* ]] && steps+=("$1") || end "no step $1; there are: ${all[*]}" ;;
    esac
    shift
done
[[ $device =~ ^(0|[1-9][0-9]*)$ && $minutes =~ ^(0|[1-9][0-9]*)$ ]] ||
    end "--device and --minutes want a number"
((${#steps[@]})) || steps=("${all[@]}")
from=$(realpath -m "${from:-$root/build/release}")
output=$(realpath -m "${output:-$root/build/gpu_run}")
pack=${pack:+$(realpath -m "$pack")}
cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

PATH=$PATH:/usr/sbin:/sbin
for place in "${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda; do
    if [[ -d $place/bin ]]; then PATH=$PATH:$place/bin; fi
done
cached() { ldconfig -p 2>/dev/null | awk -v name="$1" '$1 ~ "^" name && !found { print $NF; found = 1 }'; }
# where a library is, by the beginning of its name: for the loader, or where nobody would look
library() {
    local at folder folders
    at=$(cached "$1")
    IFS=: read -ra folders <<<"${LD_LIBRARY_PATH:-}:/usr/local/nvidia/lib64:/usr/lib64:/usr/lib/x86_64-linux-gnu"
    for folder in "${folders[@]}"; do
        if [[ ! $at && $folder ]]; then at=$(compgen -G "$folder/$1*" | head -n 1); fi
    done
    echo "$at"
}
path() { # where that program is
    local at
    for at in "$from/$1" "$from"/*/"$1"; do [[ -f $at && -x $at ]] && echo "$at" && return; done
    return 1
}

if [[ $pack ]]; then
    ((!packed)) || end "--pack wants a checkout"
    nvcc=$(command -v nvcc)
    if [[ ! $nvcc ]] || ! "$nvcc" --list-gpu-code 2>/dev/null | grep -q sm_120; then
        tools/fetch_nvcc.sh >&2
        nvcc=$(compgen -G "$PWD/build/cuda/nvidia/cu*/bin/nvcc" | head -n 1)
    fi
    build() { # machine code or not, targets ...
        cmake --preset release -B build/pack -DSECP256K1_BUILD_TESTS=ON \
            -DSECP256K1_CUDA_FATBIN="$1" -DUF_NVCC="$nvcc" --log-level=WARNING >&2 &&
            cmake --build build/pack --target "${@:2}" >&2 || end "cannot build"
    }
    from=$PWD/build/pack
    mkdir -p "$pack/data" "$pack/test" || exit 2
    rm -rf "$pack/nvrtc" "$pack/lib"
    [[ $nvcc ]] && code=ON || code=OFF
    build "$code" gpu_device_test secp256k1_cuda_bench opencl_benchmark ufsecp_cli
    for program in "${programs[@]}"; do strip -o "$pack/$program" "$(path "$program")" || exit 1; done
    if [[ $nvcc ]]; then # and one that compiles its kernels, with definitions if need be
        build OFF secp256k1_cuda_bench
        mkdir -p "$pack/nvrtc"
        strip -o "$pack/nvrtc/secp256k1_cuda_bench" "$(path secp256k1_cuda_bench)" || exit 1
    else echo "gpu_run: no nvcc 12.8 or later: packed without machine code, so that CUDA needs NVRTC there" >&2; fi
    cp -r test/vectors "$pack/test/" && cp data/mainnet-ecdsa.rows "$pack/data/" &&
        cp tools/gpu_run.sh tools/gpu_table.py "$pack/" || exit 1
    loader=$(library libOpenCL.so.1)
    if [[ $loader ]]; then cp -L "$loader" "$pack/libOpenCL.so.1"; fi
    # what the tool reads compressed files and JSON with
    mkdir -p "$pack/lib" &&
        ldd "$pack/ufsecp" | awk '$3 ~ "/lib(simdjson|z|zstd)[.]so" { print $3 }' |
        xargs -r cp -L -t "$pack/lib" || end "cannot copy the libraries of ufsecp"
    du -sh "$pack"
    exit 0
fi

missing=()
for program in "${programs[@]}"; do path "$program" >/dev/null || missing+=("$program"); done
if ((${#missing[@]})) && [[ $from == "$root/build/release" ]]; then
    echo "gpu_run: building ${missing[*]}"
    { cmake --preset release -DSECP256K1_BUILD_TESTS=ON --log-level=WARNING &&
        cmake --build build/release --target gpu_device_test secp256k1_cuda_bench opencl_benchmark ufsecp_cli; } >&2 ||
        end "cannot build here: pack the programs elsewhere (--pack FOLDER) and call FOLDER/gpu_run.sh"
elif ((${#missing[@]})); then
    end "not in $from: ${missing[*]}"
fi

# Libraries that are there and that nobody would find: the driver and OpenCL's loader, NVIDIA's
# OpenCL without its file of one line (in a folder, which every loader takes), and NVRTC where
# Python's packages or a toolkit have it.
for name in libcuda.so.1 libOpenCL.so.1; do
    at=$(library $name)
    if [[ ! $at && -e $from/$name ]]; then at=$from/$name; fi
    if [[ $at && ! $(cached $name) ]]; then export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}${at%/*}; fi
done
if [[ ! ${OCL_ICD_VENDORS:-} ]] && ! grep -qs nvidia /etc/OpenCL/vendors/*; then
    icd=$(library libnvidia-opencl.so.1)
    if [[ $icd ]]; then
        mkdir "$work/vendors"
        echo "$icd" >"$work/vendors/nvidia.icd"
        export OCL_ICD_VENDORS=$work/vendors
    fi
fi
nvrtc=${UFSECP_NVRTC:-$(cached 'libnvrtc.so.1[23]')}
if [[ ! $nvrtc ]]; then
    nvrtc=$({ library 'libnvrtc.so.1[23]'
        python3 -c 'import glob, sysconfig; print(*glob.glob(sysconfig.get_path("purelib") + "/nvidia/c*/lib/libnvrtc.so.1[23]"), sep="\n")'
        compgen -G '/usr/local/cuda*/lib64/libnvrtc.so.1[23]'
        nvcc=$(command -v nvcc) && ls "$(dirname "$(readlink -f "$nvcc")")"/../{lib64,targets/*/lib}/libnvrtc.so.1[23]; } 2>/dev/null | grep . |
            tail -n 1)
    if [[ $nvrtc ]]; then export UFSECP_NVRTC=$nvrtc; fi
fi
unset UFSECP_ENGINE
export UFSECP_VECTORS=${UFSECP_VECTORS:-$PWD/test/vectors} # not where they were when it was built
export UFSECP_TEST_DEVICE=$device UFSECP_GPU_DEVICE=$device

mkdir -p "$output" || exit 2
log=$output/gpu_run.log
: >"$work/began"
{
    date -u +%FT%TZ
    git describe --always --dirty 2>/dev/null
    uname -a
    env | grep -E '^(UFSECP|OCL|CUDA|LD_LIB)'
} >"$log"
failed=()

# What there is: one row of two by each interface. Only exit code 3 means that there is none; what
# is there and fails is an error.
probe() { # program, interface, which is set to 1 if it works
    local code=0 why limit=$((minutes ? 120 : 300))
    timeout -k 10 $limit "$(path "$1")" --device "$device" --rows 2 --quick --json \
        --filter '^field_add_memory$' >"$work/$2" 2>"$work/why" || code=$?
    { echo "==== probe $2: exit code $code"; cat "$work/why"; } >>"$log"
    why=$(grep . "$work/why" | tail -n 1)
    if ((code == 124)); then why="no answer in $limit s"; fi
    if ((code == 0 && !any)) && grep -q '"is_cpu": true' "$work/$2"; then code=3 why="only a driver of the CPU"; fi
    if ((code == 0)); then
        printf -v "$2" 1
        echo "probe $2: works" >>"$log"
    elif ((code == 3)) && { [[ $2 != cuda ]] || ((!listed)); }; then
        echo "gpu_run: $2: none: $why" | tee -a "$log" >&2
    else
        echo "gpu_run: probe $2: FAILED with $code: $why" | tee -a "$log" >&2
        failed+=("probe $2")
    fi
}
cuda=0 opencl=0 listed=0
# A card that nvidia-smi knows is one for CUDA, unless it is hidden on purpose.
if [[ ${CUDA_VISIBLE_DEVICES-all} ]] && timeout 60 nvidia-smi -L 2>/dev/null | grep -q '^GPU '; then listed=1; fi
probe secp256k1_cuda_bench cuda
probe opencl_benchmark opencl
((cuda || opencl || ${#failed[@]})) || end "no GPU"

skip() { echo "gpu_run: $1: left out, $2" | tee -a "$log"; }
fail() { # name, why
    echo "gpu_run: $1: FAILED, $2" | tee -a "$log"
    failed+=("$1")
}
said() { tail -c "+$((mark + 1))" "$log"; } # by the last step
step() { # name, seconds that it may take, command ...; 0 if that is done
    local name=$1 seconds=$2 began=$SECONDS code=0
    shift 2
    mark=''
    if ((minutes && began + seconds > 60 * minutes)); then
        skip "$name" "it may take $seconds s, and $((60 * minutes - began)) are left"
        return 1
    fi
    echo "==== $name: $*" >>"$log"
    mark=$(stat -c %s "$log")
    timeout -k 10 "$seconds" "$@" </dev/null >>"$log" 2>&1 || code=$?
    if ((code)); then fail "$name" "exit code $code, $((SECONDS - began)) s"
    elif said | grep -q '"note"'; then fail "$name" "the CPU did the work: $(said | grep -o -m 1 '"note".*' | cut -c -300)"
    else
        echo "gpu_run: $name: done, $((SECONDS - began)) s" | tee -a "$log"
        return 0
    fi
    return 1
}
bench=("${quick[@]}" --device "$device" --output)
small=(--quick --device "$device" --rows 512 --max 8)

# Rows of text for `vectors`: both keys that each signature could be of; the BIP-340 cases of
# 32-byte messages, right and wrong, often.
make_rows() {
    od -An -v -tx1 -w129 data/mainnet-ecdsa.rows | tr -d ' ' |
        sed -E 's/^(.{64}).{66}(.{128})$/\1 \2 00\n\1 \2 01/' >"$work/recover.hex"
    sed -nE 's/.*"pubkey":"(.{64})".*"msg":"(.{64})","sig":"(.{128})".*/\1 \2 \3/p' "$UFSECP_VECTORS/bip340.json" >"$work/cases"
    for _ in {1..300}; do cat "$work/cases"; done >"$work/schnorr.hex"
}
recovered() { "$(path ufsecp)" recover --quiet --format hex "$@" "$work/recover.hex"; }
schnorr() { # where verdicts go, options ...; 1, that some are invalid, is right
    "$(path ufsecp)" verify --scheme schnorr --format hex --json --max-reported 1 \
        --output "$@" "$work/schnorr.hex"
    (($? == 1))
}
vectors() { # engine, name
    step "verify by $2" 60 "$(path ufsecp)" verify --json --engine "$1" data/mainnet-ecdsa.rows
    # shellcheck disable=SC2016
    step "recover by $2" 60 bash -c 'recovered --engine "$1" >"$work/keys.$2" 2>&1; tail -n 1 "$work/keys.$2"; cmp "$work/keys" "$work/keys.$2"' - "$1" "$2"
    # shellcheck disable=SC2016
    step "schnorr by $2" 60 bash -c 'schnorr "$work/$2.csv" --engine "$1" && cmp "$work/cpu.csv" "$work/$2.csv"' - "$1" "$2"
}
export -f path recovered schnorr
export from work

# What the clocks are while it is measured, and not what the card could do.
if command -v nvidia-smi >/dev/null; then
    nvidia-smi --query-gpu=timestamp,index,name,driver_version,pstate,clocks.sm,clocks.mem,temperature.gpu,power.draw --format=csv -lms 500 \
        >"$output/clocks.csv" 2>&1 &
    clocks=$!
    trap 'kill "$clocks" 2>/dev/null; rm -rf "$work"' EXIT
fi

made_up=--gtest_filter=-*/metal # tests of Metal, where it is not Apple's
if [[ $(uname) == Darwin ]]; then made_up=--gtest_filter=*; fi
for name in "${steps[@]}"; do
    case $name in
    info)
        step info 60 "$(path ufsecp)" info
        if command -v nvidia-smi >/dev/null; then step nvidia-smi 60 nvidia-smi -q; fi
        ;;
    test)
        step test 240 "$(path gpu_device_test)" --gtest_color=no "$made_up"
        if [[ $mark ]]; then # it ran
            echo "gpu_run: test: $(said | grep -c '^\[  SKIPPED \].* ms)$') tests skipped, $(said | grep -c '^\[       OK \].* ms)$') passed" | tee -a "$log"
            for interface in cuda opencl; do
                if ((${!interface})) && ! said | grep -q "^\[       OK \] .*/$interface ("; then fail test "no test ran by $interface"; fi
            done
        fi
        ;;
    vectors)
        make_rows
        # shellcheck disable=SC2016
        step "vectors by the CPU" 60 bash -c 'recovered >"$work/keys" && schnorr "$work/cpu.csv" && wc -l "$work/keys" "$work/cpu.csv"' &&
            for interface in cuda opencl; do
                if ((${!interface})); then vectors "$interface:$device" "$interface"; else skip "vectors by $interface" "no device that works"; fi
            done
        ;;
    cuda) if ((cuda)); then step cuda 380 "$(path secp256k1_cuda_bench)" "${bench[@]}" "$output"; else skip cuda "no device that works"; fi ;;
    opencl) if ((opencl)); then step opencl 380 "$(path opencl_benchmark)" "${bench[@]}" "$output"; else skip opencl "no device that works"; fi ;;
    compare)
        if ((cuda && opencl)); then
            step compare 300 "$(path secp256k1_cuda_bench)" --compare \
                --filter '_(memory|compute|kernels|end_to_end)$' "${bench[@]}" "$output/compare"
        else skip compare "not both interfaces"; fi
        ;;
    sanitize)
        if ((!cuda)); then skip sanitize "no CUDA device that works"
        elif ! command -v compute-sanitizer >/dev/null; then skip sanitize "no compute-sanitizer"
        else step sanitize 300 compute-sanitizer \
            --error-exitcode 9 "$(path secp256k1_cuda_bench)" "${small[@]}"; fi
        ;;
    choices) # definitions are for NVRTC, and do not change machine code
        chosen=$(path secp256k1_cuda_bench) definitions=(UF_PORTABLE_ROWS=1 'UF_CUDA_BOUNDS=128,3')
        if LC_ALL=C grep -qaF $'\x50\xed\x55\xba' "$chosen"; then
            if [[ $nvrtc && -x $from/nvrtc/secp256k1_cuda_bench ]]; then chosen=$from/nvrtc/secp256k1_cuda_bench
            else
                definitions=()
                ((!cuda)) || skip "choices of definitions" "the library has machine code, on which they have no effect, and NVRTC is not there"
            fi
        fi
        choice=("$chosen" --filter '^(ecdsa_verify_(kernels|steps)|field_mul_(memory|compute))$' "${bench[@]}")
        if ((!cuda)); then skip choices "no CUDA device that works"
        else
            step "choices: defaults" 90 "${choice[@]}" "$output/choices"
            for define in "${definitions[@]}"; do step "choices: $define" 90 "${choice[@]}" "$output/choices/$define" --define "$define"; done
            for bits in 8 18; do
                step "choices: windows of $bits bits" 90 env UFSECP_GPU_WINDOW_BITS=$bits "${choice[@]}" "$output/choices/window$bits"
            done
        fi
        ;;
    large)
        if ((!cuda)); then skip large "no CUDA device that works"
        elif ((${#quick[@]})); then skip large "it is not quick"
        elif (($(awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo) < 24000000)); then skip large "less than 24 GB of host memory"
        else
            step large 300 "$(path secp256k1_cuda_bench)" \
                --filter '^(ecdsa_verify|schnorr_verify|schnorr_batch)_end_to_end$' --rows 16777216 \
                --max 16777216 \
                --device "$device" --output "$output/large"
        fi
        ;;
    report)
        if ((packed)); then skip report "it takes a checkout"
        elif command -v nvcc >/dev/null && command -v cuobjdump >/dev/null; then step report 120 python3 tools/gpu_report.py --arch 90
        else skip report "no nvcc with cuobjdump"; fi
        ;;
    esac
done

# One table of the logs of this run, without those that a benchmark that was stopped left empty.
mapfile -t logs < <(find "$output" "$output/compare" -maxdepth 1 -name '*_bench*-*.json' -size +0c \
    -newer "$work/began" 2>/dev/null)
if ((${#logs[@]})); then
    if ! command -v python3 >/dev/null; then skip table "no python3"
    else
        # shellcheck disable=SC2016
        step table 30 bash -c 'python3 "$1" "${@:3}" >"$2"' \
            - "$here/gpu_table.py" "$output/table.md" "${logs[@]}"
        if [[ $mark && -s $output/table.md ]]; then echo "gpu_run: table in $output/table.md" | tee -a "$log"; fi
    fi
fi
echo "gpu_run: logs in $output"
if ((${#failed[@]})); then
    echo "gpu_run: failed: ${failed[*]}" >&2
    exit 1
fi
