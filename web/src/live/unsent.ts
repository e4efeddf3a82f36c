//! Moves that the server has not answered yet, kept on this device by person, so that a reload or a closed tab loses none.
import { forget, readStored, store } from '../base/storage';
import type { Request } from './frames';

const UNSENT = 'live.unsent';
/** The oldest are forgotten first. */
const MOST = 16;

/** A move, and whose it is: nobody else on the device sends it. */
interface Unsent {
  /** The person's id. The name is that of stored moves. */
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

/** Keeps a move until it is answered. Other requests mean nothing later. */
export function keepUnsent(person: string | undefined, request: Request): void {
  if (person === undefined || request.kind !== 'move') return;
  write([...read().filter((one) => one.request.id !== request.id), { guest: person, request }]);
}

/** Forgets a move: the server has answered. */
export function forgetUnsent(id: string): void {
  const before = read();
  const after = before.filter(({ request }) => request.id !== id);
  if (after.length < before.length) write(after);
}

/** The moves of somebody that no server has answered. */
export const unsentOf = (person: string | undefined): Request[] =>
  read().flatMap((one) => (one.guest === person ? [one.request] : []));
