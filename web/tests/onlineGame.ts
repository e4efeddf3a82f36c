//! Helpers for online games.
import { expect, type Page } from '@playwright/test';

import { Board } from './board';

const QUESTIONS = { Draw: 'Offer draw?', 'Take back': 'Take back?' } as const;

/** Presses a button and confirms it, before the question disappears. */
export async function propose(page: Page, what: keyof typeof QUESTIONS): Promise<void> {
  const toolbar = page.getByRole('toolbar');
  const question = toolbar.getByRole('button', { name: QUESTIONS[what], exact: true });
  await expect(async () => {
    if (!(await question.isVisible()))
      await toolbar.getByRole('button', { name: what, exact: true }).click({ timeout: 3000 });
    await question.click({ timeout: 3000 });
  }).toPass();
}

/** Makes a move in a correspondence game and confirms it. */
export async function moveAndSend(page: Page, ...squares: readonly string[]): Promise<void> {
  await new Board(page).click(...squares);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Makes the moves of a new correspondence game in turn. Both players see each move before the next one. */
export async function sendByTurns(
  white: Page,
  black: Page,
  ...moves: readonly (readonly string[])[]
): Promise<void> {
  for (const [played, move] of moves.entries()) {
    await moveAndSend(played % 2 === 0 ? white : black, ...move);
    for (const page of [white, black])
      await expect(page.getByRole('region', { name: 'Moves' }).getByRole('button')).toHaveCount(played + 1);
  }
}
