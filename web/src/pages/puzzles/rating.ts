//! The solver's rating: Glicko, in which a puzzle is an opponent that is won against by solving it
//! (Glickman, http://www.glicko.net/glicko/glicko.pdf). Those of the puzzles change on the server.

export interface Rating {
  readonly rating: number;
  /** How uncertain it is: the standard deviation. */
  readonly deviation: number;
}

/** Before the first puzzle. */
export const UNRATED: Rating = { rating: 1200, deviation: 350 };
/** How uncertain the rating of a puzzle is that comes from the engine's effort. */
export const BY_EFFORT = 120;
/** A rating stays this uncertain, so that it follows a solver who gets better. */
const LEAST_DEVIATION = 60;
/** From here on a rating is a guess. */
const GUESS = 110;
const Q = Math.log(10) / 400;

const weight = (deviation: number): number => 1 / Math.sqrt(1 + (3 * Q ** 2 * deviation ** 2) / Math.PI ** 2);

/** Whether the rating says little yet. */
export const isGuess = ({ deviation }: Rating): boolean => deviation > GUESS;

/** The rating after a puzzle of some rating. */
export function rated({ rating, deviation }: Rating, puzzle: Rating, isSolved: boolean): Rating {
  const g = weight(puzzle.deviation);
  const expected = 1 / (1 + 10 ** ((-g * (rating - puzzle.rating)) / 400));
  const information = Q ** 2 * g ** 2 * expected * (1 - expected);
  const variance = 1 / (1 / deviation ** 2 + information);
  const change = Q * variance * g * ((isSolved ? 1 : 0) - expected);
  return { rating: rating + change, deviation: Math.max(LEAST_DEVIATION, Math.sqrt(variance)) };
}
