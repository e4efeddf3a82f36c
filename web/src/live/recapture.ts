//! Recapture premoves, onto a square with an own piece. They recapture an opponent's piece that captures it.
import { other } from '../game/color';
import { newGame, readDraft, writeDraft, type Color, type Game, type PlacedPiece } from '../lib/rules';

/** A hypothetical position with some pieces moved. */
export interface Guess {
  readonly variant: string;
  /** The position that it is derived from. */
  readonly fen: string;
  readonly pieces: readonly PlacedPiece[];
  /** The side to move. */
  readonly side: Color;
}

/** Evaluates `ask` in a hypothetical position. Returns undefined if the rules reject the position or the question. */
export function guessed<Answer>(
  { variant, fen, pieces, side }: Guess,
  language: string,
  ask: (game: Game) => Answer,
): Answer | undefined {
  const draft = readDraft(variant, fen, language);
  delete draft.enPassant;
  for (const castling of new Set([draft.castling, ''])) {
    let game: Game | undefined;
    try {
      game = newGame(
        variant,
        language,
        writeDraft(variant, { ...draft, pieces: [...pieces], turn: side, castling }),
      );
      return ask(game);
    } catch {
      // The castling rights may be lost by then.
    } finally {
      game?.free();
    }
  }
  return undefined;
}

/**
 * Returns the pieces after the opponent has captured one of a side; undefined if there is none that can be captured.
 */
export function takenBy(
  pieces: readonly PlacedPiece[],
  square: string,
  side: Color,
): readonly PlacedPiece[] | undefined {
  const lost = pieces.find((piece) => piece.square === square);
  if (lost?.color !== side || lost.role === 'king') return undefined;
  // A knight is allowed on every square.
  const taker = { ...lost, color: other(side), role: 'knight' as const, marked: false };
  return pieces.map((piece) => (piece === lost ? taker : piece));
}

/**
 * Returns true if a piece could recapture on a square where the opponent has just captured. If the rules reject the
 * hypothetical position, the answer is no.
 */
export function canRetake(guess: Guess | undefined, from: string, to: string): boolean {
  const pieces = guess && takenBy(guess.pieces, to, guess.side);
  if (!pieces) return false;
  const moves = guessed({ ...guess, pieces }, 'en', (game) => game.snapshot().moves);
  return moves?.some((move) => move.from === from && move.to === to) ?? false;
}
