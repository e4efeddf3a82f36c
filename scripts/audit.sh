#!/usr/bin/env bash
# Looks at everything that Faraday is made of: licenses, bans, and sources by deny.toml, and known
# faults of crates and npm packages. What the network does not give is said and passed over; with STRICT=1 it fails.
set -uo pipefail
cd "$(dirname "$0")/.."
version=0.20.2
tools=$PWD/target/tools
failed=0

say() { printf 'audit: %s\n' "$*" >&2; }
fail() { say "$1"; failed=1; }
skip() {
  say "not looked at: $1"
  [ "${STRICT:-0}" = 0 ] || failed=1
}

cargo=${CARGO:-$(command -v cargo || echo "$HOME/.cargo/bin/cargo")}
deny=$tools/bin/cargo-deny
if [ "$("$deny" --version 2>/dev/null)" != "cargo-deny $version" ]; then
  say "installing cargo-deny $version"
  "$cargo" install cargo-deny --version "$version" --locked --quiet --root "$tools" --target-dir "$PWD/target/audit" >&2 ||
    { say "cargo-deny could not be installed"; exit 1; }
  rm -rf "$PWD/target/audit"
fi

# check MANIFEST WHAT…
check() {
  "$deny" --config deny.toml --manifest-path "$1" --locked check "${@:2}" >&2 ||
    fail "what $1 asks for does not keep to deny.toml"
}

check Cargo.toml bans licenses sources
# The fuzz targets have a lock of their own, and are not handed out.
check fuzz/Cargo.toml bans sources
if "$deny" --locked fetch db >/dev/null 2>&1; then
  check Cargo.toml advisories
  check fuzz/Cargo.toml advisories
else
  skip "known faults of crates, whose database cannot be fetched"
fi

# audit_npm OPTION…
audit_npm() {
  local report
  report=$(cd web && npm audit "$@" 2>&1) && return
  case $report in
    *"audit endpoint"*) skip "known faults of npm packages ($*), which the registry does not tell" ;;
    *) printf '%s\n' "$report" >&2; fail "npm packages with known faults ($*)" ;;
  esac
}

export PATH=$tools/node/bin:$PATH
# What the page carries must have none; what only builds and tests it, no grave ones.
audit_npm --omit=dev
audit_npm --audit-level=high
exit "$failed"
