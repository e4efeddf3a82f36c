//! Tests that nothing in an online game is cut off or overlaps, on screens of all sizes.
import { expect, test, type BrowserContext } from '@playwright/test';

import type { OwnServer } from './ownServer';
import { twoGuests } from './twoGuests';

const CLOCK = { clock: { baseMs: 300_000, incrementMs: 2000 } };

let server: OwnServer;
let ada: BrowserContext;
let grace: BrowserContext;

twoGuests('unknown', (two) => ({ server, ada, grace } = two));

const SIZES = [
  { width: 1280, height: 800 },
  { width: 960, height: 700 },
  { width: 844, height: 844 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

test('a player, and what is said of one, lie beside each other on every screen', async ({ browser }) => {
  const curie = await server.guest(browser, 'Curie 51234');
  const days = { days: 3 };
  for (const [variant, terms] of [
    ['chess', CLOCK],
    ['future', CLOCK],
    ['future', days],
  ] as const) {
    const id = await server.game(curie, grace, { variant, terms });
    const page = await server.openGame(curie, id);
    const plate = page.getByRole('region', { name: 'White: Curie 51234 (you)' });
    if ('days' in terms) await expect(plate.getByRole('timer')).toHaveText(/^3 days until /);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const at = `${variant} at ${size.width}x${size.height}`;
      await expect(plate.getByText('(you)'), at).toBeVisible();
      const parts = plate.locator('.seat, .name, .mark, .seen, [role=timer]');
      await expect.poll(() => parts.evaluateAll(overlapping), at).toEqual([]);
      const isCut = (name: Element): boolean => name.scrollWidth > name.clientWidth + 1;
      if (size.width > 320) expect(await plate.locator('.name').evaluate(isCut), at).toBe(false);
    }
    await page.close();
  }
  await curie.close();
});

/** Returns the pairs of parts that overlap. */
function overlapping(parts: Element[]): string[] {
  const boxes = parts.map((part) => ({ name: part.className, box: part.getBoundingClientRect() }));
  return boxes.flatMap(({ name, box: one }, at) =>
    boxes
      .slice(at + 1)
      .filter(({ box: other }) => {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        return wide > 1 && high > 1;
      })
      .map((other) => `${name} on ${other.name}`),
  );
}

for (const language of ['en', 'de'])
  test(`on a phone all that can be done in a game is in view in the language ${language}`, async () => {
    const id = await server.game(ada, grace, { variant: 'chess', terms: { days: 3 } });
    const page = await server.openGame(ada, id);
    await page.evaluate((tag) => localStorage.setItem('faraday.settings', `{"language":"${tag}"}`), language);
    await page.reload();
    const acts = page.getByRole('toolbar').getByRole('button');
    for (const [width, height] of [
      [390, 844],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(acts).toHaveCount(6);
      for (const act of await acts.all()) await expect(act).toBeInViewport({ ratio: 1 });
      const tops = await acts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      expect(new Set(tops).size, `rows at ${width}`).toBe(1);
      const header = await page.getByRole('banner').boundingBox();
      expect(header?.height, `at ${width}`).toBeLessThan(60);
    }
    await page.evaluate(() => localStorage.removeItem('faraday.settings'));
  });
