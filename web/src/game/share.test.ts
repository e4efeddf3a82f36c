import { expect, it } from 'vitest';

import type { GameRecord } from './record';
import { isShared, packShared, unpackShared } from './share';

const record: GameRecord = {
  variant: 'some',
  headers: [
    ['White', 'Ada'],
    ['Event', 'Lövenstadt'],
  ],
  comment: 'Which way? — «this»',
  moves: [
    { move: 'e2e4', nags: [1], variations: [[{ move: 'd2d4' }, { move: 'd7d5', comment: 'solid' }]] },
    { move: 'e7e5' },
  ],
  result: '*',
};

it('unpacks what was packed', async () => {
  for (const orientation of ['white', 'black'] as const) {
    const shared = { record, at: [1, 0], orientation };
    const text = await packShared(shared);
    expect(text).toMatch(/^g1\.[\w-]+$/);
    expect(isShared(text)).toBe(true);
    expect(await unpackShared(text)).toEqual(shared);
  }
});

it('packs a game of a hundred plies into less than a line of a letter', async () => {
  const squares = Array.from(
    { length: 100 },
    (_, ply) => `${'abcdefgh'[(ply * 7) % 8]}${1 + ((ply * 5) % 8)}`,
  );
  const moves = squares.map((square, ply) => ({ move: square + (squares[ply + 1] ?? 'a1') }));
  expect(
    (await packShared({ record: { ...record, moves }, at: moves.map(() => 0), orientation: 'white' })).length,
  ).toBeLessThan(900);
});

it('says that a broken link holds nothing', async () => {
  const text = await packShared({ record, at: [], orientation: 'white' });
  const broken = [
    text.slice(0, -9),
    text.slice(0, 20) + 'AAAA' + text.slice(24),
    'g1.',
    'g1.???',
    'g1.AAAA',
    'MG.2',
  ];
  for (const hash of broken) expect(await unpackShared(hash)).toBeUndefined();
});

it('does not unpack a link that grows beyond every game', async () => {
  const text = await packShared({
    record: { ...record, comment: 'a'.repeat(3_000_000) },
    at: [],
    orientation: 'white',
  });
  expect(text.length).toBeLessThan(10_000);
  expect(await unpackShared(text)).toBeUndefined();
});
