//! A summary of a game for lists, so that its journal need not be read.

use faraday_rules::Color;

use crate::{Act, Fact, Table, Timestamp, Verdict};

/// A summary of a game for lists: its position, its turn, and its deadline.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Summary {
    pub plies: usize,
    pub turn: Color,
    /// The position as FEN.
    pub position: String,
    /// The last move, in UCI.
    pub last_move: Option<String>,
    /// The time at which the current turn began.
    pub moved_at: Timestamp,
    /// The time at which the side to move runs out of time.
    pub deadline: Option<Timestamp>,
    /// The side that aborted the game (T.4).
    pub aborted_by: Option<Color>,
    /// The side whose first move did not arrive in time, which aborted the game (T.3).
    pub missed_by: Option<Color>,
}

impl Table {
    /// Returns the summary of the game.
    pub fn summary(&self) -> Summary {
        Summary {
            plies: self.ply(),
            turn: self.turn(),
            position: self.game.fen(),
            last_move: self.game.moves().last().map(|mv| self.game.uci(*mv)),
            moved_at: self.turn.since,
            deadline: self.deadline(),
            aborted_by: self.aborted_by(),
            missed_by: self.missed_by(),
        }
    }

    /// Returns the summary after a decided act, equal to that of the table after folding it. This is faster than
    /// folding on a copy, which takes time proportional to the length of the game.
    pub fn summary_after(&self, act: &Act) -> Summary {
        let mut next = Summary { aborted_by: None, missed_by: None, ..self.summary() };
        match &act.fact {
            Fact::Moved { uci, .. } => {
                if let Ok(mv) = (self.game.entry().parse_uci)(uci) {
                    next.position = self.game.restarted_after(mv).fen();
                }
                next.plies += 1;
                next.last_move = Some(uci.clone());
            }
            Fact::TakenBack { ply, .. } => {
                if let Some(game) = self.game.restarted_at(*ply) {
                    next.position = game.fen();
                }
                next.plies = *ply;
                let last = ply.checked_sub(1).and_then(|last| self.game.moves().get(last).copied());
                next.last_move = last.map(|mv| self.game.uci(mv));
            }
            Fact::Offered { .. }
            | Fact::Answered { .. }
            | Fact::Timed { .. }
            | Fact::LeaveTaken(_)
            | Fact::LeaveEnded { .. }
            | Fact::TableClaimed(_)
            | Fact::Closed => {}
        }
        let (turn, clocks) = self.turn_and_clocks_after(act);
        let up = self.time_is_up_at(&turn, clocks.as_ref());
        (next.turn, next.moved_at) = (turn.side, turn.since);
        next.deadline = up.filter(|_| act.verdict.is_none());
        if act.verdict == Some(Verdict::Aborted) {
            let is_late = up.is_some_and(|up| act.at >= up);
            *(if is_late { &mut next.missed_by } else { &mut next.aborted_by }) = act.side;
        }
        next
    }
}
