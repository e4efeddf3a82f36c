#!/usr/bin/env bash
# Prints the stages recorded by scripts/stage.sh as a table, and deletes the record. Some stages overlap, so the total is
# the time from the first start to the last end.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -f target/stages.tsv ] || exit 0
awk -F '\t' '
  { printf "%-20s %7.1f s  %s\n", $1, $3 - $2, $4 }
  NR == 1 || $2 < first { first = $2 }
  $3 > last { last = $3 }
  END { printf "%-20s %7.1f s\n", "total", last - first }
' target/stages.tsv
rm target/stages.tsv
