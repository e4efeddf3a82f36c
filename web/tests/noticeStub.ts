//! Answers the requests for notices in place of the server, for states that a server reaches only after days or failures.
import type { Page, WebSocketRoute } from '@playwright/test';

interface StubNotice {
  key: string;
  kind: string;
  at: number;
  readAt?: number;
  game?: string;
  challenge?: string;
  variant?: string;
  opponent?: string;
  side?: string;
  ended?: object;
  deadline?: number;
  device?: string;
  mailOff?: boolean;
}

const kinds = ['turn', 'time', 'ended', 'challenge', 'answered', 'security'];
const YOU = { person: 'p', guest: 'p', name: 'Ada' };
export const NOW = Date.UTC(2026, 10, 27, 9, 30);

/** Notices of every kind, two of them unread. */
export function someNotices(): StubNotice[] {
  const game = { game: 'aB3dE6gH', variant: 'magnetic', opponent: 'Grace' };
  const ago = (hours: number): number => NOW - hours * 3_600_000;
  return [
    { key: 'turn/5', kind: 'turn', at: ago(0.2), ...game, deadline: NOW + 72 * 3_600_000 },
    { key: 'time/5', kind: 'time', at: ago(1), ...blaise },
    { key: 'ended/1', kind: 'ended', at: ago(30), readAt: ago(2), ...game, ended: WON, side: 'white' },
    { key: 'c/1', kind: 'challenge', at: ago(50), readAt: ago(2), challenge: 'cB3dE6gH', ...opponentOnly },
    { key: 'a/1', kind: 'answered', at: ago(70), readAt: ago(2), challenge: 'dB3dE6gH', ...game },
    { key: 'r/1', kind: 'challenge', at: ago(80), readAt: ago(2), challenge: 'cB3dE6gH', ...game },
    { key: 's/1', kind: 'security', at: ago(90), readAt: ago(2), device: 'd1' },
    { key: 's/2', kind: 'security', at: ago(91), readAt: ago(2) },
    { key: 's/3', kind: 'security', at: ago(92), readAt: ago(2), mailOff: true },
  ];
}
const blaise = { game: 'bB3dE6gH', variant: 'chess', opponent: 'Blaise', deadline: NOW + 6 * 3_600_000 };
const WON = { result: 'white', winner: 'white', reason: 'resigned' };
const opponentOnly = { variant: 'forcefield', opponent: 'Emmy' };

/** Returns true for a request that the server answers before it sends something. */
const isLater = (method: string, path: string): boolean =>
  method === 'POST' && (path === 'notices/email' || path.endsWith('/test'));

export class NoticeStub {
  notices: StubNotice[] = someNotices();
  /** The number of notices per page. */
  page = 20;
  settings: Record<string, unknown> = {
    channels: Object.fromEntries(
      kinds.map((kind) => [kind, { app: true, push: true, mail: kind === 'time' }]),
    ),
    devices: [],
    push: { key: 'BPk' },
    mail: true,
  };
  /** The requests that change something: method, path, and body. */
  readonly changes: string[] = [];
  #socket: WebSocketRoute | undefined;

  get unread(): number {
    return this.notices.filter(({ readAt }) => readAt === undefined).length;
  }

  /** Opens the app as a guest who has a session. */
  async attach(page: Page): Promise<void> {
    await page.addInitScript((text) => localStorage.setItem('faraday.session', text), JSON.stringify(YOU));
    await page.routeWebSocket('**/api/v1/live', (socket) => {
      this.#socket = socket;
      const welcome = { kind: 'welcome', protocol: 2, now: NOW, you: YOU, games: [] };
      socket.onMessage((text) => {
        const { kind, n } = JSON.parse(String(text)) as { kind: string; n?: number };
        if (kind === 'hello') socket.send(JSON.stringify(welcome));
        if (kind === 'ping') socket.send(JSON.stringify({ kind: 'pong', n, now: NOW }));
      });
    });
    await page.route('**/api/v1/**', async (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      const method = route.request().method();
      const path = pathname.replace('/api/v1/', '');
      const body = route.request().postData() ?? '';
      if (method !== 'GET') this.changes.push(`${method} ${path} ${body}`.trim());
      const answer = this.#answer(method, path, searchParams, body);
      if (answer === undefined) await route.fulfill({ status: isLater(method, path) ? 202 : 204 });
      else await route.fulfill({ json: answer });
    });
  }

  /** Adds a notice, and notifies the app over the socket. A turn has a deadline. */
  add(notice: StubNotice): void {
    const turn = notice.kind === 'turn' ? { deadline: NOW + 72 * 3_600_000 } : {};
    this.notices.unshift({ ...turn, ...notice });
    this.#socket?.send(JSON.stringify({ kind: 'notice', unread: this.unread }));
  }

  #answer(method: string, path: string, search: URLSearchParams, body: string): unknown {
    if (path === 'notices') return this.#list(search.get('before'));
    if (path === 'notices/read')
      return this.#read(JSON.parse(body) as { all?: true; keys?: string[]; game?: string });
    if (path === 'notices/settings' && method === 'PATCH') Object.assign(this.settings, this.#changed(body));
    if (path.startsWith('notices/settings')) return this.settings;
    if (path === 'notices/email' && method === 'POST') {
      const { address } = JSON.parse(body) as { address: string };
      this.settings['email'] = { address, digest: true, failures: 0 };
    }
    if (path === 'notices/email' && method === 'DELETE') delete this.settings['email'];
    if (path === 'session') return { who: YOU };
    if (path === 'leave') return { daysLeft: 28 };
    return path.startsWith('games') ? { games: [] } : undefined;
  }

  #changed(body: string): object {
    const { channels, digest } = JSON.parse(body) as { channels?: object; digest?: boolean };
    return {
      ...(channels && { channels: { ...(this.settings['channels'] as object), ...channels } }),
      ...(digest !== undefined && { email: { ...(this.settings['email'] as object), digest } }),
    };
  }

  #list(before: string | null): object {
    const start = before === null ? 0 : Number(before);
    const end = start + this.page;
    const more = end < this.notices.length ? { more: String(end) } : {};
    return { notices: this.notices.slice(start, end), unread: this.unread, ...more };
  }

  #read({ all, keys = [], game }: { all?: true; keys?: string[]; game?: string }): object {
    for (const notice of this.notices)
      if (all || keys.includes(notice.key) || (game && notice.game === game)) notice.readAt ??= NOW;
    return { unread: this.unread };
  }
}
