//! The PGN annotation glyphs (NAGs) that have a symbol.
import type { Message } from '../../../base/messages.svelte';
import type { Verdict } from '../evaluation/verdicts';

export interface Glyph {
  nag: number;
  sign: string;
  name: Message;
}

/** The menu of glyphs: assessments of the move, then of the position. */
export const GLYPHS: readonly Glyph[] = [
  { nag: 1, sign: '!', name: 'analyze.nag.good' },
  { nag: 2, sign: '?', name: 'analyze.nag.mistake' },
  { nag: 3, sign: '!!', name: 'analyze.nag.brilliant' },
  { nag: 4, sign: '??', name: 'analyze.nag.blunder' },
  { nag: 5, sign: '!?', name: 'analyze.nag.interesting' },
  { nag: 6, sign: '?!', name: 'analyze.nag.dubious' },
  { nag: 7, sign: '□', name: 'analyze.nag.only' },
  { nag: 10, sign: '=', name: 'analyze.nag.equal' },
  { nag: 13, sign: '∞', name: 'analyze.nag.unclear' },
  { nag: 14, sign: '+=', name: 'analyze.nag.whiteSlight' },
  { nag: 15, sign: '=+', name: 'analyze.nag.blackSlight' },
  { nag: 16, sign: '±', name: 'analyze.nag.whiteBetter' },
  { nag: 17, sign: '∓', name: 'analyze.nag.blackBetter' },
  { nag: 18, sign: '+−', name: 'analyze.nag.whiteWins' },
  { nag: 19, sign: '−+', name: 'analyze.nag.blackWins' },
  { nag: 146, sign: 'N', name: 'analyze.nag.novelty' },
];

const BY_NAG = new Map(GLYPHS.map((glyph) => [glyph.nag, glyph]));

/** Returns the symbol and the name of a glyph; undefined if it has none and is shown as a number, as in PGN. */
export const glyphOf = (nag: number): Glyph | undefined => BY_NAG.get(nag);
export const signOf = (nag: number): string => BY_NAG.get(nag)?.sign ?? `$${nag}`;

/** The glyphs that correspond to the engine's verdicts. */
export const NAG_OF: Record<Verdict, number> = { inaccuracy: 6, mistake: 2, blunder: 4 };
/** Returns true if a glyph assesses the move itself. */
export const isJudging = (nag: number): boolean => nag >= 1 && nag <= 6;
