//! Edits of a draft position, without validation by the rules.
import { nameOf, spotOf, type Size } from '../../../board/drawing/arrangement';
import type { Color, Draft, Role, PlacedPiece } from '../../../lib/rules';

export type Piece = Pick<PlacedPiece, 'color' | 'role'>;

export const pieceAt = (draft: Draft, square: string): PlacedPiece | undefined =>
  draft.pieces.find((piece) => piece.square === square);

export const energyAt = (draft: Draft, square: string): number =>
  draft.energies.find((energy) => energy.square === square)?.amount ?? 0;

/** Returns the draft with a square emptied. */
export const erased = (draft: Draft, square: string): Draft => ({
  ...draft,
  pieces: draft.pieces.filter((piece) => piece.square !== square),
});

/** Returns the draft with a piece on a square, replacing its content. */
export function placed(draft: Draft, square: string, { color, role }: Piece): Draft {
  const { pieces } = erased(draft, square);
  return { ...draft, pieces: [...pieces, { square, color, role, marked: false }] };
}

/** Returns the draft with a piece moved; a move off the board removes it. */
export function moved(draft: Draft, from: string, to: string | undefined): Draft {
  const piece = pieceAt(draft, from);
  if (!piece || from === to) return draft;
  const without = erased(draft, from);
  if (to === undefined) return without;
  return { ...without, pieces: [...erased(without, to).pieces, { ...piece, square: to }] };
}

/** Returns the draft with the mark of a square's piece toggled. */
export const markToggled = (draft: Draft, square: string): Draft => ({
  ...draft,
  pieces: draft.pieces.map((piece) =>
    piece.square === square && piece.role === 'pawn' ? { ...piece, marked: !piece.marked } : piece,
  ),
});

/** Returns the draft with an amount of energy on a square. */
export function charged(draft: Draft, square: string, amount: number): Draft {
  const others = draft.energies.filter((energy) => energy.square !== square);
  return { ...draft, energies: amount > 0 ? [...others, { square, amount }] : others };
}

const RIGHTS = ['K', 'Q', 'k', 'q'] as const;
export type Right = (typeof RIGHTS)[number];
export const rights: readonly Right[] = RIGHTS;

/** Returns the draft with a castling right granted or revoked. */
export function withRight(draft: Draft, right: Right, has: boolean): Draft {
  const kept = RIGHTS.filter((one) => (one === right ? has : draft.castling.includes(one)));
  return { ...draft, castling: kept.join('') };
}

/** Returns the draft with an en passant square set or cleared. */
export function withEnPassant(draft: Draft, square: string | undefined): Draft {
  const changed = { ...draft };
  delete changed.enPassant;
  return square ? { ...changed, enPassant: square } : changed;
}

/** Returns the draft with an empty board. */
export function cleared(draft: Draft): Draft {
  return withEnPassant({ ...draft, pieces: [], energies: [], castling: '' }, undefined);
}

/** Returns the draft with all squares renamed. */
function renamed(draft: Draft, rename: (square: string) => string): Draft {
  const moveAll = <Thing extends { square: string }>(things: readonly Thing[]): Thing[] =>
    things.map((thing) => ({ ...thing, square: rename(thing.square) }));
  const changed = { ...draft, pieces: moveAll(draft.pieces), energies: moveAll(draft.energies) };
  return withEnPassant(changed, draft.enPassant && rename(draft.enPassant));
}

/** Mirrors the draft left to right. Castling rights are dropped, because the kings leave their starting squares. */
export function mirrored(draft: Draft, { files, levels }: Size): Draft {
  const turned = renamed(draft, (square) => {
    const spot = spotOf(square);
    return spot ? nameOf({ ...spot, file: files - 1 - spot.file }, levels) : square;
  });
  return { ...turned, castling: '' };
}

const OTHER: Record<Color, Color> = { white: 'black', black: 'white' };

/** Swaps colors and flips the board: the same position from the other side. */
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

/** Returns the piece of a FEN letter; capitals are White's. */
export function pieceOf(letter: string): Piece | undefined {
  const role = letter.length === 1 ? ROLE_OF[letter.toLowerCase()] : undefined;
  return role && { role, color: letter === letter.toUpperCase() ? 'white' : 'black' };
}
