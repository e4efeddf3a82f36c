"""Games have a history and can be read and written as PGN."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from walks import IDS

import faraday


def played(variant: str, seed: int, plies: int) -> faraday.Game:
    rng = random.Random(seed)
    game = faraday.Game(variant)
    while game.ply < plies and game.legal_moves:
        game.push(rng.choice(game.legal_moves))
    return game


@pytest.mark.parametrize("variant", IDS)
def test_what_is_pushed_can_be_popped(variant: str) -> None:
    game = played(variant, 6, 60)
    fens = [game.position_at(ply).fen() for ply in range(game.ply + 1)]
    assert game.fen() == fens[-1] and len(game.moves) == len(game.sans()) == game.ply
    for move, fen in zip(reversed(game.moves), reversed(fens)):
        assert game.fen() == fen and game.position.turn == game.turn
        assert game.pop() == move
    assert game.fen() == faraday.Position(variant).fen()
    with pytest.raises(IndexError):
        game.pop()
    with pytest.raises(IndexError):
        game.position_at(1)


def test_repetition_ends_a_game_and_not_a_position() -> None:
    game = faraday.Game("chess")
    for move in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        assert game.outcome() is None and game.result == "*"
        game.push(move)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.result, outcome.winner, outcome.reason, outcome.rule) == ("1/2-1/2", None, "repetition", "C.3")
    assert game.result == "1/2-1/2" and game.legal_moves == [] and game.position.outcome() is None
    with pytest.raises(faraday.IllegalMoveError) as caught:
        game.push("e4")
    assert "over" in caught.value.text and not game.explain("e4").legal


def test_fifty_moves_end_a_game() -> None:
    game = faraday.Game("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80")
    game.push("Ra2")
    outcome = game.outcome()
    assert outcome is not None and outcome.reason == "fifty-moves"


@pytest.mark.parametrize("variant", IDS)
def test_pgn_is_read_as_it_was_written(variant: str) -> None:
    game = played(variant, 7, 60)
    game.headers["White"] = 'A "quoted" name'
    game.headers["Event"] = "Ein schönes Turnier"
    text = game.pgn()
    (again,) = faraday.read_pgn(text)
    assert again.pgn() == text and again.variant == variant and again.moves == game.moves
    assert again.headers["White"] == 'A "quoted" name' and again.fen() == game.fen()
    assert again == game


def test_pgn_keeps_where_a_game_began_and_how_it_was_left() -> None:
    game = faraday.Game("magnetic", "4k3/8/8/3r4/8/8/4P3/R3K3 w Q - 3 9")
    game.push("O-O-O")
    game.result = "0-1"
    (again,) = faraday.read_pgn(game.pgn())
    assert again == game and again.position_at(0).fen() == game.position_at(0).fen() and again.result == "0-1"
    (chess,) = faraday.read_pgn("1. e4 e5 { open } (1... c5) 2. Nf3 *")
    assert chess.variant == "chess" and chess.sans() == ["e4", "e5", "Nf3"]
    (charged,) = faraday.read_pgn("1. e4 *", "forcefield")
    assert charged.variant == "forcefield"
    assert faraday.read_pgn("") == []


def test_pgn_is_read_from_bytes_in_any_encoding() -> None:
    text = '[White "Müller"]\n\n1. e4 *\n'
    for encoding in ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]:
        (game,) = faraday.read_pgn(text.encode(encoding))
        assert game.headers["White"] == "Müller" and game.sans() == ["e4"] and game.errors == [], encoding


def test_a_game_with_a_mistake_is_read_up_to_there_and_hides_no_other() -> None:
    bad, good = faraday.read_pgn("1. e4 e5 2. Ke3 *\n\n[White \"A\"]\n\n1. d4 *")
    assert bad.sans() == ["e4", "e5"] and good.sans() == ["d4"] and good.errors == []
    (error,) = bad.errors
    assert error.startswith("line 1, column 13: move `Ke3`: ") and "(C.2)" in error
    for text in ["1. e4 { never closed", '[Variant "nonsense"]\n\n1. e4 *', '[FEN "bad"]\n\n1. e4 *', "1. zz *"]:
        (game,) = faraday.read_pgn(text)
        assert len(game.errors) == 1 and game.errors[0].startswith("line "), text
        assert pickle.loads(pickle.dumps(game)).errors == game.errors


def test_a_game_that_was_read_goes_on_past_a_draw() -> None:
    (game,) = faraday.read_pgn("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *")
    assert game.ply == 9 and game.errors == [] and game.outcome() is None and game.drawn is None
    assert pickle.loads(pickle.dumps(game)) == game
    game.pop()
    assert game.drawn == "repetition" and game.outcome() is None and len(game.legal_moves) == 20


@pytest.mark.parametrize("variant", IDS)
def test_samples_are_games(variant: str) -> None:
    for game in faraday.samples(variant):
        assert game.variant == variant and game.ply > 1


def test_games_are_copied_pickled_and_compared() -> None:
    game = played("collision", 8, 30)
    game.headers["Round"] = "2"
    for again in [game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]:
        assert again == game and again.pgn() == game.pgn()
        again.headers["Round"] = "3"
        assert again != game
        again.headers["Round"] = "2"
        again.pop()
        assert again != game
    with pytest.raises(TypeError):
        hash(game)
    assert faraday.Game("chess") != faraday.Game("magnetic") and game != 3
    assert "collision" in repr(game) and game._repr_svg_().startswith("<svg")
