import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { REST_MS, Script } from './script.svelte';
import { present, startedCatalog } from './testing/rules';
import { GameTree } from './tree.svelte';

const STEP_MS = 300;
const orthodox = present(
  startedCatalog().find((variant) => variant.means.includes('check') && variant.overlays.length === 0),
);

function newScript(): Script {
  return new Script(GameTree.start(orthodox, undefined, 'en'), () => STEP_MS);
}

function* playing({ tree }: Script, ...moves: string[]): Generator<void> {
  for (const move of moves) {
    yield;
    tree.play(move);
  }
}

describe('a script', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('rests before each move, and while the move before is animated', () => {
    const script = newScript();
    script.run(playing(script, 'e2e4', 'e7e5'));
    vi.advanceTimersByTime(REST_MS - 1);
    expect(script.tree.moves).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(script.tree.moves).toEqual(['e2e4']);
    vi.advanceTimersByTime(REST_MS + STEP_MS - 1);
    expect(script.tree.moves).toEqual(['e2e4']);
    expect(script.isBusy).toBe(true);
    vi.advanceTimersByTime(1);
    expect(script.tree.moves).toEqual(['e2e4', 'e7e5']);
    expect(script.isBusy).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does nothing once it is stopped', () => {
    const script = newScript();
    script.run(playing(script, 'e2e4', 'e7e5'));
    vi.advanceTimersByTime(REST_MS);
    script.stop();
    vi.runAllTimers();
    expect(script.tree.moves).toEqual(['e2e4']);
    expect(script.isBusy).toBe(false);
  });

  it('goes no further if a step stops it', () => {
    const script = newScript();
    script.run(
      (function* () {
        yield;
        script.stop();
        yield;
        script.tree.play('e2e4');
      })(),
    );
    vi.runAllTimers();
    expect(script.tree.moves).toEqual([]);
  });

  it('plays the later of two runs only', () => {
    const script = newScript();
    script.run(playing(script, 'e2e4'));
    script.run(playing(script, 'd2d4'));
    vi.runAllTimers();
    expect(script.tree.moves).toEqual(['d2d4']);
  });

  it('takes all moves back', () => {
    const script = newScript();
    script.run(playing(script, 'e2e4', 'e7e5'));
    vi.advanceTimersByTime(REST_MS);
    script.reset();
    vi.runAllTimers();
    expect(script.tree.snapshot.fen).toBe(orthodox.start);
    expect(script.tree.nodes.size).toBe(1);
  });

  it('frees its game once, after the board has been taken away', async () => {
    const script = newScript();
    const freed = vi.spyOn(script.tree.game, 'free');
    script.run(playing(script, 'e2e4', 'e7e5'));
    script.free();
    expect(freed).not.toHaveBeenCalled();
    await tick();
    vi.runAllTimers();
    expect(freed).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});
