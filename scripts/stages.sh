#!/usr/bin/env bash
# Prints the stages that scripts/stage.sh has noted as a table, and begins a new one.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -f target/stages.tsv ] || exit 0
awk -F '\t' '
  { printf "%-20s %7.1f s  %s\n", $1, $2, $3; sum += $2 }
  END { printf "%-20s %7.1f s\n", "together", sum }
' target/stages.tsv
rm target/stages.tsv
