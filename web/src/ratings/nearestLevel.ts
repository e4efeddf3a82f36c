//! The rated level of the house that suits a member best.
import type { Pace, PlayerRatings } from './http';
import { START } from './start';

/** The strength of a member, and whether it is provisional. */
interface Strength {
  /** The rating in the variant, the club number of the pace, or the rating at the start. */
  readonly kind: 'rating' | 'club' | 'start';
  readonly rating: number;
  readonly provisional: boolean;
}

/** Returns a member's rating in a variant; without games in it, the club number of the pace, which is provisional here. */
export function strengthIn(ratings: PlayerRatings, variant: string, pace: Pace): Strength {
  const rating = ratings.ratings.find((one) => one.variant === variant && one.pace === pace);
  if (rating) return { kind: 'rating', rating: rating.rating, provisional: rating.provisional };
  const club = ratings.club.find((one) => one.pace === pace);
  return club
    ? { kind: 'club', rating: club.rating, provisional: true }
    : { kind: 'start', rating: START.rating, provisional: true };
}

/** Returns the level whose rating is nearest to a rating, from 1; undefined without levels. */
export function nearestLevel(levels: readonly number[], rating: number): number | undefined {
  const distances = levels.map((level) => Math.abs(level - rating));
  const at = distances.indexOf(Math.min(...distances));
  return at === -1 ? undefined : at + 1;
}
