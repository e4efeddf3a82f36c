//! The app's single connection for online games, and its reactive state.
import { sentence } from '../base/errors';
import { t } from '../base/messages.svelte';
import { notify } from '../base/notices.svelte';
import { fetchGame, sendRequest } from './httpTransport';
import { Connection } from './connection';
import { endsSession, identity } from './session.svelte';
import type { ConnectionState } from './connectionState';
import { setServerClock } from './serverTime';
import { followSocketSession } from './socketSession';
import { forgetUnsent, keepUnsent, unsentOf } from './unsent';

const RELOADED = 'faraday.live.reloaded';
/** A second reload within this time would not help. */
const AGAIN_MS = 30_000;

/** Stores a value, although the browser may refuse it. */
function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // An unsent move is lost in that case and has to be made again.
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

/** Reloads the page. Unsent moves are stored and resumed by the new page. */
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
    storage: {
      save: (request) => keepUnsent(identity()?.person, request),
      forget: forgetUnsent,
      load: () => unsentOf(identity()?.person),
      refused: (error) =>
        void notify(t('live.unsent.refused', { reason: sentence(error) }), { kind: 'warning' }),
    },
  });
  window.addEventListener('online', () => made.retryNow());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && made.state !== 'elsewhere') made.retryNow();
  });
  return made;
}

let made: Connection | undefined;
let current: ConnectionState = $state('idle');
let cutAt: number | undefined = $state();

/** Returns the app's connection, which opens when something subscribes or sends a request. */
export function connection(): Connection {
  if (!made) {
    const begun = connect();
    made = begun;
    setServerClock(() => begun.now());
    made.onstate = (state) => {
      current = state;
      cutAt = made?.lostAt;
    };
    followSocketSession(made);
    const isOpen = (): boolean => connectionState() === 'open' || connectionState() === 'polling';
    // A socket appears open for a while after the network is gone.
    window.addEventListener('offline', () => (cutAt ??= made?.now()));
    window.addEventListener('online', () => {
      if (isOpen()) cutAt = undefined;
    });
  }
  return made;
}

/** Returns the state of the connection. */
export const connectionState = (): ConnectionState => current;

/** Returns the server time of the last message; undefined while the connection works. */
export const lostAt = (): number | undefined => cutAt;
