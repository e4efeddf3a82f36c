//! Checks that an act can follow in the current state of a game, by the rules of time and agreement. This is the
//! reference implementation for the decisions: every act returned by `decide`, `flag`, `credit`, and `undo` passes, and
//! a corrupted act does not.
//!
//! The effect of a move on the board and the remaining times are checked when the act is folded.

use std::time::Duration;

use faraday_rules::Color;

use crate::table::MOST_ACTS;
use crate::{Act, Fact, FoldError, GIFT, Offer, Table, TimeReason, Timestamp, Venue, Verdict};

impl Table {
    pub(crate) fn check(&self, act: &Act) -> Result<(), FoldError> {
        let Act { seq, at, .. } = *act;
        let is_undone = self.venue == Venue::Local && matches!(act.fact, Fact::TakenBack { .. });
        if self.verdict.is_some() && !is_undone {
            return Err(FoldError::AfterEnd(seq));
        }
        if at < self.at() {
            return Err(FoldError::Earlier(seq));
        }
        let request = act.requester().zip(act.id.clone());
        if request.is_some_and(|request| self.requests.contains_key(&request)) {
            return Err(FoldError::Repeated(seq));
        }
        let verdict = match (&act.fact, act.side) {
            (Fact::Closed, side) if self.may_close(side, act.verdict, at) => act.verdict,
            (Fact::TableClaimed(certificate), Some(side))
                if self.may_close_by_table(side, certificate, act.verdict, at) =>
            {
                act.verdict
            }
            (Fact::Closed | Fact::TableClaimed(_), _) => return Err(FoldError::Verdict(seq)),
            (_, None) => return Err(FoldError::Misplaced(seq)),
            (Fact::Moved { ply, spent, lag, draw, .. }, Some(side)) => {
                if *ply != self.ply() || side != self.turn() {
                    return Err(FoldError::Misplaced(seq));
                }
                if !self.may_spend(*spent, *lag, at) {
                    return Err(FoldError::Time(seq));
                }
                let is_answer = self.offers.of(!side, Offer::Draw).is_some();
                if *draw && !is_answer && self.offers.may_offer_draw(side, 1).is_err() {
                    return Err(FoldError::Offer(seq));
                }
                // The verdict of a move is checked on the board, when the act is folded.
                act.verdict
            }
            (Fact::Offered { what }, Some(side)) => {
                let made = match what {
                    Offer::Draw => self.draw(side),
                    Offer::Takeback => self.takeback(side),
                };
                let is_made = made.is_ok_and(|(fact, _)| fact == act.fact);
                if is_made { None } else { return Err(FoldError::Offer(seq)) }
            }
            (Fact::Answered { what, yes }, Some(side)) => {
                let is_takeback = *what == Offer::Takeback && *yes;
                if is_takeback || self.offers.of(!side, *what).is_none() {
                    return Err(FoldError::Offer(seq));
                }
                yes.then_some(Verdict::Agreed)
            }
            (Fact::TakenBack { ply, spent }, Some(side)) => {
                if !self.may_take_back(side, *ply) {
                    return Err(FoldError::Misplaced(seq));
                }
                if *spent != self.spent_now(at) {
                    return Err(FoldError::Time(seq));
                }
                None
            }
            (Fact::Timed { more, reason }, Some(side)) => {
                self.may_add(side, *more, reason, act)?;
                None
            }
            (Fact::LeaveTaken(leave), Some(side)) if self.may_take_leave(side, *leave, at) => None,
            (Fact::LeaveEnded { from }, Some(side)) if self.may_end_leave(side, *from, at) => None,
            (Fact::LeaveTaken(_) | Fact::LeaveEnded { .. }, Some(_)) => return Err(FoldError::Leave(seq)),
        };
        if verdict == act.verdict { Ok(()) } else { Err(FoldError::Verdict(seq)) }
    }

    /// Returns true if a move of the side to move can have taken this time.
    fn may_spend(&self, spent: Duration, lag: Duration, at: Timestamp) -> bool {
        match self.clocks.as_ref().filter(|_| self.both_moved()) {
            // Lag is not compensated in a reserve (T.6).
            Some(_) if self.terms.is_correspondence() => {
                spent == self.turn.thinking(at) && lag.is_zero() && !self.is_up(at, Duration::ZERO)
            }
            Some(clocks) => {
                let mover = self.turn() as usize;
                let has_passed = spent.checked_add(lag).is_some_and(|both| both <= at.since(self.since()));
                has_passed && lag <= clocks.quotas[mover].left() && !clocks.sides[mover].is_up_after(spent)
            }
            None => spent.is_zero() && lag.is_zero() && !self.is_up(at, Duration::ZERO),
        }
    }

    fn may_take_back(&self, side: Color, ply: usize) -> bool {
        let Some(count) = self.ply().checked_sub(ply) else { return false };
        match self.venue {
            Venue::Local => self.may_undo(count),
            Venue::Online => {
                let is_asked = self.offers.of(!side, Offer::Takeback).is_some();
                is_asked && self.plies_to_take_back(!side) == Some(count)
            }
        }
    }

    fn may_add(&self, side: Color, more: Duration, reason: &TimeReason, act: &Act) -> Result<(), FoldError> {
        let is_right = match reason {
            TimeReason::Gift => self.gift().is_ok() && more == GIFT,
            TimeReason::Outage(outage) if self.credited.contains(outage) => return Err(FoldError::Credited(act.seq)),
            TimeReason::Outage(_) => {
                let is_due = self.loses_by_outages() && side == self.turn();
                is_due && !more.is_zero() && more <= self.most_credit(act.at)
            }
        };
        if is_right { Ok(()) } else { Err(FoldError::Time(act.seq)) }
    }

    /// Returns true if the game can end with this verdict, other than by a move or an agreement.
    fn may_close(&self, side: Option<Color>, verdict: Option<Verdict>, at: Timestamp) -> bool {
        let flag = self.flag(at, Duration::ZERO);
        if flag.is_some_and(|flag| (flag.side, flag.verdict) == (side, verdict)) {
            return true;
        }
        let Some(ended) = verdict else { return false };
        match ended {
            Verdict::Expired => side.is_none() && self.seq >= MOST_ACTS,
            Verdict::Resigned(loser) => side == Some(loser),
            Verdict::Aborted => side.is_some() && !self.both_moved(),
            // The journal does not record when a player left. It was not before their clock started.
            Verdict::Abandoned(_, claim) => side.is_some_and(|side| {
                self.claimed(side, claim, self.since(), at).is_ok_and(|(_, claimed)| claimed == verdict)
            }),
            Verdict::Ruled(_)
            | Verdict::Agreed
            | Verdict::TimedOut(_)
            | Verdict::TimedOutDrawn(_)
            | Verdict::Table(_) => false,
        }
    }
}
