//! The summary of a game for lists, without its journal.

use std::time::Duration;

use faraday_rules::Color;

use crate::table::Thinking;
use crate::{Act, Fact, Table, Timestamp, Verdict, Why};

/// The summary of a game for lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// How many moves it has.
    pub plies: usize,
    /// Whose turn it is.
    pub turn: Color,
    /// The position on the board, as FEN.
    pub position: String,
    /// The last move, in UCI.
    pub last_move: Option<String>,
    /// Since when the side to move is at it.
    pub moved_at: Timestamp,
    /// When the time of the side to move is up.
    pub deadline: Option<Timestamp>,
    /// Who aborted it (T.4).
    pub aborted_by: Option<Color>,
    /// Whose first move did not come in time, which aborted it (T.3).
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
            moved_at: self.since,
            deadline: self.deadline(),
            aborted_by: self.aborted_by(),
            missed_by: self.missed_by(),
        }
    }

    /// Returns the summary after an act that was decided here, as a fold would give it. Cheaper than a fold of a copy, whose
    /// cost grows with the game.
    pub fn summary_after(&self, act: &Act) -> Summary {
        let mut thinking = Thinking { at: act.at, ..self.thinking() };
        let mut next = Summary { aborted_by: None, missed_by: None, ..self.summary() };
        match &act.fact {
            Fact::Moved { uci, .. } => {
                if let Ok(mv) = (self.game.entry().parse_uci)(uci) {
                    next.position = self.game.begun_after(mv).fen();
                }
                next.plies += 1;
                next.last_move = Some(uci.clone());
                thinking.side = !thinking.side;
                thinking.both_moved |= next.plies >= 2;
                (thinking.since, thinking.grace) = (act.at, Duration::ZERO);
            }
            Fact::TakenBack { ply, .. } => {
                if let Some(game) = self.game.begun_at(*ply) {
                    (next.position, thinking.side) = (game.fen(), game.turn());
                }
                next.plies = *ply;
                let last = ply.checked_sub(1).and_then(|last| self.game.moves().get(last).copied());
                next.last_move = last.map(|mv| self.game.uci(mv));
                (thinking.since, thinking.grace) = (act.at, Duration::ZERO);
            }
            Fact::Timed { more, why: Why::Outage(_) } if !self.both_moved || self.clocks.is_none() => {
                thinking.grace = thinking.grace.saturating_add(*more);
            }
            Fact::Offered { .. } | Fact::Answered { .. } | Fact::Timed { .. } | Fact::Closed => {}
        }
        let clocks = self.clocks_after(act.side, &act.fact);
        let up = self.time_is_up_at(thinking, clocks.as_ref());
        (next.turn, next.moved_at) = (thinking.side, thinking.since);
        next.deadline = up.filter(|_| act.verdict.is_none());
        if act.verdict == Some(Verdict::Aborted) {
            let is_late = up.is_some_and(|up| act.at >= up);
            *(if is_late { &mut next.missed_by } else { &mut next.aborted_by }) = act.side;
        }
        next
    }
}
