import { describe, expect, it } from 'vitest';

import {
  answerTo,
  branchAt,
  countOf,
  isSame,
  linesOf,
  partingOf,
  withLine,
  withoutLine,
  type Path,
} from './plan';

const LINES: Path[] = [
  ['a1', 'a2'],
  ['b1', 'b2', 'c1', 'c2'],
  ['b1', 'b2', 'd1', 'd2', 'e1', 'e2'],
];
const plan = LINES.reduce(withLine, []);

describe('a plan', () => {
  it('has the lines that were put into it', () => {
    expect(linesOf(plan)).toEqual(LINES);
    expect(countOf(plan)).toBe(5);
  });

  it('is a tree: what lines share is there once', () =>
    expect(plan).toEqual([
      { expected: 'a1', answer: 'a2' },
      {
        expected: 'b1',
        answer: 'b2',
        then: [
          { expected: 'c1', answer: 'c2' },
          { expected: 'd1', answer: 'd2', then: [{ expected: 'e1', answer: 'e2' }] },
        ],
      },
    ]));

  it('is the same after a line that it has', () => {
    for (const line of LINES) expect(isSame(withLine(plan, line), plan)).toBe(true);
    expect(isSame(withLine(plan, ['b1', 'b2']), plan)).toBe(true);
  });

  it('keeps nothing of a move that nobody answers', () =>
    expect(withLine(plan, ['b1', 'b2', 'f1'])).toEqual(plan));

  it('has one answer to a move: another one takes its place, with all that followed', () =>
    expect(linesOf(withLine(plan, ['b1', 'x2']))).toEqual([
      ['a1', 'a2'],
      ['b1', 'x2'],
    ]));

  it('loses an answer with all that follows it', () => {
    expect(linesOf(withoutLine(plan, ['b1', 'b2', 'd1', 'd2']))).toEqual(LINES.slice(0, 2));
    expect(linesOf(withoutLine(plan, ['b1', 'b2']))).toEqual(LINES.slice(0, 1));
    expect(withoutLine(plan, ['b1', 'x2'])).toEqual(plan);
  });

  it('that has lost all its lines is empty', () => {
    const tops = plan.map(({ expected, answer }) => [expected, answer]);
    expect(tops.reduce(withoutLine, plan)).toEqual([]);
  });

  it('parts into what each line has for itself', () => {
    const lines = linesOf(plan);
    expect(lines.map((line) => partingOf(lines, line))).toEqual([
      ['a1', 'a2'],
      ['b1', 'b2', 'c1', 'c2'],
      ['b1', 'b2', 'd1', 'd2'],
    ]);
    expect(partingOf(lines.slice(1, 2), lines[1] ?? [])).toEqual(['b1', 'b2']);
  });

  it('finds what is planned where a line stands', () => {
    expect(answerTo(plan, ['a1'])).toBe('a2');
    expect(answerTo(plan, ['b1', 'b2', 'd1'])).toBe('d2');
    expect(answerTo(plan, ['b1', 'b2', 'x1'])).toBeUndefined();
    expect(answerTo(plan, ['x1', 'x2', 'a1'])).toBeUndefined();
    expect(branchAt(plan, ['b1', 'b2'])?.then).toHaveLength(2);
    expect(branchAt(plan, ['b1'])).toBeUndefined();
  });

  it('differs from one with another answer, or with more of them', () => {
    expect(isSame(plan, withLine(plan, ['a1', 'x2']))).toBe(false);
    expect(isSame(plan, withLine(plan, ['a1', 'a2', 'x1', 'x2']))).toBe(false);
    expect(isSame(plan, [...plan].reverse())).toBe(true);
  });
});
