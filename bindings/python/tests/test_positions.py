"""Positions match the vectors and are immutable."""

from __future__ import annotations

import copy
import pickle

import pytest
from walks import IDS, vectors, walk

import faraday


def test_the_catalog_tells_of_every_variant() -> None:
    assert "chess" in IDS and len(IDS) >= 9
    for variant in faraday.variants():
        assert variant.name and len(variant.tagline) == 2
        position = faraday.Position(variant.id)
        assert position.fen() == variant.start and position.variant == variant.id
        assert position.turn == "white" and position.fullmove_number == 1


@pytest.mark.parametrize("variant", IDS)
def test_perft_counts_what_the_vectors_say(variant: str) -> None:
    for record in vectors(variant, "perft.json"):
        position = faraday.Position(variant, record["fen"])
        for depth, nodes in enumerate(record["perft"], 1):
            if nodes < 1_000_000:
                assert position.perft(depth) == nodes
                assert sum(position.perft(depth, divide=True).values()) == nodes


def test_perft_of_more_plies_than_are_counted_at_one_go() -> None:
    position = faraday.Position("chess", "k7/8/8/8/8/8/7P/K7 w - - 0 1")
    assert position.perft(0) == 1 and position.perft(0, divide=True) == {}
    shares = position.perft(6, divide=True)
    assert position.perft(6) == sum(shares.values())
    assert shares["a1a2"] == position.play("Ka2").perft(5)


@pytest.mark.parametrize("variant", IDS)
def test_games_of_the_vectors_are_replayed(variant: str) -> None:
    for record in vectors(variant, "games.jsonl")[:10]:
        game = faraday.Game(variant, record["start_fen"])
        for ply in record["plies"]:
            position = game.position
            assert position.fen() == ply["fen"]
            if "legal" in ply:
                assert sorted(move.uci for move in position.legal_moves) == ply["legal"]
            move = position.parse_uci(ply["uci"])
            assert position.san(move) == ply["san"] and position.parse_san(ply["san"]) == move
            game.push(move)
            assert game.fen() == ply["fen_after"]
        outcome = game.outcome()
        if record["outcome"] is None:
            assert outcome is None
        else:
            assert outcome is not None
            assert {"winner": outcome.winner, "reason": outcome.reason} == record["outcome"]
            assert outcome.text.endswith(".")


@pytest.mark.parametrize("variant", IDS)
def test_positions_of_a_walk_are_values(variant: str) -> None:
    seen = set()
    for position, move in walk(variant, 1, 80):
        again = faraday.Position(variant, position.fen())
        assert again == position and hash(again) == hash(position) and again != object()
        assert eval(repr(position), {"Position": faraday.Position}) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert copy.copy(position) is position and copy.deepcopy(position) is position.copy()
        assert position.play(move) != position
        seen.add(position)
        assert len(str(position).splitlines()) >= 5
    assert len(seen) > 5


@pytest.mark.parametrize("variant", IDS)
def test_moves_of_a_walk_are_values(variant: str) -> None:
    for position, move in walk(variant, 2, 80):
        assert faraday.Move(variant, move.uci) == move == position.parse_uci(str(move))
        assert eval(repr(move), {"Move": faraday.Move}) == move
        assert pickle.loads(pickle.dumps(move, protocol=0)) == move
        assert copy.copy(move) == move and hash(copy.deepcopy(move)) == hash(move)
        assert move.uci.startswith(move.from_square + move.to_square)
        assert (move.choice is None) == (move.uci == move.from_square + move.to_square)
        assert move in position.legal_moves and position.is_legal(move)
        san = position.san(move)
        assert position.parse_san(san) == move
        assert position.play(san) == position.play(move) == position.play(move.uci)
        assert len(set(position.legal_moves)) == len(position.legal_moves)


def test_moves_of_different_boards_differ() -> None:
    assert faraday.Move("chess", "e2e4") == faraday.Move("magnetic", "e2e4")
    assert faraday.Move("future", "1a11a2") != faraday.Move("chess", "a1a2")
    with pytest.raises(ValueError, match="board"):
        faraday.Position("future").play(faraday.Move("chess", "e2e4"))


@pytest.mark.parametrize("variant", IDS)
def test_explanations_say_what_is_legal(variant: str) -> None:
    for position, move in walk(variant, 3, 40):
        explanation = position.explain(move)
        assert explanation.legal and explanation.rule is None and explanation.move == move
        assert explanation.events == position.events(move)
        legal = set(position.legal_moves)
        for other in position.play(move).legal_moves:
            told = position.explain(other)
            assert told.legal == (other in legal) == (told.rule is None) == position.is_legal(other)
            assert told.text.endswith(".")


@pytest.mark.parametrize("variant", IDS)
def test_cases_are_decided_by_their_rules(variant: str) -> None:
    for case in vectors(variant, "cases.jsonl"):
        position = faraday.Position(variant, case["fen"])
        told = position.explain(case["move"])
        assert told.legal == case["legal"], case["id"]
        if case["legal"]:
            assert position.play(case["move"]).fen() == case["fen_after"]
        else:
            with pytest.raises(faraday.IllegalMoveError) as caught:
                position.play(case["move"])
            assert (caught.value.rule, caught.value.squares) == (told.rule, told.squares)
            assert caught.value.text == told.text and str(caught.value) == f"{told.text} ({told.rule})"


def test_events_tell_what_a_move_does() -> None:
    position = faraday.Position("magnetic").play("c4").play("e5")
    moved, pushed = position.events("Qa4")
    assert (moved.kind, moved.from_square, moved.to_square) == ("moved", "d1", "a4")
    assert pushed.kind == "pushed" and pushed.rule == "MG.2"
    assert pushed.piece == faraday.Piece("white", "pawn", "P") and pushed.square is None
    assert pushed.text == "The white pawn is pushed from c4 to d4."


def test_pieces_and_checks() -> None:
    position = faraday.Position("chess", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
    assert position.is_check() and position.checkers() == ["e2"]
    assert position.piece_at("e2") == faraday.Piece("white", "rook", "R")
    assert position.piece_at("a1") is None
    assert list(position.pieces()) == ["e1", "e2", "e8"]
    mated = faraday.Position("chess", "4k2R/8/4K3/8/8/8/8/8 b - - 0 1").outcome()
    assert mated is not None and (mated.result, mated.winner, mated.reason) == ("1-0", "white", "checkmate")
    captured = faraday.Position("magnetic", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1")
    assert captured.threats() == ["e1"] and not captured.is_check()


def test_rules_have_ids_and_points() -> None:
    for variant in IDS:
        book = faraday.rules(variant)
        assert len(book) > 5 and all(rule.title and rule.points for rule in book)
        assert len({rule.id for rule in book}) == len(book)
    assert faraday.rules("magnetic")[1].id == "MG.2"
