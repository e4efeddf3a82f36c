//! The tag pairs of a game between people.
import { tagOf } from '../game/clock';
import type { Header } from '../game/record';
import type { SharedGame } from './frames';

/** Returns what the page knows; the server's PGN has more. */
export function headersOf({ seats, terms, startedAt }: SharedGame): Header[] {
  const { clock } = terms;
  const control = clock && tagOf({ baseMs: clock.baseMs, incrementMs: clock.incrementMs ?? 0 });
  return [
    ['Date', new Date(startedAt).toISOString().slice(0, 10).replaceAll('-', '.')],
    ['White', seats.white.name],
    ['Black', seats.black.name],
    ...(control === undefined ? [] : [['TimeControl', control] as const]),
  ];
}
