#!/usr/bin/env bash
# The Python package. `python.sh wheel` builds the fastest wheel into bindings/python/dist; `python.sh test [ARGUMENT…]`
# builds one with the checks of tests, installs it and runs its tests: the arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."
package=bindings/python
environment=target/python
cargo=${CARGO:-$(command -v cargo || echo "$HOME/.cargo/bin/cargo")}
export PATH=$(dirname "$cargo"):$PATH PIP_DISABLE_PIP_VERSION_CHECK=1

say() { printf 'python: %s\n' "$*" >&2; }

# Tools and test libraries, in a virtual environment that is made anew when they change, or Python does.
prepare() {
  local wanted
  # The environment names its own folder: a checkout that was moved needs another.
  wanted=$(cat "$package/requirements.txt" && python3 --version && pwd)
  [ "$wanted" = "$(cat "$environment/made" 2>/dev/null)" ] && return
  python3 -c 'import ensurepip, venv' 2>/dev/null || {
    say "there is no Python with virtual environments: install it first (Debian: apt-get install python3-venv)"
    exit 2
  }
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --requirement "$package/requirements.txt"
  echo "$wanted" >"$environment/made"
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
  *) say "say \`wheel\` or \`test\`"; exit 2 ;;
esac
