"""Compares the speed of random games and perft with python-chess."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import chess

import faraday

GAMES = 40
PLIES = 200
DEPTH = 4


def games_here(variant: str = "chess") -> int:
    rng = random.Random(1)
    plies = 0
    for _ in range(GAMES):
        game = faraday.Game(variant)
        for _ in range(PLIES):
            moves = game.legal_moves
            if not moves:
                break
            game.push(rng.choice(moves))
            plies += 1
    return plies


def games_there() -> int:
    rng = random.Random(1)
    plies = 0
    for _ in range(GAMES):
        board = chess.Board()
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            plies += 1
    return plies


def perft_there(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft_there(board, depth - 1)
        board.pop()
    return nodes


def rate(work: Callable[[], int]) -> float:
    """Returns units of work per second, best of three runs."""
    best = 0.0
    for _ in range(3):
        before = time.perf_counter()
        done = work()
        best = max(best, done / (time.perf_counter() - before))
    return best


def main() -> None:
    here, there = rate(games_here), rate(games_there)
    print(f"random games, plies/s   faraday {here:>12,.0f}   python-chess {there:>9,.0f}   ratio {here / there:8.1f}")
    here = rate(lambda: faraday.Position("chess").perft(DEPTH))
    there = rate(lambda: perft_there(chess.Board(), DEPTH))
    print(f"perft({DEPTH}), nodes/s        faraday {here:>12,.0f}   python-chess {there:>9,.0f}   ratio {here / there:8.1f}")
    for variant in faraday.variants():
        print(f"random games, plies/s   {variant.id:<28} {rate(lambda: games_here(variant.id)):>12,.0f}")


if __name__ == "__main__":
    main()
