//! Changes to a position in the making. Knows no rules: whether it is a position, they say.
import { nameOf, spotOf, type Size } from '../../../board/drawing/arrangement';
import type { Color, Draft, Role, PlacedPiece } from '../../../lib/rules';

export type Piece = Pick<PlacedPiece, 'color' | 'role'>;

export const pieceAt = (draft: Draft, square: string): PlacedPiece | undefined =>
  draft.pieces.find((piece) => piece.square === square);

export const energyAt = (draft: Draft, square: string): number =>
  draft.energies.find((energy) => energy.square === square)?.amount ?? 0;

/** The draft with nothing on a square. */
export const erased = (draft: Draft, square: string): Draft => ({
  ...draft,
  pieces: draft.pieces.filter((piece) => piece.square !== square),
});

/** The draft with a piece on a square, in place of what stands there. */
export function placed(draft: Draft, square: string, { color, role }: Piece): Draft {
  const { pieces } = erased(draft, square);
  return { ...draft, pieces: [...pieces, { square, color, role, marked: false }] };
}

/** The draft with a piece moved; off the board it is gone. */
export function moved(draft: Draft, from: string, to: string | undefined): Draft {
  const piece = pieceAt(draft, from);
  if (!piece || from === to) return draft;
  const without = erased(draft, from);
  if (to === undefined) return without;
  return { ...without, pieces: [...erased(without, to).pieces, { ...piece, square: to }] };
}

/** The draft with the mark of the piece on a square put or taken away. */
export const markToggled = (draft: Draft, square: string): Draft => ({
  ...draft,
  pieces: draft.pieces.map((piece) =>
    piece.square === square && piece.role === 'pawn' ? { ...piece, marked: !piece.marked } : piece,
  ),
});

/** The draft with so much energy on a square. */
export function charged(draft: Draft, square: string, amount: number): Draft {
  const others = draft.energies.filter((energy) => energy.square !== square);
  return { ...draft, energies: amount > 0 ? [...others, { square, amount }] : others };
}

const RIGHTS = ['K', 'Q', 'k', 'q'] as const;
export type Right = (typeof RIGHTS)[number];
export const rights: readonly Right[] = RIGHTS;

/** The draft with a castling right given or taken away. */
export function withRight(draft: Draft, right: Right, has: boolean): Draft {
  const kept = RIGHTS.filter((one) => (one === right ? has : draft.castling.includes(one)));
  return { ...draft, castling: kept.join('') };
}

/** The draft with or without an en-passant square. */
export function withEnPassant(draft: Draft, square: string | undefined): Draft {
  const changed = { ...draft };
  delete changed.enPassant;
  return square ? { ...changed, enPassant: square } : changed;
}

/** An empty board. */
export function cleared(draft: Draft): Draft {
  return withEnPassant({ ...draft, pieces: [], energies: [], castling: '' }, undefined);
}

/** The draft with all squares renamed. */
function renamed(draft: Draft, rename: (square: string) => string): Draft {
  const moveAll = <Thing extends { square: string }>(things: readonly Thing[]): Thing[] =>
    things.map((thing) => ({ ...thing, square: rename(thing.square) }));
  const changed = { ...draft, pieces: moveAll(draft.pieces), energies: moveAll(draft.energies) };
  return withEnPassant(changed, draft.enPassant && rename(draft.enPassant));
}

/** Left and right exchanged. Kings no longer stand where castling begins. */
export function mirrored(draft: Draft, { files, levels }: Size): Draft {
  const turned = renamed(draft, (square) => {
    const spot = spotOf(square);
    return spot ? nameOf({ ...spot, file: files - 1 - spot.file }, levels) : square;
  });
  return { ...turned, castling: '' };
}

const OTHER: Record<Color, Color> = { white: 'black', black: 'white' };

/** Both sides exchanged, the board turned from top to bottom: the same position for the other color. */
export function exchanged(draft: Draft, { ranks, levels }: Size): Draft {
  const turned = renamed(draft, (square) => {
    const spot = spotOf(square);
    return spot
      ? nameOf({ file: spot.file, rank: ranks - 1 - spot.rank, level: levels - 1 - spot.level }, levels)
      : square;
  });
  const letters = Array.from(draft.castling, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
  return {
    ...turned,
    pieces: turned.pieces.map((piece) => ({ ...piece, color: OTHER[piece.color] })),
    turn: OTHER[draft.turn],
    castling: RIGHTS.filter((right) => letters.includes(right)).join(''),
  };
}

const ROLE_OF: Record<string, Role> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

/** The piece of a letter as FEN has it: White's are capitals. */
export function pieceOf(letter: string): Piece | undefined {
  const role = letter.length === 1 ? ROLE_OF[letter.toLowerCase()] : undefined;
  return role && { role, color: letter === letter.toUpperCase() ? 'white' : 'black' };
}
