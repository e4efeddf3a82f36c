#!/usr/bin/env bash
# Prints the stages recorded by scripts/stage.sh as a table, and deletes the record.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -f target/stages.tsv ] || exit 0
awk -F '\t' '
  { printf "%-20s %7.1f s  %s\n", $1, $2, $3; sum += $2 }
  END { printf "%-20s %7.1f s\n", "total", sum }
' target/stages.tsv
rm target/stages.tsv
