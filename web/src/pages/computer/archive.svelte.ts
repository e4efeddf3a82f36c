//! The visitor's finished games against the computer. Kept in the browser.
import { forget, readStored, store } from '../../base/storage';
import { isResult, type GameRecord, type Header, type Result } from '../../game/record';
import type { Color } from '../../lib/rules';

/** At most this many games are kept; the oldest go first. */
export const MOST_GAMES = 500;
const NAME = 'archive';

export interface ArchivedGame {
  /** The moment at which it ended, in milliseconds; no two games have the same. */
  readonly ended: number;
  readonly variant: string;
  readonly level: number;
  /** The side of the visitor. */
  readonly side: Color;
  readonly result: Result;
  readonly fen?: string;
  readonly headers: readonly Header[];
  /** In UCI, with spaces between. */
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

/** All games, the latest last. */
export const archivedGames = (): readonly ArchivedGame[] => games ?? read();

function keep(changed: readonly ArchivedGame[]): void {
  games = changed;
  store(NAME, changed);
}

/** Adds a game, in place of an earlier end of the same game if one is given. */
export function archive(game: ArchivedGame, instead?: number): void {
  // Another tab may have added one.
  const others = read().filter(({ ended }) => ended !== instead);
  keep([...others, game].slice(-MOST_GAMES));
}

/** Erases all games. Returns how to have them back. */
export function eraseArchive(): () => void {
  const before = read();
  games = [];
  forget(NAME);
  return () => keep(before);
}

/** The results of the visitor against each level, the lowest first. */
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

/** From so many games on, a score says something. */
const TELLING = 3;
const HIGHEST = 10;

/** The level to try next, with the score that suggests it: one up from a level that is mastered, one down from one that is
 *  too strong. None if the score suggests no other level. */
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
