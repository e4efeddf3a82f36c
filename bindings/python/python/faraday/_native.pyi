import os
from typing import Literal, final, overload

from faraday._shapes import (
    Cause,
    Choice,
    Color,
    Event,
    Explanation,
    Outcome,
    Overlay,
    Piece,
    Puzzle,
    Result,
    Rule,
    Solved,
    SolvedMove,
    Thought,
    Variant,
)

__all__ = [
    "Engine",
    "Game",
    "IllegalMoveError",
    "Move",
    "Position",
    "Tables",
    "puzzles",
    "read_pgn",
    "rules",
    "samples",
    "variants",
]

def variants() -> list[Variant]:
    """Every variant, in the order of the catalog."""

def rules(variant: str) -> list[Rule]:
    """The rule book of a variant: its own rules, then those that all share."""

def read_pgn(text: str | bytes, variant: str | None = None) -> list[Game]:
    """Reads the games of a PGN text, or of the bytes of a file in UTF-8, UTF-16 or Windows-1252. A game without
    the tag `Variant` is one of `variant`, by default chess.

    A game that cannot be read to its end is given up to there, and says why in `errors`. A draw by repetition or by fifty
    moves does not end a game that was read, which may go on after it (C.3).
    """

def samples(variant: str) -> list[Game]:
    """The sample games of a variant."""

def puzzles(variant: str) -> list[Puzzle]:
    """The puzzles of a variant: positions in which one move wins, and no other. A variant may have none."""

class IllegalMoveError(ValueError):
    """A move that a rule forbids."""

    rule: str
    """The rule's id."""
    squares: tuple[str, ...]
    text: str
    """The reason, in one sentence."""

@final
class Move:
    """A player's move: from, to and what else the player chooses. It belongs to a board, not to a position."""

    def __new__(cls, variant: str, uci: str) -> Move: ...
    @property
    def variant(self) -> str: ...
    @property
    def from_square(self) -> str: ...
    @property
    def to_square(self) -> str: ...
    @property
    def choice(self) -> Choice | None: ...
    @property
    def uci(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Move], tuple[str, str]]: ...

@final
class Position:
    """A position of a variant. It never changes: `play` answers the position after a move."""

    def __new__(cls, variant: str | None = None, fen: str | None = None) -> Position: ...
    @property
    def variant(self) -> str: ...
    @property
    def turn(self) -> Color: ...
    @property
    def fullmove_number(self) -> int: ...
    @property
    def legal_moves(self) -> list[Move]: ...
    def fen(self) -> str: ...
    def play(self, move: Move | str) -> Position: ...
    def is_legal(self, move: Move) -> bool: ...
    def san(self, move: Move | str) -> str: ...
    def parse_san(self, text: str) -> Move: ...
    def parse_uci(self, text: str) -> Move: ...
    def is_check(self) -> bool: ...
    def checkers(self) -> list[str]: ...
    def threats(self) -> list[str]: ...
    def outcome(self) -> Outcome | None: ...
    def explain(self, move: Move | str) -> Explanation: ...
    def events(self, move: Move | str) -> tuple[Event, ...]: ...
    def causes(self, move: Move | str) -> tuple[Cause, ...]:
        """The causes of a legal move beyond orthodox chess, the nearest first.

        Each is a candidate: whether the move works because of it, a search of the position `without` it tells.
        """

    def overlay(self, name: str, square: str | None = None) -> Overlay: ...
    def piece_at(self, square: str) -> Piece | None: ...
    def pieces(self) -> dict[str, Piece]: ...
    def amounts(self) -> dict[str, int]: ...
    @overload
    def perft(self, depth: int, divide: Literal[False] = False) -> int: ...
    @overload
    def perft(self, depth: int, divide: Literal[True]) -> dict[str, int]: ...
    def svg(
        self,
        overlay: str | None = None,
        square: str | None = None,
        move: Move | None = None,
        orientation: Color = "white",
    ) -> str: ...
    def copy(self) -> Position: ...
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: object, /) -> Position: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Position], tuple[str, str]]: ...

@final
class Game:
    """A game of a variant: moves are pushed and popped."""

    def __new__(cls, variant: str | None = None, fen: str | None = None) -> Game: ...
    @property
    def variant(self) -> str: ...
    @property
    def position(self) -> Position: ...
    @property
    def turn(self) -> Color: ...
    @property
    def legal_moves(self) -> list[Move]: ...
    @property
    def ply(self) -> int: ...
    @property
    def moves(self) -> list[Move]: ...
    @property
    def headers(self) -> dict[str, str]: ...
    @property
    def result(self) -> Result: ...
    @result.setter
    def result(self, result: Result, /) -> None: ...
    @property
    def drawn(self) -> Literal["repetition", "fifty-moves"] | None:
        """The draw that the position reached is, though a game that was read goes on (C.3)."""
    @property
    def errors(self) -> list[str]:
        """The fault that kept the game from being read to its end, with line, column and move; empty if there is none."""

    def position_at(self, ply: int) -> Position: ...
    def fen(self) -> str: ...
    def sans(self) -> list[str]: ...
    def push(self, move: Move | str) -> None: ...
    def pop(self) -> Move: ...
    def outcome(self) -> Outcome | None: ...
    def explain(self, move: Move | str) -> Explanation: ...
    def causes(self, move: Move | str) -> tuple[Cause, ...]:
        """The causes of a legal move beyond orthodox chess, the nearest first. Each is a candidate."""

    def pgn(self) -> str: ...
    def copy(self) -> Game: ...
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: object, /) -> Game: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Tables:
    """The endgame tables of a variant: how positions of few pieces end with perfect play.

    They are those that come with the package, and those of a folder with a subfolder for each variant, as
    `faraday tablebase build --tables DIR` makes it. The folder need not be there.
    """

    def __new__(cls, variant: str | None = None, folder: str | os.PathLike[str] | None = None) -> Tables: ...
    @property
    def variant(self) -> str: ...
    @property
    def materials(self) -> list[str]:
        """The endings that are solved, such as `KQvK`."""

    def probe(self, position: Position) -> Solved | None:
        """The end of a position with perfect play, for the side to move; `None` if no table has it."""

    def moves(self, position: Position) -> list[SolvedMove]:
        """The legal moves with what each leads to, the best first and those that no table knows last."""

    def line(self, position: Position) -> list[Move]:
        """The moves of perfect play to the end of the game: the winner takes the shortest way, the loser the longest.

        There are none where no table knows, or nobody wins. Draws by fifty moves do not count.
        """

@final
class Engine:
    """A computer player of a variant. It thinks about one position at a time, and remembers what it has found out.

    At full strength it plays from endgame tables: from `tables`, or else from those that come with the package.
    """

    def __new__(
        cls, variant: str | None = None, hash: int = 16, threads: int = 1, tables: Tables | None = None
    ) -> Engine: ...
    @property
    def variant(self) -> str: ...
    def search(
        self,
        position: Position | Game,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        mate: int | None = None,
        level: int = 10,
        seed: int = 0,
    ) -> Thought: ...
    def clear(self) -> None: ...
