import { expect, it } from 'vitest';

import { present, startedCatalog } from '../../game/testing/rules';
import { recordIn, fileNameOf, withSite } from './pgn';

const variant = present(startedCatalog()[0]);
const PGN = `[Event "?"]
[Site "97PF5dXT"]
[White "Ada"]
[Black "O'Neil"]
[Result "*"]

1. e4 {[%clk 0:04:59]} e5 {[%clk 0:04:58]} *
`;

it('the file of a game says when, who, and which', () => {
  const startedAt = Date.UTC(2026, 10, 26, 13);
  const seats = { white: { name: 'Ada' }, black: { name: "O'Neil of Ulm" } };
  expect(fileNameOf({ game: '97PF5dXT', seats, startedAt })).toBe(
    '2026-11-26-ada-o-neil-of-ulm-97PF5dXT.pgn',
  );
  const signs = { white: { name: '...' }, black: { name: 'Гроссмейстер' } };
  expect(fileNameOf({ game: '97PF5dXT', seats: signs, startedAt })).toBe(
    '2026-11-26-гроссмейстер-97PF5dXT.pgn',
  );
});

it('the site of a game is its address, and its clocks stay', () => {
  const pgn = withSite(PGN, 'https://chess.example/game/97PF5dXT');
  expect(pgn).toContain('[Site "https://chess.example/game/97PF5dXT"]');
  const record = present(recordIn(pgn, variant.id));
  expect(record.headers).toContainEqual(['Site', 'https://chess.example/game/97PF5dXT']);
  expect(record.moves.map(({ comment }) => comment)).toEqual(['[%clk 0:04:59]', '[%clk 0:04:58]']);
});
