//! The HTTP client for seeks: offers of a game to any opponent who fits.
import { answerOf, ApiError, ownServer } from '../lib/api/client';
import type { components } from '../lib/api/schema';

type Shapes = components['schemas'];
export type Seek = Shapes['Seek'];
export type NewSeek = Shapes['NewSeek'];
export type PostedSeek = Shapes['PostedSeek'];

const api = ownServer;
const path = (id: string) => ({ params: { path: { id } } });

export const http = {
  seeks: async () => (await answerOf(api.GET('/api/v1/seeks'))).seeks,
  post: (body: NewSeek): Promise<PostedSeek> => answerOf(api.POST('/api/v1/seeks', { body })),
  /** Begins the game of a seek, or returns the one that has begun. */
  take: (id: string) => answerOf(api.POST('/api/v1/seeks/{id}/take', path(id))),
  withdraw: (id: string): Promise<void> => api.DELETE('/api/v1/seeks/{id}', path(id)).then(() => undefined),
};

/** Returns true for a seek of games with a clock. */
export const isLive = ({ games }: Pick<Seek, 'games'>): boolean => games.some(({ terms }) => terms.clock);

/** Returns the kind of a rejection by the server. */
export const kindOf = (error: unknown): Shapes['ProblemKind'] | undefined =>
  error instanceof ApiError && error.failure.kind === 'problem' ? error.failure.problem.kind : undefined;
