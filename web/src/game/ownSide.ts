//! The side of the visitor in a record: the one that is not the computer's, or that has one of the visitor's names.
import type { Color } from '../lib/rules';
import type { Header } from './record';

/** Names of the computer, in every language. */
const COMPUTER = /^Faraday level \d+$/;

/** The visitor's side; none where the headers do not tell. */
export function ownSide(headers: readonly Header[], names: readonly string[]): Color | undefined {
  const nameOf = (tag: string): string => headers.find(([known]) => known === tag)?.[1] ?? '';
  const [white, black] = [nameOf('White'), nameOf('Black')];
  if (COMPUTER.test(white) !== COMPUTER.test(black)) return COMPUTER.test(white) ? 'black' : 'white';
  if (names.includes(white) !== names.includes(black)) return names.includes(white) ? 'white' : 'black';
  return undefined;
}
