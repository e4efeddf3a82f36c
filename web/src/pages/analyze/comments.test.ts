import { expect, it } from 'vitest';

import { clockText, evaluationText, readComment, withShapes, withText } from './comments';

const WRITTEN = '[%eval 0.34] [%clk 0:03:00] A plan. [%csl Gd4,Re5][%cal Ge2e4,B1c22c2] And more.';

it('reads what commands say, and shows none of them', () => {
  expect(readComment(WRITTEN)).toEqual({
    text: 'A plan. And more.',
    shapes: [
      { kind: 'circle', at: 'd4', brush: 'green' },
      { kind: 'circle', at: 'e5', brush: 'red' },
      { kind: 'arrow', from: 'e2', to: 'e4', brush: 'green' },
      { kind: 'arrow', from: '1c2', to: '2c2', brush: 'blue' },
    ],
    evaluation: '0.34',
    clock: '0:03:00',
  });
  expect(readComment('[%emt 0:00:05] [%cal nonsense,Gz] so')).toEqual({ text: 'so', shapes: [] });
  expect(readComment('5 [of 6] % and {more}\nlines')).toEqual({
    text: '5 [of 6] % and {more}\nlines',
    shapes: [],
  });
});

it('keeps every command when the text changes, and the text when the marks change', () => {
  const { shapes } = readComment(WRITTEN);
  const said = withText(WRITTEN, ' Another plan. ');
  expect(readComment(said)).toEqual({ ...readComment(WRITTEN), text: 'Another plan.' });
  expect(withText('[%emt 0:00:05] so', '')).toBe('[%emt 0:00:05]');
  const less = withShapes(WRITTEN, shapes.slice(0, 1));
  expect(less).toBe('[%eval 0.34][%clk 0:03:00][%csl Gd4] A plan. And more.');
  expect(withShapes(less, shapes)).toContain('[%cal Ge2e4,B1c22c2]');
  expect(withShapes('[%csl Gd4]', [])).toBe('');
});

it('writes clocks and evaluations as the page does', () => {
  expect(['0:03:00', '1:02:03', '0:00:09.7', 'odd'].map(clockText)).toEqual([
    '3:00',
    '1:02:03',
    '0:09.7',
    'odd',
  ]);
  expect(['0.34', '-1.2', '0.2', '0.0', '#3', '#-3', '?'].map(evaluationText)).toEqual([
    '+0.34',
    '−1.20',
    '+0.20',
    '0.00',
    '+#3',
    '−#3',
    '?',
  ]);
});
