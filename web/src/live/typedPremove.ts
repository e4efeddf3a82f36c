//! Parsing of typed premoves. Their position is unknown, so they are read as if it were the player's turn.
import type { Explanation } from '../lib/rules';
import type { Premove } from './premoves';
import { guessed, takenBy, type Guess } from './recapture';

const SQUARE = /\d?[a-z]\d/g;
/** Two squares in UCI, optionally with a dash. */
const SQUARES = /^\d?[a-z]\d-?\d?[a-z]\d[a-z]?$/;

/** Returns the squares of a UCI move. */
export function squaresOf(uci: string): Premove | undefined {
  const [from, to] = uci.match(SQUARE) ?? [];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** Returns the rules' explanation of a typed premove. Two squares are accepted as they are, like two clicks. */
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
  // A recapture is possible only after the opponent has captured there.
  const retaken = target === undefined ? undefined : takenBy(pieces, target, side);
  const answers = [pieces, ...(retaken ? [retaken] : [])].map((standing) =>
    guessed({ ...expected, pieces: standing }, language, (game) => game.explain(text)),
  );
  return answers.find((answer) => answer?.legal) ?? answers[0];
}
