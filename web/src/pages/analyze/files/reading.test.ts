import { expect, it } from 'vitest';

import type { GameRecord } from '../../../game/record';
import { present, startedCatalog } from '../../../game/testing/rules';
import type { FileGame } from './protocol';
import { entriesOf, falseResult, replayed, sortEntries } from './reading';

/** Standard chess is the first variant. */
const { id } = present(startedCatalog()[0]);

async function read(pgn: BlobPart) {
  const entries = [];
  for await (const step of entriesOf(new Blob([pgn]), id)) entries.push(...step.entries);
  return sortEntries(entries, 0);
}

it('a game that cannot be played through says which move is at fault, and where the game begins', async () => {
  const { kept, bad } = await read('\n[White "Ada"]\n\n1. e4 e5\n2. Nf3 Nd4 *\n');
  expect(bad).toEqual([]);
  const [game] = kept;
  expect(game?.line).toBe(2);
  const { fault } = replayed(JSON.parse(game?.text ?? '') as GameRecord, 'en');
  expect(fault?.text).toMatch(/^2… Nd4: /);
  expect(fault?.isStart).toBe(false);
});

it('a game with a start that is none has nothing to open', async () => {
  const { kept } = await read('[FEN "8/8/8/9 w - - 0 1"]\n\n1. e4 *\n');
  const [game] = kept;
  expect(replayed(JSON.parse(game?.text ?? '') as GameRecord, 'en').fault?.isStart).toBe(true);
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

const MATE = '1. f3 e5 2. g4 Qh4#';
it.each([
  [`[Result "1-0"]\n\n${MATE} 0-1`, { line: 1, place: 'tag', written: '1-0', byTheRules: '0-1' }],
  [`[Result "*"]\n\n${MATE}`, { line: 1, place: 'tag', written: '*', byTheRules: '0-1' }],
  [`[Result "draw"]\n\n${MATE}`, { line: 1, place: 'tag', written: 'draw', byTheRules: '0-1' }],
  [`${MATE} 1/2-1/2`, { line: 1, place: 'end', written: '1/2-1/2', byTheRules: '0-1' }],
  [`[Result "0-1"]\n\n${MATE} 0-1`, undefined],
  [`${MATE} *`, undefined],
  ['[Result "1-0"]\n\n1. e4 1-0', undefined],
])('a result that differs from the end of the game is noted: %s', async (pgn, expected) => {
  const [game] = (await read(`${pgn}\n`)).kept;
  const kept = present(game);
  const record = JSON.parse(kept.text) as GameRecord;
  const { result } = replayed(record, 'en');
  expect(result === undefined ? undefined : falseResult(kept, record, result)).toEqual(expected);
});

const BARE = '4k3/8/8/8/8/8/8/4K3 w - -';

it('lines of EPD are positions, with the counts and the name that their operations give', async () => {
  const { games, kept, bad } = await read(
    `\u{feff}# Bare kings\r\n% two of them\r\n${BARE} hmvc 7; fmvn 40; id "Kings; bare";\r\n\r\n${BARE}\tbm Kd2;\r\n${BARE} 3 9\r\n`,
  );
  expect(bad).toEqual([]);
  const records = kept.map(({ text }) => JSON.parse(text) as GameRecord);
  expect(records.map(({ fen }) => fen)).toEqual([`${BARE} 7 40`, `${BARE} 0 1`, `${BARE} 3 9`]);
  expect(games.map(({ line, event }) => [line, event])).toEqual([
    [3, 'Kings; bare'],
    [5, `${BARE} 0 1`],
    [6, `${BARE} 3 9`],
  ]);
  expect(records.map((record) => replayed(record, 'en').fault)).toEqual([undefined, undefined, undefined]);
});

/** Encodes a text as UTF-16 in either byte order, with and without a byte-order mark. */
const inUtf16 = (text: string): Uint8Array<ArrayBuffer>[] =>
  [true, false].flatMap((little) =>
    [text, `\u{feff}${text}`].map((marked) => {
      const view = new DataView(new ArrayBuffer(2 * marked.length));
      for (let at = 0; at < marked.length; at += 1) view.setUint16(2 * at, marked.charCodeAt(at), little);
      return new Uint8Array(view.buffer);
    }),
  );

it.each([
  ['games', '[White "Müller 象"]\r\n\r\n1. e4 e5 *\r\n', ({ white }: FileGame) => white, 'Müller 象'],
  ['positions', `${BARE} id "Müller 象";\r\n`, ({ event }: FileGame) => event, 'Müller 象'],
])('%s are read in UTF-16', async (_, text, named, name) => {
  for (const bytes of inUtf16(text)) {
    const { games, bad } = await read(bytes);
    expect([games.map(named), bad]).toEqual([[name], []]);
  }
});

it('positions are read in Windows-1252', async () => {
  const bytes = Uint8Array.from(`${BARE} id "M\u00fcller";`, (character) => character.charCodeAt(0));
  expect((await read(bytes)).games.map(({ event }) => event)).toEqual(['Müller']);
});

it('one bad line of a long file of positions hides no other', async () => {
  const { kept } = await read(`${`${BARE} id "one";\r`.repeat(12_000)}nonsense\r${BARE}`);
  expect(kept).toHaveLength(12_002);
  const [bad, last] = kept.slice(-2).map(({ text }) => JSON.parse(text) as GameRecord);
  expect(replayed(present(bad), 'en').fault?.isStart).toBe(true);
  expect(last?.fen).toBe(`${BARE} 0 1`);
});

it('a text that is no game from its first word on has nothing to open', async () => {
  const { kept, bad } = await read('<<< 1. e4 *\n');
  expect(kept).toEqual([]);
  expect(bad).toHaveLength(1);
  expect(bad[0]?.at).toBeUndefined();
});
