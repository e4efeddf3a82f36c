import { describe, expect, it } from 'vitest';

import { controlOf, leftAt } from '../../game/clock';
import { present, startedCatalog } from '../../game/testing/rules';
import type { Variant } from '../../lib/rules';

import { against, TWO_PEOPLE, type Setup } from './setup';
import { readGame } from './stored';
import { Table } from './table.svelte';

const variants = startedCatalog();
const orthodox = present(
  variants.find(({ means, overlays }) => means.includes('check') && overlays.length === 0),
);

const withClock = (minutes: number, seconds: number): Setup => ({
  seats: TWO_PEOPLE,
  control: present(controlOf(minutes, seconds)),
});
function table(setup: Setup, ...moves: string[]): Table {
  const opened = Table.open(orthodox, setup, 'en');
  for (const move of moves) opened.play(move, 0);
  return opened;
}
const sans = (at: Table): string[] => at.plies.map(({ played }) => played.san);
const reloaded = (at: Table, now: number): Table =>
  Table.resume(at.variant, present(readGame(JSON.parse(JSON.stringify(at.toStored(now))))), 'en');

describe.each(variants)('$id', (variant: Variant) => {
  it('survives a reload at every ply', () => {
    let at = Table.open(variant, withClock(5, 3), 'en');
    for (let ply = 0; ply < 24 && !at.verdict; ply += 1) {
      const { moves } = at.head;
      at.play(present(moves[(ply * 7) % moves.length]).uci, ply * 1000);
      const again = reloaded(at, ply * 1000);
      expect(again.head).toEqual(at.head);
      expect(again.toStored(0)).toEqual(at.toStored(ply * 1000));
      again.goOn(ply * 1000);
      at.free();
      at = again;
    }
  });
});

describe('a game', () => {
  it('ends by the rules, and takes no move after that', () => {
    const mated = table({ seats: TWO_PEOPLE }, 'f3', 'e5', 'g4', 'Qh4');
    expect(mated.verdict).toMatchObject({ kind: 'ruled', ending: { winner: 'black' } });
    expect(mated.mover).toBeUndefined();
    expect(mated.play('a3', 0)).toBeUndefined();
    expect(reloaded(mated, 0).verdict).toEqual(mated.verdict);
  });

  it('is lost by who resigns, and is drawn by who agree', () => {
    const resigned = table({ seats: TWO_PEOPLE }, 'e4');
    resigned.resign('black', 0);
    resigned.settleDraw(true, 0);
    expect(resigned.verdict).toEqual({ kind: 'resigned', loser: 'black' });
    expect(resigned.tree.result).toBe('1-0');
    expect(reloaded(resigned, 0).verdict).toEqual(resigned.verdict);
    const agreed = table({ seats: TWO_PEOPLE }, 'e4');
    agreed.settleDraw(true, 0);
    expect(agreed.tree.result).toBe('1/2-1/2');
  });

  it('takes no second offer of a draw before ten more moves of who was refused (T.4)', () => {
    const offered = table({ seats: against(3, 'white') }, 'e4', 'e5');
    expect(offered.offerDraw('white', 0)).toBe(true);
    expect(offered.hasOfferedDraw('white')).toBe(true);
    offered.answerDraw('black', false, 0);
    expect([offered.hasOfferedDraw('white'), offered.movesUntilDraw('white')]).toEqual([false, 10]);
    expect(offered.offerDraw('white', 0)).toBe(false);
    const [whites, blacks] = ['a3 b3 c3 d3 f3 g3 h3 a4 b4 c4', 'a6 b6 c6 d6 f6 g6 h6 a5 b5 Nd7'];
    whites.split(' ').forEach((move, at) => {
      expect(offered.movesUntilDraw('white')).toBe(10 - at);
      offered.play(move, 0);
      offered.play(blacks.split(' ')[at] ?? '', 0);
    });
    expect(offered.offerDraw('white', 0)).toBe(true);
    offered.answerDraw('black', true, 0);
    expect(offered.verdict).toEqual({ kind: 'agreed' });
  });

  it('counts the refusal of a draw at one board like any other', () => {
    const declined = table({ seats: TWO_PEOPLE }, 'e4', 'e5');
    declined.settleDraw(false, 0);
    declined.settleDraw(true, 0);
    expect([declined.verdict, declined.movesUntilDraw('white')]).toEqual([undefined, 10]);
  });

  it('goes on behind the back of who looks at an earlier position', () => {
    const looking = table({ seats: against(3, 'white') }, 'e4');
    looking.tree.first();
    looking.play('e5', 0);
    expect(looking.isLive).toBe(false);
    expect(looking.tree.snapshot.ply).toBe(0);
    expect(looking.head.ply).toBe(2);
    expect(sans(looking)).toEqual(['e4', 'e5']);
  });

  it('knows who is to move', () => {
    expect(table({ seats: against(3, 'white') }).mover).toEqual({ kind: 'person' });
    expect(table({ seats: against(3, 'black') }).mover).toEqual({ kind: 'computer', level: 3 });
  });

  it('stays as it was in another language', () => {
    const mated = table({ seats: TWO_PEOPLE }, 'f3', 'e5', 'g4', 'Qh4');
    mated.tree.first();
    mated.speak('de');
    expect(mated.tree.current).toBe(0);
    expect(mated.verdict).toMatchObject({ ending: { winner: 'black' } });
    expect(mated.verdict).not.toEqual(table({ seats: TWO_PEOPLE }, 'f3', 'e5', 'g4', 'Qh4').verdict);
  });
});

