//! Where the drawings of the pieces are.
import type { Color, Role } from '../lib/rules';
import { settings, type Settings } from './settings.svelte';

const LETTERS: Record<Role, string> = {
  pawn: 'P',
  knight: 'N',
  bishop: 'B',
  rook: 'R',
  queen: 'Q',
  king: 'K',
};

/** The address of a drawing, in the chosen set or another. */
export function pieceAddress(color: Color, role: Role, set: Settings['pieces'] = settings.pieces): string {
  return `/pieces/${set}/${color === 'white' ? 'w' : 'b'}${LETTERS[role]}.svg`;
}
