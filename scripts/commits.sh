#!/usr/bin/env bash
# Checks commit messages: a subject `area: verb …` of at most 72 characters, an empty line, and a body with the reason.
# Usage: commits.sh [REVISIONS]. By default, checks the commits since BASE. Merges are exempt, and so are commits that a
# shallow clone does not contain.
set -euo pipefail
cd "$(dirname "$0")/.."

BASE=df8f6caeed45c580c5ccb213c7e7672a31788816
MAX_SUBJECT=72
# Characters are counted, not bytes.
export LC_ALL=C.UTF-8

git rev-parse --git-dir >/dev/null 2>&1 || { echo "commits: not a repository, nothing to check"; exit 0; }
revisions=("$@")
if [ ${#revisions[@]} -eq 0 ]; then
  if git cat-file -e "$BASE^{commit}" 2>/dev/null; then
    revisions=("$BASE..HEAD")
  else
    # A shallow clone: its oldest commits may predate BASE. Only the newest one certainly does not.
    revisions=(--max-count=1 HEAD)
  fi
fi

faults=0
checked=0
fault() {
  echo "$1: $2" >&2
  faults=$((faults + 1))
}
while IFS= read -r -d '' entry; do
  entry=${entry#$'\n'}
  hash=${entry%%$'\n'*}
  message=${entry#*$'\n'}
  subject=${message%%$'\n'*}
  body=${message#"$subject"}
  checked=$((checked + 1))
  place="${hash:0:9} \`$subject\`"
  [ ${#subject} -le $MAX_SUBJECT ] || fault "$place" "the subject has ${#subject} characters, more than $MAX_SUBJECT"
  [[ $subject =~ ^[a-z][a-z0-9./-]*(,\ [a-z][a-z0-9./-]*)*:\ [a-z] ]] || fault "$place" "the subject is not \`area: verb …\`"
  [[ $subject != *. ]] || fault "$place" "the subject ends with a full stop"
  if [ -z "${body//[[:space:]]/}" ]; then
    fault "$place" "the body is missing"
  elif [[ $body != $'\n\n'* ]]; then
    fault "$place" "there is no empty line after the subject"
  fi
done < <(git log --no-merges -z --format='%H%n%B' "${revisions[@]}")
[ $faults -eq 0 ] || exit 1
echo "commits: $checked messages are well-formed"
