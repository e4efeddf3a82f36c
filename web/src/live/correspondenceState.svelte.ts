//! The state that only correspondence games have: leave, added time, and a table claim (T.6a, T.6b, T.8).
import type { GameFrame, PlayedAct } from './frames';
import type { GameNotice } from './gameNotice';
import { addedAfter, leavesAfter, type AddedTime, type Leaves } from './leaves';

export class CorrespondenceState {
  /** The last leave of each side (T.6a). */
  leaves: Leaves = $state.raw({});
  /** The time that an outage has added to the current turn (T.6b). */
  added: AddedTime | undefined = $state.raw();
  /** The tablebase by which the game was claimed (T.8). */
  claimedBy: string | undefined = $state();

  /** Replaces the state with that of a whole game. */
  replace({ leaves, acts }: GameFrame): void {
    this.leaves = leaves ?? {};
    this.added = acts.reduce<AddedTime | undefined>(addedAfter, undefined);
    this.claimedBy = acts.reduce<string | undefined>(
      (_, { fact }) => (fact.kind === 'claimed' ? fact.material : undefined),
      undefined,
    );
  }

  /** Adds an act. Returns the notice of a leave. */
  fold(act: PlayedAct): Extract<GameNotice, { kind: 'leave' }> | undefined {
    const { fact, side } = act;
    this.added = addedAfter(this.added, act);
    if (fact.kind === 'claimed') this.claimedBy = fact.material;
    if (side === undefined || (fact.kind !== 'leave' && fact.kind !== 'back')) return undefined;
    this.leaves = leavesAfter(this.leaves, side, fact);
    return { kind: 'leave', by: side, until: fact.kind === 'leave' ? fact.until : undefined };
  }
}
