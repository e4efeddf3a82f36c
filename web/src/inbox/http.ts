//! The HTTP client for notices, their settings, and the channels that deliver them.
import { answerOf, ownServer } from '../lib/api/client';
import type { components } from '../lib/api/schema';

type Shapes = components['schemas'];
export type Notice = Shapes['Notice'];
export type NoticeKind = Shapes['NoticeKind'];
export type AccountEvent = Shapes['AccountEvent'];
export type NoticeList = Shapes['NoticeList'];
export type NoticeSettings = Shapes['NoticeSettings'];
export type NoticeChannels = Shapes['NoticeChannels'];
export type PushDevice = Shapes['PushDevice'];
export type Email = Shapes['EmailSettings'];
export type DeliveryFailure = Shapes['DeliveryFailure'];

const api = ownServer;
const path = (id: string) => ({ params: { path: { id } } });
const done = (call: Promise<unknown>): Promise<void> => call.then(() => undefined);

export const http = {
  /** Lists the visitor's notices, the newest first. */
  notices: (query: { before?: NonNullable<NoticeList['more']>; limit: number }) =>
    answerOf(api.GET('/api/v1/notices', { params: { query } })),
  /** Marks notices as read. Returns the number of those still unread. */
  markRead: async (body: Shapes['ReadNotices']): Promise<number> =>
    (await answerOf(api.POST('/api/v1/notices/read', { body }))).unread,

  settings: () => answerOf(api.GET('/api/v1/notices/settings')),
  changeSettings: (body: {
    channels?: NoticeChannels;
    language?: string;
    timeZone?: string;
    digest?: boolean;
  }) => done(api.PATCH('/api/v1/notices/settings', { body })),

  /** Registers this device for push messages. */
  addDevice: (body: { endpoint: string; keys: { p256dh: string; auth: string } }) =>
    done(api.POST('/api/v1/notices/devices', { body })),
  removeDevice: (id: string) => done(api.DELETE('/api/v1/notices/devices/{id}', path(id))),
  testDevice: (id: string) => done(api.POST('/api/v1/notices/devices/{id}/test', path(id))),

  /** Sets the email address. The server sends a link to it. */
  setEmail: (address: string) => done(api.POST('/api/v1/notices/email', { body: { address } })),
  removeEmail: () => done(api.DELETE('/api/v1/notices/email')),
};
