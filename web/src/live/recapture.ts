//! Premoves onto a square where a piece of one's own stands: they recapture what may take it there.
import { other } from '../game/color';
import { newGame, readDraft, writeDraft, type Color, type Game, type PlacedPiece } from '../lib/rules';

/** A position that nobody has reached. */
export interface Guess {
  readonly variant: string;
  /** The position that it comes from. */
  readonly fen: string;
  readonly pieces: readonly PlacedPiece[];
  /** Whose turn it is. */
  readonly side: Color;
}

/** Asks about a guessed position; nothing if the rules refuse it or the question. */
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
      // Rights to castle may be gone by then.
    } finally {
      game?.free();
    }
  }
  return undefined;
}

/** The pieces after the opponent has taken one of a side; nothing if there is none that can be taken. */
export function takenBy(
  pieces: readonly PlacedPiece[],
  square: string,
  side: Color,
): readonly PlacedPiece[] | undefined {
  const lost = pieces.find((piece) => piece.square === square);
  if (lost?.color !== side || lost.role === 'king') return undefined;
  // A knight may stand on every square.
  const taker = { ...lost, color: other(side), role: 'knight' as const, marked: false };
  return pieces.map((piece) => (piece === lost ? taker : piece));
}

/** Whether the piece on one square could take on the other, had the opponent just captured there. As the position is only a
 *  guess, what the rules refuse as a position counts as no. */
export function canRetake(guess: Guess | undefined, from: string, to: string): boolean {
  const pieces = guess && takenBy(guess.pieces, to, guess.side);
  if (!pieces) return false;
  const moves = guessed({ ...guess, pieces }, 'en', (game) => game.snapshot().moves);
  return moves?.some((move) => move.from === from && move.to === to) ?? false;
}
