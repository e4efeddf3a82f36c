import { render } from 'svelte/server';
import { expect, it } from 'vitest';

import Computation from './Computation.svelte';
import type { ComputedChange } from './http';

const change: ComputedChange = {
  n: 1,
  at: 0,
  before: { rating: 1500, deviation: 350, volatility: 0.06 },
  opponent: { rating: 1500, deviation: 350, player: { name: 'Ben' } },
  weight: 0.6690694,
  expected: 0.5,
  score: 1,
  after: { rating: 1662.212, deviation: 290.319, volatility: 0.06 },
  change: 162.212,
};

it('names the later annulment of the game', () => {
  // Without a language, a text is its key.
  const textOf = (shown: ComputedChange) =>
    render(Computation, { props: { change: shown, name: 'Ada' } }).body;
  expect(textOf(change)).not.toContain('ratings.how.annulled');
  expect(textOf({ ...change, annulledBy: 2 })).toContain('ratings.how.annulled');
});
