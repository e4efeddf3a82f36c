import { expect, it } from 'vitest';

import { present, startedCatalog } from '../game/testing/rules';
import { newGame } from '../lib/rules';
import { BoardState } from './boardState.svelte';
import type { BoardProps } from './types';

const variant = present(startedCatalog().find(({ means }) => means.includes('check')));

/** Creates a board at the start of a game, and the list of moves played on it. */
function fresh(props: Partial<BoardProps> = {}): { board: BoardState; played: string[] } {
  const game = newGame(variant.id, 'en');
  const played: string[] = [];
  const board = new BoardState({
    variant,
    game,
    snapshot: game.snapshot(),
    orientation: 'white',
    movable: 'white',
    onmove: (uci) => played.push(uci),
    ...props,
  });
  return { board, played };
}

it('a piece that the page has picked is kept by the first click on it, and let go by the second', () => {
  const { board, played } = fresh({ selected: 'e2' });
  board.activate('e2');
  expect(board.props.selected).toBe('e2');
  board.activate('e2');
  expect(board.props.selected).toBeUndefined();
  board.activate('e2');
  board.activate('e4');
  expect(played).toEqual(['e2e4']);
});

it('a piece that the visitor has picked is let go by a click on it', () => {
  const { board } = fresh();
  board.activate('e2');
  expect(board.props.selected).toBe('e2');
  board.activate('e2');
  expect(board.props.selected).toBeUndefined();
});

it('a click on a piece of the same side plans a recapture if the selected piece can make it', () => {
  const planned: string[] = [];
  const { board } = fresh({
    movable: 'black',
    onplan: (from, to) => planned.push(from + to),
    retakes: (from, to) => from + to === 'd8d7',
  });
  board.activate('d8');
  board.activate('d7');
  expect([planned, board.props.selected]).toEqual([['d8d7'], undefined]);
  board.activate('a8');
  board.activate('d7');
  expect([planned.length, board.props.selected]).toEqual([1, 'd7']);
  board.activate('d7');
  expect([planned.length, board.props.selected]).toEqual([1, undefined]);
});

it('a proposed move is shown at first, and played when it is proposed again', () => {
  const { board, played } = fresh({ selected: 'e2' });
  expect(board.propose('e5')).toBe(false);
  expect(board.propose('e4')).toBe(true);
  expect(board.ghost?.move.uci).toBe('e2e4');
  expect(board.propose('e3')).toBe(true);
  expect(board.ghost?.move.uci).toBe('e2e3');
  expect(board.propose('e3')).toBe(false);
  board.activate('e3');
  expect(played).toEqual(['e2e3']);
  expect(board.proposed).toBeUndefined();
});
