import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { PAUSE_MS, Playback } from './playback.svelte';
import { present, startedCatalog } from './testing/rules';
import { GameTree } from './tree.svelte';

const STEP_MS = 300;
const orthodox = present(
  startedCatalog().find((variant) => variant.means.includes('check') && variant.overlays.length === 0),
);

function newPlayback(): Playback {
  return new Playback(GameTree.start(orthodox, undefined, 'en'), () => STEP_MS);
}

function* playing({ tree }: Playback, ...moves: string[]): Generator<void> {
  for (const move of moves) {
    yield;
    tree.play(move);
  }
}

describe('a playback', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('rests before each move, and while the move before is animated', () => {
    const playback = newPlayback();
    playback.run(playing(playback, 'e2e4', 'e7e5'));
    vi.advanceTimersByTime(PAUSE_MS - 1);
    expect(playback.tree.moves).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(playback.tree.moves).toEqual(['e2e4']);
    vi.advanceTimersByTime(PAUSE_MS + STEP_MS - 1);
    expect(playback.tree.moves).toEqual(['e2e4']);
    expect(playback.isBusy).toBe(true);
    vi.advanceTimersByTime(1);
    expect(playback.tree.moves).toEqual(['e2e4', 'e7e5']);
    expect(playback.isBusy).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does nothing once it is stopped', () => {
    const playback = newPlayback();
    playback.run(playing(playback, 'e2e4', 'e7e5'));
    vi.advanceTimersByTime(PAUSE_MS);
    playback.stop();
    vi.runAllTimers();
    expect(playback.tree.moves).toEqual(['e2e4']);
    expect(playback.isBusy).toBe(false);
  });

  it('goes no further if a step stops it', () => {
    const playback = newPlayback();
    playback.run(
      (function* () {
        yield;
        playback.stop();
        yield;
        playback.tree.play('e2e4');
      })(),
    );
    vi.runAllTimers();
    expect(playback.tree.moves).toEqual([]);
  });

  it('plays the later of two runs only', () => {
    const playback = newPlayback();
    playback.run(playing(playback, 'e2e4'));
    playback.run(playing(playback, 'd2d4'));
    vi.runAllTimers();
    expect(playback.tree.moves).toEqual(['d2d4']);
  });

  it('takes all moves back', () => {
    const playback = newPlayback();
    playback.run(playing(playback, 'e2e4', 'e7e5'));
    vi.advanceTimersByTime(PAUSE_MS);
    playback.reset();
    vi.runAllTimers();
    expect(playback.tree.snapshot.fen).toBe(orthodox.start);
    expect(playback.tree.nodes.size).toBe(1);
  });

  it('frees its game once, after the board has been taken away', async () => {
    const playback = newPlayback();
    const freed = vi.spyOn(playback.tree.game, 'free');
    playback.run(playing(playback, 'e2e4', 'e7e5'));
    playback.free();
    expect(freed).not.toHaveBeenCalled();
    await tick();
    vi.runAllTimers();
    expect(freed).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});
