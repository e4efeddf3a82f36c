//! The HTTP client for the links in emails.
import { answerOf, ownServer } from '../lib/api/client';

export const emails = {
  /** Confirms the email address of a token. Returns the address. */
  confirm: async (token: string): Promise<string> =>
    (await answerOf(ownServer.POST('/api/v1/notices/email/verify', { body: { token } }))).address,
  /** Unsubscribes the address of a token from all email. */
  unsubscribe: async (token: string): Promise<void> => {
    await ownServer.POST('/api/v1/notices/unsubscribe', { params: { query: { token } } });
  },
};
