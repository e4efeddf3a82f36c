"""Bad input of every kind raises an exception with a message, and never panics."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from walks import IDS, vectors, walk

import faraday

TEXTS = ["", " ", "\0", "e9", "e2e9", "e2", "e2e4e5", "é2e4", "♞f3", "e2e4🙂", "O-O-O-O", "0" * 100_000, "--"]


@pytest.mark.parametrize("variant", IDS)
def test_errors_of_the_vectors_are_refused(variant: str) -> None:
    for record in vectors(variant, "errors.jsonl"):
        with pytest.raises(ValueError) as caught:
            if record["kind"] == "fen":
                faraday.Position(variant, record["text"])
            else:
                position = faraday.Position(variant, record["fen"])
                read = position.parse_uci if record["kind"] == "uci" else position.parse_san
                read(record["text"])
        assert str(caught.value), record["id"]


def test_a_bad_fen_is_named_in_one_sentence() -> None:
    with pytest.raises(ValueError) as caught:
        faraday.Position("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1")
    assert type(caught.value) is ValueError and "`x`" in str(caught.value)


def test_unknown_names_are_said() -> None:
    calls: list[Callable[[], object]] = [
        lambda: faraday.Position("nonsense"),
        lambda: faraday.Game("nonsense"),
        lambda: faraday.Engine("nonsense"),
        lambda: faraday.Tables("nonsense"),
        lambda: faraday.puzzles("nonsense"),
        lambda: faraday.rules("nonsense"),
        lambda: faraday.samples("nonsense"),
        lambda: faraday.read_pgn("", "nonsense"),
        lambda: faraday.Move("nonsense", "e2e4"),
        lambda: faraday.Position().overlay("nonsense"),
        lambda: faraday.Position("forcefield").overlay("charges", "nonsense"),
        lambda: faraday.Position().piece_at("nonsense"),
        lambda: faraday.Position().svg(square="nonsense"),
        lambda: faraday.Position().svg(orientation="nonsense"),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(ValueError, match="nonsense"):
            call()


@pytest.mark.parametrize("variant", IDS)
def test_texts_that_are_no_moves_are_refused(variant: str) -> None:
    position = faraday.Position(variant)
    game = faraday.Game(variant)
    for text in TEXTS:
        for read in [position.parse_uci, position.parse_san, position.play, position.causes, game.push]:
            with pytest.raises(ValueError) as caught:
                read(text)
            assert str(caught.value)
        try:
            assert not position.explain(text).legal
        except ValueError as error:
            assert str(error)
    assert game.ply == 0


def test_ambiguous_and_incomplete_moves_are_no_moves() -> None:
    position = faraday.Position("chess", "4k3/8/8/8/8/8/8/RN2KN2 w Q - 0 1")
    for text in ["Nd2", "e8", "R"]:
        with pytest.raises(ValueError):
            position.parse_san(text)
    with pytest.raises(ValueError, match="n, b, r"):
        faraday.Position("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").parse_san("a8")


def test_a_text_with_halves_of_characters_is_refused() -> None:
    with pytest.raises(ValueError):
        faraday.Position("chess", "\ud800")
    with pytest.raises(ValueError):
        faraday.Position().play("\ud800")


def test_wrong_types_are_type_errors() -> None:
    wrong: list[Any] = [None, 3, 1.5, b"e2e4", [], object()]
    position = faraday.Position()
    for value in wrong:
        for call in [position.play, position.explain, position.causes, faraday.Game().push, faraday.puzzles]:
            with pytest.raises(TypeError):
                call(value)
    with pytest.raises(TypeError):
        faraday.Engine().search("e2e4", depth=1)  # type: ignore[arg-type]


def test_depths_have_a_bound() -> None:
    for depth in [-1, 101, 10**6, 10**30]:
        with pytest.raises((ValueError, OverflowError)):
            faraday.Position().perft(depth)


def test_results_are_those_of_pgn() -> None:
    with pytest.raises(ValueError, match="2-0"):
        faraday.Game().result = "2-0"  # type: ignore[assignment]


def test_headers_that_pgn_cannot_hold_are_refused() -> None:
    game = faraday.Game()
    game.headers["bad name"] = "x"
    with pytest.raises(ValueError):
        game.pgn()
    game = faraday.Game()
    game.headers["Round"] = 2  # type: ignore[assignment]
    with pytest.raises((TypeError, ValueError)):
        game.pgn()


@pytest.mark.parametrize("variant", IDS)
def test_edited_fens_are_refused_or_read_back(variant: str) -> None:
    rng = random.Random(10)
    read = 0
    for position, _ in walk(variant, 10, 60):
        fen = list(position.fen())
        for _ in range(20):
            edited = fen.copy()
            edited[rng.randrange(len(edited))] = rng.choice("kKpPqQ1258/ -wb~:,e3")
            try:
                other = faraday.Position(variant, "".join(edited))
            except ValueError as error:
                assert str(error)
                continue
            read += 1
            assert faraday.Position(variant, other.fen()) == other
            for move in other.legal_moves[:3]:
                other.play(move)
            assert str(other) and other.svg()
    assert read > 0
