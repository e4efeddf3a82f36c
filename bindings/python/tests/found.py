"""Games in the style of other programs: random playouts by python-chess, with the deviations that N.5 allows."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import chess

LINE_ENDS = ["\n", "\n", "\r\n", "\r"]
BLANKS = [" ", " ", " ", "\u00a0", "\u2009", " \u200b", "\u3000"]
FIGURINES = dict(zip("KQRBN", "♔♕♖♗♘"))
SIGNS = ["!", "?!", "$14", "±", "+=", "-/+", "∞", "=", "N", "□", "$146", "‼"]
RESULTS = {"1/2-1/2": ["1/2-1/2", "1/2", "½-½"]}
NULL_MOVES = ["--", "Z0", "null"]
COMMENTS = ["{a comment}", "{[%clk 0:01:00] [%eval 0.2]}", "{two\nlines}", '{a "quoted" word}', "{(1. e4)}", "{}"]


@dataclass
class Found:
    """A game with its moves and its text."""

    text: str
    fens: list[str]
    result: str
    # The ply after which neither side could mate anymore (C.6). Later moves are not read.
    dead: int | None = None


def found(seed: int) -> Found:
    """Returns a random playout from the starting position or a later one, with its text."""
    random = Random(seed)
    board = chess.Board()
    for _ in range(random.choice([0, 0, 0, 12, 60])):
        moves = list(board.legal_moves)
        if not moves or board.is_insufficient_material():
            board.reset()
        else:
            board.push(random.choice(moves))
    start = board.copy(stack=False)
    board = start.copy()
    style = Style(random)
    fens: list[str] = []
    words: list[str] = []
    dead: int | None = None
    length = random.choice([1, 20, 60, 60, 100, 300])
    for _ in range(length):
        moves = list(board.legal_moves)
        if not moves:
            break
        if dead is None and board.is_insufficient_material():
            dead = len(fens)
        move = random.choice(moves)
        words += style.numbered(board, first=not fens)
        words.append(style.move(board, move))
        words += style.behind(board)
        board.push(move)
        fens.append(board.fen())
    if not fens:
        return found(seed + 1_000_003)
    result = board.result(claim_draw=False)
    if result == "*":
        result = random.choice(["*", "1/2-1/2", "1-0", "0-1"])
    return Found(style.game(start, words, result), fens, result, dead)


class Style:
    """The style of a game's text."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.end = random.choice(LINE_ENDS)
        self.blank = random.choice(BLANKS)
        self.squares = random.choice(["san", "san", "san", "long", "hyphens", "letters"])
        self.figurines = random.random() < 0.2
        self.odd = random.choice([0.0, 0.05, 0.3])

    def chance(self) -> bool:
        return self.random.random() < self.odd

    def numbered(self, board: chess.Board, first: bool) -> list[str]:
        if board.turn == chess.WHITE:
            return [self.random.choice(["{}.", "{}", "{}. "]).format(board.fullmove_number)]
        dots = self.random.choice(["...", "…", ". ..."])
        return [f"{board.fullmove_number}{dots}"] if first or self.chance() else []

    def move(self, board: chess.Board, move: chess.Move) -> str:
        san = board.san(move)
        body, check = san.rstrip("+#"), san[len(san.rstrip("+#")) :]
        squares = [chess.square_name(square) for square in (move.from_square, move.to_square)]
        promotion = chess.piece_symbol(move.promotion).upper() if move.promotion else ""
        piece = board.piece_at(move.from_square)
        letter = "" if piece is None or piece.piece_type == chess.PAWN else piece.symbol().upper()
        if self.squares == "long":
            body = "".join(squares) + self.random.choice([promotion, promotion.lower()])
        elif self.squares == "hyphens":
            body = self.random.choice("-–").join(squares) + (f"={promotion}" if promotion else "")
        elif self.squares == "letters" and not board.is_castling(move):
            between = "x" if board.is_capture(move) else "-"
            body = letter + between.join(squares) + (f"={promotion}" if promotion else "")
        elif promotion:
            body = body.replace("=", self.random.choice(["=", "", "/"]))
        if board.is_castling(move) and self.chance():
            body = body.replace("O", "0")
        if self.figurines:
            body = "".join(FIGURINES.get(one, one) for one in body)
        check = self.random.choice([check, check, "", check.replace("+", "†")])
        if board.is_en_passant(move) and self.random.random() < 0.5:
            check = self.random.choice([" e.p.", "e.p.", "ep", " ep"]) + check
        return body + check

    def behind(self, board: chess.Board) -> list[str]:
        words = []
        if self.chance():
            words.append(self.random.choice(SIGNS))
        if self.chance():
            words.append(self.random.choice(COMMENTS))
        if self.chance():
            words.append(self.variation(board))
        return words

    def variation(self, board: chess.Board) -> str:
        moves = list(board.legal_moves)
        instead = board.san(self.random.choice(moves))
        number = f"{board.fullmove_number}." if board.turn == chess.WHITE else f"{board.fullmove_number}..."
        return self.random.choice(
            [
                f"({number} {instead})",
                f"({number} {instead} {{a comment}} *)",
                f"({number} {instead} {self.random.choice(NULL_MOVES)} {number} {instead})",
                "()",
                "({only words})",
                f"({{before}} {number} {instead} $6)",
            ]
        )

    def game(self, start: chess.Board, words: list[str], result: str) -> str:
        early = f"{self.variation(start)} " if self.chance() else ""
        lines = [""]
        for word in words:
            if len(lines[-1]) + len(word) > 75:
                lines.append("")
            lines[-1] += (self.blank if lines[-1] else "") + word
        marker = self.random.choice(RESULTS.get(result, [result]))
        is_glued = self.chance() and words[-1][-1].isdigit() and not words[-1].startswith(("$", "{", "("))
        moves = early + "\n".join(lines) + ("" if is_glued else " ") + marker
        text = "\n".join([*self.tags(start, result), "", moves, "", ""])
        mark = "\ufeff" if self.chance() else ""
        return mark + text.replace("\n", self.end)

    def tags(self, start: chess.Board, result: str) -> list[str]:
        tags = [
            self.random.choice(['[Event "Club"]', '[Event "5th "Old Town" Open"]', "[Event Club]", '[Event "C:\\"]']),
            '[White "A"]',
            f'[Result "{result}"]',
        ]
        if self.chance():
            tags.append(f'[Variant "{self.random.choice(["normal", "Standard", "chess"])}"]')
        if start.fen() != chess.STARTING_FEN:
            fen = start.fen()
            short = fen.endswith(" 0 1") and self.chance()
            tags += ['[SetUp "1"]', f'[FEN "{fen[:-4] if short else fen}"]']
        return tags
