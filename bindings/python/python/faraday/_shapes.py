"""Values that positions, games and the engine hand out."""

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
    """What every function takes for it."""
    name: str
    tagline: tuple[str, ...]
    inventor: str
    files: int
    ranks: int
    levels: int
    start: str
    """The FEN from which a game starts."""
    overlays: tuple[str, ...]
    """The names that `Position.overlay` takes."""


@dataclass(frozen=True)
class Point:
    """One point of a rule."""

    status: Literal["stated", "ruled"]
    """`stated` is the inventor's word, `ruled` is Faraday's."""
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
    """The letter of FEN: a capital for White."""


@dataclass(frozen=True)
class Outcome:
    """How a game has ended."""

    result: Literal["1-0", "0-1", "1/2-1/2"]
    winner: Color | None
    """`None` if the game is drawn."""
    reason: Literal[
        "checkmate", "stalemate", "king-captured", "no-moves", "insufficient", "repetition", "fifty-moves"
    ]
    rule: str | None
    """The id of the rule that ends it."""
    text: str
    """One sentence."""


@dataclass(frozen=True)
class Event:
    """One consequence of a move. What an event of its kind does not have is `None`."""

    kind: Literal[
        "moved", "taken", "pushed", "pulled", "ejected", "absorbed", "transformed", "promoted", "removed"
    ]
    rule: str
    """The id of the rule that it follows from."""
    text: str
    """One sentence."""
    piece: Piece | None
    role: Role | None
    """What a piece becomes."""
    square: str | None
    """Where it happens, if nothing moves."""
    from_square: str | None
    to_square: str | None
    amount: int | None


@dataclass(frozen=True)
class Explanation:
    """Whether a move is legal, and why not."""

    legal: bool
    move: Move | None
    """The move that the text means; `None` if it means none."""
    rule: str | None
    """The id of the rule that forbids it."""
    squares: tuple[str, ...]
    text: str
    """One sentence."""
    events: tuple[Event, ...]
    """What the move does, if it is legal."""


@dataclass(frozen=True)
class Cause:
    """One thing beyond orthodox chess on which a legal move rests, such as a charge, a pulse or a lender.

    It is a candidate: whether the move works because of it, a search of `without` tells.
    """

    rule: str
    """The id of the rule by which it acts."""
    name: str
    """Which of the rule's ways: `rule.name` is what themes of puzzles call it."""
    text: str
    """One sentence."""
    squares: tuple[str, ...]
    """The squares involved, beyond those of the move."""
    amount: int
    """A number involved, such as a charge or a sum; 0 where there is none."""
    without: Position | None
    """What play would have come to if the cause did not act: a position with either side to move, of chess where it is the rule
    itself that is left out. `None` if the move would be illegal."""


@dataclass(frozen=True)
class Part:
    """The share of one piece in a square's number; White's is positive."""

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
    """A line along which something acts, and what it would do."""

    from_square: str
    meets: str
    """The square of the piece that it meets."""
    to_square: str
    """Where that piece would stop."""
    color: Color


@dataclass(frozen=True)
class Entry:
    """A square that the selected piece may enter."""

    square: str
    choices: tuple[Choice | None, ...]
    """What may be chosen there: `None` is a move without a choice."""
    sum: int | None
    """The sum that decides, where there is one."""


@dataclass(frozen=True)
class Overlay:
    """A computed layer over a board."""

    values: dict[str, int]
    """A number for a square: a charge, an energy."""
    meaning: Literal["count", "signed"]
    """`signed` numbers are positive where White's share is the greater."""
    parts: tuple[Part, ...]
    lent: tuple[Lent, ...]
    lines: tuple[Line, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move wins, and no other."""

    id: str
    """Letters and digits that no other puzzle of the variant has."""
    position: Position
    """Where the other side makes a mistake."""
    moves: tuple[Move, ...]
    """The mistake, then the solver's and the opponent's moves in turn. The last is the solver's."""
    rating: int
    """How hard it is, from 800 to 2600."""
    themes: tuple[str, ...]
    """What can be shown about it: facts, such as `mate-in-2`, and the causes that it needs, such as `MG.2.pulled`."""


@dataclass(frozen=True)
class Solved:
    """How a position ends with perfect play, for the side to move."""

    value: Literal["win", "draw", "loss"]
    plies: int | None
    """Plies to the end of the game; `None` in a draw."""
    certain: bool
    """Whether the end comes before fifty moves without progress have passed. If not, the value holds unless they do."""


@dataclass(frozen=True)
class SolvedMove:
    """A legal move, and what it leads to."""

    move: Move
    solved: Solved | None
    """For the side that makes the move, with plies counted from before it; `None` if no table knows."""


@dataclass(frozen=True)
class Score:
    """What a position is worth to the side to move: one of the two is `None`."""

    centipawns: int | None
    mate: int | None
    """Moves of the winner until the king is mated or captured; negative if the side to move loses."""


@dataclass(frozen=True)
class Thought:
    """What the engine has decided."""

    move: Move
    ponder: Move | None
    """The reply that it expects."""
    score: Score | None
    pv: tuple[Move, ...]
    """The moves that both sides would play."""
    nodes: int
    depth: int
    seconds: float
