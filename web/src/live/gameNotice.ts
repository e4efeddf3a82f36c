//! Events of an online game that its page shows for a short time.
import type { Color } from '../lib/rules';
import type { Offer } from './frames';

/** A notice for the player that is not part of the state of the game. */
export type GameNotice =
  | { kind: 'refused'; error: Error }
  /** The other player has declined an offer. */
  | { kind: 'declined'; what: Offer; by: Color }
  /** The other player has taken leave, or is back. */
  | { kind: 'leave'; by: Color; until: number | undefined }
  /** The other player has given time. */
  | { kind: 'given'; ms: number; by: Color }
  /** A premove was illegal, so all later ones were dropped. */
  | { kind: 'premovesVoid' };
