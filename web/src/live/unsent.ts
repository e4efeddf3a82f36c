//! Unconfirmed moves, stored on this device by person, so that they survive a reload or a closed tab.
import { forget, readStored, store } from '../base/storage';
import type { Request } from './frames';

const UNSENT = 'live.unsent';
/** The limit; the oldest moves are dropped first. */
const MOST = 16;

/** A move and its player, because no other person on the device may send it. */
interface Unsent {
  /** The id of the person; the field keeps its old name because stored moves use it. */
  readonly guest: string;
  readonly request: Request;
}

function isUnsent(value: unknown): value is Unsent {
  if (typeof value !== 'object' || value === null || !('guest' in value) || !('request' in value))
    return false;
  const { guest, request } = value;
  const isMove = typeof request === 'object' && request !== null && 'id' in request && 'kind' in request;
  return typeof guest === 'string' && isMove && request.kind === 'move';
}

const read = (): Unsent[] =>
  readStored(UNSENT, (value) => (Array.isArray(value) ? value.filter(isUnsent) : undefined)) ?? [];

function write(unsent: readonly Unsent[]): void {
  if (unsent.length > 0) store(UNSENT, unsent.slice(-MOST));
  else forget(UNSENT);
}

/** Stores a move until it is answered. Other requests have no use later. */
export function keepUnsent(person: string | undefined, request: Request): void {
  if (person === undefined || request.kind !== 'move') return;
  write([...read().filter((one) => one.request.id !== request.id), { guest: person, request }]);
}

/** Deletes a move that the server has answered. */
export function forgetUnsent(id: string): void {
  const before = read();
  const after = before.filter(({ request }) => request.id !== id);
  if (after.length < before.length) write(after);
}

/** Passes the unconfirmed moves of a guest to the member whom the guest's games now belong to. */
export function passUnsent(guest: string, member: string): void {
  const before = read();
  if (before.some((one) => one.guest === guest))
    write(before.map((one) => (one.guest === guest ? { ...one, guest: member } : one)));
}

/** Returns the unconfirmed moves of a person. */
export const unsentOf = (person: string | undefined): Request[] =>
  read().flatMap((one) => (one.guest === person ? [one.request] : []));
