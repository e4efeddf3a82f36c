import { describe, expect, it } from 'vitest';

import { choicesOf, readSettings } from './settings.svelte';

const defaults = readSettings(undefined);

describe('stored settings', () => {
  it.each([null, 'text', 7, [], {}])('%j leave the defaults', (value) =>
    expect(readSettings(value)).toEqual(defaults),
  );

  it('are taken where they are right, and left where they are wrong', () => {
    const stored = {
      theme: 'dark',
      pieces: 'marble',
      volume: 2,
      boardSize: 20,
      muted: true,
      screenReader: 'yes',
      unknown: 1,
    };
    expect(readSettings(stored)).toEqual({ ...defaults, theme: 'dark', muted: true });
  });

  it('survive a round trip', () => {
    const chosen = {
      ...defaults,
      board: choicesOf('board')[2],
      volume: 0,
      boardSize: 65,
      language: 'de',
      evaluationBar: true,
      confirmDays: false,
    };
    expect(readSettings(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen);
  });

  it.each([50, 73, 100])('hold a board of %d percent', (boardSize) =>
    expect(readSettings({ boardSize }).boardSize).toBe(boardSize),
  );
  it.each([49, 101, 72.5, NaN, Infinity, '80', null, {}])('hold no board of %j percent', (boardSize) =>
    expect(readSettings({ boardSize }).boardSize).toBe(defaults.boardSize),
  );

  it('have no evaluation bar by default', () => expect(defaults.evaluationBar).toBe(false));

  it('confirm the moves of correspondence games by default, but not other moves', () =>
    expect([defaults.confirmDays, defaults.confirm]).toEqual([true, false]));
});
