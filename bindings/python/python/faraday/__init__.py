"""Faraday: rules, engine, and tablebases for chess and five variants, with a reason for every illegal move.

    >>> import faraday
    >>> game = faraday.Game("magnetic")
    >>> for move in ["c4", "e5", "Qa4"]:
    ...     game.push(move)
    >>> game.explain("Kxe4").text
    'Ke8–e4 is illegal: a king does not move like that.'
"""

from faraday._native import (
    Engine,
    Game,
    IllegalMoveError,
    Move,
    Position,
    Tables,
    puzzles,
    read_pgn,
    rules,
    samples,
    variants,
)
from faraday._shapes import (
    Cause,
    Choice,
    Color,
    Entry,
    Event,
    Explanation,
    Lent,
    Line,
    Outcome,
    Overlay,
    Part,
    Piece,
    Point,
    Puzzle,
    Result,
    Role,
    Rule,
    Score,
    Solved,
    SolvedMove,
    Thought,
    Variant,
)

__all__ = [
    "Cause",
    "Choice",
    "Color",
    "Engine",
    "Entry",
    "Event",
    "Explanation",
    "Game",
    "IllegalMoveError",
    "Lent",
    "Line",
    "Move",
    "Outcome",
    "Overlay",
    "Part",
    "Piece",
    "Point",
    "Position",
    "Puzzle",
    "Result",
    "Role",
    "Rule",
    "Score",
    "Solved",
    "SolvedMove",
    "Tables",
    "Thought",
    "Variant",
    "puzzles",
    "read_pgn",
    "rules",
    "samples",
    "variants",
]
