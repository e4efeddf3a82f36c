//! A file of games, read piece by piece.
import { headerOf, type GameRecord, type RecordedMove } from '../../../game/record';
import { decodeFile, epdToFen, newPgnReader, newRecord, type Game, type PgnEntry } from '../../../lib/rules';

import type { Bad, Listed, Note } from './protocol';

/** A game as it is kept: text takes less memory than what it stands for. */
export interface Kept {
  line: number;
  /** The record as JSON. */
  text: string;
}

/** A game, what is wrong with one, or what is wrong with one and the game up to there. */
interface Entry {
  line: number;
  record?: GameRecord;
  problem?: string;
  notes?: string[];
}

const entryOf = ({ line, record, problem, notes = [] }: PgnEntry, variant: string): Entry => ({
  line,
  notes,
  ...(record ? { record: { ...record, variant: record.variant ?? variant } as GameRecord } : {}),
  ...(problem === undefined ? {} : { problem }),
});

function listed(record: GameRecord, line: number, at: number): Listed {
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
/** The name that an EPD gives its position. */
const NAME = /[\s;]id\s+"([^"]+)"/;

/** The lines that may hold a position, with their numbers. Lines that begin with `#` or `%` are comments. */
const positionLines = (text: string): { line: number; text: string }[] =>
  text
    .split(LINE_END)
    .map((line, at) => ({ line: at + 1, text: line.trim() }))
    .filter((line) => /^[^#%]/.test(line.text));

/** Whether a text holds positions, FEN or EPD, one a line: whether the first of its lines is one. */
export const isFens = (text: string): boolean => POSITION.test(positionLines(text)[0]?.text ?? '');

/** Positions as games without moves. */
function fenEntries(text: string, variant: string): Entry[] {
  return positionLines(text).map(({ line, text: position }) => {
    const fen = epdToFen(position);
    const name = NAME.exec(position)?.[1] ?? fen;
    return { line, record: { variant, fen, headers: [['Event', name]], moves: [], result: '*' } };
  });
}

/** The text of a file, in the encodings in which PGN is read. */
const textOf = async (file: Blob): Promise<string> => decodeFile(new Uint8Array(await file.arrayBuffer()));

/** The length of the part of a file that shows whether it holds positions. */
const HEAD = 16 * 1024;

/** What a file holds, in pieces: the entries and how many bytes have been read. */
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

/** Sorts entries into games to list and games that are broken; what can be opened is kept, of both. */
export function sortEntries(
  entries: readonly Entry[],
  known: number,
): { games: Listed[]; kept: Kept[]; bad: Bad[]; notes: Note[] } {
  const games: Listed[] = [];
  const kept: Kept[] = [];
  const bad: Bad[] = [];
  const notes: Note[] = [];
  for (const { line, record, problem, notes: left = [] } of entries) {
    const at = known + kept.length;
    notes.push(...left.map((text) => ({ line, text })));
    if (record) kept.push({ line, text: JSON.stringify(record) });
    if (problem !== undefined) bad.push({ line, place: 'fault', text: problem, ...(record ? { at } : {}) });
    else if (record) games.push(listed(record, line, at));
  }
  return { games, kept, bad, notes };
}

/** What keeps a game from being played through. */
export interface ReplayFault {
  text: string;
  /** Whether it is its start, so that nothing of it can be opened. */
  isStart: boolean;
}

/** Why a game cannot be played through; undefined if it can. */
export function faultOf(record: GameRecord, language: string): ReplayFault | undefined {
  let game: Game | undefined;
  try {
    game = newRecord(record.variant, language, record.fen);
    replay(game, record.moves);
    return undefined;
  } catch (error) {
    return { text: (error as Error).message, isStart: !(error instanceof Fault) };
  } finally {
    game?.free();
  }
}

class Fault extends Error {}

function replay(game: Game, moves: readonly RecordedMove[]): void {
  for (const { move, variations = [] } of moves) {
    for (const variation of variations) {
      replay(game, variation);
    }
    try {
      game.play(move);
    } catch (error) {
      if (error instanceof Fault) throw error;
      const { turn, fullmoves } = game.snapshot();
      const number = `${fullmoves}${turn === 'white' ? '.' : '…'}`;
      throw new Fault(`${number} ${move}: ${(error as Error).message}`);
    }
  }
  for (let plies = moves.length; plies > 0; plies -= 1) game.undo();
}
