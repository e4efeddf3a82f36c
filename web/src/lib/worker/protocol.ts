//! What the page and the engine's worker say to each other.
import type { Answer, Looking, Order, Report, Review } from '../rules';

/** A position to think about: a game of a variant, from its start or a FEN. */
export interface Position {
  readonly variant: string;
  readonly fen?: string;
  /** The moves since, in UCI. */
  readonly moves: readonly string[];
}

/** Which of the two builds of the engine runs. */
export interface Build {
  readonly kind: 'threads' | 'single';
  /** The most threads that it can think on. */
  readonly threads: number;
}

/** Where in shared memory the byte lies that stops the search when it is 1. */
export interface StopFlag {
  readonly memory: SharedArrayBuffer;
  readonly address: number;
}

/** To the worker. It does one thing after the other, and hears nothing while it thinks. */
export type Command =
  | { kind: 'go'; id: number; position: Position; order: Order; threads: number }
  /** Review the game that leads to a position, with a search of so many nodes for each of its positions. */
  | { kind: 'review'; id: number; position: Position; language: string; nodes: number; threads: number }
  /** Forget what earlier searches found out. */
  | { kind: 'forget' };

/** From the worker. Whatever was ordered ends with `answer`, `reviewed` or `refused`, or the worker is lost. */
export type Message =
  | { kind: 'ready'; build: Build }
  /** The engine cannot be loaded. */
  | { kind: 'unavailable'; reason: string }
  /** The engine evaluates a game without the network that there is for it. */
  | { kind: 'untaught'; reason: string }
  /** The engine plays a game without the opening book that there is for it. */
  | { kind: 'bookless'; reason: string }
  | { kind: 'started'; id: number; flag?: StopFlag }
  | { kind: 'report'; id: number; report: Report }
  | { kind: 'looking'; id: number; looking: Looking }
  | { kind: 'answer'; id: number; answer: Answer }
  /** Without a review it was stopped. */
  | { kind: 'reviewed'; id: number; review?: Review }
  /** The position or the order is none; the engine is as it was. */
  | { kind: 'refused'; id: number; reason: string }
  /** The engine has broken down and can do nothing more. */
  | { kind: 'died'; reason: string };
