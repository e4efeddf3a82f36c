//! The messages between the app and the web worker that reads game files.
import type { GameRecord } from '../../../game/record';

/** A game of a file, as a list entry. */
export interface FileGame {
  /** The index of the game in the file, from 0. */
  at: number;
  line: number;
  white: string;
  black: string;
  event: string;
  date: string;
  result: string;
  variant: string;
  plies: number;
}

/** A game of a file that cannot be opened. */
export interface ImportError {
  /** The line of the error, or of the beginning of the game that contains it. */
  line: number;
  place: 'fault' | 'game';
  /** The error, in one sentence. */
  text: string;
  /** The index of the game, if it can be opened up to the error. */
  at?: number;
}

/** A notice about a game, in one sentence. */
export interface Note {
  line: number;
  text: string;
}

/** A result in a file that differs from the end of the game by the rules. */
export interface FalseResult {
  line: number;
  /** The place of the result: the tag, or the end of the moves. */
  place: 'tag' | 'end';
  written: string;
  byTheRules: string;
}

/** A game of a file with a move or a starting position that the rules reject. */
export interface RejectedGame {
  /** The index of the game in the file. */
  game: number;
  bad: ImportError;
}

export type Command =
  /** Reads a file. Games without a Variant tag are assumed to be of this variant. */
  | { kind: 'read'; file: Blob; variant: string; language: string }
  | { kind: 'open'; at: number }
  | { kind: 'stop' };

export type Message =
  /** The results from another chunk of the file. */
  | { kind: 'found'; games: FileGame[]; bad: ImportError[]; notes: Note[]; bytes: number }
  /** The file has been read; `done` games have been replayed to check the legality of their moves. */
  | { kind: 'checked'; bad: RejectedGame[]; falseResults: FalseResult[]; done: number }
  | { kind: 'done' }
  | { kind: 'record'; record: GameRecord }
  | { kind: 'failed'; reason: string };
