"""Puzzles are legal and solved by their moves."""

from __future__ import annotations

import pytest
from walks import IDS, puzzle_records

import faraday


@pytest.mark.parametrize("variant", IDS)
def test_every_puzzle_can_be_played_out(variant: str) -> None:
    puzzles = faraday.puzzles(variant)
    assert [puzzle.id for puzzle in puzzles] == [record["id"] for record in puzzle_records(variant)]
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for puzzle, record in zip(puzzles, puzzle_records(variant)):
        assert puzzle.position == faraday.Position(variant, record["fen"])
        assert [move.uci for move in puzzle.moves] == record["moves"] and len(puzzle.moves) % 2 == 0
        assert (puzzle.rating, list(puzzle.themes)) == (record["rating"], record.get("themes", []))
        position = puzzle.position
        for move in puzzle.moves:
            assert move in position.legal_moves
            position = position.play(move)
        outcome = position.outcome()
        mates = any(theme.startswith("mate-in-") for theme in puzzle.themes)
        if mates or "king-capture" in puzzle.themes:
            assert outcome is not None and outcome.winner not in (None, puzzle.position.turn)
        else:
            assert outcome is None or outcome.winner != puzzle.position.turn


def test_every_game_has_puzzles_and_its_options_have_none() -> None:
    for variant in IDS:
        assert bool(faraday.puzzles(variant)) == ("+" not in variant)
