//! The HTTP client for accounts: signing up and in, passwords, two-factor sign-in, sessions, and one-time links.
import { answerOf, ownServer } from '../lib/api/client';
import type { components } from '../lib/api/schema';

type Shapes = components['schemas'];
export type Account = Shapes['Account'];
export type DeviceSession = Shapes['AccountSession'];
export type Invitation = Shapes['Invitation'];
export type SignUpRule = Shapes['SignUp'];
export type Totp = Shapes['NewTotp'];

const api = ownServer;
const done = (call: Promise<unknown>): Promise<void> => call.then(() => undefined);

export const http = {
  signUpRule: () => answerOf(api.GET('/api/v1/account/sign-up')),
  signUp: (body: Shapes['NewAccount']) => answerOf(api.POST('/api/v1/account', { body })),
  signIn: (body: Shapes['Credentials']) => answerOf(api.POST('/api/v1/session', { body })),
  /** Signs in with a recovery code in place of the password, and sets a new password. */
  recover: (body: Shapes['Recovery']) => answerOf(api.POST('/api/v1/session/recover', { body })),

  /** Closes the account. Returns the time at which it is erased. */
  close: async (body: Shapes['CurrentCredentials']): Promise<number> =>
    (await answerOf(api.DELETE('/api/v1/account', { body }))).eraseAt,

  account: () => answerOf(api.GET('/api/v1/account')),
  changePassword: (body: Shapes['ChangedPassword']) =>
    answerOf(api.POST('/api/v1/account/password', { body })),
  sessions: () => answerOf(api.GET('/api/v1/account/sessions')),
  endSession: (id: string) => done(api.DELETE('/api/v1/account/sessions/{id}', { params: { path: { id } } })),

  /** Creates a secret for an authenticator app. It is used once a code of it is confirmed. */
  beginTotp: (password: string) => answerOf(api.POST('/api/v1/account/totp', { body: { password } })),
  /** Returns the recovery codes with the new session. */
  confirmTotp: async (code: string) => {
    const { recoveryCodes, session } = await answerOf(
      api.POST('/api/v1/account/totp/confirm', { body: { code } }),
    );
    return { recoveryCodes, ...session };
  },
  removeTotp: (body: Shapes['CurrentCredentials']) => answerOf(api.DELETE('/api/v1/account/totp', { body })),
  /** Creates recovery codes, which replace the earlier ones. */
  renewRecoveryCodes: (body: Shapes['CurrentCredentials']) =>
    answerOf(api.POST('/api/v1/account/recovery-codes', { body })),

  /** Fetches the invitation of a link without redeeming it. */
  invitation: (token: string) => answerOf(api.POST('/api/v1/invitations/look', { body: { token } })),
  redeemInvitation: (body: Shapes['RedeemedInvitation']) =>
    answerOf(api.POST('/api/v1/invitations/redeem', { body })),
  /** Requests an email with a link that resets the password of each member with this address. */
  requestReset: (email: string) => done(api.POST('/api/v1/password-reset/request', { body: { email } })),
  /** Fetches the name of the member whose password a link resets. */
  reset: async (token: string): Promise<string> =>
    (await answerOf(api.POST('/api/v1/password-reset/look', { body: { token } }))).name,
  redeemReset: (body: Shapes['RedeemedReset']) => done(api.POST('/api/v1/password-reset/redeem', { body })),
};
