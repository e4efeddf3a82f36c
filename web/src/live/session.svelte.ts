//! Who the visitor is to the server. A visitor who plays nobody has no session, and is asked about nothing: whether there
//! is one is remembered on the device.
import { OWN_NAME, OWN_SESSION } from '../base/ownName';
import { forget, onStoredElsewhere, readStored, store } from '../base/storage';
import type { components } from '../lib/api/schema';
import { http, statusOf } from './http';

export type You = components['schemas']['You'];

const WHO = OWN_SESSION;
const NAME = OWN_NAME;
/** The person whom the server no longer knows here. */
const LOST = 'session.lost';

/** As many letters as the server takes. */
export const NAME_LENGTH = 20;

function readYou(value: unknown): You | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { guest, person = guest, name } = value as Record<string, unknown>;
  if (typeof name !== 'string') return undefined;
  return { ...(typeof guest === 'string' && { guest }), ...(typeof person === 'string' && { person }), name };
}

const readName = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

let known: You | undefined = $state.raw(readStored(WHO, readYou));
let lost: You | undefined = $state.raw(readStored(LOST, readYou));
let chosen: string = $state(readStored(NAME, readName) ?? '');

/** Who the visitor is; nobody without a session. */
export const who = (): You | undefined => known;

/** Returns the person who was signed out here by another device; nobody once somebody plays here again. */
export const signedOut = (): You | undefined => (known ? undefined : lost);

/** The name that a guest has chosen on this device; empty for one that the server makes up. */
export const chosenName = (): string => chosen;

/** Whether the visitor goes by a name that can be changed here. */
export const isGuest = (): boolean => known === undefined || known.guest !== undefined;

function learn(you: You | null | undefined): void {
  known = you ?? undefined;
  if (known) store(WHO, known);
  else forget(WHO);
  if (known) lose(undefined);
}

function lose(you: You | undefined): void {
  lost = you;
  if (lost) store(LOST, lost);
  else forget(LOST);
}

/** Hears of a session that begins or ends in another tab. Returns how to hear no more. */
export const followSession = (): (() => void) =>
  onStoredElsewhere([WHO, NAME], () => {
    known = readStored(WHO, readYou);
    chosen = readStored(NAME, readName) ?? '';
  });

/** What the server no longer knows the visitor for is over. */
export function forgetSession(): void {
  const before = known;
  learn(undefined);
  if (before) lose(before);
}

/** Takes a name, and tells the server if it knows the guest. */
export async function choose(name: string): Promise<void> {
  const wanted = name.trim().replace(/\s+/g, ' ').slice(0, NAME_LENGTH);
  if (wanted !== chosen) {
    chosen = wanted;
    store(NAME, wanted);
  }
  if (known?.guest !== undefined && wanted && wanted !== known.name) learn((await http.beGuest(wanted)).who);
}

/** How long after its end a session's connection may still hear of it. */
const ENDING_MS = 5000;
let endedAt = -Infinity;

/** Whether this page ends its session itself, or has just done so. */
export const endsSession = (): boolean => performance.now() - endedAt < ENDING_MS;

async function ending<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  endedAt = Infinity;
  try {
    return await act();
  } finally {
    endedAt = performance.now();
  }
}

/** Is the guest whom a link carries from now on, by the name that the guest has. */
export async function become(token: string): Promise<void> {
  learn((await ending(() => http.carried(token))).who);
  chosen = known?.name ?? '';
  store(NAME, chosen);
}

/** Who the visitor is to the server, whatever is remembered here. */
export async function recognize(): Promise<You | undefined> {
  learn((await http.session()).who);
  return known;
}

/** Asks the server again: by what a socket was told, it knows another person here than the page does. */
export async function checkSession(): Promise<void> {
  const before = known;
  const { who: you } = await http.session();
  // The person may have changed while the answer was on its way.
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

async function introduce(): Promise<void> {
  // The cookie may have outlived what is remembered here.
  if (await recognize()) await choose(chosen);
  else learn((await http.beGuest(chosen)).who);
}

/** Does what needs a session; one begins if there is none. */
export async function asSomebody<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  if (!known) await introduce();
  try {
    return await act();
  } catch (error) {
    if (statusOf(error) !== 401) throw error;
  }
  forgetSession();
  await introduce();
  return act();
}
