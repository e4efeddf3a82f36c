//! URLs of the piece images.
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

/** Returns the address of a piece image, in the chosen set unless another is given. */
export function pieceAddress(color: Color, role: Role, set: Settings['pieces'] = settings.pieces): string {
  return `/pieces/${set}/${color === 'white' ? 'w' : 'b'}${LETTERS[role]}.svg`;
}
