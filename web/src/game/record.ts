//! A game as it is stored and exchanged: text only, nothing that the rules could not work out again.

/** A move with what is written around it, and the lines that could replace it. */
export interface RecordedMove {
  /** In UCI or SAN. */
  move: string;
  nags?: readonly number[];
  /** What is written before it, where that cannot belong to the move before. */
  before?: string;
  comment?: string;
  variations?: readonly (readonly RecordedMove[])[];
}

/** A tag pair: name and value. */
export type Header = readonly [name: string, value: string];

/** A game. */
export interface GameRecord {
  /** The id of its variant. */
  variant: string;
  /** The FEN of its start, where that is not the variant's. */
  fen?: string;
  /** The tag pairs of its PGN, without those that the rest of the record speaks for. */
  headers: readonly Header[];
  /** What is written before the first move. */
  comment?: string;
  moves: readonly RecordedMove[];
  result: Result;
}

/** How a game ended, as PGN writes it. */
export type Result = '1-0' | '0-1' | '1/2-1/2' | '*';

/** A result as it is written on the screen. */
export const scoreOf = (result: string): string => result.replaceAll('1/2', '½').replace('-', '–');

const RESULTS: readonly string[] = ['1-0', '0-1', '1/2-1/2', '*'];
export const isResult = (value: unknown): value is Result =>
  typeof value === 'string' && RESULTS.includes(value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isHeader = (value: unknown): value is Header =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

function readMove(value: unknown): RecordedMove | undefined {
  if (!isObject(value) || typeof value['move'] !== 'string') return undefined;
  const { move, nags, before, comment, variations } = value;
  const lines = Array.isArray(variations) ? variations.map(readLine) : [];
  if (lines.includes(undefined)) return undefined;
  const glyphs = Array.isArray(nags) ? nags.filter((nag) => typeof nag === 'number') : [];
  return {
    move,
    ...(glyphs.length > 0 ? { nags: glyphs } : {}),
    ...(typeof before === 'string' ? { before } : {}),
    ...(typeof comment === 'string' ? { comment } : {}),
    ...(lines.length > 0 ? { variations: lines.filter((line) => line !== undefined) } : {}),
  };
}

function readLine(value: unknown): RecordedMove[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const moves = value.map(readMove);
  return moves.some((move) => move === undefined) ? undefined : moves.filter((move) => move !== undefined);
}

/** The game in a stored value; undefined if it holds none. Whether its moves are legal is for the rules to say. */
export function readRecord(value: unknown): GameRecord | undefined {
  if (!isObject(value) || typeof value['variant'] !== 'string') return undefined;
  const moves = readLine(value['moves']);
  if (!moves) return undefined;
  const { variant, fen, comment, result, headers } = value;
  return {
    variant,
    ...(typeof fen === 'string' ? { fen } : {}),
    headers: Array.isArray(headers) ? headers.filter(isHeader) : [],
    ...(typeof comment === 'string' ? { comment } : {}),
    moves,
    result: isResult(result) ? result : '*',
  };
}

/** The value of the first tag pair of a name. */
export const headerOf = ({ headers }: Pick<GameRecord, 'headers'>, name: string): string | undefined =>
  headers.find(([other]) => other === name)?.[1];

/** The tag pairs with one of them given another value; one without a value is taken out. */
export function withHeader(headers: readonly Header[], name: string, value: string): readonly Header[] {
  const others = headers.filter(([other]) => other !== name);
  return value ? [...others, [name, value]] : others;
}
