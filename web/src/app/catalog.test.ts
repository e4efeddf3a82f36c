import catalogs from 'virtual:catalogs';
import pictures from 'virtual:pictures';
import { beforeAll, describe, expect, it } from 'vitest';

import { present, startedCatalog } from '../game/testing/rules';
import { catalog, languages, newGame, type Variant } from '../lib/rules';

describe('what is packed', () => {
  let games: Variant[] = [];

  beforeAll(() => {
    games = startedCatalog().filter(({ id, family }) => id === family);
  });

  it('is a catalog for every language of the rules', () => {
    expect(Object.keys(catalogs)).toEqual(languages());
  });

  it.each(Object.entries(catalogs))('is the catalog that the rules tell in %s', async (language, load) => {
    expect((await load()).default).toEqual(catalog(language));
  });

  it('is a picture for every game', () => {
    expect(Object.keys(pictures)).toEqual(games.map(({ id }) => id));
    for (const { units } of Object.values(pictures)) expect(units.length).toBeGreaterThan(0);
  });

  it('shows fields with the charges of the start', () => {
    const charged = games.filter(({ id }) => present(pictures[id]).charges.length > 0);
    expect(charged).not.toEqual([]);
    for (const { id, overlays } of charged) {
      const game = newGame(id, 'en');
      const { units, charges } = present(pictures[id]);
      expect(units).toEqual(game.snapshot().units);
      expect(charges).toEqual(game.overlay(present(overlays[0]).id)?.values);
      game.free();
    }
  });
});
