#!/usr/bin/env bash
# stage.sh NAME COMMAND…: runs a command and appends its duration in seconds to target/stages.tsv.
set -uo pipefail
name=$1
shift
mkdir -p target
before=$(date +%s.%N)
"$@"
status=$?
awk -v name="$name" -v before="$before" -v after="$(date +%s.%N)" -v status="$status" \
  'BEGIN { printf "%s\t%.1f\t%s\n", name, after - before, status ? "failed" : "" }' >>target/stages.tsv
exit "$status"
