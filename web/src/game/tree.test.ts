import { describe, expect, it } from 'vitest';

import type { Variant } from '../lib/rules';

import { readRecord } from './record';
import { present, startedCatalog } from './testing/rules';
import { GameTree, ROOT } from './tree.svelte';

const variants = startedCatalog();
const orthodox = present(
  variants.find((variant) => variant.means.includes('check') && variant.overlays.length === 0),
);

const start = (variant: Variant = orthodox, fen?: string): GameTree => GameTree.start(variant, fen, 'en');

function played(...moves: string[]): GameTree {
  const tree = start();
  for (const move of moves) tree.play(move);
  return tree;
}

const sans = (tree: GameTree): string[] => tree.mainLine().map((node) => node.played.san);

describe.each(variants)('$id', (variant) => {
  /** A seeded random playout that goes back now and then to create variations. */
  function wandered(seed: number, steps: number): GameTree {
    const tree = start(variant);
    let state = seed;
    const draw = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    for (let step = 0; step < steps; step += 1) {
      const move = tree.snapshot.moves[draw(tree.snapshot.moves.length)];
      if (move && draw(5) > 0) tree.play(move.uci);
      else for (let back = draw(4); back >= 0; back -= 1) tree.back();
    }
    return tree;
  }

  it('is the same tree after its record was written and read', () => {
    for (const seed of [1, 2, 3]) {
      const record = wandered(seed, 60).toRecord();
      const stored = present(readRecord(JSON.parse(JSON.stringify(record))));
      expect(stored).toEqual(record);
      expect(GameTree.fromRecord(variant, stored, 'en').toRecord()).toEqual(record);
    }
  });

  it('stands at every node where its moves lead', () => {
    const tree = wandered(7, 50);
    for (const id of [...tree.nodes.keys()].reverse()) {
      tree.go(id);
      const other = start(variant);
      for (const move of tree.moves) other.play(move);
      expect(tree.snapshot).toEqual(other.snapshot);
    }
  });
});

it('follows a move that it has, and branches at one that it has not', () => {
  const tree = played('e4', 'e5');
  tree.first();
  tree.play('e2e4');
  tree.play('c5');
  expect(tree.nodes.size).toBe(4);
  expect(sans(tree)).toEqual(['e4', 'e5']);
  expect(tree.isMain(tree.current)).toBe(false);
});

it('promotes a variation with all that leads to it', () => {
  const tree = played('e4', 'e5');
  tree.back();
  tree.play('c5');
  tree.play('Nf3');
  tree.promote(tree.current);
  expect(sans(tree)).toEqual(['e4', 'c5', 'Nf3']);
  expect(tree.isMain(tree.current)).toBe(true);
});

it('goes to the move before when the line that it is in is deleted', () => {
  const tree = played('e4', 'e5', 'Nf3');
  tree.delete(present(tree.mainLine()[1]).id);
  expect(tree.last?.san).toBe('e4');
  expect(tree.nodes.size).toBe(2);
});

it('takes back the last move of the game, wherever it stands', () => {
  const tree = played('e4', 'e5');
  tree.first();
  expect(tree.undo()).toBe(true);
  expect(tree.last?.san).toBe('e4');
  expect([tree.undo(), tree.undo()]).toEqual([true, false]);
});

it('knows the result of the last position, and takes one that is said', () => {
  const mated = played('f3', 'e5', 'g4', 'Qh4');
  expect(mated.result).toBe('0-1');
  mated.first();
  expect(mated.result).toBe('0-1');
  expect(GameTree.fromRecord(orthodox, mated.toRecord(), 'en').result).toBe('0-1');
  const resigned = played('e4');
  resigned.result = '1-0';
  expect(resigned.toRecord().result).toBe('1-0');
  resigned.play('e5');
  expect(resigned.result).toBe('*');
});

it('keeps one judging glyph and any number of others', () => {
  const tree = played('e4');
  const id = tree.current;
  for (const nag of [1, 4, 14, 36, 36]) tree.nag(id, nag);
  expect(tree.here).toMatchObject({ nags: [4, 14] });
});

it('refuses a move with one sentence and stays where it was', () => {
  const tree = played('e4');
  expect(() => tree.play('e4e5')).toThrow(/\w/);
  expect(tree.last?.san).toBe('e4');
  expect(tree.nodes.size).toBe(2);
});

it('keeps a record up to the move that the rules refuse', () => {
  const record = { ...played('e4', 'e5').toRecord(), result: '*' as const };
  const broken = { ...record, moves: [...record.moves, { move: 'Ke8' }, { move: 'd4' }] };
  expect(() => GameTree.fromRecord(orthodox, broken, 'en')).toThrow();
  const stops: string[] = [];
  const tree = GameTree.fromRecord(orthodox, broken, 'en', ({ move, ply }) => stops.push(`${ply} ${move}`));
  expect(sans(tree)).toEqual(['e4', 'e5']);
  expect(stops).toEqual(['3 Ke8']);
});

it('reads no record from what is none', () => {
  for (const value of [
    null,
    1,
    [],
    {},
    { variant: 'x' },
    { variant: 'x', moves: [1] },
    { variant: 'x', moves: [{}] },
  ])
    expect(readRecord(value)).toBeUndefined();
});

it('numbers plies from the number and the turn of its start', () => {
  const tree = start(orthodox, '4k3/8/8/8/8/8/8/4K2R b K - 3 12');
  expect(tree.moveNumber(1)).toEqual({ number: 12, color: 'black' });
  expect(tree.moveNumber(2)).toEqual({ number: 13, color: 'white' });
  expect(tree.node(ROOT).ply).toBe(0);
});

it('speaks another language in the same position', () => {
  const tree = played('f3', 'e5', 'g4', 'Qh4');
  const english = tree.snapshot.ending?.text;
  tree.speak('de');
  expect(tree.snapshot.ending?.text).not.toBe(english);
  expect(tree.snapshot.fen).toBe(played('f3', 'e5', 'g4', 'Qh4').snapshot.fen);
});
