//! The page's connection, and how it stands.
import { sentence } from '../base/faults';
import { t } from '../base/messages.svelte';
import { notify } from '../base/notices.svelte';
import { fetchGame, sendRequest } from './byHttp';
import { Connection } from './connection';
import { checkSession, endsSession, who } from './session.svelte';
import type { Standing } from './standing';
import { forgetUnsent, keepUnsent, unsentOf } from './unsent';

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

/** Moves that were not sent are kept, and resumed by the page that comes. */
function reload(): boolean {
  const last = take(RELOADED);
  if (typeof last === 'number' && Date.now() - last < AGAIN_MS) return false;
  keep(RELOADED, Date.now());
  window.location.reload();
  return true;
}

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
    endsSession,
    shelf: {
      keep: (request) => keepUnsent(who()?.person, request),
      forget: forgetUnsent,
      kept: () => unsentOf(who()?.person),
      refused: (error) =>
        void notify(t('live.unsent.refused', { reason: sentence(error) }), { kind: 'warning' }),
    },
  });
  window.addEventListener('online', () => made.hurry());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && made.standing !== 'elsewhere') made.hurry();
  });
  return made;
}

let made: Connection | undefined;
let current: Standing = $state('idle');
let cutAt: number | undefined = $state();

/** The page's connection. It is opened when somebody watches or asks. */
export function connection(): Connection {
  if (!made) {
    made = connect();
    made.onstanding = (standing) => {
      current = standing;
      cutAt = made?.lostAt;
    };
    made.onwelcome = () => {
      // What the browser stores may be older than its cookie, or younger.
      if (made?.you?.person !== who()?.person) void checkSession().catch(() => undefined);
    };
    const isOpen = (): boolean => standing() === 'open' || standing() === 'polling';
    // A socket lives on for a while after its network.
    window.addEventListener('offline', () => (cutAt ??= made?.now()));
    window.addEventListener('online', () => {
      if (isOpen()) cutAt = undefined;
    });
  }
  return made;
}

/** How the connection stands. */
export const standing = (): Standing => current;

/** The server's time when it was heard for the last time; none while the connection works. */
export const lostAt = (): number | undefined => cutAt;
