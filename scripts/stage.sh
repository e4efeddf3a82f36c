#!/usr/bin/env bash
# stage.sh NAME COMMAND…: runs a command and appends its start and its end, in seconds, to target/stages.tsv.
set -uo pipefail
name=$1
shift
mkdir -p target
before=$(date +%s.%N)
"$@"
status=$?
failed=
[ "$status" = 0 ] || failed=failed
printf '%s\t%s\t%s\t%s\n' "$name" "$before" "$(date +%s.%N)" "$failed" >>target/stages.tsv
exit "$status"