describe('taking back', () => {
  it('goes to the last move of a person', () => {
    const replied = table({ seats: against(3, 'white') }, 'e4', 'e5');
    replied.undo(0);
    expect(sans(replied)).toEqual([]);
    const thinking = table({ seats: against(3, 'white') }, 'e4', 'e5', 'd4');
    thinking.undo(0);
    expect(sans(thinking)).toEqual(['e4', 'e5']);
  });
  it('goes one move back between two people, and makes an agreement void', () => {
    const agreed = table({ seats: TWO_PEOPLE }, 'e4', 'e5');
    agreed.settleDraw(true, 0);
    agreed.undo(0);
    expect(sans(agreed)).toEqual(['e4']);
    expect([agreed.verdict, agreed.tree.result]).toEqual([undefined, '*']);
    agreed.settleDraw(true, 0);
    expect(agreed.verdict).toEqual({ kind: 'agreed' });
  });
  it('is no way out of the first move of the computer', () => {
    const opened = table({ seats: against(3, 'black') }, 'e4');
    expect(opened.pliesToUndo).toBe(0);
  });
  it('is no way out of lost time', () => {
    const late = table(withClock(1, 0), 'e4', 'e5');
    expect(late.fall(60_000)).toBe(true);
    expect(late.pliesToUndo).toBe(0);
    late.undo(60_000);
    expect(sans(late)).toEqual(['e4', 'e5']);
  });
});

