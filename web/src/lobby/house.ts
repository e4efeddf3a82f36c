//! Games against the house: opponents of ten levels whose moves the server chooses.
import { families, variantOf } from '../base/catalog.svelte';
import { fieldsOf } from '../base/fields';
import { readStored, store } from '../base/storage';
import { controlIn } from '../game/clock';
import { LEVELS } from '../game/opponent';
import { answerOf, ownServer } from '../lib/api/client';
import { withRetries } from '../lib/api/retries';
import { newId } from '../live/frames';
import type { Terms } from '../live/http';
import { isMember, withSession } from '../live/session.svelte';
import { CLOCKS, DAYS } from './choices';

const CHOICE = 'lobby.house';

/** The time controls of the form: clocks, and days per move. */
export const TIMES = [...CLOCKS, ...DAYS] as const;
type Time = (typeof TIMES)[number];

/** The choices in the form, stored for the next game. */
export interface HouseChoice {
  variant: string;
  time: Time;
  level: number;
  /** True for a rated game, if the visitor and the level can play one. */
  rated: boolean;
}

/** Parses a stored choice. Missing or invalid parts get their default. */
export function readHouseChoice(value: unknown): HouseChoice {
  const { oneOf, text } = fieldsOf<keyof HouseChoice>(value);
  return {
    variant: text('variant', ''),
    time: oneOf(TIMES, 'time', '10+5'),
    level: oneOf(LEVELS, 'level', 3),
    rated: oneOf([true, false], 'rated', false),
  };
}

/** Returns the choice of the last game against the house, in a variant that exists. */
export function storedHouseChoice(): HouseChoice {
  const choice = readStored(CHOICE, readHouseChoice) ?? readHouseChoice(undefined);
  return variantOf(choice.variant) ? choice : { ...choice, variant: families()[0]?.main.id ?? '' };
}

/** Returns true if games against a level can be rated (T.7c). */
export const isRatedLevel = (level: number): boolean => level < LEVELS.length;

/** Returns the terms of a choice. Guests play casual games. */
export function houseTerms({ time, level, rated }: HouseChoice, isAccount: boolean): Terms {
  const clock = controlIn(time, 0, 0);
  return {
    ...(clock ? { clock } : { days: Number(time) }),
    rated: rated && isAccount && isRatedLevel(level),
  };
}

/** Begins a game against the house. Returns its id. */
export async function playHouse(choice: HouseChoice): Promise<string> {
  store(CHOICE, choice);
  return withSession(async () => {
    const { variant, level } = choice;
    const body = { variant, level, terms: houseTerms(choice, isMember()) };
    const { game } = await withRetries(newId(), (header) =>
      answerOf(ownServer.POST('/api/v1/house/games', { body, params: { header } })),
    );
    return game;
  });
}
