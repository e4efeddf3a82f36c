//! The PGN tag pairs of an online game that the app can fill in itself.
import { tagOf } from '../game/clock';
import type { Header, Result } from '../game/record';
import type { GameOutcome, SharedGame } from './frames';

/** The results in PGN notation. */
export const RESULTS: Readonly<Record<GameOutcome['result'], Result>> = {
  white: '1-0',
  black: '0-1',
  draw: '1/2-1/2',
  none: '*',
};

/** Returns the tag pairs that the app knows; the server's PGN has more. */
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
