#!/usr/bin/env bash
# Runs the tests of the page in Chromium, against the server that `cargo build` has made. Arguments go to Playwright.
# CHROMIUM names the browser. Best is the headless shell, which does without windows and menus: that takes half of the
# processor's time.
set -euo pipefail
cd "$(dirname "$0")/.."
binary=${FARADAY:-../target/debug/faraday}

say() { printf 'browser: %s\n' "$*" >&2; }

# Only for root: whoever has a Chromium need not be asked for a password.
install_shell() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 0
  say "installing chromium-headless-shell with apt"
  { timeout 120 apt-get update -q && DEBIAN_FRONTEND=noninteractive timeout 300 \
    apt-get install -qy --no-install-recommends chromium-headless-shell; } >/dev/null 2>&1 ||
    say "apt has none"
}

[ -n "${CHROMIUM:-}" ] || command -v chromium-headless-shell >/dev/null || install_shell
for name in chromium-headless-shell chromium chromium-browser google-chrome; do
  CHROMIUM=${CHROMIUM:-$(command -v "$name" || true)}
done
[ -n "$CHROMIUM" ] || npx playwright install --with-deps --only-shell chromium
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
