#!/usr/bin/env bash
# Checks all dependencies: licenses, bans, and sources against deny.toml, and known vulnerabilities of crates and npm
# packages. Checks for which the network is unavailable are reported and skipped; with STRICT=1 they fail.
set -uo pipefail
cd "$(dirname "$0")/.."
version=0.20.2
tools=$PWD/target/tools
failed=0

say() { printf 'audit: %s\n' "$*" >&2; }
fail() { say "$1"; failed=1; }
skip() {
  say "skipped: $1"
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

# check MANIFEST CHECK…
check() {
  "$deny" --config deny.toml --manifest-path "$1" --locked check "${@:2}" >&2 ||
    fail "the dependencies of $1 violate deny.toml"
}

check Cargo.toml bans licenses sources
# The fuzz targets have their own lock file and are not distributed.
check fuzz/Cargo.toml bans sources
if "$deny" --locked fetch db >/dev/null 2>&1; then
  check Cargo.toml advisories
  check fuzz/Cargo.toml advisories
else
  skip "known vulnerabilities of crates: the advisory database cannot be downloaded"
fi

# audit_npm OPTION…
audit_npm() {
  local report
  report=$(cd web && npm audit "$@" 2>&1) && return
  case $report in
    *"audit endpoint"*) skip "known vulnerabilities of npm packages ($*): the registry is not available" ;;
    *) printf '%s\n' "$report" >&2; fail "npm packages with known vulnerabilities ($*)" ;;
  esac
}

export PATH=$tools/node/bin:$PATH
# The web app's dependencies must have no known vulnerabilities. Build and test tools must have none of high severity.
audit_npm --omit=dev
audit_npm --audit-level=high
exit "$failed"
