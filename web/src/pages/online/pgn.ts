//! The PGN export of an online game: its text, its file name, and its record.
import type { GameRecord } from '../../game/record';
import { newPgnReader } from '../../lib/rules';
import type { SharedGame } from '../../live/frames';

/** Converts a name to a part of a file name: `O'Neil of Ulm` becomes `o-neil-of-ulm`. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Returns the name of the game's file, such as `2026-11-26-ada-bo-97PF5dXT.pgn`. */
export function fileNameOf({
  game,
  seats,
  startedAt,
}: Pick<SharedGame, 'game' | 'seats' | 'startedAt'>): string {
  const day = new Date(startedAt).toISOString().slice(0, 10);
  const names = [seats.white.name, seats.black.name].map(slugOf).filter((name) => name !== '');
  return `${[day, ...names, game].join('-')}.pgn`;
}

/** Returns a PGN with an address as its `Site` tag. */
export const withSite = (pgn: string, address: string): string =>
  pgn.replace(/^\[Site ".*"\]$/m, () => `[Site "${address}"]`);

/** Returns the only game of a PGN; undefined if it has none. */
export function recordIn(pgn: string, variant: string): GameRecord | undefined {
  const reader = newPgnReader();
  const [entry] = [...reader.feed(new TextEncoder().encode(pgn)), ...reader.finish()];
  return entry?.record && ({ ...entry.record, variant: entry.record.variant ?? variant } as GameRecord);
}
