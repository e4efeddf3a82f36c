//! The clocks of an online game, as the rules have calculated them from its acts.
import type { Clock } from '../game/clock';
import type { Color, TableState } from '../lib/rules';
import type { Times } from './acts';
import type { Terms } from './frames';

/** Returns the clocks of a live game. */
export function clockIn({ clock: terms }: Terms, { clocks }: TableState): Clock | undefined {
  if (!clocks || !terms) return undefined;
  const [white, black] = clocks.left;
  const control = { baseMs: terms.baseMs, incrementMs: terms.incrementMs ?? 0 };
  const clock: Clock = { control, left: { white, black } };
  if (!clocks.runs) return clock;
  const { side: color, since } = clocks.runs;
  return { ...clock, running: { color, since } };
}

/** Returns the clocks of a live game after a number of plies. */
export function clockAfter(clock: Clock | undefined, times: Times, plies: number): Clock | undefined {
  if (!clock) return undefined;
  const { control } = clock;
  const [white, black] = plies === 0 ? [control.baseMs, control.baseMs] : (times[plies - 1] ?? []);
  return white === undefined || black === undefined ? undefined : { control, left: { white, black } };
}

/** Returns the reserve of a side whose time does not run. */
export function reserveLeft({ reserve }: Terms, { clocks }: TableState, side: Color): number | undefined {
  return reserve === undefined ? undefined : clocks?.left[side === 'white' ? 0 : 1];
}
