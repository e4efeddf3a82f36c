//! Descriptions of a position's tablebase value, and of the effect that a move has on it.
import { plural, t, type Message } from '../base/messages.svelte';
import type { Solved } from './api';

/** The effect of a move on the value of the position, from the mover's side. */
export type Verdict = 'best' | 'slower' | 'held' | 'longest' | 'shorter' | 'drew' | 'lost';

/** Compares the values before and after a move, both from the mover's side. */
export function judge(before: Solved, after: Solved): Verdict {
  if (before.value !== after.value) return after.value === 'loss' ? 'lost' : 'drew';
  if (after.value === 'draw') return 'held';
  const isSame = before.plies === after.plies;
  if (after.value === 'win') return isSame ? 'best' : 'slower';
  return isSame ? 'longest' : 'shorter';
}

/** Converts a distance in plies to moves of the winner. */
export const movesOf = (plies: number): number => Math.ceil(plies / 2);

/** Describes the outcome for the side to move, without a full stop. */
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

/** Describes the effect of a move in a sentence or two. */
export const judgedText = (san: string, verdict: Verdict, after: Solved): string =>
  t(VERDICTS[verdict], { move: san, value: valueText(after) });
