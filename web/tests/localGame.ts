//! Helpers for local games: setting up a game, starting it, and playing.
import type { Page } from '@playwright/test';

import { expect, open } from './fixtures';

/** Starts a game between two people. */
export async function startLocalGame(page: Page, variant: string, clock = 'None'): Promise<void> {
  await open(page, `/play/${variant}`);
  await page.getByRole('radio', { name: 'Two people, one screen' }).check();
  await page.getByRole('radio', { name: clock, exact: true }).check();
  await start(page);
}

export async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.getByRole('region', { name: 'Moves' })).toBeVisible();
}

export async function type(page: Page, ...moves: string[]): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Move' });
  for (const move of moves) {
    await field.fill(move);
    await field.press('Enter');
    await expect(field).toHaveValue('');
  }
}

export const act = (page: Page, name: string) =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true });
export const played = (page: Page) => page.getByRole('region', { name: 'Moves' }).getByRole('listitem');
export const status = (page: Page) => page.getByRole('status').first();
export const MATE = ['f3', 'e5', 'g4', 'Qh4#'];
