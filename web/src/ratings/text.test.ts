import { describe, expect, it } from 'vitest';

import { changeOf, decimals, ratingText, scoreText, signed } from './text';

describe('a rating', () => {
  it('is a whole number without separators', () =>
    expect(ratingText({ rating: 1612.37, provisional: false })).toBe('1612'));
  it('has a question mark while it is provisional', () =>
    expect(ratingText({ rating: 1500, provisional: true })).toBe('1500?'));
});

describe('a change', () => {
  it('is the difference of the ratings that are shown', () => {
    expect(changeOf(1500.4, 1515.5)).toBe(16);
    expect(changeOf(1500.4, 1500.49)).toBe(0);
  });

  it.each([
    [15, 0, '+15'],
    [-15, 0, '−15'],
    [0, 0, '±0'],
    [-0.04, 1, '±0.0'],
    [-0.608, 3, '−0.608'],
    [1234.56, 1, '+1234.6'],
  ])('of %f with %i decimals is %s', (value, digits, text) => expect(signed(value, digits)).toBe(text));
});

describe('other numbers', () => {
  it('have a fixed number of decimals', () => expect(decimals(1500, 1)).toBe('1500.0'));
  it('of scores are those of a score sheet', () =>
    expect([1, 0.5, 0].map(scoreText)).toEqual(['1', '½', '0']));
});
