//! The fold: applies one act to a table. Everything in an act that follows from earlier acts is calculated again, so a
//! corrupted journal, or one written under other rules, is rejected.

use faraday_rules::{Color, MoveTextError};
use thiserror::Error;

use crate::{Act, Fact, Offer, Ply, Table, TimeReason, Verdict};

/// The reason why an act cannot follow those before it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum FoldError {
    /// An act is missing or was folded before.
    #[error("act {found} comes where act {expected} is due")]
    Gap { expected: u64, found: u64 },
    /// The game is over.
    #[error("act {0} comes after the end of the game")]
    AfterEnd(u64),
    /// The act is earlier than the one before.
    #[error("act {0} is earlier than the act before it")]
    Earlier(u64),
    /// The move is illegal in the position.
    #[error("the move of act {seq} cannot be played: {error}")]
    Illegal { seq: u64, error: MoveTextError },
    /// The act has the wrong side or ply, or takes back moves that do not exist.
    #[error("act {0} does not belong to the position")]
    Misplaced(u64),
    /// The act makes or answers an offer that is not open to it.
    #[error("act {0} makes or answers an offer that is not open to it")]
    Offer(u64),
    /// The act spends or adds an impossible amount of time.
    #[error("act {0} spends or adds time that it cannot")]
    Time(u64),
    /// The request was answered by an earlier act.
    #[error("act {0} answers a request for the second time")]
    Repeated(u64),
    /// The outage was credited by an earlier act.
    #[error("act {0} credits an outage for the second time")]
    Credited(u64),
    /// The act takes or ends leave in violation of T.6a.
    #[error("act {0} takes or ends leave in violation of T.6a")]
    Leave(u64),
    /// The act states other times than are left on the clocks.
    #[error("after act {0} the clocks show something else")]
    Clocks(u64),
    /// The act ends the game in a way that the rules do not.
    #[error("act {0} ends the game otherwise than the rules do")]
    Verdict(u64),
}

impl Table {
    /// Applies an act. If there is an error, the table is unchanged.
    ///
    /// # Errors
    ///
    /// If the act does not follow those before it: see [`FoldError`].
    pub fn fold(&mut self, act: &Act) -> Result<(), FoldError> {
        let seq = act.seq;
        let expected = self.seq.saturating_add(1);
        if seq != expected {
            return Err(FoldError::Gap { expected, found: seq });
        }
        self.check(act)?;
        let (turn, clocks) = self.turn_and_clocks_after(act);
        if clocks.as_ref().map(super::table::Clocks::left) != act.left {
            return Err(FoldError::Clocks(seq));
        }
        match &act.fact {
            Fact::Moved { uci, spent, draw, .. } => {
                self.play(act, uci, *draw)?;
                let mover = !self.turn();
                let left = clocks.as_ref().map(|clocks| clocks.sides[mover as usize].left());
                self.plies.push(Ply { seq, spent: *spent, left });
            }
            Fact::TakenBack { ply, .. } => {
                for _ in *ply..self.ply() {
                    self.game.undo();
                    self.plies.pop();
                }
                self.before = self.before.min(*ply);
                self.taken_back = seq;
            }
            Fact::Timed { reason: TimeReason::Gift, .. } => {
                if let Some(giver) = act.requester() {
                    let gifts = &mut self.gifts[giver as usize];
                    (gifts.count, gifts.last) = (gifts.count.saturating_add(1), seq);
                }
            }
            Fact::Timed { reason: TimeReason::Outage(outage), .. } => {
                self.credited.push(outage.clone());
                self.outage_end = act.at;
            }
            Fact::Offered { .. }
            | Fact::Answered { .. }
            | Fact::LeaveTaken(_)
            | Fact::LeaveEnded { .. }
            | Fact::TableClaimed(_)
            | Fact::Closed => {}
        }
        self.offers.fold(act);
        self.clocks = clocks;
        (self.seq, self.turn, self.verdict) = (seq, turn, act.verdict);
        self.ended_by = act.verdict.and(act.side);
        if let Some((id, side)) = act.id.clone().zip(act.requester()) {
            self.requests.insert((side, id), seq);
        }
        Ok(())
    }

    /// Plays a move, unless it is illegal or the act states another result.
    fn play(&mut self, act: &Act, uci: &str, draw: bool) -> Result<(), FoldError> {
        let seq = act.seq;
        let mover = self.turn();
        let legal = self.game.read_uci(uci).map_err(|error| FoldError::Illegal { seq, error })?;
        let is_agreed = draw && self.offers.of(!mover, Offer::Draw).is_some();
        let verdict = self.game.ending_after(legal).map(Verdict::Ruled).or(is_agreed.then_some(Verdict::Agreed));
        if verdict != act.verdict {
            return Err(FoldError::Verdict(seq));
        }
        self.game.play_legal(legal);
        Ok(())
    }
}

impl Act {
    /// Returns the side that sent the request. For a gift this is the opponent of the act's side.
    pub(crate) fn requester(&self) -> Option<Color> {
        match self.fact {
            Fact::Timed { reason: TimeReason::Gift, .. } => self.side.map(|side| !side),
            Fact::Moved { .. }
            | Fact::Offered { .. }
            | Fact::Answered { .. }
            | Fact::TakenBack { .. }
            | Fact::Timed { .. }
            | Fact::LeaveTaken(_)
            | Fact::LeaveEnded { .. }
            | Fact::TableClaimed(_)
            | Fact::Closed => self.side,
        }
    }
}
