//! Carries out what the keys of a board ask for.
import type { Arrangement } from '../drawing/arrangement';
import type { BoardState } from '../boardState.svelte';
import type { Command } from './keyboard';
import type { Topic } from '../speech';

export interface Surroundings {
  arrangement: Arrangement;
  /** Puts the focus on a square. */
  focus: (square: string) => void;
  say: (topic: Topic, square: string) => void;
}

/** Obeys a command given on a square. */
export function obey(command: Command, state: BoardState, square: string, around: Surroundings): void {
  const { arrangement } = around;
  switch (command.kind) {
    case 'step':
      around.focus(arrangement.step(square, command.right, command.down));
      break;
    case 'edge':
      around.focus(edge(arrangement, square, command.right, command.down));
      break;
    case 'climb':
      around.focus(arrangement.climb(square, command.up));
      break;
    case 'activate':
      state.activate(square);
      // What cannot be picked is looked at.
      if (state.inspected === square) around.say('square', square);
      break;
    case 'cancel':
      state.release();
      state.inspected = undefined;
      break;
    case 'find':
      around.focus(find(state, arrangement, square, command) ?? square);
      break;
    case 'say':
      around.say(command.topic, square);
  }
}

function edge(arrangement: Arrangement, square: string, right: number, down: number): string {
  const next = arrangement.step(square, right, down);
  return next === square ? square : edge(arrangement, next, right, down);
}

/** The next piece of a kind after a square: first all of the side to move, in the order of squares, then the others. */
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
  // Who stands on no such piece begins with the first.
  if (at < 0) return ordered.at(backwards ? -1 : 0);
  return ordered.at((at + (backwards ? -1 : 1)) % ordered.length);
}
