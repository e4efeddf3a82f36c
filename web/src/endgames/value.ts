//! The value of a position in words, and what a move has made of it.
import { plural, t, type Message } from '../base/messages.svelte';
import type { Solved } from './api';

/** What a move did to the value of the position, for who made it. */
export type Verdict = 'best' | 'slower' | 'held' | 'longest' | 'shorter' | 'drew' | 'lost';

/** Judges a move by the values before and after it, both for who makes it. */
export function judge(before: Solved, after: Solved): Verdict {
  if (before.value !== after.value) return after.value === 'loss' ? 'lost' : 'drew';
  if (after.value === 'draw') return 'held';
  const isSame = before.plies === after.plies;
  if (after.value === 'win') return isSame ? 'best' : 'slower';
  return isSame ? 'longest' : 'shorter';
}

/** The moves of the winner in a distance, which counts the plies of both sides. */
export const movesOf = (plies: number): number => Math.ceil(plies / 2);

/** How a position ends for the side to move, without a full stop. */
export function valueText({ value, plies, certain }: Solved): string {
  if (value === 'draw' || plies === undefined) return t('endgames.value.draw');
  if (plies === 0) return t('endgames.value.over');
  const said = plural(value === 'win' ? 'endgames.value.win' : 'endgames.value.loss', movesOf(plies));
  return certain ? said : t('endgames.value.unless', { value: said });
}

const VERDICTS: Readonly<Record<Verdict, Message>> = {
  best: 'endgames.judged.best',
  slower: 'endgames.judged.slower',
  held: 'endgames.judged.held',
  longest: 'endgames.judged.longest',
  shorter: 'endgames.judged.shorter',
  drew: 'endgames.judged.drew',
  lost: 'endgames.judged.lost',
};

/** What a move has done, in a sentence or two. */
export const judgedText = (san: string, verdict: Verdict, after: Solved): string =>
  t(VERDICTS[verdict], { move: san, value: valueText(after) });
