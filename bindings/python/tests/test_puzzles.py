"""Puzzles are legal and solved by their moves, and the causes of moves match the rules."""

from __future__ import annotations

import re

import pytest
from walks import IDS, puzzle_records, walk

import faraday


def causes_of_the_solver(puzzle: faraday.Puzzle) -> set[str]:
    """Returns the causes of the solver's moves as themes."""
    position = puzzle.position
    names = set()
    for ply, move in enumerate(puzzle.moves):
        if ply % 2 == 1:
            names |= {f"{cause.rule}.{cause.name}" for cause in position.causes(move)}
        position = position.play(move)
    return names


def squares(variant: str) -> set[str]:
    (entry,) = (entry for entry in faraday.variants() if entry.id == variant)
    names = {f"{chr(ord('a') + file)}{rank + 1}" for file in range(entry.files) for rank in range(entry.ranks)}
    return names if entry.levels == 1 else {f"{level + 1}{name}" for level in range(entry.levels) for name in names}


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


@pytest.mark.parametrize("variant", IDS)
def test_themes_of_a_game_are_causes_of_moves(variant: str) -> None:
    for puzzle in faraday.puzzles(variant):
        own = {theme for theme in puzzle.themes if re.fullmatch(r"[A-Z]+\.\d+\.\w+", theme)}
        assert own <= causes_of_the_solver(puzzle), puzzle.id


@pytest.mark.parametrize("variant", IDS)
def test_causes_are_whole_and_leave_positions(variant: str) -> None:
    rules = {rule.id for rule in faraday.rules(variant)}
    told = 0
    for position, move in walk(variant, 12, 60):
        causes = position.causes(move)
        assert causes == position.causes(move.uci)
        for cause in causes:
            assert cause.rule in rules and cause.text.endswith(".") and isinstance(cause.amount, int)
            assert set(cause.squares) <= squares(variant)
            if cause.without is not None:
                assert cause.without != position.play(move) and isinstance(cause.without.legal_moves, list)
            told += 1
    assert (told > 0) == (variant != "chess")


def test_what_a_pulse_displaces_is_put_back_without_it() -> None:
    position = faraday.Position("magnetic", "4k3/8/8/3r4/8/8/P7/3QK2R w - - 0 1")
    (cause,) = position.causes("h1h5")
    back = faraday.Position("magnetic", "4k3/8/8/3r3R/8/8/P7/3QK3 b - - 1 1")
    text = "The pulse pulls the black rook from d5 to g5."
    assert cause == faraday.Cause("MG.2", "pulled", text, ("d5", "g5"), 0, back)


def test_a_move_that_would_be_illegal_leaves_no_position() -> None:
    position = faraday.Position("future")
    climb = next(move for move in position.legal_moves if move.from_square[0] != move.to_square[0])
    (cause,) = position.causes(climb)
    assert cause.without is None and cause.name == "level"


def test_fields_left_out_leave_chess() -> None:
    (cause,) = faraday.Position("forcefield").causes("e4")
    assert cause.without == faraday.Position("chess").play("e4")


def test_a_game_tells_the_causes_of_its_position() -> None:
    game = faraday.Game("magnetic", "4k3/8/8/3r4/8/8/P7/3QK2R w - - 0 1")
    assert game.causes("Rh5") == game.position.causes("Rh5") != ()
    for causes in [game.causes, game.position.causes]:
        with pytest.raises(faraday.IllegalMoveError):
            causes("h1g3")
