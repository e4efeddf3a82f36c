//! Finds the rematches that opponents have offered in a list of games.
import { other } from '../game/color';
import { playerName } from '../base/playerName';
import type { RematchOffer, Terms } from './frames';
import type { ListedGame } from './http';

/** Returns the kind of an offered rematch, if it is rated or differs from the game. */
export function offerKind(
  offer: Pick<RematchOffer, 'rated'> | undefined,
  { rated }: Pick<Terms, 'rated'>,
): 'rated' | 'casual' | 'same' {
  if (offer === undefined) return 'same';
  const kind = (offer.rated ?? rated) ? 'rated' : 'casual';
  return kind === 'casual' && !rated ? 'same' : kind;
}

/** An offer that the player has not answered. */
export interface OpenOffer {
  /** The id of the finished game. */
  readonly game: string;
  readonly challenge: string;
  readonly opponent: string;
  readonly endsAt: number;
  /** The kind of the rematch, if it is rated or differs from the game. */
  readonly kind: 'rated' | 'casual' | 'same';
}

/** Returns the offers in a player's games that can be accepted at a given time. */
export const openOffers = (games: readonly ListedGame[], now: number): OpenOffer[] =>
  games.flatMap(({ game, side, seats, terms, rematchOffer: offer }) => {
    if (offer === undefined || offer.by === side || offer.endsAt <= now) return [];
    const { challenge, endsAt } = offer;
    return {
      game,
      challenge,
      opponent: playerName(seats[other(side)]),
      endsAt,
      kind: offerKind(offer, terms),
    };
  });
