//! The condition for a rated rematch (T.7). The server checks it again.
import type { SharedGame } from '../../live/frames';
import { hasRatedTime } from '../../live/terms';
import { isRatedLevel } from '../../lobby/house';

/** Returns true if a game between the same players could be rated. */
export const canBeRated = ({ fen, seats, terms }: Pick<SharedGame, 'fen' | 'seats' | 'terms'>): boolean =>
  fen === undefined &&
  hasRatedTime(terms) &&
  [seats.white, seats.black].every(
    ({ guest, house }) => guest === undefined && (house === undefined || isRatedLevel(house)),
  );
