//! The stored form of a local game: its setup, moves, clocks, and any end by agreement, resignation, or time.
import { forget, readStored, store } from '../../base/storage';
import type { Times, TimeControl } from '../../game/clock';
import { readRecord, type GameRecord } from '../../game/record';
import type { Color } from '../../lib/rules';
import { NAME_LENGTH, type Seat, type Setup } from './setup';
import type { NonBoardEnd } from './verdict';

export interface Stored {
  readonly setup: Setup;
  readonly record: GameRecord;
  /** The remaining times. Clocks do not run while the page is closed. */
  readonly left?: Times;
  readonly beside?: NonBoardEnd;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isColor = (value: unknown): value is Color => value === 'white' || value === 'black';

function readSeat(value: unknown): Seat | undefined {
  if (!isObject(value)) return undefined;
  if (value['kind'] === 'person') {
    const name = value['name'];
    return typeof name === 'string' && name
      ? { kind: 'person', name: name.slice(0, NAME_LENGTH) }
      : { kind: 'person' };
  }
  const level = value['level'];
  const isLevel = typeof level === 'number' && Number.isInteger(level) && level >= 1 && level <= 10;
  return value['kind'] === 'computer' && isLevel ? { kind: 'computer', level } : undefined;
}

function readControl(value: unknown): TimeControl | undefined {
  if (!isObject(value)) return undefined;
  const { baseMs, incrementMs } = value;
  return isTime(baseMs) && isTime(incrementMs) ? { baseMs, incrementMs } : undefined;
}

function readSetup(value: unknown): Setup | undefined {
  if (!isObject(value) || !isObject(value['seats'])) return undefined;
  const white = readSeat(value['seats']['white']);
  const black = readSeat(value['seats']['black']);
  const control = readControl(value['control']);
  if (!white || !black || (value['control'] !== undefined && !control)) return undefined;
  const fen = value['fen'];
  return {
    seats: { white, black },
    ...(typeof fen === 'string' ? { fen } : {}),
    ...(control ? { control } : {}),
  };
}

function readNonBoardEnd(value: unknown): NonBoardEnd | undefined {
  if (!isObject(value)) return undefined;
  const { kind, loser } = value;
  if (kind === 'agreed') return { kind };
  const isLost = kind === 'resigned' || kind === 'timedOut' || kind === 'timedOutDrawn';
  return isLost && isColor(loser) ? { kind, loser } : undefined;
}

/** Parses a stored game; undefined if it is malformed. */
export function readGame(value: unknown): Stored | undefined {
  if (!isObject(value)) return undefined;
  const setup = readSetup(value['setup']);
  const record = readRecord(value['record']);
  if (!setup || !record) return undefined;
  const left = value['left'];
  const times = isObject(left) && isTime(left['white']) && isTime(left['black']);
  const beside = readNonBoardEnd(value['beside']);
  return {
    setup,
    record,
    ...(times ? { left: { white: left['white'] as number, black: left['black'] as number } } : {}),
    ...(beside ? { beside } : {}),
  };
}

/** Running games are offered on the home page; finished ones can be viewed until the next game begins. */
const goingOn = (variant: string): string => `game.${variant}`;
const over = (variant: string): string => `ended.${variant}`;

/** Returns the storage keys of a variant's games. */
export const namesOf = (variant: string): readonly string[] => [goingOn(variant), over(variant)];

/** Returns the current or last game of a variant. */
export const storedGame = (variant: string): Stored | undefined =>
  readStored(goingOn(variant), readGame) ?? readStored(over(variant), readGame);

/** Returns true if this game is the stored one. */
export const isStored = (variant: string, game: Stored): boolean =>
  JSON.stringify(storedGame(variant)) === JSON.stringify(readGame(game));

export function storeGame(variant: string, game: Stored, isOver: boolean): void {
  store(isOver ? over(variant) : goingOn(variant), game);
  forget(isOver ? goingOn(variant) : over(variant));
}
