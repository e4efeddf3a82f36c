import { beforeAll, describe, expect, it } from 'vitest';

import { startedCatalog } from '../../game/testing/rules';
import { rulesOf, type Variant } from '../../lib/rules';
import { chaptersOf, picturedRules } from './book';

describe('a rule book', () => {
  let games: Variant[] = [];

  beforeAll(() => {
    games = startedCatalog();
  });

  it('shows every game in five pictures', () => {
    for (const { id } of games) expect(picturedRules(rulesOf(id, 'en')), id).toHaveLength(5);
  });

  it('folds notation and time, and nothing of the game itself', () => {
    for (const { id } of games) {
      const folded = chaptersOf(rulesOf(id, 'en')).filter(({ isFolded }) => isFolded);
      expect(folded.map((chapter) => chapter.id)).toEqual(['book-N', 'book-T']);
    }
  });
});
