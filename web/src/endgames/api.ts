//! What the server's endgame tables know. Nothing of it is worked out here.
import { connect } from '../lib/api/client';
import type { components } from '../lib/api/schema';

type Shapes = components['schemas'];
export type Probe = Shapes['Probe'];
export type Solved = Shapes['Solved'];
export type EndgameTable = Shapes['EndgameTable'];

/** A position as the rules reached it. */
export interface Asked {
  readonly variant: string;
  readonly fen: string;
  readonly moves?: readonly string[];
}

const api = connect();

/** Looks a position up. Throws an `ApiError` if the server refuses or cannot be reached. */
export async function probe({ variant, fen, moves = [] }: Asked, signal?: AbortSignal): Promise<Probe> {
  const body = { variant, fen, moves: [...moves] };
  const { data } = await api.POST('/api/v1/probe', { body, ...(signal ? { signal } : {}) });
  if (!data) throw new Error('an answer without a body');
  return data;
}

/** A won position of an ending, drawn by lot. */
export async function randomWin(variant: string, material: string): Promise<Probe> {
  const { data } = await api.GET('/api/v1/probe/random', { params: { query: { variant, material } } });
  if (!data) throw new Error('an answer without a body');
  return data;
}

/** What is known of each ending of a variant. */
export async function endingsOf(variant: string): Promise<readonly EndgameTable[]> {
  const { data } = await api.GET('/api/v1/variants/{id}/endgames', { params: { path: { id: variant } } });
  return data?.tables ?? [];
}
