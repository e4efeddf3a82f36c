//! A driver for a board in the browser: reads its pieces and plays moves.
import type { Locator, Page } from '@playwright/test';

import { expect } from './fixtures';

const layers = (page: Page) => page.getByRole('group', { name: 'Overlays' });

/** Shows only this overlay, or none without a name. */
export async function showLayer(page: Page, name?: string): Promise<void> {
  const shown = layers(page).locator('[aria-pressed="true"]');
  if (name === undefined) {
    if ((await shown.count()) > 0) await shown.click();
    return;
  }
  const button = layers(page).getByRole('button', { name });
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
}

export class Board {
  constructor(
    readonly page: Page,
    readonly root: Locator = page.locator('main .board').first(),
  ) {}

  square(name: string): Locator {
    return this.root.locator(`[data-square="${name}"]`);
  }

  /** Reads the pieces on screen, by the center of each image. */
  async standing(): Promise<string[]> {
    return this.root.evaluate((root) => {
      const cells = [...root.querySelectorAll<HTMLElement>('[data-square]')].map((cell) => ({
        name: cell.dataset['square'] ?? '',
        box: cell.getBoundingClientRect(),
      }));
      return [...root.querySelectorAll<HTMLElement>('[data-piece]')]
        .map((piece) => {
          const { x, y, width, height } = piece.getBoundingClientRect();
          const [middle, center] = [x + width / 2, y + height / 2];
          const cell = cells.find(
            ({ box }) => middle > box.left && middle < box.right && center > box.top && center < box.bottom,
          );
          return `${cell?.name ?? 'nowhere'} ${piece.dataset['piece'] ?? ''}${piece.querySelector('.mark') ? ' ~' : ''}`;
        })
        .sort();
    });
  }

  /** Reads the pieces once the board has its final size. */
  async seen(): Promise<string[]> {
    await expect
      .poll(async () => (await this.standing()).some((piece) => piece.startsWith('nowhere')))
      .toBe(false);
    return this.standing();
  }

  async expectStanding(pieces: readonly string[]): Promise<void> {
    await expect.poll(() => this.standing()).toEqual(pieces);
  }

  async click(...squares: string[]): Promise<void> {
    for (const square of squares) await this.square(square).click();
  }

  async tap(...squares: string[]): Promise<void> {
    for (const square of squares) await this.square(square).tap();
  }

  /** Drags a piece to a square and holds it there. */
  async drag(from: string, to: string): Promise<void> {
    const { mouse } = this.page;
    await this.square(from).hover();
    await mouse.down();
    const box = await this.square(to).boundingBox();
    if (!box) throw new Error(`${to} is not on the screen`);
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  }

  async drop(from: string, to: string): Promise<void> {
    await this.drag(from, to);
    await this.page.mouse.up();
  }

  /** Moves the keyboard cursor to a square, from its current one. */
  async walk(to: string): Promise<void> {
    const start = this.root.locator('[data-square][tabindex="0"]');
    const from = (await start.getAttribute('data-square')) ?? '';
    // After a mouse press, the arrow keys step through the game; after Tab, they move the cursor.
    await this.page.keyboard.press('Tab');
    await start.focus();
    const [here, there] = [spot(from), spot(to)];
    await this.#press(there.level - here.level, 'PageUp', 'PageDown');
    await this.#press(there.rank - here.rank, 'ArrowUp', 'ArrowDown');
    await this.#press(there.file - here.file, 'ArrowRight', 'ArrowLeft');
    await expect(this.square(to)).toBeFocused();
  }

  async #press(steps: number, ahead: string, back: string): Promise<void> {
    for (let left = Math.abs(steps); left > 0; left -= 1)
      await this.page.keyboard.press(steps > 0 ? ahead : back);
  }
}

/** Parses the name of a square. */
function spot(name: string): { level: number; file: number; rank: number } {
  const [, level = '', file = '', rank = ''] = /^(\d?)([a-z])(\d)$/.exec(name) ?? [];
  return { level: Number(level), file: file.charCodeAt(0), rank: Number(rank) };
}
