//! The HTTP client for accounts: signing up and in, passwords, and sessions.
import { answerOf, ownServer } from '../lib/api/client';
import type { components } from '../lib/api/schema';

type Shapes = components['schemas'];
export type Account = Shapes['Account'];
export type DeviceSession = Shapes['AccountSession'];
export type SignUpMode = Shapes['SignUpMode'];

const api = ownServer;
const done = (call: Promise<unknown>): Promise<void> => call.then(() => undefined);

export const http = {
  signUpMode: async (): Promise<SignUpMode> => (await answerOf(api.GET('/api/v1/account/sign-up'))).mode,
  signUp: (body: Shapes['NewAccount']) => answerOf(api.POST('/api/v1/account', { body })),
  signIn: (body: Shapes['Credentials']) => answerOf(api.POST('/api/v1/session', { body })),

  account: () => answerOf(api.GET('/api/v1/account')),
  changePassword: (body: Shapes['ChangedPassword']) =>
    answerOf(api.POST('/api/v1/account/password', { body })),
  sessions: () => answerOf(api.GET('/api/v1/account/sessions')),
  endSession: (id: string) => done(api.DELETE('/api/v1/account/sessions/{id}', { params: { path: { id } } })),
};
