#!/usr/bin/env bash
# Builds and tests the Python package. `python.sh wheel` builds a release wheel into bindings/python/dist.
# `python.sh test [ARGUMENT…]` builds a wheel with debug checks, installs it, and runs its tests. Arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."
package=bindings/python
environment=target/python
cargo=${CARGO:-$(command -v cargo || echo "$HOME/.cargo/bin/cargo")}
export PATH=$(dirname "$cargo"):$PATH PIP_DISABLE_PIP_VERSION_CHECK=1

say() { printf 'python: %s\n' "$*" >&2; }

# Installs tools and test libraries in a virtual environment, which is recreated when they or Python change.
prepare() {
  local state
  # A virtual environment contains its own path, so a moved checkout needs a new one.
  state=$(cat "$package/requirements.txt" && python3 --version && pwd)
  [ "$state" = "$(cat "$environment/made" 2>/dev/null)" ] && return
  python3 -c 'import ensurepip, venv' 2>/dev/null || {
    say "Python's venv module is missing: install it first (Debian: apt-get install python3-venv)"
    exit 2
  }
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --requirement "$package/requirements.txt"
  echo "$state" >"$environment/made"
}

# build PROFILE FOLDER
build() {
  cp LICENSE "$package/LICENSE"
  rm -rf "$2"
  "$environment/bin/maturin" build --quiet --locked --manifest-path "$package/Cargo.toml" --profile "$1" \
    --interpreter "$environment/bin/python" --out "$2"
}

case ${1:-} in
  wheel)
    prepare
    build release "$package/dist"
    ls "$package"/dist/*.whl
    ;;
  test)
    shift
    prepare
    build dev "$environment/wheels"
    "$environment/bin/pip" install --quiet --force-reinstall --no-deps "$environment"/wheels/*.whl
    cd "$package"
    exec "../../$environment/bin/python" -m pytest --quiet -p no:cacheprovider "$@"
    ;;
  *) say "usage: python.sh wheel | test [ARGUMENT…]"; exit 2 ;;
esac
