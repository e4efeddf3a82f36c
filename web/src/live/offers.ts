//! What is proposed in a game and waits for an answer, as its acts tell (T.4).
import { other } from '../game/color';
import type { PlayedAct, StandingOffer } from './frames';

export function offersAfter(offers: readonly StandingOffer[], act: PlayedAct): readonly StandingOffer[] {
  const { fact, side, seq, ended } = act;
  if (ended || side === undefined) return ended ? [] : offers;
  switch (fact.kind) {
    case 'moved': {
      const standing = offers.filter(({ what, side: from }) => what === 'draw' && from === side);
      return fact.draw ? [...standing, { what: 'draw', side, seq }] : standing;
    }
    case 'offered':
      return [...offers, { what: fact.what, side, seq }];
    case 'answered':
      return offers.filter(({ what, side: from }) => what !== fact.what || from !== other(side));
    case 'takenBack':
      return offers.filter(({ what }) => what !== 'takeback');
    case 'timed':
    case 'closed':
      return offers;
  }
}
