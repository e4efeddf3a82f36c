//! What one side has proposed to the other (T.4).

use faraday_rules::Color;

use crate::{Offer, Refused};

/// A proposal that waits for its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// What is proposed.
    pub what: Offer,
    /// By whom.
    pub side: Color,
    /// The number of the act that proposed it.
    pub seq: u64,
}

/// After a refusal a draw may be offered again only after so many more moves of the same player (T.4).
const MOVES_BETWEEN_DRAWS: u32 = 10;

/// The proposals of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Offers {
    standing: Vec<Standing>,
    /// Moves that each side has made, those taken back included.
    made: [u32; 2],
    /// How many moves each side must have made to offer a draw.
    draw_from: [u32; 2],
    /// Whose takeback has been declined since the last move.
    declined: [bool; 2],
}

impl Offers {
    /// Those that wait for an answer.
    pub fn standing(&self) -> &[Standing] {
        &self.standing
    }

    /// The one that a side has made.
    pub fn of(&self, side: Color, what: Offer) -> Option<Standing> {
        self.standing.iter().copied().find(|offer| offer.side == side && offer.what == what)
    }

    /// The one that a side answers: the one with the number, or the only one there is.
    pub(crate) fn answered_by(&self, side: Color, to: Option<u64>) -> Result<Standing, Refused> {
        let mut theirs = self.standing.iter().filter(|offer| offer.side != side);
        if let Some(seq) = to {
            return theirs.find(|offer| offer.seq == seq).copied().ok_or(Refused::NoOffer);
        }
        match (theirs.next(), theirs.next()) {
            (Some(only), None) => Ok(*only),
            (None, _) => Err(Refused::NoOffer),
            (Some(_), Some(_)) => Err(Refused::WhichOffer),
        }
    }

    /// Whether a side may offer a draw once it has made so many moves more.
    pub(crate) fn may_offer_draw(&self, side: Color, moves: u32) -> Result<(), Refused> {
        if self.of(side, Offer::Draw).is_some() {
            return Err(Refused::Offered(Offer::Draw));
        }
        let wait = self.moves_until_draw(side).saturating_sub(moves);
        if wait > 0 { Err(Refused::TooSoon(wait)) } else { Ok(()) }
    }

    /// The number of moves that a side must make before it may offer a draw again (T.4).
    pub fn moves_until_draw(&self, side: Color) -> u32 {
        self.draw_from[side as usize].saturating_sub(self.made[side as usize])
    }

    /// Whether a side may ask for a takeback.
    pub(crate) fn may_ask_takeback(&self, side: Color) -> Result<(), Refused> {
        if self.of(side, Offer::Takeback).is_some() {
            return Err(Refused::Offered(Offer::Takeback));
        }
        if self.declined[side as usize] { Err(Refused::Declined) } else { Ok(()) }
    }

    pub(crate) fn make(&mut self, offer: Standing) {
        self.standing.push(offer);
    }

    /// An offer of a side was declined, or has lapsed, which counts as that.
    pub(crate) fn decline(&mut self, side: Color, what: Offer) {
        let before = self.standing.len();
        self.standing.retain(|offer| offer.side != side || offer.what != what);
        if self.standing.len() == before {
            return;
        }
        match what {
            Offer::Draw => self.draw_from[side as usize] = self.made[side as usize] + MOVES_BETWEEN_DRAWS,
            Offer::Takeback => self.declined[side as usize] = true,
        }
    }

    /// A side has moved: the other's offer of a draw lapses, and whatever was to be taken back is another move.
    pub(crate) fn after_move(&mut self, side: Color) {
        self.decline(!side, Offer::Draw);
        self.standing.retain(|offer| offer.what != Offer::Takeback);
        self.declined = [false; 2];
        self.made[side as usize] += 1;
    }

    /// Moves were taken back. An offer of a draw stands on: the opponent has neither answered it nor moved.
    pub(crate) fn after_takeback(&mut self) {
        self.standing.retain(|offer| offer.what != Offer::Takeback);
        self.declined = [false; 2];
    }

    /// Nothing waits any more.
    pub(crate) fn clear(&mut self) {
        self.standing.clear();
    }
}
