//! The HTTP client for profiles, blocked people, and the people who are online.
import { answerOf, ownServer } from '../lib/api/client';
import type { components } from '../lib/api/schema';

type Shapes = components['schemas'];
export type Profile = Shapes['Profile'];
export type ProfileGame = Shapes['ProfileGame'];
export type ProfileGameList = Shapes['ProfileGameList'];
export type BlockedPerson = Shapes['BlockedPerson'];
export type OnlinePeople = Shapes['OnlinePeople'];

const api = ownServer;
const path = (name: string) => ({ params: { path: { name } } });
const done = (call: Promise<unknown>): Promise<void> => call.then(() => undefined);

export const http = {
  profile: (name: string) => answerOf(api.GET('/api/v1/people/{name}', path(name))),
  games: (name: string, query: { state: 'running' | 'ended'; limit: number; before?: string }) =>
    answerOf(api.GET('/api/v1/people/{name}/games', { params: { path: { name }, query } })),
  change: (body: Shapes['ChangedProfile']) => answerOf(api.PATCH('/api/v1/account', { body })),
  block: (name: string) => done(api.PUT('/api/v1/people/{name}/block', path(name))),
  unblock: (name: string) => done(api.DELETE('/api/v1/people/{name}/block', path(name))),
  blocks: () => answerOf(api.GET('/api/v1/account/blocks')),
  online: () => answerOf(api.GET('/api/v1/online')),
};
