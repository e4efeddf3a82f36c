#!/usr/bin/env bash
# Sees to it that there is a Rust that can build Faraday and check it. `toolchain.sh lints` tells how strict checks are:
# warnings are errors for the one compiler whose warnings are known, for a newer one they are warnings.
#
# The version stands here, not in a rust-toolchain.toml: by that file rustup fetches a toolchain of this very name even
# where the same compiler is installed as `stable`, and builds nothing where it cannot.
set -euo pipefail
version=1.95.0
cargo=${CARGO:-$(command -v cargo || echo "$HOME/.cargo/bin/cargo")}

say() { printf 'toolchain: %s\n' "$*" >&2; }

lints() {
  local rustc found
  rustc=$(dirname "$cargo")/rustc
  [ -x "$rustc" ] || rustc=rustc
  found=$("$rustc" --version | cut -d' ' -f2)
  if [ "$found" = "$version" ]; then
    echo "--deny warnings"
  else
    say "this is Rust $found instead of $version: warnings are no errors"
  fi
}

install() {
  if ! [ -x "$cargo" ]; then
    say "installing Rust $version into ~/.cargo and ~/.rustup by rustup's own script, https://sh.rustup.rs"
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile default --default-toolchain "$version"
  fi
  if ! { "$cargo" fmt --version && "$cargo" clippy --version; } >/dev/null 2>&1; then
    say "adding rustfmt and clippy"
    rustup component add rustfmt clippy
  fi
}

case ${1:-install} in
  install) install ;;
  lints) lints ;;
  *) say "there is no \`$1\`: say \`install\` or \`lints\`"; exit 2 ;;
esac
