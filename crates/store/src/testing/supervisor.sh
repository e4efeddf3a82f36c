# Usage: supervisor.sh PROGRAMS PORT
# Prints `ready` once the server accepts connections, and stops it at the end of the input.
set -eu
programs=$1
port=$2
folder=$(mktemp -d "${TMPDIR:-/tmp}/faraday-postgres.XXXXXX")
trap 'rm -rf "$folder"' EXIT
trap '' INT TERM HUP
"$programs/initdb" --pgdata="$folder/data" --username=faraday --auth=trust --encoding=UTF8 --locale=C --no-sync \
  >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
"$programs/postgres" -D "$folder/data" -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
  -c max_connections=300 -c fsync=off >>"$folder/log" 2>&1 </dev/null &
server=$!
until "$programs/pg_isready" -q -h 127.0.0.1 -p "$port"; do
  kill -0 "$server" 2>/dev/null || { cat "$folder/log"; exit 1; }
  sleep 0.05
done
echo ready
read -r _ || true
kill -INT "$server"
wait "$server" || true
