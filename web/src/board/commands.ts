//! Carries out what the keys of a board ask for.
import type { Arrangement } from './arrangement';
import type { BoardState } from './boardState.svelte';
import type { Command } from './keyboard';
import type { Topic } from './topics';

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

/** The next unit of a kind after a square, in the order of squares, around the board. */
function find(
  state: BoardState,
  arrangement: Arrangement,
  square: string,
  { role, backwards }: Command & { kind: 'find' },
): string | undefined {
  const names = arrangement.squares.map(({ name }) => name);
  if (backwards) names.reverse();
  const start = names.indexOf(square) + 1;
  const around = [...names.slice(start), ...names.slice(0, start)];
  return around.find((name) => state.units.get(name)?.role === role);
}
