import { beforeEach, describe, expect, it } from 'vitest';

import { LANGUAGES } from '../base/languages';
import { loadTexts, t } from '../base/messages.svelte';
import type { AccountEvent, Notice, NoticeKind } from './http';
import { ACCOUNT_EVENTS, gameState, noticePath, noticeText } from './noticeText';

const KINDS: readonly NoticeKind[] = ['turn', 'time', 'ended', 'challenge', 'answered', 'security'];
const HOUR = 3_600_000;
const notice = (more: Partial<Notice>): Notice => ({ key: 'k', kind: 'turn', at: 0, ...more });
const won = { result: 'white', winner: 'white', reason: 'resigned' } as const;

beforeEach(() => {
  // The code reads the language from the document.
  Object.assign(globalThis, { document: { documentElement: {} } });
});

describe.each(LANGUAGES)('in %s', (language) => {
  beforeEach(async () => (await loadTexts(language))());

  it('each kind has a text of its own, which names the opponent of a game', () => {
    const texts = KINDS.map((kind) => noticeText(notice({ kind, opponent: 'Grace' }), 'Chess'));
    expect(new Set(texts).size).toBe(KINDS.length);
    for (const text of texts.slice(0, 5)) expect(text).toContain('Grace');
    const answered = [{}, { challenge: 'cB3dE6gH' }].map((of) =>
      noticeText(notice({ kind: 'answered', opponent: 'Grace', game: 'aB3dE6gH', ...of }), 'Chess'),
    );
    expect(answered).toEqual([
      t('inbox.text.found', { name: 'Grace' }),
      t('inbox.text.answered', { name: 'Grace' }),
    ]);
    const security = [{}, { device: 'd1' }, { mailOff: true }].map((of) =>
      noticeText(notice({ kind: 'security', ...of }), ''),
    );
    expect(new Set(security).size).toBe(3);
    const account = ACCOUNT_EVENTS.map((event) =>
      noticeText(notice({ kind: 'security', account: event }), ''),
    );
    expect(new Set([...security, ...account]).size).toBe(3 + ACCOUNT_EVENTS.length);
    const newer = [
      notice({ kind: 'event' as NoticeKind }),
      notice({ kind: 'security', account: 'event' as AccountEvent }),
    ];
    for (const one of newer) expect(noticeText(one, '')).toBe(t('inbox.text.other'));
  });
});

describe('a notice', () => {
  beforeEach(async () => (await loadTexts('en'))());

  it('leads to its game, its challenge, or the settings', () => {
    expect(noticePath(notice({ game: 'aB3dE6gH' }))).toBe('/game/aB3dE6gH');
    expect(noticePath(notice({ challenge: 'cB3dE6gH' }))).toBe('/challenge/cB3dE6gH');
    // A rematch is answered at the board of the finished game.
    expect(noticePath(notice({ kind: 'challenge', game: 'aB3dE6gH', challenge: 'c' }))).toBe(
      '/game/aB3dE6gH',
    );
    expect(noticePath(notice({ kind: 'security' }))).toBe('/settings');
  });

  it('shows the outcome of its game, or the time left to move', () => {
    expect(gameState(notice({ ended: won, side: 'white' }), 0)).toBe('You won');
    expect(gameState(notice({ ended: won, side: 'black' }), 0)).toBe('You lost');
    expect(gameState(notice({ ended: { result: 'draw', reason: 'agreed' } }), 0)).toBe('Draw');
    expect(gameState(notice({ ended: { result: 'none', reason: 'expired' } }), 0)).toBe('No result');
    expect(gameState(notice({ deadline: 6 * HOUR }), 0)).toBe('6 hours left');
    expect(gameState(notice({ deadline: 6 * HOUR }), 7 * HOUR)).toBeUndefined();
    expect(gameState(notice({}), 0)).toBeUndefined();
  });
});
