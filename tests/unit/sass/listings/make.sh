#!/usr/bin/env bash
# Makes the listings of kernels.cu anew, with the nvcc, nvdisasm and cuobjdump on PATH:
#   kernels.sm_XX.ptx        what the front end makes
#   kernels.sm_XX.nvdisasm   nvdisasm -c
#   kernels.sm_XX.cuobjdump  cuobjdump -sass, of some
#   kernels.sm_XX.hex        nvdisasm -hex, of one
#   kernels.sm_XX.cubin      machine code, of two: tests read its sections
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

for arch in sm_75 sm_80 sm_89 sm_90 sm_100 sm_120; do
  nvcc "-arch=$arch" -ptx kernels.cu -o "kernels.$arch.ptx"
  nvcc "-arch=$arch" -cubin kernels.cu -o "kernels.$arch.cubin"
  nvdisasm -c "kernels.$arch.cubin" >"kernels.$arch.nvdisasm"
  case $arch in
    sm_75 | sm_120) cuobjdump -sass "kernels.$arch.cubin" >"kernels.$arch.cuobjdump" ;;
    sm_80) nvdisasm -hex "kernels.$arch.cubin" >"kernels.$arch.hex" ;;
  esac
  case $arch in
    sm_75 | sm_100) ;;
    *) rm "kernels.$arch.cubin" ;;
  esac
done
