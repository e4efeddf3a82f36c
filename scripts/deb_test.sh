#!/usr/bin/env bash
# Installs the Debian package, plays a game on its service, upgrades, removes, and purges it. Needs root, and a machine
# without Faraday. Without systemd, it starts the service's command as the unit says.
# Usage: deb_test.sh [OLD.deb NEW.deb]; builds packages of target/debug/faraday by default. STRICT=1: fails if it cannot run.
set -euo pipefail
cd "$(dirname "$0")/.."
config=/etc/default/faraday
data=/var/lib/faraday

fail() { printf 'deb_test: %s\n' "$*" >&2; exit 1; }
skip() {
  [ "${STRICT:-0}" = 0 ] || fail "$1"
  echo "deb_test: skipped: $1"
  exit
}

[ "$(id -u)" = 0 ] || skip "only root can install packages"
for path in $config $data /usr/bin/faraday; do
  [ ! -e $path ] || fail "this machine has a Faraday of its own: $path"
done
! getent passwd faraday >/dev/null || fail "this machine has a user \`faraday\`"
! dpkg-query --status faraday >/dev/null 2>&1 || fail "this machine has the package \`faraday\`"
needed="dpkg adduser setpriv curl systemd-analyze"
[ $# = 2 ] || needed+=" dpkg-shlibdeps xz"
for program in $needed; do
  command -v "$program" >/dev/null || skip "\`$program\` is missing"
done

runs_systemd() { [ -d /run/systemd/system ]; }

log=$(mktemp)
answer=$(mktemp)
server=
clean_up() {
  local status=$?
  [ $status = 0 ] || tail -n 50 "$log" >&2
  [ -z "$server" ] || kill -KILL "$server" 2>/dev/null || true
  dpkg --purge faraday >/dev/null 2>&1 || true
  rm -f "$log" "$answer"
}
trap clean_up EXIT

if [ $# = 2 ]; then
  old=$1
  new=$2
else
  old=target/deb/old.deb
  new=target/deb/new.deb
  scripts/deb.sh target/debug/faraday $old 0.0.1-1 --fast
  scripts/deb.sh target/debug/faraday $new '' --fast
  scripts/deb.sh target/debug/faraday target/deb/again.deb '' --fast
  cmp $new target/deb/again.deb || fail "the same binary gave another package"
fi

# The values of a setting of the installed unit.
setting() { sed -n "s/^$1=//p" "$(dpkg --listfiles faraday | grep '/faraday\.service$')"; }

logged() {
  if runs_systemd; then
    journalctl --quiet --output cat "_SYSTEMD_INVOCATION_ID=$(systemctl show --property InvocationID --value faraday)" >"$log"
  fi
  cat "$log"
}

start() {
  if runs_systemd; then
    systemctl restart faraday
  else
    local file variables user
    file=$(setting EnvironmentFile)
    mapfile -t variables < <(setting Environment && sed -n '/^[A-Z]/p' "${file#-}")
    user=$(setting User)
    read -ra command < <(setting ExecStart)
    : >"$log"
    (
      umask "$(setting UMask)"
      exec env -i "${variables[@]}" setpriv --reuid "$user" --regid "$(setting Group)" --init-groups --no-new-privs \
        --bounding-set=-all "${command[@]}" >>"$log" 2>&1
    ) &
    server=$!
  fi
  for _ in {1..100}; do
    site=$(logged | sed -n 's/^Faraday is at //p')
    [ -z "$site" ] || break
    sleep 0.1
  done
  [ -n "$site" ] || fail "the service did not start"
  call health -o /dev/null
}

stop() {
  if runs_systemd; then
    systemctl stop faraday
    [ "$(systemctl show --property Result --value faraday)" = success ] || fail "the service did not stop well"
  else
    kill -TERM "$server"
    wait "$server" || fail "the service stopped with status $?"
    server=
  fi
}

# call PATH [OPTION of curl…]
call() { curl --silent --show-error --fail-with-body --max-time 20 "$site/api/v1/$1" "${@:2}" >"$answer" || fail "$1: $(cat "$answer")"; }
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$answer"; }
moves() { call "games/$game" && grep -o '"uci":"[a-h0-9]*"' "$answer" | cut -d'"' -f4 | paste -sd' '; }
move() { call "games/$game/moves" -H "Authorization: Bearer $1" --json "{\"ply\": $2, \"uci\": \"$3\"}"; }
must_be() { [ "$2" = "$3" ] || fail "$1: $2 instead of $3"; }

files=$(dpkg-deb --contents "$new")
for path in bin/faraday share/man/man1/faraday.1.gz share/bash-completion/completions/faraday \
  share/zsh/vendor-completions/_faraday share/fish/vendor_completions.d/faraday.fish share/doc/faraday/copyright; do
  grep --quiet " \./usr/$path\$" <<<"$files" || fail "the package lacks /usr/$path"
done
! command -v lintian >/dev/null || lintian --allow-root --fail-on error,warning "$new"

dpkg --install "$old"
must_be "mode and owner of the data" "$(stat -c '%a %U:%G' $data)" "750 faraday:faraday"
must_be "mode and owner of the settings" "$(stat -c '%a %U:%G' $config)" "640 root:root"
[ -L /etc/systemd/system/multi-user.target.wants/faraday.service ] || fail "the service is not enabled"
systemd-analyze --man=no verify faraday.service
systemd-analyze security --offline=true --threshold=20 --no-pager faraday.service | tail -n 1

echo 'FARADAY_LISTEN=127.0.0.1:0' >>$config
start
curl --silent --show-error --fail "$site/" | grep --quiet '<title>' || fail "the site has no web app"
call session/guest --json '{"name": "Ada"}'
ada=$(field token)
call session/guest --json '{"name": "Bob"}'
bob=$(field token)
call challenges -H "Authorization: Bearer $ada" --json '{"variant": "magnetic", "terms": {"days": 3}, "side": "white"}'
call "challenges/$(field id)/accept" -X POST -H "Authorization: Bearer $bob"
game=$(field game)
move "$ada" 0 c2c4
move "$bob" 1 e7e5
# Its tables are in huge pages, its threads of another kind.
call analyze --json '{"variant": "magnetic", "moves": ["c4", "e5"], "depth": 6}'
grep --quiet '"kind":"answer"' "$answer" || fail "no analysis: $(cat "$answer")"
stop

dpkg --install "$new"
grep --quiet '^FARADAY_LISTEN=127.0.0.1:0$' $config || fail "the upgrade changed the settings"
start
must_be "moves after the upgrade" "$(moves)" "c2c4 e7e5"
move "$ada" 2 d1a4
must_be "moves" "$(moves)" "c2c4 e7e5 d1a4"
stop

dpkg --remove faraday
[ ! -e /usr/bin/faraday ] || fail "the program is still here"
[ -s $data/games.db ] && [ -s $config ] || fail "removing the package deleted data or settings"
dpkg --purge faraday
for path in $data $config /etc/systemd/system/multi-user.target.wants/faraday.service /etc/systemd/system/faraday.service; do
  [ ! -e $path ] && [ ! -L $path ] || fail "the purge left $path"
done
! getent passwd faraday && ! getent group faraday || fail "the purge left the user"
echo "deb_test: passed"
