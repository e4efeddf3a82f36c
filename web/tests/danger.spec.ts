//! Tests of variants with king capture: a threatened king is marked and announced for learners.
import { Board } from './board';
import { Game, present, variants, wander, type Variant } from './rules';
import { start, status, type } from './localGame';
import { expect, open, test } from './fixtures';

interface Threat {
  fen: string;
  /** A move that attacks the king. */
  san: string;
  after: string;
  king: string;
  captor: string;
  turn: 'white' | 'black';
}

/** Returns a move from a position without danger to one in which exactly one piece can capture the king. */
function threatOf(variant: Variant): Threat {
  let found: Threat | undefined;
  wander(variant, 3, (_game, { fen, moves, threats }) => {
    if (threats.length > 0) return 'more';
    for (const { uci, san } of moves) {
      const next = new Game(variant.id, fen, 'en');
      next.play(uci);
      const after = next.snapshot();
      next.free();
      const [captor] = after.threats;
      if (!captor || after.threats.length > 1 || after.ending) continue;
      const king = after.pieces.find(({ role, color }) => role === 'king' && color === after.turn);
      found = { fen, san, after: after.fen, king: present(king).square, captor, turn: after.turn };
      return 'enough';
    }
    return 'more';
  });
  return present(found);
}

const capturing = variants.filter(({ id, family, means }) => id === family && !means.includes('check'));

test('there are games in which kings are captured', () => {
  expect(capturing.length).toBeGreaterThan(0);
});

for (const variant of capturing) {
  const threat = threatOf(variant);
  const fen = encodeURIComponent(threat.after);

  test(`${variant.id}: against a low level a king in danger is marked, against a higher one it is not`, async ({
    page,
  }) => {
    const mark = page.locator('[data-endangered]');
    for (const level of ['3', '4']) {
      await open(page, `/play/${variant.id}?fen=${fen}`);
      await page.getByRole('radio', { name: level, exact: true }).check();
      await page
        .getByRole('radio', { name: threat.turn === 'white' ? 'White' : 'Black', exact: true })
        .check();
      await start(page);
      await expect(status(page)).toContainText('Your move');
      if (level === '3') {
        await expect(mark).toHaveAttribute('data-endangered', threat.king);
        await expect(status(page)).toContainText('Your king can be captured!');
        await expect(new Board(page).square(threat.king)).toHaveAccessibleName(/can be captured/);
      } else {
        await expect(mark).toHaveCount(0);
        await expect(status(page)).not.toContainText('captured');
      }
    }
  });

  test(`${variant.id}: who wants it is told by whom the king can be captured`, async ({ page }) => {
    await open(page, `/play/${variant.id}?fen=${encodeURIComponent(threat.fen)}`);
    await page.getByRole('radio', { name: 'Two people, one screen' }).check();
    await start(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    const choice = page.getByRole('radiogroup', { name: 'Warn if my king can be captured' });
    await choice.getByRole('radio', { name: 'Always' }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await type(page, threat.san);
    await expect(page.locator('[data-endangered]')).toHaveAttribute('data-endangered', threat.king);
    const told = page.locator('[data-announce="polite"]');
    await expect(told).toContainText(new RegExp(`Your king can be captured: .*\\(${threat.captor}\\)\\.`));
  });
}
