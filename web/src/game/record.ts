//! A game record for storage and exchange: plain text, without anything that the rules can recompute.

/** A move with its comments, and the alternatives to it. */
export interface RecordedMove {
  /** In UCI or SAN. */
  move: string;
  nags?: readonly number[];
  /** A comment before the move that cannot belong to the preceding move. */
  before?: string;
  comment?: string;
  variations?: readonly (readonly RecordedMove[])[];
}

export type Header = readonly [name: string, value: string];

export interface GameRecord {
  /** The id of the variant. */
  variant: string;
  /** The FEN of the starting position, if it is not the variant's own. */
  fen?: string;
  /** The tag pairs of the PGN, except those that other fields of the record determine. */
  headers: readonly Header[];
  /** The comment before the first move. */
  comment?: string;
  moves: readonly RecordedMove[];
  result: Result;
}

/** The result of a game in PGN notation. */
export type Result = '1-0' | '0-1' | '1/2-1/2' | '*';

/** Formats a result for display. */
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

/** Parses a stored game. Returns undefined if it is malformed. The rules check whether the moves are legal. */
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

/** Returns the value of the first tag pair with a name. */
export const headerOf = ({ headers }: Pick<GameRecord, 'headers'>, name: string): string | undefined =>
  headers.find(([other]) => other === name)?.[1];

/** Returns the tag pairs with one value replaced; an empty value removes the pair. */
export function withHeader(headers: readonly Header[], name: string, value: string): readonly Header[] {
  const others = headers.filter(([other]) => other !== name);
  return value ? [...others, [name, value]] : others;
}
