/** The rating and the deviation before the first game, in points (Glicko-2). */
export const START = { rating: 1500, deviation: 350 } as const;
