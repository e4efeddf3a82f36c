import { beforeEach, expect, test } from 'vitest';

import type { Request } from './frames';
import { Requests } from './requests';
import { forgetUnsent, keepUnsent, passUnsent, unsentOf } from './unsent';

const move = (id: string): Request => ({ kind: 'move', id, game: 'abcdefgh', ply: 4, uci: 'g1f3' });

beforeEach(() => {
  for (const id of ['a', 'b', 'c']) forgetUnsent(id);
});

test('a move is kept by person until it is answered', () => {
  keepUnsent('ada', move('a'));
  keepUnsent('wu', move('b'));
  keepUnsent(undefined, move('c'));
  expect(unsentOf('ada')).toEqual([move('a')]);
  expect(unsentOf('wu')).toEqual([move('b')]);
  forgetUnsent('a');
  expect(unsentOf('ada')).toEqual([]);
});

test('the moves of a guest go to the member who takes over the games', () => {
  keepUnsent('curie', move('d'));
  keepUnsent('wu', move('e'));
  passUnsent('curie', 'ada');
  expect([unsentOf('curie'), unsentOf('ada')]).toEqual([[], [move('d')]]);
  expect(unsentOf('wu')).toContainEqual(move('e'));
  forgetUnsent('d');
  forgetUnsent('e');
});

test('what is no move is not kept', () => {
  keepUnsent('ada', { kind: 'act', id: 'a', game: 'abcdefgh', do: 'resign' });
  expect(unsentOf('ada')).toEqual([]);
});

test('requests are kept while they wait, and forgotten with their answer', async () => {
  const requests = new Requests({
    save: (request) => keepUnsent('ada', request),
    forget: forgetUnsent,
    load: () => unsentOf('ada'),
    refused: () => undefined,
  });
  const { request, answer } = requests.add({ kind: 'move', game: 'abcdefgh', ply: 4, uci: 'g1f3' });
  expect(unsentOf('ada')).toEqual([request]);
  requests.fulfill(request.id, 7);
  await expect(answer).resolves.toBe(7);
  expect(unsentOf('ada')).toEqual([]);
});
