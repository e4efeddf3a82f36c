import { expect, it } from 'vitest';

import { present, startedCatalog } from '../../game/testing/rules';
import { rulesOf } from '../../lib/rules';
import type { LiveGame } from '../../live/game.svelte';
import { ruleOf } from './verdict';

const { id } = present(startedCatalog()[0]);

/** Returns the rule behind an end of the game. */
const rule = (reason: string, wasLate = false): string | undefined =>
  ruleOf({ ended: { result: '*', reason }, wasLate, head: {} } as unknown as LiveGame);

it('a game that time or absence ends names a rule of the rule book', () => {
  const known = new Set(rulesOf(id, 'en').map((each) => each.id));
  const rules = [
    rule('timed-out'),
    rule('timed-out-draw'),
    rule('aborted', true),
    rule('expired'),
    rule('abandoned'),
  ];
  expect(rules).toEqual(['T.1', 'T.2', 'T.3', 'T.3', 'T.5']);
  for (const each of rules) expect(known).toContain(each);
});

it('a game that a player ends names none', () => {
  expect([rule('resigned'), rule('agreed'), rule('aborted')]).toEqual([undefined, undefined, undefined]);
});
