//! The messages between the app and the web worker that runs the engine.
import type { SearchResult, ReviewProgress, SearchRequest, Report, Review } from '../rules';

/** A position to search: a game of a variant, from its starting position or a FEN. */
export interface Position {
  readonly variant: string;
  readonly fen?: string;
  /** The UCI moves since then. */
  readonly moves: readonly string[];
}

/** The running build of the engine. */
export interface Build {
  readonly kind: 'threads' | 'single';
  /** The highest number of threads. */
  readonly threads: number;
}

/** The byte in shared memory that stops the search when it is set to 1. */
export interface StopFlag {
  readonly memory: SharedArrayBuffer;
  readonly address: number;
}

/** A command to the worker, which executes one at a time and receives nothing while it searches. */
export type Command =
  | { kind: 'go'; id: number; position: Position; order: SearchRequest; threads: number }
  /** Reviews the game that leads to a position, with `nodes` nodes for each of its positions. */
  | { kind: 'review'; id: number; position: Position; language: string; nodes: number; threads: number }
  /** Clears the results of earlier searches. */
  | { kind: 'forget' };

/** A message from the worker. Every request ends with `answer`, `reviewed`, or `refused`, unless the worker is lost. */
export type Message =
  | { kind: 'ready'; build: Build }
  /** The engine could not be loaded. */
  | { kind: 'unavailable'; reason: string }
  /** The engine evaluates a variant without its network. */
  | { kind: 'no-network'; reason: string }
  /** The engine plays a variant without its opening book. */
  | { kind: 'no-book'; reason: string }
  | { kind: 'started'; id: number; flag?: StopFlag }
  | { kind: 'report'; id: number; report: Report }
  | { kind: 'looking'; id: number; looking: ReviewProgress }
  | { kind: 'answer'; id: number; answer: SearchResult }
  /** The review is missing if it was stopped. */
  | { kind: 'reviewed'; id: number; review?: Review }
  /** The position or the request is invalid; the engine is unchanged. */
  | { kind: 'refused'; id: number; reason: string }
  /** The engine crashed and cannot be used again. */
  | { kind: 'died'; reason: string };
