#!/usr/bin/env bash
# Builds the WebAssembly packages into web/src/pkg: `rules` (no engine, small), `engine` (any browser) and
# `engine-threads` (threads and SIMD, where the page is cross-origin isolated). Names given as arguments build only those.
# A package is built again only if something that it is made of has changed.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
packages=$root/web/src/pkg
tools=$root/target/tools
target=${WASM_TARGET_DIR:-$root/target/wasm}
mkdir -p "$tools" "$target" "$packages"

# One build at a time: they share a target folder.
exec 9>"$target/.lock"
flock 9

say() { printf 'wasm: %s\n' "$*" >&2; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# The standard library is built along, with the features that threads need, so its source is what a toolchain must have.
# rustup fetches it; where it cannot, Debian packages a compiler that has it.
find_toolchain() {
  cargo=${CARGO:-$(command -v cargo || echo "$HOME/.cargo/bin/cargo")}
  rustc=$(dirname "$cargo")/rustc
  [ -x "$rustc" ] || rustc=$(command -v rustc)
  if [ -f "$("$rustc" --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock" ] ||
    timeout 300 rustup component add rust-src >&2 2>/dev/null; then
    return
  fi
  say "rustup cannot add the source of the standard library: taking Debian's compiler"
  if ! [ -x /usr/bin/rustc ] || ! [ -d /usr/lib/rustlib/wasm32-unknown-unknown ] && ! dpkg -s rust-web-src >/dev/null 2>&1; then
    as_root apt-get update -q >&2
    as_root apt-get install -qy rustc-web cargo-web rust-web-src >&2
  fi
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$("$rustc" --print sysroot)/lib/rustlib/$("$rustc" --print host-tuple)/bin/rust-lld
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER
  cargo=/usr/bin/cargo
  rustc=/usr/bin/rustc
}

find_bindgen() {
  version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' "$root/Cargo.lock")
  bindgen=$tools/bin/wasm-bindgen
  [ "$("$bindgen" --version 2>/dev/null)" = "wasm-bindgen $version" ] && return
  say "installing wasm-bindgen $version"
  local host_cargo
  host_cargo=$(command -v cargo || echo "$HOME/.cargo/bin/cargo")
  for locked in --locked ""; do
    # shellcheck disable=SC2086
    "$host_cargo" install wasm-bindgen-cli --version "$version" $locked --quiet --root "$tools" --target-dir "$target/tools" >&2 && return
  done
  exit 1
}

threads="-Ctarget-feature=+atomics,+bulk-memory,+simd128 -Clink-arg=--shared-memory -Clink-arg=--import-memory \
-Clink-arg=--max-memory=2147483648 -Clink-arg=--export=__wasm_init_tls -Clink-arg=--export=__tls_size \
-Clink-arg=--export=__tls_align -Clink-arg=--export=__tls_base"

# build NAME OPT-LEVEL FEATURES RUSTFLAGS
build() {
  local name=$1 level=$2 features=$3 flags=$4 out=$packages/$1 new=$packages/.$1 stamp
  stamp=$({
    cat "$root/web/scripts/wasm.sh" "$root/Cargo.lock" "$root/Cargo.toml"
    find "$root/crates"/{rules,engine,variants,wire,wasm} -type f \
      \( -name '*.rs' -o -name '*.toml' -o -name '*.pgn' \) -not -path '*/tests/*' -not -path '*/benches/*' | LC_ALL=C sort | xargs cat
  } | sha256sum | cut -d' ' -f1)
  if [ "$(cat "$out/.stamp" 2>/dev/null)" = "$stamp" ]; then
    say "$name is up to date"
    return
  fi
  [ -n "${cargo:-}" ] || { find_toolchain; find_bindgen; }
  say "building $name"
  local file=${name//-/_}
  RUSTC=$rustc RUSTC_BOOTSTRAP=1 RUSTFLAGS="$flags" CARGO_TARGET_DIR=$target/$name CARGO_PROFILE_RELEASE_DEBUG=false \
    CARGO_PROFILE_RELEASE_OPT_LEVEL=$level "$cargo" build -Z build-std=std,panic_abort --target wasm32-unknown-unknown \
    --release --locked --quiet --package faraday-wasm --no-default-features --features "$features" >&2
  rm -rf "$new"
  "$bindgen" --target web --out-name "$file" --out-dir "$new" "$target/$name/wasm32-unknown-unknown/release/faraday_wasm.wasm" >&2
  # The workers of a thread pool import their package by its folder.
  printf '{"type":"module","main":"%s.js","types":"%s.d.ts","sideEffects":true}\n' "$file" "$file" >"$new/package.json"
  optimize "$new/${file}_bg.wasm" "$level"
  echo "$stamp" >"$new/.stamp"
  rm -rf "$out"
  mv "$new" "$out"
}

optimize() {
  local optimizer=$root/web/node_modules/.bin/wasm-opt
  [ -x "$optimizer" ] || { say "wasm-opt is missing: run npm ci in web/"; exit 1; }
  local level=$2
  [ "$level" = s ] && level=z
  # What every browser of the last years has; more only in the package whose browsers are known to have it.
  local have=(--enable-bulk-memory --enable-reference-types --enable-sign-ext --enable-mutable-globals
    --enable-nontrapping-float-to-int --enable-multivalue)
  case $1 in *threads*) have+=(--enable-threads --enable-simd) ;; esac
  "$optimizer" "-O$level" "${have[@]}" "$1" -o "$1.optimized"
  mv "$1.optimized" "$1"
}

wanted=${*:-rules engine engine-threads}
for name in $wanted; do
  case $name in
    rules) build rules s compact "" ;;
    engine) build engine 3 engine "" ;;
    engine-threads) build engine-threads 3 threads "$threads" ;;
    *) say "there is no package \`$name\`"; exit 2 ;;
  esac
done
