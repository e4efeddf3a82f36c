//! The messages that the server pushes, and the choice between them. The service worker uses it.
import { readPath } from '../base/routes';

/** The facts that decide between two messages. */
export interface Shown {
  /** The key of the notice. */
  readonly key: string;
  /** The number of the last act in the game of the message. */
  readonly seq?: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A message, which is also the data of its notification. */
export interface PushMessage extends Shown {
  readonly game?: string;
  readonly title: string;
  readonly body: string;
  /** An address of the app. */
  readonly url: string;
}

/** The message by which the service worker asks a page for its state. */
export const WHERE = 'where';

/** The answer of a page. */
export interface PageState {
  readonly path: string;
  readonly isVisible: boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';

/** The page for a message without a valid address. */
const FALLBACK = '/inbox';

/** Returns an address if it belongs to the app. */
function ownAddress(url: unknown, origin: string): string {
  if (!isText(url) || !URL.canParse(url, origin)) return FALLBACK;
  const { origin: its, pathname, search, hash } = new URL(url, origin);
  return its === origin && readPath(pathname).kind !== 'unknown' ? pathname + search + hash : FALLBACK;
}

/** Parses a message. Returns undefined if it is not one of the server's. */
export function readMessage(text: string, origin: string): PushMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { key, game, seq, title, body, url, at } = value as Record<string, unknown>;
  if (!isText(key) || !isText(title)) return undefined;
  return {
    key,
    ...(isText(game) && { game }),
    ...(isNumber(seq) && { seq }),
    title,
    body: isText(body) ? body : '',
    url: ownAddress(url, origin),
    at: isNumber(at) ? at : 0,
  };
}

/** Returns the tag of a message's notification: each game has at most one. */
export const tagOf = ({ game, key }: PushMessage): string => game ?? key;

/**
 * Returns true if a message replaces the one shown last under its tag. Messages arrive in any order, and some twice. A
 * warning about the time has the same number as the turn that it belongs to, but is later.
 */
export function isNewer(message: Shown, last: Shown | undefined): boolean {
  if (last === undefined) return true;
  if (message.seq !== undefined && last.seq !== undefined && message.seq !== last.seq)
    return message.seq > last.seq;
  return message.at > last.at || (message.at === last.at && message.key !== last.key);
}

/** The number of tags that are remembered. */
const MOST = 100;

/** Returns the remembered messages with another one. The oldest are dropped. */
export function remembered(shown: ReadonlyMap<string, Shown>, message: PushMessage): Map<string, Shown> {
  const { key, seq, at } = message;
  const others = [...shown].filter(([tag]) => tag !== tagOf(message));
  return new Map(
    [...others, [tagOf(message), { key, ...(seq !== undefined && { seq }), at }] as const].slice(-MOST),
  );
}
