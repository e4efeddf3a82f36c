//! The captured pieces of each side, derived from the events of the moves.
import type { MoveNode } from '../game/tree.svelte';
import type { Color, Role } from '../lib/rules';

const ORDER: readonly Role[] = ['queen', 'rook', 'bishop', 'knight', 'pawn', 'king'];

export interface Lost {
  readonly role: Role;
  readonly count: number;
}

/** Returns the pieces of a color that left the board on the way to a position, by kind. */
export function lostBy(color: Color, path: readonly MoveNode[]): Lost[] {
  const counts = new Map<Role, number>();
  for (const { played } of path) {
    for (const { event } of played.events) {
      const isLoss = (event.kind === 'taken' || event.kind === 'removed') && event.color === color;
      if (isLoss) counts.set(event.role, (counts.get(event.role) ?? 0) + 1);
    }
  }
  return ORDER.flatMap((role) => {
    const count = counts.get(role);
    return count === undefined ? [] : [{ role, count }];
  });
}
