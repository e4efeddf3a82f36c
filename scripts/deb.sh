#!/usr/bin/env bash
# Packs a binary of Faraday as a Debian package of this machine's architecture, and prints its path.
# Usage: deb.sh BINARY [PACKAGE.deb [VERSION [OPTION OF cargo-deb…]]]
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 1 ] || { echo "usage: deb.sh BINARY [PACKAGE.deb [VERSION [OPTION OF cargo-deb…]]]" >&2; exit 2; }
binary=$1
package=${2:-target/debian/}
# A pre-release comes before its release: 0.2.0~beta.1.
version=${3:-$("$binary" --version | cut -d' ' -f2 | tr - '~')-1}
release=3.8.0
tools=$PWD/target/tools
cargo=${CARGO:-$(command -v cargo || echo "$HOME/.cargo/bin/cargo")}
export PATH=$(dirname "$cargo"):$PATH

say() { printf 'deb: %s\n' "$*" >&2; }

for program in dpkg-shlibdeps xz; do
  command -v "$program" >/dev/null ||
    { say "\`$program\` is missing (Debian: apt-get install dpkg-dev xz-utils)"; exit 2; }
done
# Without optimization and its own compression libraries it compiles in half the time, and packs as fast.
if [ "$("$tools/bin/cargo-deb" --version 2>/dev/null)" != "cargo-deb $release" ]; then
  say "installing cargo-deb $release"
  "$cargo" install cargo-deb --version "$release" --locked --quiet --debug --no-default-features \
    --root "$tools" --target-dir "$PWD/target/cargo-deb" >&2
  rm -rf "$PWD/target/cargo-deb"
fi

# The same commit and binary give the same package.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
# cargo-deb takes what is installed here for the products of a build.
CARGO_TARGET_DIR=$PWD/target/deb
export SOURCE_DATE_EPOCH CARGO_TARGET_DIR
stage=$CARGO_TARGET_DIR/release
rm -rf "$stage"
scripts/install.sh "$binary" "$stage" >/dev/null
documents=$stage/share/doc/faraday
mkdir -p "$documents"
gzip -9nc CHANGELOG.md >"$documents/changelog.gz"
gzip -9nc THIRD-PARTY-NOTICES.txt >"$documents/THIRD-PARTY-NOTICES.txt.gz"
maintainer=$(sed -n 's/^maintainer = "\(.*\)"$/\1/p' crates/cli/Cargo.toml)
gzip -9nc >"$documents/changelog.Debian.gz" <<CHANGES
faraday ($version) unstable; urgency=medium

  * New release; see changelog.gz.

 -- $maintainer <>  $(date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")
CHANGES
mkdir -p "$(dirname "${package}x")"
"$tools/bin/cargo-deb" --package faraday --no-build --strip --locked --deb-version "$version" \
  --output "$package" "${@:4}"
