//! The visitor's side in a record: the side that is not the computer, or the one with a name of the visitor.
import type { Color } from '../lib/rules';
import type { Header } from './record';

/** The names of the computer in every language. */
const COMPUTER = /^Faraday level \d+$/;

/** Returns the visitor's side, or undefined if the headers do not reveal it. */
export function ownSide(headers: readonly Header[], names: readonly string[]): Color | undefined {
  const nameOf = (tag: string): string => headers.find(([known]) => known === tag)?.[1] ?? '';
  const [white, black] = [nameOf('White'), nameOf('Black')];
  if (COMPUTER.test(white) !== COMPUTER.test(black)) return COMPUTER.test(white) ? 'black' : 'white';
  if (names.includes(white) !== names.includes(black)) return names.includes(white) ? 'white' : 'black';
  return undefined;
}
