//! Finds the rematches that opponents have offered in a list of games.
import { other } from '../game/color';
import type { ListedGame } from './http';

/** An offer that the player has not answered. */
export interface OpenOffer {
  /** The id of the finished game. */
  readonly game: string;
  readonly challenge: string;
  readonly opponent: string;
  readonly endsAt: number;
}

/** Returns the offers in a player's games that can be accepted at a given time. */
export const openOffers = (games: readonly ListedGame[], now: number): OpenOffer[] =>
  games.flatMap(({ game, side, seats, rematchOffer: offer }) =>
    offer === undefined || offer.by === side || offer.endsAt <= now
      ? []
      : { game, challenge: offer.challenge, opponent: seats[other(side)].name, endsAt: offer.endsAt },
  );
