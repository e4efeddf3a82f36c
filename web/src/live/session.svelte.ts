//! The visitor's session. The device stores whether there is one, so visitors who do not play cause no request.
import { OWN_NAME, OWN_SESSION } from '../base/ownName';
import { t } from '../base/messages.svelte';
import { forget, onStoredElsewhere, readStored, store } from '../base/storage';
import type { components } from '../lib/api/schema';
import { http, statusOf } from './http';

export type Identity = components['schemas']['Identity'];

type Role = NonNullable<Identity['role']>;

const ROLES: readonly Role[] = ['member', 'organizer', 'moderator', 'admin'];
const SESSION = OWN_SESSION;
const NAME = OWN_NAME;
/** The person whose session on this device the server has ended. */
const LOST = 'session.lost';

/** The server's maximum length of a name. */
export const NAME_LENGTH = 20;

function readYou(value: unknown): Identity | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { guest, person = guest, name, role } = value as Record<string, unknown>;
  if (typeof name !== 'string') return undefined;
  const known = ROLES.find((one) => one === role);
  return {
    ...(typeof guest === 'string' && { guest }),
    ...(typeof person === 'string' && { person }),
    ...(known && { role: known }),
    name,
  };
}

const readName = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

let known: Identity | undefined = $state.raw(readStored(SESSION, readYou));
let lost: Identity | undefined = $state.raw(readStored(LOST, readYou));
let chosen: string = $state(readStored(NAME, readName) ?? '');

/** Returns the visitor's identity; undefined without a session. */
export const identity = (): Identity | undefined => known;

/** Returns the person who was signed out here by another device; undefined once a new session has begun. */
export const signedOut = (): Identity | undefined => (known ? undefined : lost);

/** Returns the name that a guest has chosen on this device; empty if the server assigns one. */
export const chosenName = (): string => chosen;

/** Returns true if the visitor's name can be changed here. */
export const isGuest = (): boolean => known === undefined || known.guest !== undefined;

/** Returns true if the visitor is signed in to an account. */
export const isMember = (): boolean => !isGuest();

function learn(you: Identity | null | undefined): void {
  known = you ?? undefined;
  if (known) store(SESSION, known);
  else forget(SESSION);
  if (known) lose(undefined);
}

function lose(you: Identity | undefined): void {
  lost = you;
  if (lost) store(LOST, lost);
  else forget(LOST);
}

/** Follows sessions that begin or end in another tab. Returns a function that stops it. */
export const followSession = (): (() => void) =>
  onStoredElsewhere([SESSION, NAME, LOST], () => {
    known = readStored(SESSION, readYou);
    lost = readStored(LOST, readYou);
    chosen = readStored(NAME, readName) ?? '';
  });

/** Forgets a session that the server no longer accepts. */
export function forgetSession(): void {
  const before = known;
  learn(undefined);
  if (before) lose(before);
}

/** Stores a name, and sends it to the server if the guest has a session. */
export async function choose(name: string): Promise<void> {
  const wanted = name.trim().replace(/\s+/g, ' ').slice(0, NAME_LENGTH);
  if (wanted !== chosen) {
    chosen = wanted;
    store(NAME, wanted);
  }
  if (known?.guest !== undefined && wanted && wanted !== known.name) learn((await http.beGuest(wanted)).who);
}

/** The time after the end of a session in which its connection may still be closed for it. */
const ENDING_MS = 5000;
let endedAt = -Infinity;

/** Returns true if this page is ending its session itself, or has just done so. */
export const endsSession = (): boolean => performance.now() - endedAt < ENDING_MS;

async function ending<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  endedAt = Infinity;
  try {
    return await act();
  } finally {
    endedAt = performance.now();
  }
}

/** Continues in the session that a request begins in place of the current one, if it succeeds. */
export async function replaceSession<Answer extends { who?: Identity }>(
  call: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await ending(call);
  if (answer.who) {
    learn(answer.who);
    // The name of the account replaces the one that the guest has chosen.
    chosen = '';
    store(NAME, chosen);
  }
  return answer;
}

/** Redeems a transfer link: continues as its guest, under the guest's name. */
export async function become(token: string): Promise<void> {
  learn((await ending(() => http.redeemTransfer(token))).who);
  chosen = known?.name ?? '';
  store(NAME, chosen);
}

/** Fetches the visitor's identity, regardless of the stored one. */
export async function recognize(): Promise<Identity | undefined> {
  learn((await http.session()).who);
  return known;
}

/** Checks the session again, because the server identified the socket as another person. */
export async function checkSession(): Promise<void> {
  const before = known;
  const { who: you } = await http.session();
  // The person may have changed while the request was in progress.
  if (known !== before) return;
  if (you) learn(you);
  else forgetSession();
}

/** Ends the session of this device. */
export async function signOut(): Promise<void> {
  await ending(() => http.endSession());
  learn(undefined);
  chosen = '';
  store(NAME, chosen);
}

/** Closes the account of this session, which ends on all devices. */
export async function leaveAccount<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const answer = await ending(call);
  learn(undefined);
  chosen = '';
  store(NAME, chosen);
  return answer;
}

/** Makes a request that may end the session of this device, and fetches the identity that remains. */
export async function mayEndSession(call: () => Promise<void>): Promise<void> {
  await ending(async () => {
    await call();
    // Offline, the next request shows that the session has ended.
    await recognize().catch(() => undefined);
  });
}

async function introduce(): Promise<void> {
  // The cookie may have outlived the stored session.
  if (await recognize()) await choose(chosen);
  else learn((await http.beGuest(chosen)).who);
}

/**
 * Runs an action that needs a session, and starts one if there is none. Members who were signed out have to sign in
 * again, because they would not expect to play as a guest.
 */
export async function withSession<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  if (!known) await introduce();
  try {
    return await act();
  } catch (error) {
    if (statusOf(error) !== 401) throw error;
  }
  const wasMember = isMember();
  forgetSession();
  if (wasMember) throw new Error(t('account.signedOut'));
  await introduce();
  return act();
}
