//! The page's connection, and how it stands.
import { fetchGame, sendRequest } from './byHttp';
import { Connection, type Standing } from './connection';
import type { Request } from './frames';

const UNSENT = 'faraday.live.unsent';
const RELOADED = 'faraday.live.reloaded';
/** Who was sent away again so soon after a reload gains nothing by another. */
const AGAIN_MS = 30_000;

/** A browser may store nothing. */
function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // What was not sent is lost then, and is made again.
  }
}
function take(name: string): unknown {
  try {
    const text = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reload(unsent: readonly Request[]): boolean {
  const last = take(RELOADED);
  if (typeof last === 'number' && Date.now() - last < AGAIN_MS) return false;
  keep(RELOADED, Date.now());
  keep(UNSENT, unsent);
  window.location.reload();
  return true;
}

const isRequest = (value: unknown): value is Request =>
  typeof value === 'object' && value !== null && 'id' in value && 'kind' in value && value.kind === 'move';

const address = (): string => {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/api/v1/live`;
};

function connect(): Connection {
  const made = new Connection({
    open: () => new WebSocket(address()),
    now: () => performance.now(),
    random: Math.random,
    fetchGame,
    sendRequest,
    reload,
  });
  const unsent = take(UNSENT);
  if (Array.isArray(unsent)) for (const one of unsent) if (isRequest(one)) made.requests.resume(one);
  window.addEventListener('online', () => made.hurry());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && made.standing !== 'elsewhere') made.hurry();
  });
  return made;
}

let made: Connection | undefined;
let current: Standing = $state('idle');

/** The page's connection. It is opened when somebody watches or asks. */
export function connection(): Connection {
  if (!made) {
    made = connect();
    made.onstanding = (standing) => (current = standing);
  }
  return made;
}

/** How the connection stands. */
export const standing = (): Standing => current;
