//! What the page and the worker that reads files say to each other.
import type { GameRecord } from '../../../game/record';

/** A game of a file, as it stands in a list. */
export interface Listed {
  /** Which game of the file it is, from 0. */
  at: number;
  line: number;
  white: string;
  black: string;
  event: string;
  date: string;
  result: string;
  /** The variant that it names. */
  variant: string;
  plies: number;
}

/** A game of a file that cannot be opened. */
export interface Bad {
  /** Where it is wrong, or where the game begins in which something is. */
  line: number;
  place: 'fault' | 'game';
  /** One sentence. */
  text: string;
  /** Which game of the file it is, if it can be opened up to there. */
  at?: number;
}

/** What was left out of a game, in one sentence. */
export interface Note {
  line: number;
  text: string;
}

/** A game of a file with a move that the rules refuse, or a start that they do. */
export interface Refused {
  /** Which game of the file it is. */
  game: number;
  bad: Bad;
}

export type Command =
  /** Read a file; games that name no variant are of this one. */
  | { kind: 'read'; file: Blob; variant: string; language: string }
  | { kind: 'open'; at: number }
  /** Read no further. */
  | { kind: 'stop' };

export type Message =
  /** What was found in another piece of the file. */
  | { kind: 'found'; games: Listed[]; bad: Bad[]; notes: Note[]; bytes: number }
  /** The file is read; how many games have been replayed to see whether their moves are legal. */
  | { kind: 'checked'; bad: Refused[]; done: number }
  | { kind: 'done' }
  | { kind: 'record'; record: GameRecord }
  | { kind: 'failed'; reason: string };
