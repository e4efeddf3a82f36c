import { expect, it } from 'vitest';

import type { GameRecord } from '../../../game/record';
import { present, startedCatalog } from '../../../game/testing/rules';
import { entriesOf, faultOf, sortEntries } from './reading';

/** The orthodox game stands first. */
const { id } = present(startedCatalog()[0]);

async function read(pgn: string) {
  const entries = [];
  for await (const step of entriesOf(new Blob([pgn]), id)) entries.push(...step.entries);
  return sortEntries(entries, 0);
}

it('a game that cannot be played through says which move is at fault, and where the game begins', async () => {
  const { kept, bad } = await read('\n[White "Ada"]\n\n1. e4 e5\n2. Nf3 Nd4 *\n');
  expect(bad).toEqual([]);
  const [game] = kept;
  expect(game?.line).toBe(2);
  const fault = faultOf(JSON.parse(game?.text ?? '') as GameRecord, 'en');
  expect(fault?.text).toMatch(/^2… Nd4: /);
  expect(fault?.isStart).toBe(false);
});

it('a game with a start that is none has nothing to open', async () => {
  const { kept } = await read('[FEN "8/8/8/9 w - - 0 1"]\n\n1. e4 *\n');
  const [game] = kept;
  expect(faultOf(JSON.parse(game?.text ?? '') as GameRecord, 'en')?.isStart).toBe(true);
});

it('a text that cannot be read says the line of its fault, and can be opened up to there', async () => {
  const { games, kept, bad } = await read(
    '[White "Ada"]\n\n1. e4 e5\n2. Nf3 (2. d4 *\n\n[White "Bob"]\n\n1. d4 *\n',
  );
  expect(bad).toMatchObject([{ line: 4, place: 'fault', at: 0 }]);
  const record = JSON.parse(kept[0]?.text ?? '') as GameRecord;
  expect(record.moves.map(({ move }) => move)).toEqual(['e4', 'e5', 'Nf3']);
  expect(games).toMatchObject([{ at: 1, white: 'Bob' }]);
});

it('a text that is no game from its first word on has nothing to open', async () => {
  const { kept, bad } = await read('<<< 1. e4 *\n');
  expect(kept).toEqual([]);
  expect(bad).toHaveLength(1);
  expect(bad[0]?.at).toBeUndefined();
});
