import { expect, it } from 'vitest';

import { present, startedCatalog } from '../../game/testing/rules';
import { newGame } from '../../lib/rules';
import { Arrangement, flatPlan } from '../drawing/arrangement';
import { BoardState } from '../boardState.svelte';
import { execute } from './commands';
import { commandOf } from './keyboard';

const variant = present(startedCatalog().find(({ means }) => means.includes('check')));
const game = newGame(variant.id, 'en');
const board = new BoardState({
  variant,
  game,
  snapshot: game.snapshot(),
  orientation: 'white',
  movable: 'white',
});
const arrangement = new Arrangement(variant, false, flatPlan(variant, 'row', 'none'));

/** Presses a key on a square. Returns the new cursor square and the announcements. */
function press(square: string, key: string, shiftKey = false): { at: string; said: string[] } {
  const command = present(commandOf({ key, shiftKey, ctrlKey: false, altKey: false, metaKey: false }));
  let at = square;
  const said: string[] = [];
  execute(command, board, square, {
    arrangement,
    focus: (to) => (at = to),
    say: (topic, of) => said.push(`${topic} ${of}`),
  });
  return { at, said };
}

it('the letter of a piece goes to all of the side to move, then to the others, and round', () => {
  const way = ['e4'];
  for (let step = 0; step < 5; step += 1) way.push(press(present(way.at(-1)), 'n').at);
  expect(way).toEqual(['e4', 'b1', 'g1', 'b8', 'g8', 'b1']);
  expect(press('b1', 'n', true).at).toBe('g8');
});

it('a square that cannot be picked is spoken when it is chosen', () => {
  expect(press('e7', 'Enter').said).toEqual(['square e7']);
  expect(press('e2', 'Enter').said).toEqual([]);
});
