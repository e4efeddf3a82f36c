#!/usr/bin/env bash
# Runs the tests of the page in Chromium, against the server that `cargo build` has made. Arguments go to Playwright.
set -euo pipefail
cd "$(dirname "$0")/.."
binary=${FARADAY:-../target/debug/faraday}

for name in chromium chromium-browser google-chrome; do
  CHROMIUM=${CHROMIUM:-$(command -v "$name" || true)}
done
[ -n "$CHROMIUM" ] || npx playwright install --with-deps chromium
export CHROMIUM

said=$(mktemp)
"$binary" serve --listen 127.0.0.1:0 >"$said" &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -f "$said"' EXIT
for _ in $(seq 100); do
  FARADAY_URL=$(grep -om1 'http://[0-9.:]*' "$said" || true)
  [ -n "$FARADAY_URL" ] && break
  kill -0 "$server" || exit 1
  sleep 0.1
done
export FARADAY_URL
npx playwright test "$@"
