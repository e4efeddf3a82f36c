//! The stored choices of the challenge form, and the terms that they select.
import { fieldsOf } from '../../base/fields';
import { controlIn } from '../../game/clock';
import type { NewChallenge, Terms } from '../../live/http';
import { DAYS, hasRatedTime, RESERVES } from '../../live/terms';

/** The options of the form. */
export const PACES = ['clock', 'days', 'reserve', 'none'] as const;
export const CLOCKS = ['1+0', '3+2', '5+3', '10+5', '15+10', '30+20', 'custom'] as const;
export const SIDES = ['white', 'random', 'black'] as const;

/** The choices in the form, stored for the next challenge. */
export interface Choices {
  pace: (typeof PACES)[number];
  clock: (typeof CLOCKS)[number];
  /** Per player, for a custom clock. */
  minutes: number;
  /** Per move, for a custom clock. */
  seconds: number;
  days: (typeof DAYS)[number];
  /** The initial days of a reserve. */
  reserve: (typeof RESERVES)[number];
  side: (typeof SIDES)[number];
  /** True if the game is to be rated when that is possible. */
  rated: boolean;
}

export const DEFAULTS: Choices = {
  pace: 'clock',
  clock: '10+5',
  minutes: 20,
  seconds: 10,
  days: '3',
  reserve: '10',
  side: 'random',
  rated: false,
};

/** Parses stored choices. Missing or invalid ones get their default. */
export function readChoices(value: unknown): Choices {
  const { oneOf, number } = fieldsOf<keyof Choices>(value);
  return {
    pace: oneOf(PACES, 'pace', DEFAULTS.pace),
    clock: oneOf(CLOCKS, 'clock', DEFAULTS.clock),
    minutes: number('minutes', DEFAULTS.minutes),
    seconds: number('seconds', DEFAULTS.seconds),
    days: oneOf(DAYS, 'days', DEFAULTS.days),
    reserve: oneOf(RESERVES, 'reserve', DEFAULTS.reserve),
    side: oneOf(SIDES, 'side', DEFAULTS.side),
    rated: oneOf([true, false], 'rated', DEFAULTS.rated),
  };
}

/** Returns the chosen terms; undefined if they are unplayable. */
export function chosenTerms({ pace, clock, minutes, seconds, days, reserve }: Choices): Terms | undefined {
  if (pace === 'none') return { rated: false };
  if (pace === 'days') return { days: Number(days), rated: false };
  if (pace === 'reserve') return { reserve: Number(reserve), rated: false };
  const control = controlIn(clock, minutes, seconds);
  return control && { clock: control, rated: false };
}

/** A reason why a game cannot be rated (T.7). */
export type Unrated = 'position' | 'noLimit' | 'clock' | 'side';

/** Returns the reason why the chosen game cannot be rated; undefined if it can. */
export function unratedReason(choices: Choices, hasPosition: boolean): Unrated | undefined {
  if (hasPosition) return 'position';
  if (choices.pace === 'none') return 'noLimit';
  const terms = chosenTerms(choices);
  if (terms && !hasRatedTime(terms)) return 'clock';
  return choices.side === 'random' ? undefined : 'side';
}

/** Returns the chosen challenge. A random side is left to the server. */
export const challengeOf = (
  variant: string,
  terms: Terms,
  side: Choices['side'],
  fen: string,
  to = '',
): NewChallenge => ({
  variant,
  terms,
  ...(side === 'random' ? {} : { side }),
  ...(fen ? { fen } : {}),
  ...(to ? { to } : {}),
});
