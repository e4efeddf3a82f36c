//! What a move would do, as things to be drawn.
import type { LegalMove, Lent, Overlay, Preview, Snapshot, Told, Unit } from '../lib/rules';
import { signOf } from './heat';

/** A number that a move would change. */
export interface Change {
  square: string;
  before: number;
  after: number;
  /** Whether control of the square passes: the sign differs. */
  turns: boolean;
}

export interface Path {
  kind: 'moved' | 'pushed' | 'pulled';
  from: string;
  to: string;
}
export interface Flight {
  from: string;
  to: string;
  amount: number;
}

export interface Ghost {
  move: LegalMove;
  /** Other ways to play it that the player will be asked about. */
  choices: number;
  told: readonly Told[];
  /** Units that would stand where they do not stand, or be what they are not. */
  arriving: Unit[];
  /** Squares whose units would leave or change. */
  leaving: string[];
  /** Squares where a unit would be taken off the board. */
  lost: string[];
  paths: Path[];
  flights: Flight[];
  changes: Change[];
  gained: Lent[];
  ended: Lent[];
  /** The layer as it would be. */
  overlay?: Overlay | undefined;
}

const isSame = (one: Unit | undefined, other: Unit | undefined): boolean =>
  one?.role === other?.role && one?.color === other?.color && one?.marked === other?.marked;

const bySquare = (units: readonly Unit[]): Map<string, Unit> =>
  new Map(units.map((unit) => [unit.square, unit]));

/** The numbers that differ. A square without a number has zero. */
export function changesOf(before: Overlay | undefined, after: Overlay | undefined): Change[] {
  if (!before || !after) return [];
  const old = new Map(before.values.map(({ square, amount }) => [square, amount]));
  const now = new Map(after.values.map(({ square, amount }) => [square, amount]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((square) => ({ square, before: old.get(square) ?? 0, after: now.get(square) ?? 0 }))
    .filter(({ before, after }) => before !== after)
    .map((change) => ({ ...change, turns: signOf(change.before) !== signOf(change.after) }));
}

const lentKey = ({ from, to, role }: Lent): string => `${from} ${to} ${role}`;

/** The powers of one layer that the other lacks. */
export function lentOnlyIn(one: Overlay | undefined, other: Overlay | undefined): Lent[] {
  if (!one || !other) return [];
  const known = new Set(other.lent.map(lentKey));
  return one.lent.filter((lent) => !known.has(lentKey(lent)));
}

/** Everything that a legal move would change. */
export function ghostOf(
  snapshot: Snapshot,
  move: LegalMove,
  choices: number,
  preview: Preview,
  overlay: Overlay | undefined,
): Ghost {
  const before = bySquare(snapshot.units);
  const after = bySquare(preview.after.units);
  const events = preview.events.map(({ event }) => event);
  return {
    move,
    choices,
    told: preview.events,
    arriving: preview.after.units.filter((unit) => !isSame(unit, before.get(unit.square))),
    leaving: snapshot.units
      .filter((unit) => !isSame(unit, after.get(unit.square)))
      .map(({ square }) => square),
    lost: events.flatMap((event) => (event.kind === 'taken' || event.kind === 'removed' ? [event.at] : [])),
    paths: events.flatMap((event) =>
      event.kind === 'moved' || event.kind === 'pushed' || event.kind === 'pulled'
        ? [{ kind: event.kind, from: event.from, to: event.to }]
        : [],
    ),
    flights: events.flatMap((event) => (event.kind === 'ejected' ? [event] : [])),
    changes: changesOf(overlay, preview.overlay),
    gained: lentOnlyIn(preview.overlay, overlay),
    ended: lentOnlyIn(overlay, preview.overlay),
    overlay: preview.overlay,
  };
}
