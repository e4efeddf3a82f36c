//! Tests that overlays are drawn as the rules compute them, in random positions of every variant.
import { showLayer } from './board';
import { expected, readOverlays, type DrawnOverlay, type Target } from './drawnOverlay';
import { dice, Game, present, randomFens, variants } from './rules';
import { expect, open, test } from './fixtures';

/** The number of random positions per variant; OVERLAY_POSITIONS changes it. */
const POSITIONS = Number(process.env['OVERLAY_POSITIONS'] ?? 40);
const AT_ONCE = 100;
const MS_A_POSITION = 1000;

test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } });

for (const variant of variants) {
  const layers = variant.means.includes('energies') ? [...variant.overlays, undefined] : variant.overlays;
  for (const layer of layers) {
    const name = layer?.name ?? 'no layer';
    test(`${variant.id}: ${name}: what is drawn is what the rules say in ${POSITIONS} positions`, async ({
      page,
    }) => {
      test.setTimeout(60_000 + POSITIONS * MS_A_POSITION);
      await open(page, `/analyze/${variant.id}`);
      await showLayer(page, layer?.name);
      const draw = dice(5);
      const fens = randomFens(variant, POSITIONS);
      for (let from = 0; from < fens.length; from += AT_ONCE) {
        const wanted: DrawnOverlay[] = [];
        const looks: Target[] = [];
        for (const fen of fens.slice(from, from + AT_ONCE)) {
          const game = new Game(variant.id, fen, 'en');
          const { pieces, energies, ending } = game.snapshot();
          const picked = present(pieces[draw(pieces.length)]).square;
          if (!ending) {
            const bare = {
              values: energies,
              meaning: 'count' as const,
              parts: [],
              lent: [],
              lines: [],
              entries: [],
            };
            const seen = (square?: string) => (layer ? present(game.overlay(layer.id, square)) : bare);
            wanted.push(expected(seen(), seen(picked)));
            looks.push({ fen, picked });
          }
          game.free();
        }
        const drawn = await page.evaluate(readOverlays, looks);
        looks.forEach((look, at) => expect(drawn[at], `${look.fen} with ${look.picked}`).toEqual(wanted[at]));
      }
    });
  }
}
