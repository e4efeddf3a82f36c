"""Random playouts, and the vectors in the folders of the variants."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import faraday

ROOT = Path(__file__).resolve().parents[3]
IDS = [variant.id for variant in faraday.variants()]


def walk(variant: str, seed: int, plies: int) -> Iterator[tuple[faraday.Position, faraday.Move]]:
    """Yields the positions of a random game, each with the move played in it."""
    rng = random.Random(seed)
    position = faraday.Position(variant)
    for _ in range(plies):
        moves = position.legal_moves
        if not moves:
            return
        move = rng.choice(moves)
        yield position, move
        position = position.play(move)


def vectors(variant: str, name: str) -> list[dict[str, Any]]:
    """Returns the records of a vector file of a variant."""
    (folder,) = ROOT.glob(f"crates/variants/src/*/vectors/{variant}")
    text = (folder / name).read_text()
    if name.endswith(".json"):
        positions: list[dict[str, Any]] = json.loads(text)["positions"]
        return positions
    return [json.loads(line) for line in text.splitlines()]


def forced_wins(variant: str) -> list[dict[str, Any]]:
    """Returns positions with forced wins."""
    (file,) = ROOT.glob(f"crates/variants/src/*/forced/{variant}.jsonl")
    return [json.loads(line) for line in file.read_text().splitlines()]


def known_endings(variant: str) -> list[dict[str, Any]]:
    """Returns the statistics of the tables that come with the package."""
    files = ROOT.glob("crates/variants/src/*/endgames/*/*.feg")
    # A folder belongs to one variant, or to several that share its tables.
    names = {file.name for file in files if variant in file.parent.name.split(",")}
    texts = ROOT.glob(f"crates/variants/src/*/endgames/{variant}/tables.json")
    return [ending for text in texts for ending in json.loads(text.read_text()) if ending["file"] in names]


def puzzle_records(variant: str) -> list[dict[str, Any]]:
    """Returns the puzzles in the folder of a variant, or an empty list if there is no file."""
    files = ROOT.glob(f"crates/variants/src/*/puzzles/{variant}.jsonl")
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]
