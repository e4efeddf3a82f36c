//! The reader of game files, which parses them in chunks.
import { headerOf, type GameRecord, type RecordedMove } from '../../../game/record';
import { decodeFile, epdToFen, newPgnReader, newRecord, type Game, type PgnEntry } from '../../../lib/rules';

import type { FalseResult, FileGame, ImportError, Note } from './protocol';

/** A game in memory: text takes less space than the parsed record. */
export interface StoredGame {
  line: number;
  /** The text of the Result tag. */
  resultTag?: string;
  /** The record as JSON. */
  text: string;
}

/** A game, an error, or an error together with the game up to it. */
interface Entry {
  line: number;
  record?: GameRecord;
  resultTag?: string;
  problem?: string;
  notes?: string[];
}

const entryOf = ({ line, record, resultTag, problem, notes = [] }: PgnEntry, variant: string): Entry => ({
  line,
  notes,
  ...(resultTag === undefined ? {} : { resultTag }),
  ...(record ? { record: { ...record, variant: record.variant ?? variant } as GameRecord } : {}),
  ...(problem === undefined ? {} : { problem }),
});

function listed(record: GameRecord, line: number, at: number): FileGame {
  const tag = (name: string): string => {
    const value = headerOf(record, name) ?? '';
    return /^[?.]*$/.test(value) ? '' : value;
  };
  return {
    at,
    line,
    white: tag('White'),
    black: tag('Black'),
    event: tag('Event'),
    date: tag('Date'),
    result: record.result,
    variant: record.variant,
    plies: record.moves.length,
  };
}

const LINE_END = /\r\n?|\n/;
const POSITION = /^[^\s[]+\/\S+\s+[wb](?=[\s;]|$)/;
/** The name of a position in an EPD line. */
const NAME = /[\s;]id\s+"([^"]+)"/;

/** Returns the lines that may contain a position, with their numbers. Lines that start with `#` or `%` are comments. */
const positionLines = (text: string): { line: number; text: string }[] =>
  text
    .split(LINE_END)
    .map((line, at) => ({ line: at + 1, text: line.trim() }))
    .filter((line) => /^[^#%]/.test(line.text));

/** Returns true if a text contains positions (FEN or EPD, one per line), judged by its first line. */
export const isFens = (text: string): boolean => POSITION.test(positionLines(text)[0]?.text ?? '');

/** Converts positions to games without moves. */
function fenEntries(text: string, variant: string): Entry[] {
  return positionLines(text).map(({ line, text: position }) => {
    const fen = epdToFen(position);
    const name = NAME.exec(position)?.[1] ?? fen;
    return { line, record: { variant, fen, headers: [['Event', name]], moves: [], result: '*' } };
  });
}

/** Returns the text of a file, in the encodings supported for PGN. */
const textOf = async (file: Blob): Promise<string> => decodeFile(new Uint8Array(await file.arrayBuffer()));

/** The length of the beginning of a file that is checked for positions. */
const HEAD = 16 * 1024;

/** Yields the entries of a file in chunks, with the number of bytes read so far. */
export async function* entriesOf(
  file: Blob,
  variant: string,
): AsyncGenerator<{ entries: Entry[]; bytes: number }> {
  if (isFens(await textOf(file.slice(0, HEAD)))) {
    yield { entries: fenEntries(await textOf(file), variant), bytes: file.size };
    return;
  }
  const pgn = newPgnReader();
  const reader = file.stream().getReader();
  let bytes = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    bytes += step.value.length;
    yield { entries: pgn.feed(step.value).map((entry) => entryOf(entry, variant)), bytes };
  }
  yield { entries: pgn.finish().map((entry) => entryOf(entry, variant)), bytes };
}

/** Sorts entries into valid and broken games. All that can be opened are kept. */
export function sortEntries(
  entries: readonly Entry[],
  known: number,
): { games: FileGame[]; kept: StoredGame[]; bad: ImportError[]; notes: Note[] } {
  const games: FileGame[] = [];
  const kept: StoredGame[] = [];
  const bad: ImportError[] = [];
  const notes: Note[] = [];
  for (const { line, record, resultTag, problem, notes: left = [] } of entries) {
    const at = known + kept.length;
    notes.push(...left.map((text) => ({ line, text })));
    if (record) {
      kept.push({ line, text: JSON.stringify(record), ...(resultTag === undefined ? {} : { resultTag }) });
    }
    if (problem !== undefined) bad.push({ line, place: 'fault', text: problem, ...(record ? { at } : {}) });
    else if (record) games.push(listed(record, line, at));
  }
  return { games, kept, bad, notes };
}

/** An error that prevents a game from being replayed. */
export interface ReplayFault {
  text: string;
  /** True if the starting position is invalid, so that the game cannot be opened at all. */
  isStart: boolean;
}

/** Replays a game. Returns the error that prevents it, or the result by the rules if the game is over. */
export function replayed(record: GameRecord, language: string): { fault?: ReplayFault; result?: string } {
  let game: Game | undefined;
  try {
    game = newRecord(record.variant, language, record.fen);
    replay(game, record.moves);
    const { ending } = game.snapshot();
    return ending ? { result: ending.result } : {};
  } catch (error) {
    return { fault: { text: (error as Error).message, isStart: !(error instanceof MoveError) } };
  } finally {
    game?.free();
  }
}

/** Returns the result that a file claims for a game, if it differs from the result by the rules. */
export function falseResult(
  { line, resultTag }: StoredGame,
  { result: atEnd }: GameRecord,
  byTheRules: string,
): FalseResult | undefined {
  if (resultTag !== undefined && resultTag !== byTheRules)
    return { line, place: 'tag', written: resultTag, byTheRules };
  if (atEnd !== '*' && atEnd !== byTheRules) return { line, place: 'end', written: atEnd, byTheRules };
  return undefined;
}

class MoveError extends Error {}

/** Plays a line and, before each of its moves, the variations of the move. */
function replay(game: Game, moves: readonly RecordedMove[]): void {
  for (const { move, variations = [] } of moves) {
    for (const variation of variations) {
      replay(game, variation);
      for (let plies = variation.length; plies > 0; plies -= 1) game.undo();
    }
    try {
      game.play(move);
    } catch (error) {
      if (error instanceof MoveError) throw error;
      const { turn, fullmoves } = game.snapshot();
      const number = `${fullmoves}${turn === 'white' ? '.' : '…'}`;
      throw new MoveError(`${number} ${move}: ${(error as Error).message}`);
    }
  }
}
