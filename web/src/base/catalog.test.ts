import books from 'virtual:books';
import catalogs from 'virtual:catalogs';
import diagrams from 'virtual:diagrams';
import pictures from 'virtual:pictures';
import tasks from 'virtual:tasks';
import { beforeAll, describe, expect, it } from 'vitest';

import { present, startedCatalog } from '../game/testing/rules';
import { catalog, languages, lessonOf, newGame, rulesOf, rulingsOf, type Variant } from '../lib/rules';

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

  it('is a rule book for every variant in every language', () => {
    const ids = startedCatalog().map(({ id }) => id);
    expect(Object.keys(books).sort()).toEqual(
      languages()
        .flatMap((language) => ids.map((id) => `${language}/${id}`))
        .sort(),
    );
  });

  it.each(Object.entries(books))('is the rule book that the rules tell: %s', async (name, load) => {
    const [language = '', id = ''] = name.split('/');
    expect((await load()).default).toEqual({
      rules: rulesOf(id, language),
      rulings: rulingsOf(id, language),
    });
  });

  it.each(Object.entries(diagrams))('is a picture for every diagram of %s', async (id, load) => {
    const shown = (await load()).default;
    for (const rule of rulesOf(id, 'en')) {
      expect((shown[rule.id] ?? []).length).toBe(rule.diagrams.length);
      rule.diagrams.forEach(({ variant, fen }, at) => {
        const game = newGame(variant, 'en', fen);
        expect(present(shown[rule.id]?.[at]).pieces).toEqual(game.snapshot().pieces);
        game.free();
      });
    }
  });

  it('names the tasks of every lesson', () => {
    for (const { id } of startedCatalog())
      expect(tasks[id]).toEqual(lessonOf(id, 'en').map(({ name }) => name));
  });

  it('is a picture for every game', () => {
    expect(Object.keys(pictures)).toEqual(games.map(({ id }) => id));
    for (const { id } of games) {
      const frames = present(pictures[id]);
      expect(frames.length, id).toBeGreaterThan(1);
      for (const { pieces } of frames) {
        expect(pieces.length).toBeGreaterThan(0);
        expect(new Set(pieces.map((piece) => piece.id)).size).toBe(pieces.length);
      }
    }
  });

  it('follows a piece from frame to frame', () => {
    for (const { id } of games) {
      const [before, after] = present(pictures[id]);
      const moved = present(after).pieces.filter(({ id: actor, square }) =>
        present(before).pieces.some((old) => old.id === actor && old.square !== square),
      );
      expect(moved.length, id).toBeGreaterThan(0);
    }
  });

  it('shows fields with the charges of the start', () => {
    const charged = games.filter(({ id }) => present(pictures[id]?.[0]).charges.length > 0);
    expect(charged).not.toEqual([]);
    for (const { id, overlays } of charged) {
      const game = newGame(id, 'en');
      const { pieces, charges } = present(pictures[id]?.[0]);
      expect(pieces).toMatchObject(game.snapshot().pieces);
      expect(charges).toEqual(game.overlay(present(overlays[0]).id)?.values);
      game.free();
    }
  });
});
