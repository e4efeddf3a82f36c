//! What a move would do, as things to be drawn.
import type { LegalMove, Lent, Overlay, Preview, Role, Snapshot, Told, PlacedPiece } from '../../lib/rules';
import { signOf } from './heat';
import { layerOfEnergies } from '../overlays';

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

/** A power that a piece would gain or lose, with one that lends it. */
export interface Power extends Lent {
  /** Where the piece would stand. */
  at: string;
}

export interface Ghost {
  move: LegalMove;
  /** Other ways to play it that the player will be asked about. */
  choices: number;
  told: readonly Told[];
  /** Pieces that would stand where they do not stand, or be what they are not. */
  arriving: PlacedPiece[];
  /** Squares whose pieces would leave or change. */
  leaving: string[];
  /** Squares where a piece would be taken off the board. */
  lost: string[];
  paths: Path[];
  flights: Flight[];
  changes: Change[];
  gained: Power[];
  ended: Power[];
  /** The layer as it would be. */
  layer: Overlay;
}

const isSame = (one: PlacedPiece | undefined, other: PlacedPiece | undefined): boolean =>
  one?.role === other?.role && one?.color === other?.color && one?.marked === other?.marked;

const bySquare = (pieces: readonly PlacedPiece[]): Map<string, PlacedPiece> =>
  new Map(pieces.map((piece) => [piece.square, piece]));

/** The numbers that differ. A square without a number has zero. */
export function changesOf(before: Overlay, after: Overlay): Change[] {
  const old = new Map(before.values.map(({ square, amount }) => [square, amount]));
  const now = new Map(after.values.map(({ square, amount }) => [square, amount]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((square) => ({ square, before: old.get(square) ?? 0, after: now.get(square) ?? 0 }))
    .filter(({ before, after }) => before !== after)
    .map((change) => ({ ...change, turns: signOf(change.before) !== signOf(change.after) }));
}

/** The numbers that are to be read: not those under a piece that would come to stand there. */
export const visibleChanges = ({ changes, arriving }: Pick<Ghost, 'changes' | 'arriving'>): Change[] =>
  changes.filter(({ square }) => !arriving.some((piece) => piece.square === square));

const rolesAt = (layer: Overlay, square: string): Set<Role> =>
  new Set(layer.lent.filter(({ to }) => to === square).map(({ role }) => role));

/** The powers that pieces have by one layer and lack by the other; a piece may have another square there. */
function powersOnlyIn(
  one: Overlay,
  other: Overlay,
  moves: readonly { here: string; there: string; at: string }[],
): Power[] {
  return moves.flatMap(({ here, there, at }) => {
    const kept = rolesAt(other, there);
    return one.lent.filter(({ to, role }) => to === here && !kept.has(role)).map((lent) => ({ ...lent, at }));
  });
}

const pathsOf = (told: readonly Told[]): Path[] =>
  told.flatMap(({ event }) =>
    event.kind === 'moved' || event.kind === 'pushed' || event.kind === 'pulled'
      ? [{ kind: event.kind, from: event.from, to: event.to }]
      : [],
  );

/** Everything that a legal move would change. */
export function ghostOf(
  snapshot: Snapshot,
  move: LegalMove,
  choices: number,
  preview: Preview,
  layer: Overlay,
): Ghost {
  const next = preview.overlay ?? layerOfEnergies(preview.after);
  const before = bySquare(snapshot.pieces);
  const after = bySquare(preview.after.pieces);
  const paths = pathsOf(preview.events);
  const ways = preview.after.pieces.map(({ square }) => ({
    now: square,
    before: paths.find(({ to }) => to === square)?.from ?? square,
  }));
  const events = preview.events.map(({ event }) => event);
  return {
    move,
    choices,
    told: preview.events,
    arriving: preview.after.pieces.filter((piece) => !isSame(piece, before.get(piece.square))),
    leaving: snapshot.pieces
      .filter((piece) => !isSame(piece, after.get(piece.square)))
      .map(({ square }) => square),
    // A pawn may take a piece on a square and go from it by the same move.
    lost: [
      ...new Set(
        events.flatMap((event) => (event.kind === 'taken' || event.kind === 'removed' ? [event.at] : [])),
      ),
    ],
    paths,
    flights: events.flatMap((event) => (event.kind === 'ejected' ? [event] : [])),
    changes: changesOf(layer, next),
    gained: powersOnlyIn(
      next,
      layer,
      ways.map(({ now, before }) => ({ here: now, there: before, at: now })),
    ),
    ended: powersOnlyIn(
      layer,
      next,
      ways.map(({ now, before }) => ({ here: before, there: now, at: now })),
    ),
    layer: next,
  };
}
