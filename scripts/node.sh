#!/usr/bin/env bash
# Sees to it that there is a Node that can build the page: the one on the path if it is new enough, else a copy in
# target/tools/node.
set -euo pipefail
cd "$(dirname "$0")/.."
least=20.19.0
release=v22.20.0
place=target/tools/node

is_enough() {
  local version
  version=$(node --version 2>/dev/null) || return 1
  [ "$(printf '%s\n' "$least" "${version#v}" | sort --version-sort | head -n 1)" = "$least" ]
}

is_enough && exit
case $(uname -m) in
  x86_64) machine=x64 ;;
  aarch64 | arm64) machine=arm64 ;;
  *) echo "node: this page needs Node $least or newer, and there is no ready copy for $(uname -m): install it first" >&2; exit 2 ;;
esac
system=$(uname -s | tr '[:upper:]' '[:lower:]')
echo "node: fetching Node $release into $place" >&2
mkdir -p "$place"
curl --proto '=https' --tlsv1.2 -sSfL "https://nodejs.org/dist/$release/node-$release-$system-$machine.tar.gz" | tar -xz -C "$place" --strip-components=1
