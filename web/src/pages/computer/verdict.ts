//! The outcome of a local game in words: by the rules on the board, or by time, resignation, or agreement.
import { t } from '../../base/messages.svelte';
import { other } from '../../game/color';
import type { Result } from '../../game/record';
import type { Color, Ending, TableState } from '../../lib/rules';

/** An end that does not follow from the board. */
export type NonBoardEnd =
  | { readonly kind: 'resigned'; readonly loser: Color }
  | { readonly kind: 'timedOut'; readonly loser: Color }
  /** Time ran out, but the opponent cannot win (T.1): a draw. */
  | { readonly kind: 'timedOutDrawn'; readonly loser: Color }
  | { readonly kind: 'agreed' };

export type Verdict = NonBoardEnd | { readonly kind: 'ruled'; readonly ending: Ending };

/** An action that a player must confirm because it ends the game. */
export type Question = 'resign' | 'draw';

/** Returns the end that does not follow from the board, if there is one. */
export function nonBoardEndOf({ ended, by }: TableState): NonBoardEnd | undefined {
  if (ended?.reason === 'agreed') return { kind: 'agreed' };
  if (by === undefined) return undefined;
  switch (ended?.reason) {
    case 'resigned':
      return { kind: 'resigned', loser: by };
    case 'timed-out':
      return { kind: 'timedOut', loser: by };
    case 'timed-out-draw':
      return { kind: 'timedOutDrawn', loser: by };
    default:
      return undefined;
  }
}

/** Returns the winner; undefined for a draw. */
export function winnerOf(verdict: Verdict): Color | undefined {
  if (verdict.kind === 'ruled') return verdict.ending.winner;
  return verdict.kind === 'agreed' || verdict.kind === 'timedOutDrawn' ? undefined : other(verdict.loser);
}

/** Returns the result in PGN notation. */
export function resultOf(verdict: Verdict): Result {
  const winner = winnerOf(verdict);
  if (winner === undefined) return '1/2-1/2';
  return winner === 'white' ? '1-0' : '0-1';
}

/** Describes the outcome in one sentence. */
export function sentenceOf(verdict: Verdict): string {
  if (verdict.kind === 'ruled') return verdict.ending.text;
  return verdict.kind === 'agreed' ? t('play.end.agreed') : t(`play.end.${verdict.kind}.${verdict.loser}`);
}
