#!/usr/bin/env bash
# Runs the tests of the page in Chromium, against the server that `cargo build` has made. Arguments go to Playwright.
# CHROMIUM names the browser. The headless shell takes half the processor's time, but now and then loses a click.
#
# What has passed is not run again while nothing has changed that it is made of: `touch` is no change, FORCE=1 runs all.
set -euo pipefail
cd "$(dirname "$0")/.."
binary=${FARADAY:-../target/debug/faraday}

say() { printf 'browser: %s\n' "$*" >&2; }

for name in chromium chromium-browser google-chrome; do
  CHROMIUM=${CHROMIUM:-$(command -v "$name" || true)}
done
[ -n "$CHROMIUM" ] || npx playwright install --with-deps chromium
export CHROMIUM

# A run of the whole suite is known by the server, which holds the page, by the tests, by all that they import, and by
# the browser.
passed=../target/browser.passed
stamp=
if [ $# = 0 ] && [ -z "${SCREENSHOTS:-}" ]; then
  stamp=$({
    sha256sum "$binary" package-lock.json playwright.config.ts
    find tests src build ../crates/variants/{src,text} -type f | LC_ALL=C sort | xargs -d '\n' sha256sum
    "${CHROMIUM:-npx}" --version
  } | sha256sum | cut -d' ' -f1)
  if [ "$stamp" = "$(cat "$passed" 2>/dev/null)" ] && [ -z "${FORCE:-}" ]; then
    say "nothing has changed since all tests passed (FORCE=1 runs them again)"
    exit 0
  fi
fi

said=$(mktemp)
kept=$(mktemp -d)
export FARADAY_DATABASE=sqlite:$kept/games.db
"$binary" serve --listen 127.0.0.1:0 >"$said" &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$said" "$kept"' EXIT
for _ in $(seq 100); do
  FARADAY_URL=$(grep -om1 'http://[0-9.:]*' "$said" || true)
  [ -n "$FARADAY_URL" ] && break
  kill -0 "$server" || exit 1
  sleep 0.1
done
export FARADAY_URL
# Games between people are played on servers that are killed: tests start them.
FARADAY_BIN=$(realpath "$binary")
export FARADAY_BIN
npx playwright test "$@"
[ -z "$stamp" ] || echo "$stamp" >"$passed"
