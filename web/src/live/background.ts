//! A live game of the visitor while another page is shown: its clock and any open offer. Works without the rules.
import type { Clock } from '../game/clock';
import { other } from '../game/color';
import { playerName } from '../base/playerName';
import type { Color } from '../lib/rules';
import type { GameFrame, GameUpdate, PlayedAct } from './frames';

/** The time limit for a first move (T.3). */
export const FIRST_MS = 30_000;

/** The state of a live game that matters away from its board. */
export interface Background {
  readonly game: string;
  readonly side: Color;
  readonly opponent: string;
  readonly turn: Color;
  readonly clock: Clock;
  /** The deadline for a first move, in server time. */
  readonly deadline: number | undefined;
  /** True if the opponent has made an offer that is unanswered. */
  readonly isAsked: boolean;
  readonly hasEnded: boolean;
}

/** Returns the number of plies in all acts of a game. */
export const pliesOf = (acts: readonly PlayedAct[]): number =>
  acts.reduce((count, { fact }) => {
    if (fact.kind === 'moved') return fact.ply + 1;
    return fact.kind === 'takenBack' ? fact.ply : count;
  }, 0);

/** Returns the state from a full game frame; undefined if there is no clock or the visitor is not a player. */
export function backgroundOf(frame: GameFrame): Background | undefined {
  const { terms, side, seats, left, runs, deadline, offers, ended, acts } = frame;
  const [white, black] = left ?? [];
  if (!terms.clock || side === undefined || white === undefined || black === undefined) return undefined;
  const { baseMs, incrementMs = 0 } = terms.clock;
  const running = runs ? { running: { color: runs.side, since: runs.since } } : {};
  return {
    game: frame.game,
    side,
    opponent: playerName(seats[other(side)]),
    turn: runs?.side ?? (pliesOf(acts) % 2 === 0 ? 'white' : 'black'),
    clock: { control: { baseMs, incrementMs }, left: { white, black }, ...running },
    deadline: runs ? undefined : deadline,
    isAsked: offers.some((offer) => offer.side !== side),
    hasEnded: ended !== undefined,
  };
}

/** Returns the state after an act; undefined if the whole game is needed again. */
function after(known: Background, { fact, side, left, at, ended }: PlayedAct): Background | undefined {
  const [white, black] = left ?? [];
  if (white === undefined || black === undefined) return undefined;
  const clock: Clock = { ...known.clock, left: { white, black } };
  const next = { ...known, clock, hasEnded: ended !== undefined };
  switch (fact.kind) {
    case 'moved': {
      const turn = other(known.turn);
      const isFirst = fact.ply === 0;
      return {
        ...next,
        turn,
        clock: isFirst ? clock : { ...clock, running: { color: turn, since: at } },
        deadline: isFirst ? at + FIRST_MS : undefined,
        // A move answers any offer; it may offer a draw itself.
        isAsked: fact.draw === true && side !== known.side,
      };
    }
    case 'offered':
      return { ...next, isAsked: side !== known.side };
    case 'answered':
      return { ...next, isAsked: false };
    case 'timed':
    case 'leave':
    case 'back':
    case 'claimed':
    case 'closed':
      return next;
    case 'takenBack':
      return undefined;
  }
}

/** Returns the state after a message about the game; undefined if the whole game is needed again. */
export function follow(known: Background | undefined, update: GameUpdate): Background | undefined {
  switch (update.kind) {
    case 'game':
      // A later frame omits the acts that were sent before, so the number of moves cannot be computed from it.
      return known && update.acts.length < update.seq
        ? { ...known, ...restOf(known, update) }
        : backgroundOf(update);
    case 'act':
      return known && after(known, update);
    case 'here':
    case 'rematch':
    case 'refused':
      return known;
  }
}

function restOf(known: Background, frame: GameFrame): Partial<Background> {
  const whole = backgroundOf(frame);
  if (!whole) return {};
  const [last] = frame.acts.filter(({ fact }) => fact.kind === 'moved').slice(-1);
  const turn = last?.side === undefined ? known.turn : other(last.side);
  return { ...whole, turn: frame.runs?.side ?? turn };
}
