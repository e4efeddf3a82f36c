//! Open offers of a draw or a takeback, and the limits on repeating them (T.4).

use faraday_rules::Color;

use crate::{Act, Fact, Offer, Refused};

/// An offer that has not been answered yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct OpenOffer {
    pub what: Offer,
    pub side: Color,
    /// The number of the act that made the offer.
    pub seq: u64,
}

/// The number of moves that a player must make after a declined draw offer before the next one (T.4).
const MOVES_BETWEEN_DRAWS: u32 = 10;

/// The open offers of a game, and the limits on new ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Offers {
    open: Vec<OpenOffer>,
    /// The number of moves made by each side, including those taken back.
    made: [u32; 2],
    /// The number of moves that each side must have made to offer a draw.
    draw_from: [u32; 2],
    /// True for a side whose takeback was declined since the last move.
    declined: [bool; 2],
}

impl Offers {
    /// Returns the open offers.
    pub fn open(&self) -> &[OpenOffer] {
        &self.open
    }

    /// Returns the offers that are open after the last acts of a game, if there was none before them.
    pub fn after_last_acts(acts: &[Act]) -> Offers {
        let mut offers = Offers::default();
        for act in acts {
            offers.fold(act);
        }
        offers
    }

    /// Updates the offers after an act.
    pub(crate) fn fold(&mut self, act: &Act) {
        if act.verdict.is_some() {
            return self.open.clear();
        }
        // An act of neither side leaves them as they are.
        let Some(side) = act.side else { return };
        let made = |what| OpenOffer { what, side, seq: act.seq };
        match &act.fact {
            Fact::Moved { draw, .. } => {
                self.after_move(side);
                if *draw {
                    self.open.push(made(Offer::Draw));
                }
            }
            Fact::Offered { what } => self.open.push(made(*what)),
            Fact::Answered { what, yes: false } => self.decline(!side, *what),
            Fact::TakenBack { .. } => self.after_takeback(),
            Fact::Answered { yes: true, .. }
            | Fact::Timed { .. }
            | Fact::LeaveTaken(_)
            | Fact::LeaveEnded { .. }
            | Fact::TableClaimed(_)
            | Fact::Closed => {}
        }
    }

    /// Returns the open offer of a side.
    pub fn of(&self, side: Color, what: Offer) -> Option<OpenOffer> {
        self.open.iter().copied().find(|offer| offer.side == side && offer.what == what)
    }

    /// Returns the offer that a side answers: the one with this number, or the only one if no number is given.
    pub(crate) fn answered_by(&self, side: Color, to: Option<u64>) -> Result<OpenOffer, Refused> {
        let mut theirs = self.open.iter().filter(|offer| offer.side != side);
        if let Some(seq) = to {
            return theirs.find(|offer| offer.seq == seq).copied().ok_or(Refused::NoOffer);
        }
        match (theirs.next(), theirs.next()) {
            (Some(only), None) => Ok(*only),
            (None, _) => Err(Refused::NoOffer),
            (Some(_), Some(_)) => Err(Refused::WhichOffer),
        }
    }

    /// Checks that a side may offer a draw after making `moves` more moves.
    pub(crate) fn may_offer_draw(&self, side: Color, moves: u32) -> Result<(), Refused> {
        if self.of(side, Offer::Draw).is_some() {
            return Err(Refused::Offered(Offer::Draw));
        }
        let wait = self.moves_until_draw(side).saturating_sub(moves);
        if wait > 0 { Err(Refused::TooSoon(wait)) } else { Ok(()) }
    }

    /// Returns the number of moves that a side must make before it may offer a draw again (T.4).
    pub fn moves_until_draw(&self, side: Color) -> u32 {
        self.draw_from[side as usize].saturating_sub(self.made[side as usize])
    }

    /// Checks that a side may ask for a takeback.
    pub(crate) fn may_ask_takeback(&self, side: Color) -> Result<(), Refused> {
        if self.of(side, Offer::Takeback).is_some() {
            return Err(Refused::Offered(Offer::Takeback));
        }
        if self.declined[side as usize] { Err(Refused::Declined) } else { Ok(()) }
    }

    /// Removes a declined offer. One that has lapsed counts as declined.
    fn decline(&mut self, side: Color, what: Offer) {
        let before = self.open.len();
        self.open.retain(|offer| offer.side != side || offer.what != what);
        if self.open.len() == before {
            return;
        }
        match what {
            Offer::Draw => self.draw_from[side as usize] = self.made[side as usize] + MOVES_BETWEEN_DRAWS,
            Offer::Takeback => self.declined[side as usize] = true,
        }
    }

    /// Updates the offers after a move of `side`. The opponent's draw offer lapses, and so do takebacks, which were
    /// for an earlier move.
    fn after_move(&mut self, side: Color) {
        self.decline(!side, Offer::Draw);
        self.open.retain(|offer| offer.what != Offer::Takeback);
        self.declined = [false; 2];
        self.made[side as usize] += 1;
    }

    /// Updates the offers after a takeback. A draw offer remains open because the opponent has neither
    /// answered it nor moved.
    fn after_takeback(&mut self) {
        self.open.retain(|offer| offer.what != Offer::Takeback);
        self.declined = [false; 2];
    }
}
