//! The HTTP client for admins. Changes need a code of the authenticator app from the last 15 minutes: see `guarded`.
import { guarded } from '../../account/confirmation.svelte';
import { answerOf, ownServer } from '../../lib/api/client';
import type { components } from '../../lib/api/schema';
import { http as live } from '../../live/http';
import { isLoopback, linkAt } from '../../live/loopback';

type Shapes = components['schemas'];
export type Member = Shapes['ListedMember'];
export type Role = Shapes['PersonRole'];
export type AccountLink = Shapes['AccountLink'];
export type InvitationLinks = Shapes['InvitationLinks'];
export type JobList = Shapes['JobList'];
export type JobReference = Shapes['JobReference'];
export type ServerStatus = Shapes['ServerStatus'];
export type BackupStatus = Shapes['BackupStatus'];
export type DeliveryStatus = Shapes['DeliveryStatus'];
export type SiteSettings = Shapes['SiteSettings'];
export type CurrentSettings = Shapes['CurrentSiteSettings'];

const api = ownServer;

/** Returns links that other devices can open, if this machine has an address in their network. */
async function reachable(links: readonly AccountLink[]): Promise<AccountLink[]> {
  const isLocal = links.some(({ url }) => isLoopback(url));
  const addresses = isLocal ? (await live.session().catch(() => undefined))?.addresses : undefined;
  return links.map((link) => ({ ...link, url: linkAt(link.url, addresses?.[0]) }));
}

export const http = {
  members: (name: string, after?: string) =>
    guarded(() =>
      answerOf(
        api.GET('/api/v1/admin/people', {
          params: { query: { ...(name && { name }), ...(after !== undefined && { after }) } },
        }),
      ),
    ),
  change: (name: string, body: Shapes['ChangedMember']) =>
    guarded(() => api.PATCH('/api/v1/admin/people/{name}', { params: { path: { name } }, body })),
  closedAccounts: () =>
    guarded(() =>
      answerOf(api.GET('/api/v1/admin/people', { params: { query: { closed: true, limit: 200 } } })),
    ),
  erase: (name: string) =>
    guarded(() => answerOf(api.POST('/api/v1/admin/people/{name}/erasure', { params: { path: { name } } }))),
  keep: (name: string) =>
    guarded(() => api.DELETE('/api/v1/admin/people/{name}/erasure', { params: { path: { name } } })),
  reset: (name: string) =>
    guarded(async () => {
      const request = api.POST('/api/v1/admin/people/{name}/reset', { params: { path: { name } } });
      return await reachable([await answerOf(request)]);
    }),
  invite: (body: Shapes['NewInvitations']) =>
    guarded(async () => {
      const made = await answerOf(api.POST('/api/v1/admin/invitations', { body }));
      return { ...made, links: await reachable(made.links) };
    }),

  withdraw: (name: string) =>
    guarded(() => api.DELETE('/api/v1/admin/invitations/{name}', { params: { path: { name } } })),

  settings: () => guarded(() => answerOf(api.GET('/api/v1/admin/settings'))),
  setSettings: (body: SiteSettings) => guarded(() => answerOf(api.PUT('/api/v1/admin/settings', { body }))),

  status: () => guarded(() => answerOf(api.GET('/api/v1/admin/status'))),
  backUp: () => guarded(() => answerOf(api.POST('/api/v1/admin/backups'))),

  jobs: () => guarded(() => answerOf(api.GET('/api/v1/admin/jobs'))),
  retryJob: (body: JobReference) => guarded(() => api.POST('/api/v1/admin/jobs/retry', { body })),
  deleteJob: (body: JobReference) => guarded(() => api.POST('/api/v1/admin/jobs/delete', { body })),
};
