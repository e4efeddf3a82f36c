#!/usr/bin/env bash
# Builds the WebAssembly packages into web/src/pkg: `rules` (small, without the engine), `engine` (for any browser), and
# `engine-threads` (threads and SIMD, for cross-origin isolated pages). Arguments select packages by name.
# A package is rebuilt only if its inputs have changed.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
packages=$root/web/src/pkg
target=${WASM_TARGET_DIR:-$root/target/wasm}
mkdir -p "$target" "$packages"

# Builds share a target folder, so only one may run at a time.
exec 9>"$target/.lock"
flock 9

say() { printf 'wasm: %s\n' "$*" >&2; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

host_cargo=${CARGO:-$(command -v cargo || echo "$HOME/.cargo/bin/cargo")}

# Threads need a standard library with atomics, which is built from source, so the toolchain must include that source.
# The other packages use the prebuilt library of rustup. If rustup cannot download both, Debian's compiler is used, which
# is packaged with the source, and the standard library is built for all packages.
find_toolchain() {
  cargo=$host_cargo
  rustc=$(dirname "$cargo")/rustc
  [ -x "$rustc" ] || rustc=$(command -v rustc)
  local lib
  lib=$("$rustc" --print sysroot)/lib/rustlib
  own_std=(-Z build-std=std,panic_abort)
  if { [ -f "$lib/src/rust/library/Cargo.lock" ] && [ -d "$lib/wasm32-unknown-unknown" ]; } ||
    { timeout 300 rustup component add rust-src && timeout 300 rustup target add wasm32-unknown-unknown; } >/dev/null 2>&1; then
    std=()
    return
  fi
  std=("${own_std[@]}")
  say "rustup cannot download the parts for WebAssembly: using Debian's compiler"
  if ! dpkg -s rustc-web cargo-web rust-web-src >/dev/null 2>&1; then
    command -v apt-get >/dev/null ||
      { say "install the wasm32-unknown-unknown target and the standard library source (rust-src) first"; exit 2; }
    say "installing rustc-web, cargo-web and rust-web-src with apt"
    as_root apt-get update -q >&2
    as_root apt-get install -qy --no-install-recommends rustc-web cargo-web rust-web-src >&2
  fi
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$("$rustc" --print sysroot)/lib/rustlib/$("$rustc" --print host-tuple)/bin/rust-lld
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER
  cargo=/usr/bin/cargo
  rustc=/usr/bin/rustc
}

# Builds the generator of the packages' JavaScript. web/bindgen/Cargo.toml explains why it is not wasm-bindgen's command.
find_bindgen() {
  CARGO_TARGET_DIR=$target "$host_cargo" build --manifest-path web/bindgen/Cargo.toml --locked --quiet >&2
  bindgen=$target/debug/bindgen
}

threads="-Ctarget-feature=+atomics,+bulk-memory,+simd128 -Clink-arg=--shared-memory -Clink-arg=--import-memory \
-Clink-arg=--max-memory=2147483648 -Clink-arg=--export=__wasm_init_tls -Clink-arg=--export=__tls_size \
-Clink-arg=--export=__tls_align -Clink-arg=--export=__tls_base"

# The `wasm` profile optimizes for size; crates that search are optimized for speed. On a first visit, the board becomes
# interactive only when the rules have loaded: compressed, they are an eighth smaller at "z" than at "s".
small=(--config 'profile.wasm.opt-level="z"')
fast=()
for crate in rules engine variants; do fast+=(--config "profile.wasm.package.faraday-$crate.opt-level=3"); done
# Link-time optimization takes minutes, so only releases use it.
link=()
[ "${LTO:-}" != fat ] || link=(--config 'profile.wasm.lto="fat"' --config profile.wasm.codegen-units=1)

# build NAME EFFORT FEATURES RUSTFLAGS
build() {
  local name=$1 effort=$2 features=$3 flags=$4 out=$packages/$1 new=$packages/.$1 stamp
  stamp=$({
    echo "${link[*]}"
    cat web/scripts/wasm.sh web/bindgen/src/main.rs web/bindgen/Cargo.lock Cargo.lock Cargo.toml
    find crates/{rules,engine,variants,knowledge,play,wire,wasm} -type f \
      \( -name '*.rs' -o -name '*.toml' -o -name '*.pgn' \) -not -path '*/tests/*' -not -path '*/benches/*' | LC_ALL=C sort | xargs cat
  } | sha256sum | cut -d' ' -f1)
  if [ "$(cat "$out/.stamp" 2>/dev/null)" = "$stamp" ]; then
    say "$name is up to date"
    return
  fi
  [ -n "${cargo:-}" ] || { find_toolchain; find_bindgen; }
  local file=${name//-/_} library=("${std[@]}") before=$SECONDS
  [ -z "$flags" ] || library=("${own_std[@]}")
  local speed=("${small[@]}")
  [ "$effort" = small ] || speed=("${fast[@]}")
  RUSTC=$rustc RUSTC_BOOTSTRAP=1 RUSTFLAGS="$flags" CARGO_TARGET_DIR=$target "$cargo" build "${library[@]}" \
    --target wasm32-unknown-unknown --profile wasm "${speed[@]}" "${link[@]}" --locked --quiet \
    --package faraday-wasm --no-default-features --features "$features" >&2
  rm -rf "$new"
  "$bindgen" "$target/wasm32-unknown-unknown/wasm/faraday_wasm.wasm" "$file" "$new" >&2
  # The workers of a thread pool import the package by its folder.
  printf '{"type":"module","main":"%s.js","types":"%s.d.ts","sideEffects":true}\n' "$file" "$file" >"$new/package.json"
  optimize "$new/${file}_bg.wasm" "$effort"
  echo "$stamp" >"$new/.stamp"
  rm -rf "$out"
  mv "$new" "$out"
  say "$name built in $((SECONDS - before)) s"
}

optimize() {
  # The compiler has already optimized the code. The remaining gain is dead code, which level 1 finds in a third of the
  # time. For size, it is also the best level: higher ones make a file smaller, but larger once it is compressed.
  local optimizer=$root/web/node_modules/.bin/wasm-opt level=-O1
  [ "${LTO:-}" != fat ] || [ "$2" = small ] || level=-O3
  [ -x "$optimizer" ] || { say "wasm-opt is missing: run npm ci in web/"; exit 1; }
  # All browsers of recent years support these. Threads and SIMD are enabled only in the package that requires them.
  local enabled=(--enable-bulk-memory --enable-reference-types --enable-sign-ext --enable-mutable-globals
    --enable-nontrapping-float-to-int --enable-multivalue)
  case $1 in *threads*) enabled+=(--enable-threads --enable-simd) ;; esac
  "$optimizer" "$level" "${enabled[@]}" "$1" -o "$1.optimized"
  mv "$1.optimized" "$1"
}

names=${*:-rules engine engine-threads}
for name in $names; do
  case $name in
    rules) build rules small compact "" ;;
    engine) build engine fast engine "" ;;
    engine-threads) build engine-threads fast threads "$threads" ;;
    *) say "there is no package \`$name\`"; exit 2 ;;
  esac
done
