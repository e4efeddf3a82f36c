//! Tests of planning with the real rules, for every variant of the catalog.
import { describe, expect, it } from 'vitest';

import { present, startedCatalog } from '../../../game/testing/rules';
import { linesOf } from './plan';
import { Planner } from './planner.svelte';

const catalog = startedCatalog();

describe.each(catalog.map((variant) => [variant.id, variant] as const))('a plan in %s', (_id, variant) => {
  const planner = new Planner({ variant, fen: undefined, moves: [] }, 'en');
  const legal = (): string[] => planner.tree.snapshot.moves.map(({ uci }) => uci);
  const play = (at: number): string => {
    const uci = present(legal()[at]);
    planner.play(uci);
    return uci;
  };

  it('takes in an answer, not the move that it answers', () => {
    expect(planner.isExpecting).toBe(true);
    const expected = play(0);
    expect([planner.isExpecting, planner.count]).toEqual([false, 0]);
    const answer = play(0);
    expect([planner.isExpecting, planner.isPlanned]).toEqual([true, true]);
    expect(planner.branches).toEqual([{ expected, answer }]);
  });

  it('branches at every depth, and is read back as it was', () => {
    play(0);
    play(0);
    planner.home();
    play(1);
    play(1);
    expect(linesOf(planner.branches).map((line) => line.length)).toEqual([4, 2]);
    expect(planner.lines.map(({ moves }) => moves.length)).toEqual([4, 2]);
    const again = new Planner({ variant, fen: undefined, moves: [] }, 'en');
    again.take(planner.branches);
    expect(again.branches).toEqual(planner.branches);
    expect([again.isChanged, again.line.length]).toEqual([false, 0]);
    again.free();
  });

  it('loses what is removed, and leaves that position', () => {
    const [first] = planner.lines;
    planner.show(present(first).path);
    planner.remove(present(first).parting);
    expect(planner.lines.map(({ moves }) => moves.length)).toEqual([2]);
    expect(planner.line).toEqual([]);
    expect(planner.isChanged).toBe(true);
  });

  it('leaves out what the rules refuse', () => {
    planner.take([{ expected: 'a1a1', answer: 'a1a1' }]);
    expect(planner.branches).toEqual([]);
    planner.free();
  });
});

it('a plan begins where the game stands', () => {
  const variant = present(catalog[0]);
  const start = new Planner({ variant, fen: undefined, moves: [] }, 'en');
  const first = present(start.tree.snapshot.moves[0]).uci;
  start.free();
  const planner = new Planner({ variant, fen: undefined, moves: [first] }, 'en');
  expect(planner.back()).toBe(false);
  planner.play(present(planner.tree.snapshot.moves[0]).uci);
  expect(planner.line).toHaveLength(1);
  expect(planner.back()).toBe(true);
  planner.free();
});
