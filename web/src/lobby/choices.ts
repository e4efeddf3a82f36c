//! The stored choices of *Play now*, and the seeks that are made from them.
import { fieldsOf } from '../base/fields';
import { controlIn } from '../game/clock';
import type { Terms } from '../live/http';
import type { NewSeek, Seek, SeekGame } from './http';

/** The options of the form. */
export const CLOCKS = ['3+2', '5+3', '10+5', '15+10', '30+20'] as const;
export const DAYS = ['1', '3', '7'] as const;
export const RESERVES = ['3', '10', '30'] as const;
export const RATINGS = ['either', 'rated', 'casual'] as const;

/** The server's limit of games in one seek: each variant with each time control. */
export const MOST_GAMES = 64;

/** The choices in the form, stored for the next seek. */
export interface Choices {
  /** The ids of the variants. */
  variants: string[];
  clocks: (typeof CLOCKS)[number][];
  days: (typeof DAYS)[number][];
  reserves: (typeof RESERVES)[number][];
  rated: (typeof RATINGS)[number];
  /** True if only opponents of about the same strength fit. */
  near: boolean;
}

export const DEFAULTS: Choices = {
  variants: [],
  clocks: ['5+3', '10+5'],
  days: [],
  reserves: [],
  rated: 'either',
  near: false,
};

/** Parses stored choices. Missing or invalid ones get their default. */
export function readChoices(value: unknown): Choices {
  const { oneOf } = fieldsOf<keyof Choices>(value);
  const parts = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const listOf = (name: keyof Choices): unknown[] | undefined =>
    Array.isArray(parts[name]) ? (parts[name] as unknown[]) : undefined;
  const anyOf = <Value extends string>(values: readonly Value[], name: keyof Choices, otherwise: Value[]) => {
    const list = listOf(name);
    return list ? values.filter((one) => list.includes(one)) : [...otherwise];
  };
  return {
    variants: (listOf('variants') ?? []).filter((id) => typeof id === 'string'),
    clocks: anyOf(CLOCKS, 'clocks', DEFAULTS.clocks),
    days: anyOf(DAYS, 'days', DEFAULTS.days),
    reserves: anyOf(RESERVES, 'reserves', DEFAULTS.reserves),
    rated: oneOf(RATINGS, 'rated', DEFAULTS.rated),
    near: oneOf([true, false], 'near', DEFAULTS.near),
  };
}

/** The seekers that the server distinguishes: guests have one seek at a time, for casual games. */
export type Seeker = 'member' | 'guest';

/** Returns the chosen seeks, live before correspondence: a seek cannot have both clocks and days. */
export function seeksOf(choices: Choices, seeker: Seeker): NewSeek[] {
  const { variants, clocks, days, reserves, rated, near } = choices;
  const isMember = seeker === 'member';
  const live = clocks.flatMap((name) => controlIn(name, 0, 0) ?? []).map((clock) => ({ clock }));
  const slow = [
    ...days.map((count) => ({ days: Number(count) })),
    ...reserves.map((count) => ({ reserve: Number(count) })),
  ];
  // The preferred ones come first.
  const kinds = !isMember || rated === 'casual' ? [false] : rated === 'rated' ? [true] : [true, false];
  const made = [live, slow].flatMap((times): NewSeek[] => {
    const terms: Terms[] = kinds.flatMap((isRated) => times.map((time) => ({ ...time, rated: isRated })));
    return terms.length === 0 ? [] : [{ variants: [...variants], terms, ...(isMember && near && { near }) }];
  });
  return isMember ? made : made.slice(0, 1);
}

/** Returns a key that is equal for equal games. */
export const gameKey = (variant: string, { clock, days, reserve, rated = false }: Terms): string =>
  JSON.stringify([variant, clock?.baseMs, clock?.incrementMs, days, reserve, rated]);

/** Returns the game with a key, or the first one if the game with this key no longer fits. */
export const chosenGame = (games: readonly SeekGame[], key: string | undefined): SeekGame | undefined =>
  games.find(({ variant, terms }) => gameKey(variant, terms) === key) ?? games[0];

/** Returns true if a listed seek of the visitor offers the same games to the same opponents. */
export function isSameSeek({ variants, terms, near = false, side }: NewSeek, listed: Seek): boolean {
  if (listed.yours !== true || (listed.near ?? false) !== near || listed.side !== side) return false;
  const wanted = new Set(variants.flatMap((variant) => terms.map((each) => gameKey(variant, each))));
  const offered = new Set(listed.games.map((game) => gameKey(game.variant, game.terms)));
  return wanted.size === offered.size && [...wanted].every((key) => offered.has(key));
}

/** Returns the choices without correspondence games. */
export const liveChoices = (choices: Choices): Choices => ({ ...choices, days: [], reserves: [] });

/** A reason why no seek can be made from the choices. */
export type Missing = 'variant' | 'time' | 'fewer';

/** Returns the reason why no seek can be made from the choices; undefined if one can. */
export function missingIn(choices: Choices, seeker: Seeker): Missing | undefined {
  const seeks = seeksOf(choices, seeker);
  if (choices.variants.length === 0) return 'variant';
  if (seeks.length === 0) return 'time';
  return seeks.some(({ variants, terms }) => variants.length * terms.length > MOST_GAMES)
    ? 'fewer'
    : undefined;
}
