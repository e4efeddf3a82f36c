#!/usr/bin/env bash
# Installs a Faraday binary with its manual page and shell completions.
# Usage: install.sh BINARY PREFIX
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: install.sh BINARY PREFIX" >&2; exit 2; }
binary=$1
prefix=$2

install -D -m 755 "$binary" "$prefix/bin/faraday"
put() {
  install -D -m 644 /dev/stdin "$prefix/share/$1"
}
"$binary" man | gzip -9n | put man/man1/faraday.1.gz
"$binary" completions bash | put bash-completion/completions/faraday
"$binary" completions zsh | put zsh/site-functions/_faraday
"$binary" completions fish | put fish/vendor_completions.d/faraday.fish
echo "installed $prefix/bin/faraday"
