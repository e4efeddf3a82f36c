//! What time does in a game between people, as its acts tell (T.1 to T.6). All by the server's time.
import { stopped, type Clock, type Times } from '../game/clock';
import { other } from '../game/color';
import type { Color } from '../lib/rules';
import type { PlayedAct, SharedGame, Terms } from './frames';

/** How long each first move may take (T.3). */
const FIRST_MOVE_MS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface Timing {
  /** What each side had left after the last act; none without a clock. */
  readonly left: Times | undefined;
  /** Since when the side to move thinks. */
  readonly since: number;
  /** Whether both have moved, so that clocks run. Takebacks change nothing about it. */
  readonly haveBothMoved: boolean;
  /** When the time of the side to move is up, as far as it does not follow from its clock. */
  readonly deadline: number | undefined;
}

const timesOf = (left: readonly number[] | null | undefined): Times | undefined => {
  const [white, black] = left ?? [];
  return white === undefined || black === undefined ? undefined : { white, black };
};

/** What stands in a game that is told as a whole, all of whose acts are given. */
export function timingOf(game: SharedGame, acts: readonly PlayedAct[]): Timing {
  const start: Timing = {
    left: timesOf(game.left),
    since: game.startedAt,
    haveBothMoved: false,
    deadline: undefined,
  };
  const after = acts.reduce((timing, act) => timingAfter(timing, act, game.terms), start);
  return { ...after, since: game.runs?.since ?? after.since, deadline: game.deadline ?? after.deadline };
}

/** What an act changes about it. */
export function timingAfter(timing: Timing, act: PlayedAct, terms: Terms): Timing {
  const { at, fact } = act;
  const left = timesOf(act.left) ?? timing.left;
  switch (fact.kind) {
    case 'moved': {
      const haveBothMoved = timing.haveBothMoved || fact.ply >= 1;
      return { left, since: at, haveBothMoved, deadline: deadlineAfter(at, haveBothMoved, terms) };
    }
    case 'takenBack':
      return { ...timing, left, since: at, deadline: deadlineAfter(at, timing.haveBothMoved, terms) };
    case 'timed': {
      const { deadline, haveBothMoved } = timing;
      const isSpared = fact.why === 'outage' && !haveBothMoved;
      return { ...timing, left, deadline: isSpared && deadline ? deadline + fact.ms : deadline };
    }
    case 'offered':
    case 'answered':
    case 'closed':
      return { ...timing, left };
  }
}

function deadlineAfter(at: number, haveBothMoved: boolean, { clock, days }: Terms): number | undefined {
  if (days !== undefined) return at + days * DAY_MS;
  return clock && !haveBothMoved ? at + FIRST_MOVE_MS : undefined;
}

/** The clocks as they are shown; none where there are none. `turn` is whose time runs, if anybody's does. `sent` is when
 *  a move went out that the server has not confirmed: its player's clock stands since. */
export function clockOf(
  { left, since, haveBothMoved }: Timing,
  { clock }: Terms,
  turn: Color | undefined,
  sent: number | undefined,
): Clock | undefined {
  if (!left || !clock) return undefined;
  const control = { baseMs: clock.baseMs, incrementMs: clock.incrementMs ?? 0 };
  if (turn === undefined || !haveBothMoved) return { control, left };
  if (sent === undefined) return { control, left, running: { color: turn, since } };
  return stopped({ control, left, running: { color: other(turn), since } }, sent);
}
