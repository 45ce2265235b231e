#!/usr/bin/env bash
# Installs what is needed, builds, generates the attention kernel of GLM-5.2 at
# TP8 and runs it on the emulator against the fp64 reference. Ends with the
# figures and PASS. No GPU is used. The first run takes some minutes, a second
# one seconds.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
install_packages
build spmla-gen spmla-run spmla_hipemu

say "generating the kernel for GLM-5.2 at TP8 (8 heads, per-tensor fp8 cache, 512 + 64 columns)"
build/bin/spmla-gen --format fp8_scalar --latent 512 --rope 64 -o build/demo
say "running it on the emulator: 8 queries, up to 2048 listed slots each"
build/bin/spmla-run --model glm-5.2 --tp 8 --device emu --queries 8 --lengths 2048,0,1,500,64,65,1999,63 --invalid 0.05 --lse
