//! A subscription to a game on the live connection.
import type { GameUpdate } from './frames';

/** The purpose of a subscription. A preview is a small board in a list, whose visitor does not count as a spectator. */
export type SubscriptionKind = 'watch' | 'preview';

export interface Subscription {
  readonly kind: SubscriptionKind;
  /** The number of the last act received; undefined before the game has arrived. */
  seq?: number;
  /** True while the game is being requested again. */
  isBehind: boolean;
  readonly onUpdate: (update: GameUpdate) => void;
}
