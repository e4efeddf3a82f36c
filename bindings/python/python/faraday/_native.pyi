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
    """Returns every variant, in the order of the catalog."""

def rules(variant: str) -> list[Rule]:
    """Returns the rule book of a variant: its own rules, then the shared ones."""

def read_pgn(text: str | bytes, variant: str | None = None) -> list[Game]:
    """Reads the games in a PGN text, or in the bytes of a file in UTF-8, UTF-16, or Windows-1252. A game without
    a `Variant` tag is read as a game of `variant`, which is chess by default.

    A game with an error ends there, with the reason in `errors`. A draw by repetition or by the fifty-move rule does not
    end a game: its later moves are read as well (C.3).
    """

def samples(variant: str) -> list[Game]:
    """Returns the sample games of a variant."""

def puzzles(variant: str) -> list[Puzzle]:
    """Returns the puzzles of a variant: positions with a single winning move. A variant may have none."""

class IllegalMoveError(ValueError):
    """A move that a rule forbids."""

    rule: str
    """The rule's id."""
    squares: tuple[str, ...]
    text: str
    """The reason, in one sentence."""

@final
class Move:
    """A move: its origin, its target, and any choice by the player. It belongs to a board, not to a position."""

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
    """An immutable position of a variant; `play` returns the position after a move."""

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
        """Returns the causes of a legal move beyond orthodox chess, nearest first.

        Each is a candidate. To see whether the move works because of it, search the position `without` it.
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
    """A game of a variant. Moves can be pushed and popped."""

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
        """The draw in the current position, if the game was read from PGN and continues after it (C.3)."""
    @property
    def errors(self) -> list[str]:
        """The fault at which reading the game stopped, with line, column, and move; empty if there is none."""

    def position_at(self, ply: int) -> Position: ...
    def fen(self) -> str: ...
    def sans(self) -> list[str]: ...
    def push(self, move: Move | str) -> None: ...
    def pop(self) -> Move: ...
    def outcome(self) -> Outcome | None: ...
    def explain(self, move: Move | str) -> Explanation: ...
    def causes(self, move: Move | str) -> tuple[Cause, ...]:
        """Returns the causes of a legal move beyond orthodox chess, nearest first. Each is a candidate."""

    def pgn(self) -> str: ...
    def copy(self) -> Game: ...
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: object, /) -> Game: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Tables:
    """The endgame tablebases of a variant: perfect play in positions with few pieces.

    They include the tables that come with the package and those in a folder. The folder has a subfolder for each
    variant, as `faraday tablebase build --tables DIR` creates it, and need not exist.
    """

    def __new__(cls, variant: str | None = None, folder: str | os.PathLike[str] | None = None) -> Tables: ...
    @property
    def variant(self) -> str: ...
    @property
    def materials(self) -> list[str]:
        """The solved material configurations, such as `KQvK`."""

    def probe(self, position: Position) -> Solved | None:
        """Returns the result of perfect play for the side to move, or `None` if no table has the position."""

    def moves(self, position: Position) -> list[SolvedMove]:
        """Returns the legal moves with their results, best first. Moves without a result come last."""

    def line(self, position: Position) -> list[Move]:
        """Returns the moves of perfect play to the end of the game: the winner takes the shortest way, the loser the
        longest.

        Returns an empty list if no table has the position or neither side wins. Draws by the fifty-move rule are
        ignored.
        """

@final
class Engine:
    """An engine for a variant. It searches one position at a time and keeps its transposition table between searches.

    At full strength it uses endgame tablebases: `tables`, or else those that come with the package.
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
