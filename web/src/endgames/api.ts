//! Requests for the server's endgame tablebases, which are not available offline.
import { answerOf, ownServer } from '../lib/api/client';
import type { components } from '../lib/api/schema';

type Shapes = components['schemas'];
export type Probe = Shapes['Probe'];
export type Solved = Shapes['Solved'];
export type EndgameTable = Shapes['EndgameTable'];

/** A position and the moves that led to it. */
export interface Asked {
  readonly variant: string;
  readonly fen: string;
  readonly moves?: readonly string[];
}

/** Looks up a position. Throws an `ApiError` if the server refuses or cannot be reached. */
export function probe({ variant, fen, moves = [] }: Asked, signal?: AbortSignal): Promise<Probe> {
  const body = { variant, fen, moves: [...moves] };
  return answerOf(ownServer.POST('/api/v1/probe', { body, ...(signal ? { signal } : {}) }));
}

/** Returns a random won position of an ending. */
export function randomWin(variant: string, material: string): Promise<Probe> {
  return answerOf(ownServer.GET('/api/v1/probe/random', { params: { query: { variant, material } } }));
}

/** Returns the tablebases of a variant. */
export async function endingsOf(variant: string): Promise<readonly EndgameTable[]> {
  const path = { id: variant };
  return (await answerOf(ownServer.GET('/api/v1/variants/{id}/endgames', { params: { path } }))).tables;
}
