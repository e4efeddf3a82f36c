#!/usr/bin/env bash
# Runs the web app's tests in Chromium, against the server built by `cargo build`. Arguments go to Playwright.
# CHROMIUM selects the browser. The headless shell needs less CPU time, but occasionally drops a click.
#
# A full run that has passed is skipped until the content of an input changes. FORCE=1 runs all tests anyway.
set -euo pipefail
cd "$(dirname "$0")/.."
binary=${FARADAY:-../target/debug/faraday}

say() { printf 'browser: %s\n' "$*" >&2; }

for name in chromium chromium-browser google-chrome; do
  CHROMIUM=${CHROMIUM:-$(command -v "$name" || true)}
done
[ -n "$CHROMIUM" ] || npx playwright install --with-deps chromium
export CHROMIUM

# A full run is identified by a hash of its inputs: the server with its web app, the tests, everything that they import,
# and the version of the browser.
passed=../target/browser.passed
stamp=
if [ $# = 0 ] && [ -z "${SCREENSHOTS:-}" ]; then
  stamp=$({
    sha256sum "$binary" package-lock.json playwright.config.ts
    find tests src build ../crates/variants/{src,text} -type f | LC_ALL=C sort | xargs -d '\n' sha256sum
    "${CHROMIUM:-npx}" --version
  } | sha256sum | cut -d' ' -f1)
  if [ "$stamp" = "$(cat "$passed" 2>/dev/null)" ] && [ -z "${FORCE:-}" ]; then
    say "skipped: nothing has changed since all tests passed (FORCE=1 runs them again)"
    exit 0
  fi
fi

output=$(mktemp)
folder=$(mktemp -d)
export FARADAY_DATABASE=sqlite:$folder/games.db
"$binary" serve --listen 127.0.0.1:0 >"$output" &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$output" "$folder"' EXIT
for _ in $(seq 100); do
  FARADAY_URL=$(grep -om1 'http://[0-9.:]*' "$output" || true)
  [ -n "$FARADAY_URL" ] && break
  kill -0 "$server" || exit 1
  sleep 0.1
done
export FARADAY_URL
# The tests of online games start servers of their own, and kill them.
FARADAY_BIN=$(realpath "$binary")
export FARADAY_BIN
npx playwright test "$@"
[ -z "$stamp" ] || echo "$stamp" >"$passed"
