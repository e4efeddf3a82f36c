import { render } from 'svelte/server';
import { expect, it } from 'vitest';

import { present, startedCatalog } from '../game/testing/rules';
import { newGame } from '../lib/rules';
import Board from './Board.svelte';
import { provideBoardEnvironment } from './environment.svelte';

const variant = present(startedCatalog().find(({ levels }) => levels === 1));
const game = newGame(variant.id, 'en');
const props = {
  variant,
  game,
  snapshot: game.snapshot(),
  orientation: 'white',
  movable: 'white',
} as const;

it('a board without an application is whole', () => {
  const { body } = render(Board, { props });
  expect(body).toContain('aria-label="board.name"');
  expect(body.match(/data-square=/g)).toHaveLength(variant.files * variant.ranks);
});

it('a board uses the texts of its application', () => {
  const Application: typeof Board = (...given) => {
    provideBoardEnvironment({ t: (key) => key.toUpperCase() });
    return Board(...given);
  };
  const { body } = render(Application, { props });
  expect(body).toContain('aria-label="BOARD.NAME"');
});
