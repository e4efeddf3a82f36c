//! The preview of a move ("ghost") as data for drawing.
import type {
  LegalMove,
  LentMoves,
  Overlay,
  Preview,
  Role,
  Snapshot,
  ExplainedEvent,
  PlacedPiece,
} from '../../lib/rules';
import { signOf } from './heat';
import { layerOfEnergies } from '../overlays';

/** A number that a move would change. */
export interface Change {
  square: string;
  before: number;
  after: number;
  /** True if control of the square changes sides, that is, if the sign differs. */
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

/** A power that a piece would gain or lose, with a piece that lends it. */
export interface Power extends LentMoves {
  /** The square of the piece after the move. */
  at: string;
}

export interface Ghost {
  move: LegalMove;
  /** The number of other ways to play the move, one of which the player will choose. */
  choices: number;
  events: readonly ExplainedEvent[];
  /** Pieces that would be on a different square or of a different kind. */
  arriving: PlacedPiece[];
  /** Squares whose piece would leave or change. */
  leaving: string[];
  /** Squares whose piece would be captured. */
  lost: string[];
  paths: Path[];
  flights: Flight[];
  changes: Change[];
  gained: Power[];
  ended: Power[];
  /** The overlay after the move. */
  layer: Overlay;
}

const isSame = (one: PlacedPiece | undefined, other: PlacedPiece | undefined): boolean =>
  one?.role === other?.role && one?.color === other?.color && one?.marked === other?.marked;

const bySquare = (pieces: readonly PlacedPiece[]): Map<string, PlacedPiece> =>
  new Map(pieces.map((piece) => [piece.square, piece]));

/** Returns the numbers that differ. A square without a number counts as zero. */
export function changesOf(before: Overlay, after: Overlay): Change[] {
  const old = new Map(before.values.map(({ square, amount }) => [square, amount]));
  const now = new Map(after.values.map(({ square, amount }) => [square, amount]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((square) => ({ square, before: old.get(square) ?? 0, after: now.get(square) ?? 0 }))
    .filter(({ before, after }) => before !== after)
    .map((change) => ({ ...change, turns: signOf(change.before) !== signOf(change.after) }));
}

/** Returns the changes that stay readable, without those under an arriving piece. */
export const visibleChanges = ({ changes, arriving }: Pick<Ghost, 'changes' | 'arriving'>): Change[] =>
  changes.filter(({ square }) => !arriving.some((piece) => piece.square === square));

const rolesAt = (layer: Overlay, square: string): Set<Role> =>
  new Set(layer.lent.filter(({ to }) => to === square).map(({ role }) => role));

/** Returns the powers that pieces have in one overlay and lack in the other; a piece may be on another square there. */
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

const pathsOf = (events: readonly ExplainedEvent[]): Path[] =>
  events.flatMap(({ event }) =>
    event.kind === 'moved' || event.kind === 'pushed' || event.kind === 'pulled'
      ? [{ kind: event.kind, from: event.from, to: event.to }]
      : [],
  );

/** Returns the preview of a legal move. */
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
    events: preview.events,
    arriving: preview.after.pieces.filter((piece) => !isSame(piece, before.get(piece.square))),
    leaving: snapshot.pieces
      .filter((piece) => !isSame(piece, after.get(piece.square)))
      .map(({ square }) => square),
    // A pawn may capture a piece and leave that square in the same move.
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
