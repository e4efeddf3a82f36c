//! Leave in correspondence games: log entries for leave that the players have taken and the game lacks (T.6a).

use faraday_play::{Act, Timestamp};
use faraday_rules::Color;
use faraday_store::{Job, JobKind, TakenLeave};

use super::OpenGame;
use crate::games::context::Context;

impl OpenGame {
    /// Returns true if a decision depends on the players' leave, which is stored apart from the game.
    pub(super) fn depends_on_leave(&self) -> bool {
        self.table.terms().is_correspondence() && self.table.verdict().is_none()
    }

    /// Returns the log entry by which a leave begins or ends in this game, if one is missing.
    pub(super) fn missing_leave(&self, context: &Context<'_>) -> Option<Act> {
        let taken =
            Color::ALL.into_iter().flat_map(|side| self.leaves[side as usize].iter().map(move |taken| (side, *taken)));
        taken.filter(|_| self.depends_on_leave()).find_map(|(side, taken)| self.leave_entry(side, taken, context.now))
    }

    fn leave_entry(&self, side: Color, taken: TakenLeave, now: Timestamp) -> Option<Act> {
        match self.table.leave(side) {
            Some(known) if known.from > taken.leave.from => None,
            Some(known) if known.from == taken.leave.from => {
                taken.back_at.filter(|back| *back < known.until).and_then(|back| self.table.end_leave(side, back, now))
            }
            // A leave that ended before the turn began has no effect anymore.
            Some(_) | None if taken.period().until <= self.table.since() => None,
            Some(_) | None => self.table.take_leave(side, taken.leave, now),
        }
    }

    /// Returns the job that ends the leave of a player who has moved in person.
    pub(super) fn return_job(&self, act: &Act) -> Option<Job> {
        let side = act.side?;
        let is_on_leave = self.leaves[side as usize].iter().any(|taken| taken.period().is_in_force(act.at));
        is_on_leave.then(|| Job {
            kind: JobKind::Return,
            key: format!("{}/{}", self.id, act.seq),
            body: format!("{}/{}", side as u8, act.at.as_millis()),
            not_before: act.at,
        })
    }
}
