#!/usr/bin/env bash
# Ensures that there is a Node that can build the web app: the one in PATH if it is new enough, otherwise a copy that is
# downloaded into target/tools/node. The download must match the checksum below.
set -euo pipefail
cd "$(dirname "$0")/.."
minimum=20.19.0
release=v22.20.0
destination=target/tools/node
# From SHASUMS256.txt, as signed in the announcement of this release.
checksums="
eeaccb0378b79406f2208e8b37a62479c70595e20be6b659125eb77dd1ab2a29  linux-x64
4181609e03dcb9880e7e5bf956061ecc0503c77a480c6631d868cb1f65a2c7dd  linux-arm64
00df9c5df3e4ec6848c26b70fb47bf96492f342f4bed6b17f12d99b3a45eeecc  darwin-x64
cc04a76a09f79290194c0646f48fec40354d88969bec467789a5d55dd097f949  darwin-arm64
"

is_enough() {
  local version
  version=$(node --version 2>/dev/null) || return 1
  [ "$(printf '%s\n' "$minimum" "${version#v}" | sort --version-sort | head -n 1)" = "$minimum" ]
}

is_enough && exit
case $(uname -m) in
  x86_64) machine=x64 ;;
  aarch64 | arm64) machine=arm64 ;;
  *) machine=$(uname -m) ;;
esac
system=$(uname -s | tr '[:upper:]' '[:lower:]')-$machine
checksum=$(sed -n "s,  $system\$,,p" <<<"$checksums")
if [ -z "$checksum" ]; then
  echo "node: the web app needs Node $minimum or newer, and there is no verified download for $system: install Node first" >&2
  exit 2
fi

sha256() { if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1; }

name=node-$release-$system.tar.gz
echo "node: downloading Node $release into $destination" >&2
rm -rf "$destination" "$destination.new"
mkdir -p "$destination.new"
archive=$destination.new/$name
curl --proto '=https' --tlsv1.2 -sSfL "https://nodejs.org/dist/$release/$name" -o "$archive"
found=$(sha256 "$archive")
if [ "$found" != "$checksum" ]; then
  rm -rf "$destination.new"
  echo "node: $name does not match its checksum: the SHA-256 is $found instead of $checksum" >&2
  exit 2
fi
tar -xzf "$archive" -C "$destination.new" --strip-components=1
rm "$archive"
mv "$destination.new" "$destination"
