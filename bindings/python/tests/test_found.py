"""Reads games in the style of other programs, and compares every position with python-chess.

FARADAY_FOUND_GAMES sets their number, FARADAY_FOUND_SEED the first seed.
"""

from __future__ import annotations

import os

import faraday
from found import found

GAMES = int(os.environ.get("FARADAY_FOUND_GAMES", "100"))
SEED = int(os.environ.get("FARADAY_FOUND_SEED", "1"))
IN_A_FILE = 50


def test_games_of_other_programs_are_read_as_python_chess_played_them() -> None:
    plies = past_a_draw = dead = 0
    for first in range(SEED, SEED + GAMES, IN_A_FILE):
        written = [found(seed) for seed in range(first, min(first + IN_A_FILE, SEED + GAMES))]
        games = faraday.read_pgn("".join(game.text for game in written))
        assert len(games) == len(written), f"seeds from {first}"
        for seed, (game, right) in enumerate(zip(games, written), first):
            fens = right.fens if right.dead is None else right.fens[: right.dead]
            assert [game.position_at(ply + 1).fen() for ply in range(game.ply)] == fens, f"seed {seed}: {right.text!r}"
            assert game.headers["White"] == "A", f"seed {seed}"
            if right.dead is None:
                assert game.errors == [] and game.result == right.result, f"seed {seed}: {game.errors} {right.text!r}"
            else:
                # Moves after a dead position are reported (C.6).
                assert len(game.errors) == 1 and "the game is over" in game.errors[0], f"seed {seed}: {game.errors}"
            plies += game.ply
            dead += right.dead is not None
            past_a_draw += goes_past_a_draw(game)
    print(f"{GAMES} games, {plies} plies: all positions match; {past_a_draw} go on after a draw (C.3), {dead} after C.6")


def goes_past_a_draw(game: faraday.Game) -> bool:
    again = faraday.Game("chess", game.position_at(0).fen())
    for move in game.moves:
        if again.outcome() is not None:
            return True
        again.push(move)
    return False
