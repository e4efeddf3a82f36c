//! The pieces of an ending, parsed from its name, such as `KQvKR`.
import type { Color, Role } from '../lib/rules';

const ROLES: Readonly<Record<string, Role>> = {
  K: 'king',
  Q: 'queen',
  R: 'rook',
  B: 'bishop',
  N: 'knight',
  P: 'pawn',
};

/** Returns White's pieces, then Black's. */
export function piecesOf(material: string): { color: Color; roles: Role[] }[] {
  const [white = '', black = ''] = material.split('v');
  const roles = (letters: string): Role[] => Array.from(letters).flatMap((letter) => ROLES[letter] ?? []);
  return [
    { color: 'white', roles: roles(white) },
    { color: 'black', roles: roles(black) },
  ];
}
