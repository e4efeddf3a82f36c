//! The rating beside a player of an online game.
import type { Color } from '../../lib/rules';
import type { GameRating } from '../../ratings/http';

type SeatRating = NonNullable<GameRating['white']>;

/** Returns the rating after the game, or before it if the game runs or was annulled; undefined without a rating. */
export function shownRating(rating: GameRating | undefined, color: Color): SeatRating['before'] | undefined {
  const seat = rating?.[color];
  return (rating?.annulled ? undefined : seat?.after) ?? seat?.before;
}
