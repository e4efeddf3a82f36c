#!/bin/sh
# A UCI engine that misbehaves when asked for a move. The first argument selects the misbehavior.
mode=$1
while read -r line; do
  case $line in
  uci)
    printf 'id name Fake\noption name Hash type spin default 16 min 1 max 64\nuciok\n'
    [ "$mode" = eager ] && printf 'bestmove a1a1\n'
    ;;
  isready) echo readyok ;;
  quit) exit 0 ;;
  go*)
    case $mode in
    crash) exit 3 ;;
    die) kill -9 $$ ;;
    close) exec >/dev/null ;;
    hang) ;;
    deaf) trap '' TERM INT HUP; while :; do sleep 1; done ;;
    slow) sleep 0.4; echo 'bestmove e2e4' ;;
    illegal) echo 'bestmove e2e5' ;;
    null) echo 'bestmove 0000' ;;
    resign) echo 'bestmove resign' ;;
    empty) echo bestmove ;;
    garbage) printf 'info depth x score cp \377\376\n\001\002bestmove\nbestmove \033[31m}{"\\ x y z\n' ;;
    flood) while :; do echo 'info string still thinking'; done ;;
    endless) tr '\0' x </dev/zero ;;
    esac
    ;;
  esac
done
