//! Executes the keyboard commands of a board: moves the cursor, activates squares, finds pieces, and requests speech.
import type { Arrangement } from '../drawing/arrangement';
import type { BoardState } from '../boardState.svelte';
import type { Command } from './keyboard';
import type { Topic } from '../speech';

export interface CommandTarget {
  arrangement: Arrangement;
  focus: (square: string) => void;
  say: (topic: Topic, square: string) => void;
}

/** Executes a command on a square. */
export function execute(command: Command, state: BoardState, square: string, target: CommandTarget): void {
  const { arrangement } = target;
  switch (command.kind) {
    case 'step':
      target.focus(arrangement.step(square, command.right, command.down));
      break;
    case 'edge':
      target.focus(edge(arrangement, square, command.right, command.down));
      break;
    case 'climb':
      target.focus(arrangement.climb(square, command.up));
      break;
    case 'activate':
      state.activate(square);
      // A piece that cannot be picked is inspected instead.
      if (state.inspected === square) target.say('square', square);
      break;
    case 'cancel':
      state.release();
      state.inspected = undefined;
      break;
    case 'find':
      target.focus(find(state, arrangement, square, command) ?? square);
      break;
    case 'say':
      target.say(command.topic, square);
  }
}

function edge(arrangement: Arrangement, square: string, right: number, down: number): string {
  const next = arrangement.step(square, right, down);
  return next === square ? square : edge(arrangement, next, right, down);
}

/**
 * Returns the next piece of a kind after a square: those of the side to move first, in the order of
 * squares, then the others.
 */
function find(
  state: BoardState,
  arrangement: Arrangement,
  square: string,
  { role, backwards }: Command & { kind: 'find' },
): string | undefined {
  const { turn } = state.props.snapshot;
  const names = arrangement.squares
    .map(({ name }) => name)
    .filter((name) => state.pieces.get(name)?.role === role);
  const isOwn = (name: string): boolean => state.pieces.get(name)?.color === turn;
  const ordered = [...names.filter(isOwn), ...names.filter((name) => !isOwn(name))];
  const at = ordered.indexOf(square);
  // If the cursor is not on such a piece, the search starts with the first one.
  if (at < 0) return ordered.at(backwards ? -1 : 0);
  return ordered.at((at + (backwards ? -1 : 1)) % ordered.length);
}
