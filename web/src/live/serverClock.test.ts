//! Tests of the estimate of the server's time.
import { expect, it } from 'vitest';

import { ServerClock } from './serverClock';

const HOUR = 3_600_000;

it('a longer way says nothing new', () => {
  const clock = new ServerClock();
  clock.addSample(1_000_010, 0, 20);
  clock.addSample(1_000_900, 900, 1400);
  expect(clock.at(2000)).toBe(1_002_000);
});

it('a server clock that is set is followed, forward and back, whatever the way', () => {
  const clock = new ServerClock();
  clock.addSample(1_000_010, 0, 20);
  clock.addSample(1_001_050 + HOUR, 1000, 1100);
  expect(clock.at(2000)).toBe(1_002_000 + HOUR);
  clock.addSample(1_003_050, 3000, 3100);
  expect(clock.at(4000)).toBe(1_004_000);
});

it('a slow answer is no set clock', () => {
  const clock = new ServerClock();
  clock.addSample(1_000_010, 0, 20);
  // Nearly all of the four seconds passed on the way back.
  clock.addSample(1_001_010, 1000, 5000);
  expect(clock.at(6000)).toBe(1_006_000);
});
