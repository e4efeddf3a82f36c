//! The HTTP client for seeks: offers of a game to any opponent who fits.
import { answerOf, ownServer } from '../lib/api/client';
import { withRetries } from '../lib/api/retries';
import type { components } from '../lib/api/schema';
import { newId } from '../live/frames';

type Shapes = components['schemas'];
export type Seek = Shapes['Seek'];
export type SeekGame = Shapes['SeekGame'];
export type NewSeek = Shapes['NewSeek'];
export type PostedSeek = Shapes['PostedSeek'];

const api = ownServer;
const path = (id: string) => ({ params: { path: { id } } });

/** Lists the seeks, with the wait of the visitor. */
const lobby = () => answerOf(api.GET('/api/v1/seeks'));

export const http = {
  lobby,
  seeks: async () => (await lobby()).seeks,
  post: (body: NewSeek): Promise<PostedSeek> =>
    withRetries(newId(), (header) => answerOf(api.POST('/api/v1/seeks', { body, params: { header } }))),
  /** Begins a game of a seek, or returns the one that has begun. Without a choice, the first game that fits begins. */
  take: (id: string, choice?: SeekGame) => {
    const body = choice && { variant: choice.variant, terms: choice.terms };
    return withRetries(id, () =>
      answerOf(api.POST('/api/v1/seeks/{id}/take', { ...path(id), ...(body && { body }) })),
    );
  },
  withdraw: (id: string): Promise<void> => api.DELETE('/api/v1/seeks/{id}', path(id)).then(() => undefined),
};

/** Returns true for a seek of games with a clock. */
export const isLive = ({ games }: Pick<Seek, 'games'>): boolean => games.some(({ terms }) => terms.clock);
