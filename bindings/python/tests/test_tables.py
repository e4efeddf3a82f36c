"""Tablebases have the right results, and the engine uses them."""

from __future__ import annotations

import shutil
import warnings
from pathlib import Path
from typing import Any

import pytest
from walks import IDS, ROOT, known_endings, walk

import faraday

SOLVED = [variant for variant in IDS if known_endings(variant)]
ROOKS = faraday.Position("chess", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1")


def longest_wins(variant: str) -> list[tuple[faraday.Position, dict[str, Any]]]:
    endings = [ending for ending in known_endings(variant) if ending["longest"]]
    return [(faraday.Position(variant, ending["fen"]), ending) for ending in endings]


def put_tables(folder: Path, variant: str, of: str) -> Path:
    """Copies the tables of a variant to the folder of another one, and returns that folder."""
    (source,) = ROOT.glob(f"crates/variants/src/*/endgames/{of}")
    shutil.copytree(source, folder / variant)
    return folder / variant


def put_damaged_block(folder: Path) -> None:
    """Damages the last byte of a block. It belongs to a frame's checksum, so only a read of the block detects it."""
    file = put_tables(folder, "chess", "chess") / "KRvK.feg"
    sound = file.read_bytes()
    file.write_bytes(sound[:-1] + bytes([sound[-1] ^ 0x55]))


def test_every_game_has_tables() -> None:
    assert {"chess", "forcefield", "magnetic", "collision", "emulation", "future"} <= set(SOLVED)
    for variant in IDS:
        tables = faraday.Tables(variant)
        assert sorted(tables.materials) == sorted(ending["material"] for ending in known_endings(variant))
        assert tables.variant == variant and variant in repr(tables)
    assert faraday.Tables().variant == "chess"


@pytest.mark.parametrize("variant", SOLVED)
def test_the_longest_wins_are_won_in_as_many_plies_as_promised(variant: str) -> None:
    tables = faraday.Tables(variant)
    for position, ending in longest_wins(variant):
        line = tables.line(position)
        assert [move.uci for move in line] == ending["line"] and len(line) == ending["longest"]
        winner = position.turn
        for ply, move in enumerate(line):
            value = "win" if position.turn == winner else "loss"
            assert tables.probe(position) == faraday.Solved(value, len(line) - ply, True)  # type: ignore[arg-type]
            position = position.play(move)
        outcome = position.outcome()
        assert outcome is not None and outcome.winner == winner
        assert tables.probe(position) == faraday.Solved("loss", 0, True)
        assert tables.line(position) == [] and tables.moves(position) == []


@pytest.mark.parametrize("variant", SOLVED)
def test_moves_are_worth_what_they_lead_to_and_the_best_come_first(variant: str) -> None:
    tables = faraday.Tables(variant)
    order = {"loss": 0, "draw": 1, "win": 2}
    for position, ending in longest_wins(variant):
        told = tables.moves(position)
        assert {solved.move for solved in told} == set(position.legal_moves)
        assert told[0].solved == tables.probe(position) and told[0].move == tables.line(position)[0]
        ranks = [order[move.solved.value] for move in told if move.solved is not None]
        assert ranks == sorted(ranks, reverse=True)
        for move in told:
            after = tables.probe(position.play(move.move))
            assert (after is None) == (move.solved is None)
            if after is not None and move.solved is not None:
                assert order[after.value] + order[move.solved.value] == 2
                assert (after.plies is None) == (move.solved.plies is None) == (move.solved.value == "draw")
                assert after.plies is None or move.solved.plies == after.plies + 1


def test_what_no_table_knows_is_none() -> None:
    for variant in IDS:
        tables = faraday.Tables(variant)
        for position, move in walk(variant, 1, 10):
            assert tables.probe(position) is None and tables.line(position) == []
            assert {told.move for told in tables.moves(position)} == set(position.legal_moves)


def test_a_draw_has_no_distance_and_a_late_win_is_not_certain() -> None:
    tables = faraday.Tables("chess")
    assert tables.probe(faraday.Position("chess", "8/8/8/8/8/2k5/1N6/K7 w - - 0 1")) == faraday.Solved("draw", None, True)
    late = faraday.Position("chess", "8/8/8/8/8/2k5/1R6/K7 w - - 70 90")
    assert tables.probe(late) == faraday.Solved("win", 31, False)


def test_the_engine_knows_the_endings() -> None:
    for engine in [faraday.Engine("chess"), faraday.Engine("chess", tables=faraday.Tables("chess"))]:
        thought = engine.search(ROOKS, depth=1)
        assert thought.score == faraday.Score(None, 16)
    # Levels were rated without tablebases.
    score = faraday.Engine("chess").search(ROOKS, level=5).score
    assert score is not None and score.mate is None


def test_tables_of_a_folder_are_used(tmp_path: Path) -> None:
    put_damaged_block(tmp_path)
    with pytest.raises(ValueError, match="KRvK: the table is damaged"):
        faraday.Tables("chess", str(tmp_path)).probe(ROOKS)


def test_the_engine_goes_on_without_a_damaged_table_and_says_so_once(tmp_path: Path) -> None:
    put_damaged_block(tmp_path)
    engine = faraday.Engine("chess", tables=faraday.Tables("chess", tmp_path))
    with pytest.warns(RuntimeWarning, match="KRvK: the table is damaged.*; the search goes on without it"):
        assert engine.search(ROOKS, depth=4).move in ROOKS.legal_moves
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        engine.search(ROOKS, depth=4)


def test_a_folder_need_not_be_there(tmp_path: Path) -> None:
    assert faraday.Tables("chess", tmp_path / "nowhere").materials == faraday.Tables("chess").materials
    put_tables(tmp_path, "magnetic", "magnetic")
    assert faraday.Tables("chess", tmp_path).materials == faraday.Tables("chess").materials


def test_a_file_that_is_no_table_of_the_variant_is_named(tmp_path: Path) -> None:
    put_tables(tmp_path, "chess", "magnetic")
    with pytest.raises(ValueError, match=r"chess.K\w+vK\.feg: an endgame table of `magnetic`, not of `chess`"):
        faraday.Tables("chess", tmp_path)
    shutil.rmtree(tmp_path / "chess")
    (tmp_path / "chess").mkdir()
    (tmp_path / "chess/KQvK.feg").write_text("no table")
    with pytest.raises(ValueError, match=r"KQvK\.feg: not an endgame table"):
        faraday.Tables("chess", tmp_path)
    (tmp_path / "magnetic").write_text("no folder")
    with pytest.raises(OSError, match="magnetic"):
        faraday.Tables("magnetic", tmp_path)


def test_tables_belong_to_one_variant() -> None:
    tables = faraday.Tables("chess")
    for ask in [tables.probe, tables.moves, tables.line]:
        with pytest.raises(ValueError, match="tables of chess do not know magnetic"):
            ask(faraday.Position("magnetic"))
        with pytest.raises(TypeError):
            ask(ROOKS.fen())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="an engine for magnetic does not know tables of chess"):
        faraday.Engine("magnetic", tables=tables)
    with pytest.raises(TypeError):
        faraday.Tables("chess", 3)  # type: ignore[arg-type]
