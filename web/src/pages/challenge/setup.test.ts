import { describe, expect, it } from 'vitest';

import { challengeOf, chosenTerms, CLOCKS, DEFAULTS, PACES, readChoices, unratedReason } from './setup';

describe('what is remembered of the form', () => {
  it('is read as it was stored', () => {
    const chosen = { ...DEFAULTS, pace: 'days', days: '14', side: 'black', rated: true } as const;
    expect(readChoices(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen);
  });

  it('is read as it was stored before there were reserves', () => {
    const { reserve, ...chosen } = { ...DEFAULTS, pace: 'days', days: '7' } as const;
    expect(readChoices(chosen)).toEqual({ ...chosen, reserve });
  });

  it.each([
    undefined,
    null,
    7,
    'x',
    {},
    { pace: 'hours', clock: '9+9', minutes: '5', days: 4, side: 'both', rated: 'yes' },
  ])('is as by default where it is wrong: %j', (value) => expect(readChoices(value)).toEqual(DEFAULTS));
});

describe('the terms', () => {
  it('are a clock, days, a reserve, or neither', () => {
    const terms = PACES.map((pace) => chosenTerms({ ...DEFAULTS, pace }));
    expect(terms).toEqual([
      { clock: { baseMs: 600_000, incrementMs: 5000 }, rated: false },
      { days: 3, rated: false },
      { reserve: 10, rated: false },
      { rated: false },
    ]);
  });

  it('of every clock that is offered can be played', () => {
    for (const clock of CLOCKS) expect(chosenTerms({ ...DEFAULTS, clock })?.clock).toBeDefined();
  });

  it('of a clock of one’s own are what was typed, if anybody could play so', () => {
    const own = { ...DEFAULTS, clock: 'custom' } as const;
    expect(chosenTerms({ ...own, minutes: 0.5, seconds: 2 })).toEqual({
      clock: { baseMs: 30_000, incrementMs: 2000 },
      rated: false,
    });
    expect(chosenTerms({ ...own, minutes: 0, seconds: 0 })).toBeUndefined();
    expect(chosenTerms({ ...own, minutes: NaN, seconds: 5 })).toBeUndefined();
  });
});

describe('a rated game', () => {
  const own = { ...DEFAULTS, clock: 'custom' } as const;

  it.each([
    [DEFAULTS, false, undefined],
    [{ ...DEFAULTS, pace: 'days' }, false, undefined],
    [{ ...DEFAULTS, pace: 'reserve' }, false, undefined],
    [DEFAULTS, true, 'position'],
    [{ ...DEFAULTS, pace: 'none' }, false, 'noLimit'],
    [{ ...DEFAULTS, side: 'white' }, false, 'side'],
    [{ ...own, minutes: 1, seconds: 60 }, false, undefined],
    [{ ...own, minutes: 60, seconds: 0 }, false, undefined],
    [{ ...own, minutes: 0.75, seconds: 0 }, false, 'clock'],
    [{ ...own, minutes: 61, seconds: 0 }, false, 'clock'],
    [{ ...own, minutes: 5, seconds: 61 }, false, 'clock'],
  ] as const)('needs a clock, the usual position, and no chosen side: %j', (choices, hasPosition, why) => {
    expect(unratedReason(choices, hasPosition)).toBe(why);
  });
});

describe('the challenge', () => {
  const terms = { rated: false };

  it('leaves out the side that is drawn by lot, and the usual start', () =>
    expect(challengeOf('some', terms, 'random', '')).toEqual({ variant: 'some', terms }));

  it('names what was chosen', () =>
    expect(challengeOf('some', terms, 'black', '8/8')).toEqual({
      variant: 'some',
      terms,
      side: 'black',
      fen: '8/8',
    }));
});
