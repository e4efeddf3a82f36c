"""Values returned by positions, games, and the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from faraday._native import Move, Position

Color = Literal["white", "black"]
Role = Literal["pawn", "knight", "bishop", "rook", "queen", "king"]
Choice = Literal["knight", "bishop", "rook", "queen", "decay", "scatter"]
Result = Literal["1-0", "0-1", "1/2-1/2", "*"]


@dataclass(frozen=True)
class Variant:
    """A variant of the catalog."""

    id: str
    """The id by which functions identify the variant."""
    name: str
    tagline: tuple[str, ...]
    inventor: str
    files: int
    ranks: int
    levels: int
    start: str
    """The FEN of the starting position."""
    overlays: tuple[str, ...]
    """The names of its overlays, for `Position.overlay`."""


@dataclass(frozen=True)
class Point:
    """One point of a rule."""

    status: Literal["stated", "ruled"]
    """`stated` by the inventor, or `ruled` by Faraday."""
    text: str
    reason: str | None


@dataclass(frozen=True)
class Rule:
    """A rule of the rule book."""

    id: str
    title: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Piece:
    """A piece on a board."""

    color: Color
    role: Role
    symbol: str
    """The letter in FEN, a capital for White."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a finished game."""

    result: Literal["1-0", "0-1", "1/2-1/2"]
    winner: Color | None
    """`None` if the game is drawn."""
    reason: Literal[
        "checkmate", "stalemate", "king-captured", "no-moves", "insufficient", "repetition", "fifty-moves"
    ]
    rule: str | None
    """The id of the rule that ends the game."""
    text: str
    """One sentence."""


@dataclass(frozen=True)
class Event:
    """One effect of a move. Fields that do not apply to its kind are `None`."""

    kind: Literal[
        "moved", "taken", "pushed", "pulled", "ejected", "absorbed", "transformed", "promoted", "removed"
    ]
    rule: str
    """The id of the rule that causes it."""
    text: str
    """One sentence."""
    piece: Piece | None
    role: Role | None
    """The role that a piece changes into."""
    square: str | None
    """The square of the event, if nothing moves."""
    from_square: str | None
    to_square: str | None
    amount: int | None


@dataclass(frozen=True)
class Explanation:
    """The legality of a move, with the reason if it is illegal."""

    legal: bool
    move: Move | None
    """The move denoted by the text, or `None`."""
    rule: str | None
    """The id of the rule that forbids the move."""
    squares: tuple[str, ...]
    text: str
    """One sentence."""
    events: tuple[Event, ...]
    """The effects of a legal move."""


@dataclass(frozen=True)
class Cause:
    """A feature beyond orthodox chess that a legal move depends on, such as a charge, a pulse, or a lender.

    It is a candidate. To see whether the move works because of it, search `without`.
    """

    rule: str
    """The id of the rule behind it."""
    name: str
    """The name among the causes of the rule. The theme of puzzles is `rule.name`."""
    text: str
    """One sentence."""
    squares: tuple[str, ...]
    """The squares involved, beyond those of the move."""
    amount: int
    """A number involved, such as a charge or a sum; 0 if there is none."""
    without: Position | None
    """The position that would have arisen without the cause, with either side to move. It is a position of chess if the
    rule itself is left out, and `None` if the move would be illegal."""


@dataclass(frozen=True)
class Part:
    """The contribution of one piece to the number of a square, positive for White."""

    from_square: str
    to_square: str
    amount: int


@dataclass(frozen=True)
class Lent:
    """A power lent from one square to another."""

    from_square: str
    to_square: str
    role: Role


@dataclass(frozen=True)
class Line:
    """A line along which an effect acts, with its result."""

    from_square: str
    meets: str
    """The square of the first piece on the line."""
    to_square: str
    """The square where that piece would stop."""
    color: Color


@dataclass(frozen=True)
class Entry:
    """A square that the selected piece may enter."""

    square: str
    choices: tuple[Choice | None, ...]
    """The choices for that move: `None` is a move without a choice."""
    sum: int | None
    """The sum that decides the move, in variants that have one."""


@dataclass(frozen=True)
class Overlay:
    """A named layer of numbers, lines, and marks over a board."""

    values: dict[str, int]
    """The numbers of squares, such as charges or energies."""
    meaning: Literal["count", "signed"]
    """`signed` numbers are positive if White's contribution is greater."""
    parts: tuple[Part, ...]
    lent: tuple[Lent, ...]
    lines: tuple[Line, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Puzzle:
    """A position with a single winning move."""

    id: str
    """The id, unique among the puzzles of the variant, of letters and digits."""
    position: Position
    """The position in which the opponent makes a mistake."""
    moves: tuple[Move, ...]
    """The mistake, then the solver's and the opponent's moves in turn. The last one is the solver's."""
    rating: int
    """The rating, from 800 to 2600."""
    themes: tuple[str, ...]
    """The themes: facts, such as `mate-in-2`, and causes that the solution depends on, such as `MG.2.pulled`."""


@dataclass(frozen=True)
class Solved:
    """The result of perfect play, for the side to move."""

    value: Literal["win", "draw", "loss"]
    plies: int | None
    """Plies to the end of the game; `None` in a draw."""
    certain: bool
    """True if the game ends before the fifty-move rule applies. If not, the value holds unless that rule is applied."""


@dataclass(frozen=True)
class SolvedMove:
    """A legal move with its result."""

    move: Move
    solved: Solved | None
    """The result for the mover, with plies counted from before the move; `None` if no table has it."""


@dataclass(frozen=True)
class Score:
    """A score from the point of view of the side to move. One of the two fields is `None`."""

    centipawns: int | None
    mate: int | None
    """The number of the winner's moves until the king is mated or captured; negative if the side to move loses."""


@dataclass(frozen=True)
class Thought:
    """The result of a search."""

    move: Move
    ponder: Move | None
    """The expected reply."""
    score: Score | None
    pv: tuple[Move, ...]
    """The principal variation: the best moves of both sides."""
    nodes: int
    depth: int
    seconds: float
