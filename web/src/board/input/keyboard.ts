//! Key bindings of a board that has the focus.
import type { Role } from '../../lib/rules';
import type { Topic } from '../speech';

export type Command =
  | { kind: 'step'; right: number; down: number }
  | { kind: 'climb'; up: number }
  | { kind: 'edge'; right: number; down: number }
  | { kind: 'activate' }
  | { kind: 'cancel' }
  | { kind: 'find'; role: Role; backwards: boolean }
  | { kind: 'say'; topic: Topic };

const FIXED: Record<string, Command> = {
  ArrowLeft: { kind: 'step', right: -1, down: 0 },
  ArrowRight: { kind: 'step', right: 1, down: 0 },
  ArrowUp: { kind: 'step', right: 0, down: -1 },
  ArrowDown: { kind: 'step', right: 0, down: 1 },
  Home: { kind: 'edge', right: -1, down: 0 },
  End: { kind: 'edge', right: 1, down: 0 },
  PageUp: { kind: 'climb', up: 1 },
  PageDown: { kind: 'climb', up: -1 },
  ']': { kind: 'climb', up: 1 },
  '[': { kind: 'climb', up: -1 },
  Enter: { kind: 'activate' },
  ' ': { kind: 'activate' },
  Escape: { kind: 'cancel' },
  a: { kind: 'say', topic: 'position' },
  m: { kind: 'say', topic: 'moves' },
  l: { kind: 'say', topic: 'last' },
  v: { kind: 'say', topic: 'layer' },
  s: { kind: 'say', topic: 'square' },
};

const ROLES: Record<string, Role> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

/** Returns the command of a key. */
export function commandOf(event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>) {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const letter = event.key.toLowerCase();
  const role = ROLES[letter];
  if (role) return { kind: 'find', role, backwards: event.shiftKey } satisfies Command;
  return FIXED[event.key] ?? FIXED[letter];
}
