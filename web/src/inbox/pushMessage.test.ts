import { describe, expect, it } from 'vitest';

import { isNewer, readMessage, remembered, tagOf, type PushMessage } from './pushMessage';

const ORIGIN = 'https://chess.example';
const turn = (seq: number, more: Partial<PushMessage> = {}): PushMessage => ({
  key: `turn/g1/${seq}`,
  game: 'aB3dE6gH',
  seq,
  title: 'Your turn',
  body: 'Grace played e4.',
  url: '/game/aB3dE6gH',
  at: 1000 * seq,
  ...more,
});

describe('a message', () => {
  it('is read as it was sent', () => {
    expect(readMessage(JSON.stringify(turn(5)), ORIGIN)).toEqual(turn(5));
  });

  it('is dropped if it is not one of the server’s', () => {
    for (const text of ['', 'hello', 'null', '[]', '{"key":"x"}', '{"key":1,"title":"x"}'])
      expect(readMessage(text, ORIGIN)).toBeUndefined();
  });

  it('leads only to pages of the app', () => {
    const url = (given: unknown) => readMessage(JSON.stringify({ ...turn(1), url: given }), ORIGIN)?.url;
    expect(url('/game/aB3dE6gH?ply=3')).toBe('/game/aB3dE6gH?ply=3');
    expect(url(`${ORIGIN}/challenge/aB3dE6gH`)).toBe('/challenge/aB3dE6gH');
    for (const other of [
      'https://evil.example/game/aB3dE6gH',
      '//evil.example',
      'javascript:alert(1)',
      '/no',
      7,
    ])
      expect(url(other)).toBe('/inbox');
  });

  it('has the tag of its game, or its own', () => {
    expect(tagOf(turn(5))).toBe('aB3dE6gH');
    const other: PushMessage = { key: 'security/d1', title: 'A device', body: '', url: '/inbox', at: 1 };
    expect(tagOf(other)).toBe(other.key);
  });
});

describe('of two messages', () => {
  it('the later move wins, in any order of arrival', () => {
    expect(isNewer(turn(5), undefined)).toBe(true);
    expect(isNewer(turn(7), turn(5))).toBe(true);
    expect(isNewer(turn(5), turn(7))).toBe(false);
    // A clock that was set back does not matter.
    expect(isNewer(turn(7, { at: 1 }), turn(5))).toBe(true);
  });

  it('the same one is not shown twice', () => {
    expect(isNewer(turn(5), turn(5))).toBe(false);
    // Test messages have one key, and differ in their time.
    const test: PushMessage = { key: 'test', title: 'It works', body: '', url: '/settings', at: 1000 };
    expect(isNewer(test, test)).toBe(false);
    expect(isNewer({ ...test, at: 2000 }, test)).toBe(true);
  });

  it('a warning about the time replaces the turn that it belongs to', () => {
    const warning = turn(5, { key: 'time/g1/5', at: 9_000_000 });
    expect(isNewer(warning, turn(5))).toBe(true);
    expect(isNewer(turn(5), warning)).toBe(false);
    expect(isNewer(turn(7, { at: 9_000_001 }), warning)).toBe(true);
  });
});

it('the last message of each game is remembered, and the oldest are dropped', () => {
  let shown = remembered(new Map(), turn(5));
  shown = remembered(shown, turn(7));
  expect([...shown]).toEqual([['aB3dE6gH', { key: 'turn/g1/7', seq: 7, at: 7000 }]]);
  for (let other = 0; other < 150; other += 1) shown = remembered(shown, turn(1, { game: `game${other}` }));
  expect(shown.size).toBe(100);
  expect(shown.has('aB3dE6gH')).toBe(false);
});
