#!/usr/bin/env bash
# Puts NVIDIA's compilers of CUDA 13.0, nvcc and NVRTC, into build/cuda (470 MB), for
# test/nvcc_test.py: five Python packages, pinned by hash. Nothing is installed, and nothing of it
# is in what the library builds. Exit code: 0 it is there, 1 it is not to be had here.
set -euo pipefail
cd "$(dirname "$0")/.."

target=build/cuda
if [[ -x $target/nvidia/cu13/bin/nvcc && -e $target/nvidia/cu13/lib/libnvrtc.so.13 ]]; then
    exit 0
fi
if [[ $(uname -sm) != "Linux x86_64" ]]; then exit 1; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "nvcc: fetching NVIDIA's compilers 13.0.88"
tools/pip_pinned.sh nvcc "$work/cuda" "its test is skipped" <<'PACKAGES'
nvidia-cuda-nvcc==13.0.88 --hash=sha256:56fe502eb77625a12f25172caa3cdddb4e4c8ba2c8c17dba44b164761b380f03
nvidia-cuda-nvrtc==13.0.88 --hash=sha256:ad9b6d2ead2435f11cbb6868809d2adeeee302e9bb94bcf0539c7a40d80e8575
nvidia-cuda-crt==13.0.88 --hash=sha256:2c8043c7c9e02492716426e9919fc78d2c5b3b2a7a768a88e952676b08aa55a4
nvidia-cuda-runtime==13.0.96 --hash=sha256:7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548
nvidia-nvvm==13.0.88 --hash=sha256:c5f41ffeb6466944a026dfa5317d7d85355c119bbec279205d22f1869d1054e0
PACKAGES
mkdir -p build
rm -rf "$target"
mv "$work/cuda" "$target"