describe('clocks', () => {
  it('begin once both have moved, and these moves cost and gain nothing (T.3)', () => {
    const fresh = table(withClock(1, 2));
    expect(fresh.fall(1_000_000)).toBe(false);
    fresh.play('e4', 1_000_000);
    expect(fresh.clock?.running).toBeUndefined();
    expect(fresh.fall(2_000_000)).toBe(false);
    fresh.play('e5', 2_000_000);
    expect(fresh.clock?.left).toEqual({ white: 60_000, black: 60_000 });
    expect(fresh.clock?.running).toEqual({ color: 'white', since: 2_000_000 });
  });
  it('take what a move took, and add the increment', () => {
    const at = table(withClock(1, 2), 'e4', 'e5');
    at.play('d4', 10_000);
    expect(at.clock?.left).toEqual({ white: 52_000, black: 60_000 });
    expect(at.clock?.running).toEqual({ color: 'black', since: 10_000 });
  });
  it('end the game when one is up, and a later move is none', () => {
    const late = table(withClock(1, 0), 'e4', 'e5');
    expect(late.fall(59_999)).toBe(false);
    expect(late.play('d4', 60_001)).toBeUndefined();
    expect(late.verdict).toEqual({ kind: 'timedOut', loser: 'white' });
    expect(late.clock?.left).toEqual({ white: 0, black: 60_000 });
    expect(sans(late)).toEqual(['e4', 'e5']);
    expect(late.tree.result).toBe('0-1');
    expect(reloaded(late, 60_001).verdict).toEqual(late.verdict);
    expect(reloaded(late, 60_001).clock?.left).toEqual(late.clock?.left);
  });
  it('draw where the side that is left cannot win', () => {
    const fen = '4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1';
    const drawn = table({ ...withClock(1, 0), fen }, 'Ke7', 'Kd1', 'Kd7');
    expect(drawn.fall(60_001)).toBe(true);
    expect(drawn.verdict).toEqual({ kind: 'timedOutDrawn', loser: 'white' });
    expect(drawn.tree.result).toBe('1/2-1/2');
    expect(drawn.pliesToUndo).toBe(0);
    expect(reloaded(drawn, 60_001).verdict).toEqual(drawn.verdict);
  });
  it('stand still from the moment the page closes until somebody goes on', () => {
    const left = reloaded(table(withClock(1, 0), 'e4', 'e5'), 25_000);
    expect([left.isPaused, left.mover]).toEqual([true, undefined]);
    expect(left.fall(10_000_000)).toBe(false);
    left.goOn(500_000);
    expect(leftAt(present(left.clock), 'white', 500_000)).toBe(35_000);
    expect(left.mover).toEqual({ kind: 'person' });
    expect(left.fall(534_999)).toBe(false);
    expect(left.fall(535_000)).toBe(true);
  });
  it('stand still while the game is paused', () => {
    const paused = table(withClock(1, 0), 'e4', 'e5');
    paused.pause(10_000);
    expect(paused.clock?.left).toEqual({ white: 50_000, black: 60_000 });
    expect(paused.clock?.running).toBeUndefined();
    expect(paused.fall(500_000)).toBe(false);
    paused.goOn(500_000);
    expect(leftAt(present(paused.clock), 'white', 505_000)).toBe(45_000);
    paused.pause(510_000);
    paused.goOn(600_000);
    paused.play('d4', 601_000);
    expect(paused.clock?.left).toEqual({ white: 39_000, black: 60_000 });
  });
  it('stop with the game', () => {
    const over = table(withClock(1, 0), 'f3', 'e5', 'g4', 'Qh4');
    expect(over.clock?.running).toBeUndefined();
    const resigned = table(withClock(1, 0), 'e4', 'e5');
    resigned.resign('white', 20_000);
    expect(resigned.clock).toMatchObject({ left: { white: 40_000, black: 60_000 } });
    expect(resigned.clock?.running).toBeUndefined();
    resigned.undo(30_000);
    expect(resigned.clock?.left).toEqual({ white: 40_000, black: 60_000 });
  });
  it('run for who is to move again after a move was taken back', () => {
    const back = table(withClock(1, 0), 'e4', 'e5');
    back.undo(5000);
    expect(back.clock?.running).toEqual({ color: 'black', since: 5000 });
    expect(back.clock?.left).toEqual({ white: 55_000, black: 60_000 });
    back.undo(6000);
    expect(back.clock?.running).toEqual({ color: 'white', since: 6000 });
  });
});

describe('what is stored', () => {
  const good = table(withClock(5, 0), 'e4').toStored(0);
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['text', 'text'],
    ['no seats', { ...good, setup: {} }],
    [
      'a level that is none',
      { ...good, setup: { seats: { white: { kind: 'computer', level: 11 }, black: {} } } },
    ],
    ['a clock that is none', { ...good, setup: { ...good.setup, control: { baseMs: -1, incrementMs: 0 } } }],
    ['no moves', { ...good, record: {} }],
  ])('is no game if it is %s', (_, value) => expect(readGame(value)).toBeUndefined());
  it('is no end if it names none', () =>
    expect(readGame({ ...good, beside: { kind: 'resigned', loser: 'red' } })).toEqual(good));
});
