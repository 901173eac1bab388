#!/bin/sh
# Builds the starter for x64 and arm64, reproducibly. Requires Debian's compilers: gcc and gcc-aarch64-linux-gnu.
# Usage: build.sh DIRECTORY
set -eu
here=$(dirname "$0")
for pair in x64:x86_64-linux-gnu-gcc arm64:aarch64-linux-gnu-gcc; do
  "${pair#*:}" -std=gnu11 -Os -Wall -Wextra -Wno-missing-field-initializers -Werror \
    -ffreestanding -fno-builtin -fno-stack-protector -fno-asynchronous-unwind-tables -fno-pic -no-pie \
    -nostdlib -static -s -Wl,--build-id=none -Wl,-z,noseparate-code -Wl,-z,noexecstack -Wl,-z,max-page-size=4096 \
    -o "$1/starter-${pair%%:*}" "$here/starter.c"
done
