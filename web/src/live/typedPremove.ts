//! Premoves by text. The position in which they come up is unknown, so they are read as if it were their side's turn.
import type { Explanation } from '../lib/rules';
import type { Premove } from './premoves';
import { guessed, takenBy, type Guess } from './recapture';

const SQUARE = /\d?[a-z]\d/g;
/** Two squares, as UCI writes them or with a dash. */
const SQUARES = /^\d?[a-z]\d-?\d?[a-z]\d[a-z]?$/;

/** The squares of a move in UCI. */
export function squaresOf(uci: string): Premove | undefined {
  const [from, to] = uci.match(SQUARE) ?? [];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** What the rules say of a typed premove. Two squares are taken as they are, like those of two clicks. */
export function explainPremove(
  expected: Guess | undefined,
  text: string,
  language: string,
): Explanation | undefined {
  if (!expected) return undefined;
  const { pieces, side } = expected;
  const typed = squaresOf(text);
  if (
    SQUARES.test(text) &&
    typed &&
    pieces.some(({ square, color }) => square === typed.from && color === side)
  )
    return { legal: true, uci: typed.from + typed.to, text: '', squares: [], events: [] };
  const target = text.match(SQUARE)?.at(-1);
  // A recapture is possible only once the opponent has taken there.
  const retaken = target === undefined ? undefined : takenBy(pieces, target, side);
  const answers = [pieces, ...(retaken ? [retaken] : [])].map((standing) =>
    guessed({ ...expected, pieces: standing }, language, (game) => game.explain(text)),
  );
  return answers.find((answer) => answer?.legal) ?? answers[0];
}
