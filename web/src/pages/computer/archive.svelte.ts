//! The visitor's finished games against the computer, stored in the browser.
import { forget, readStored, store } from '../../base/storage';
import { isResult, type GameRecord, type Header, type Result } from '../../game/record';
import type { Color } from '../../lib/rules';

/** The maximum number of games; the oldest are dropped first. */
export const MOST_GAMES = 500;
const NAME = 'archive';

export interface ArchivedGame {
  /** The end of the game in milliseconds since 1970, unique among all games. */
  readonly ended: number;
  readonly variant: string;
  readonly level: number;
  /** The side that the visitor played. */
  readonly side: Color;
  readonly result: Result;
  readonly fen?: string;
  readonly headers: readonly Header[];
  /** In UCI, separated by spaces. */
  readonly moves: string;
}

export interface Score {
  readonly level: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}

const isHeader = (value: unknown): value is Header =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

function readGame(value: unknown): ArchivedGame | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { ended, variant, level, side, result, fen, headers, moves } = value as Record<string, unknown>;
  if (typeof ended !== 'number' || typeof variant !== 'string' || typeof moves !== 'string') return undefined;
  if (typeof level !== 'number' || (side !== 'white' && side !== 'black') || !isResult(result))
    return undefined;
  return {
    ended,
    variant,
    level,
    side,
    result,
    headers: Array.isArray(headers) ? headers.filter(isHeader) : [],
    moves,
    ...(typeof fen === 'string' ? { fen } : {}),
  };
}

const parse = (value: unknown): ArchivedGame[] =>
  Array.isArray(value) ? value.flatMap((one) => readGame(one) ?? []) : [];

const read = (): readonly ArchivedGame[] => readStored(NAME, parse) ?? [];

let games: readonly ArchivedGame[] | undefined = $state.raw();

/** Returns all games, the latest last. */
export const archivedGames = (): readonly ArchivedGame[] => games ?? read();

function keep(changed: readonly ArchivedGame[]): void {
  games = changed;
  store(NAME, changed);
}

/** Adds a game. It replaces an earlier end of the same game if one is given. */
export function archive(game: ArchivedGame, instead?: number): void {
  // Another tab may have added a game.
  const others = read().filter(({ ended }) => ended !== instead);
  keep([...others, game].slice(-MOST_GAMES));
}

/** Deletes all games. Returns a function that restores them. */
export function eraseArchive(): () => void {
  const before = read();
  games = [];
  forget(NAME);
  return () => keep(before);
}

/** Returns the visitor's results against each level, the lowest first. */
export function scoresOf(list: readonly ArchivedGame[]): Score[] {
  const levels = [...new Set(list.map(({ level }) => level))].sort((one, other) => one - other);
  return levels.map((level) => {
    const met = list.filter((game) => game.level === level);
    const count = (...results: readonly Result[]): number =>
      met.filter(({ result }) => results.includes(result)).length;
    const won = met.filter(({ side, result }) => result === (side === 'white' ? '1-0' : '0-1')).length;
    const drawn = count('1/2-1/2');
    return { level, won, drawn, lost: count('1-0', '0-1') - won };
  });
}

/** The minimum number of games for a meaningful score. */
const TELLING = 3;
const HIGHEST = 10;

/**
 * Returns the recommended level with the score behind it: one above a mastered level, one below a level that is too
 * strong. Returns undefined if there is no reason to change.
 */
export function adviceOf(
  scores: readonly Score[],
): { level: number; won: number; games: number; next: number } | undefined {
  const last = scores.findLast(({ won, drawn, lost }) => won + drawn + lost >= TELLING);
  if (!last) return undefined;
  const { level, won, drawn, lost } = last;
  const games = won + drawn + lost;
  const share = (won + drawn / 2) / games;
  if (share >= 0.6 && level < HIGHEST) return { level, won, games, next: level + 1 };
  if (share <= 0.2 && level > 1) return { level, won, games, next: level - 1 };
  return undefined;
}

export const recordOf = ({ variant, fen, headers, moves, result }: ArchivedGame): GameRecord => ({
  variant,
  ...(fen === undefined ? {} : { fen }),
  headers,
  moves: moves.split(' ').map((move) => ({ move })),
  result,
});
