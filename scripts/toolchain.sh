#!/usr/bin/env bash
# Ensures that there is a Rust toolchain that can build and check Faraday. `toolchain.sh lints` prints the lint options:
# warnings are errors only with the compiler version below, because a newer one may have new warnings.
#
# The version is not in a rust-toolchain.toml: with that file, rustup downloads a toolchain of exactly this name even if
# the same compiler is installed as `stable`, and fails if it cannot.
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
    say "this is Rust $found instead of $version: warnings are not errors"
  fi
}

install() {
  if ! [ -x "$cargo" ]; then
    say "installing Rust $version into ~/.cargo and ~/.rustup with rustup's script, https://sh.rustup.rs"
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
  *) say "unknown command \`$1\`; usage: toolchain.sh [install | lints]"; exit 2 ;;
esac
