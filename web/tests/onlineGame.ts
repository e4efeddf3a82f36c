//! Helpers for online games.
import type { Page } from '@playwright/test';

import { Board } from './board';

const QUESTIONS = { Draw: 'Offer draw?', 'Take back': 'Take back?' } as const;

/** Presses a button and confirms it. */
export async function propose(page: Page, what: keyof typeof QUESTIONS): Promise<void> {
  const toolbar = page.getByRole('toolbar');
  await toolbar.getByRole('button', { name: what, exact: true }).click();
  await toolbar.getByRole('button', { name: QUESTIONS[what], exact: true }).click();
}

/** Makes a move in a correspondence game and confirms it. */
export async function moveAndSend(page: Page, ...squares: readonly string[]): Promise<void> {
  await new Board(page).click(...squares);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}
