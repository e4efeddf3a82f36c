"""The engine plays within its limits and lets other threads run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from walks import IDS, forced_wins, walk

import faraday


@pytest.mark.parametrize("variant", IDS)
def test_it_finds_forced_wins(variant: str) -> None:
    engine = faraday.Engine(variant)
    short = [record for record in forced_wins(variant) if record["plies"] == 3][:4]
    assert short
    for record in short:
        position = faraday.Position(variant, record["fen"])
        thought = engine.search(position, mate=2, nodes=1_000_000)
        assert thought.move.uci in record["winning"] and thought.pv[0] == thought.move
        assert thought.score is not None and thought.score.centipawns is None
        assert thought.score.mate == 2 and thought.nodes > 0


def test_limits_are_kept() -> None:
    engine = faraday.Engine("chess", hash=1)
    position = faraday.Position("chess")
    assert engine.search(position, depth=3).depth == 3
    assert engine.search(position, nodes=5_000).nodes < 20_000
    before = time.monotonic()
    thought = engine.search(position, time=0.2)
    assert time.monotonic() - before < 5 and thought.seconds >= 0.15
    engine.clear()
    again = faraday.Engine("chess", hash=1).search(position, depth=6)
    assert engine.search(position, depth=6).nodes == again.nodes


def test_any_limit_leaves_a_move() -> None:
    engine = faraday.Engine("chess", hash=1)
    position = faraday.Position("chess")
    moves = [
        engine.search(position, depth=0).move,
        engine.search(position, nodes=0).move,
        engine.search(position, time=0).move,
        engine.search(position, mate=0, nodes=100).move,
        engine.search(position, depth=4_000_000_000, nodes=100).move,
        engine.search(position, level=1, nodes=0, seed=2**64 - 1).move,
    ]
    assert all(move in position.legal_moves for move in moves)


def test_levels_play_legal_moves() -> None:
    engine = faraday.Engine("future")
    for position, _ in walk("future", 9, 12):
        for level in [1, 5]:
            thought = engine.search(position, level=level, seed=3)
            assert thought.move in position.legal_moves and thought.pv[0] == thought.move


def test_of_a_game_it_knows_what_was_repeated() -> None:
    game = faraday.Game("chess", "7k/8/8/8/8/8/r7/5K1Q b - - 0 1")
    thought = faraday.Engine("chess").search(game, depth=4)
    assert thought.move in game.legal_moves


def test_other_threads_go_on_while_it_thinks() -> None:
    engine = faraday.Engine("chess")
    found: list[faraday.Thought] = []
    thread = threading.Thread(target=lambda: found.append(engine.search(faraday.Position(), time=1.0)))
    thread.start()
    count = 0
    while thread.is_alive():
        count += 1
    thread.join()
    assert found[0].move in faraday.Position().legal_moves and count > 10_000


def test_counting_lets_other_threads_go_on() -> None:
    position = faraday.Position("emulation")
    thread = threading.Thread(target=position.perft, args=(4,))
    thread.start()
    count = 0
    while thread.is_alive():
        count += 1
    assert count > 1_000


def test_one_engine_serves_several_threads_in_turn() -> None:
    engine = faraday.Engine("magnetic", threads=2)
    position = faraday.Position("magnetic")
    with ThreadPoolExecutor(4) as pool:
        thoughts = list(pool.map(lambda _: engine.search(position, nodes=2_000), range(8)))
    assert all(thought.move in position.legal_moves for thought in thoughts)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize(
    "work", ["faraday.Engine().search(faraday.Position(), time=600)", "faraday.Position().perft(12)"]
)
def test_an_interrupt_ends_the_work(work: str) -> None:
    # A program started in the background may inherit a setting that ignores the signal.
    hears = "import faraday, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    program = f"{hears}print('begun', flush=True)\ntry:\n {work}\nexcept KeyboardInterrupt:\n print('ended')"
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "begun\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    said, _ = child.communicate(timeout=20)
    assert said == "ended\n" and child.returncode == 0


def test_what_it_cannot_do_it_says() -> None:
    engine = faraday.Engine("chess", hash=1)
    position = faraday.Position("chess")
    with pytest.raises(ValueError, match="when to stop"):
        engine.search(position)
    with pytest.raises(ValueError, match="does not play magnetic"):
        engine.search(faraday.Position("magnetic"), depth=1)
    with pytest.raises(ValueError, match="checkmate"):
        engine.search(faraday.Position("chess", "4k2R/8/4K3/8/8/8/8/8 b - - 0 1"), depth=1)
    for seconds in [-1.0, float("nan"), float("inf"), 1e300]:
        with pytest.raises(ValueError):
            engine.search(position, time=seconds)
    for level in [0, 11]:
        with pytest.raises(ValueError, match="from 1 to 10"):
            engine.search(position, level=level)
    wrong: list[dict[str, Any]] = [{"hash": 0}, {"hash": 10**9}, {"threads": 0}, {"threads": 10_000}]
    for options in wrong:
        with pytest.raises(ValueError, match="it must be"):
            faraday.Engine("chess", **options)
    with pytest.raises(OverflowError):
        engine.search(position, nodes=-1)
