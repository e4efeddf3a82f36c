//! Titles of puzzle themes, and the themes that a set of puzzles offers.
import { t, type Message } from '../../base/messages.svelte';
import type { Theme } from '../../lib/rules';
import type { Puzzle } from './puzzles';

const TITLES: Readonly<Record<string, Message>> = {
  'one-move': 'puzzles.theme.one',
  short: 'puzzles.theme.short',
  long: 'puzzles.theme.long',
  endgame: 'puzzles.theme.endgame',
  quiet: 'puzzles.theme.quiet',
  sacrifice: 'puzzles.theme.sacrifice',
  promotion: 'puzzles.theme.promotion',
  underpromotion: 'puzzles.theme.underpromotion',
  'king-capture': 'puzzles.theme.king',
};
const MATE = /^mate-in-(\d+)$/;

export interface Offered extends Theme {
  /** True if it is specific to the variant. */
  readonly isOwn: boolean;
  readonly count: number;
}

/** Returns the title of a theme, given the variant-specific ones; undefined if it has none. */
export function titleOf(theme: string, own: readonly Theme[]): string | undefined {
  const [, moves] = MATE.exec(theme) ?? [];
  if (moves !== undefined) return t('puzzles.theme.mate', { moves });
  const known = TITLES[theme];
  return known ? t(known) : own.find(({ id }) => id === theme)?.title;
}

/** Returns the themes of puzzles: variant-specific ones first, and by the number of puzzles within each group. */
export function offered(puzzles: readonly Puzzle[], own: readonly Theme[]): Offered[] {
  const counts = new Map<string, number>();
  for (const theme of puzzles.flatMap(({ themes }) => themes))
    counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return [...counts]
    .flatMap(([id, count]) => {
      const title = titleOf(id, own);
      const isOwn = own.some((theme) => theme.id === id);
      return title !== undefined ? [{ id, title, isOwn, count }] : [];
    })
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.count - a.count);
}
