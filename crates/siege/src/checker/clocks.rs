//! An independent calculation of the clocks: time left − time spent + increment, or plus added time (T.1 to T.4). It
//! shares no code with the table.

use std::ops::Not;

use faraday_wire::Color;
use faraday_wire::live::{ClockTerms, Fact, PlayedAct, SharedGame, TimeReason};

use super::correspondence::CorrespondenceClock;
use super::{Violation, ViolationKind, shown, violation};

/// The running totals of a game with clocks.
struct ExpectedClocks {
    terms: ClockTerms,
    left: [u64; 2],
    /// The number of moves in the game.
    ply: usize,
    /// The side that made the last move on the board.
    moved: Option<Color>,
    /// True once both sides have moved. Takebacks do not reset it.
    both_moved: bool,
}

pub fn check(game: &SharedGame) -> Vec<Violation> {
    let Some(terms) = game.terms.clock else { return check_correspondence(game) };
    // If the base time is zero, the first move uses the first increment.
    let full = if terms.base_ms == 0 { terms.increment_ms } else { terms.base_ms };
    let mut sums = ExpectedClocks { terms, left: [full; 2], ply: 0, moved: None, both_moved: false };
    for act in &game.acts {
        sums.add(act);
        if act.left != Some(sums.left) {
            return vec![clock_violation(game, act, Some(sums.left))];
        }
    }
    Vec::new()
}

/// Checks a game without clocks, which may have reserves.
fn check_correspondence(game: &SharedGame) -> Vec<Violation> {
    let mut clock = CorrespondenceClock::of(game);
    for act in &game.acts {
        let left = clock.as_mut().and_then(|clock| {
            clock.apply(act);
            clock.left
        });
        if act.left != left {
            return vec![clock_violation(game, act, left)];
        }
    }
    Vec::new()
}

fn clock_violation(game: &SharedGame, act: &PlayedAct, left: Option<[u64; 2]>) -> Violation {
    let expected = format!("left {left:?}");
    Violation { expected, found: shown(act), ..violation(game, ViolationKind::Clocks, Some(act.seq)) }
}

impl ExpectedClocks {
    fn add(&mut self, act: &PlayedAct) {
        match &act.fact {
            Fact::Moved { ply, spent_ms, .. } => {
                if let Some(left) = act.side.map(|side| &mut self.left[side as usize]).filter(|_| self.both_moved) {
                    *left = left.saturating_sub(*spent_ms) + self.terms.increment_ms;
                }
                (self.ply, self.moved) = (ply + 1, act.side);
                self.both_moved |= self.ply >= 2;
            }
            Fact::TakenBack { ply, spent_ms } => {
                let runs = self.moved.map(Not::not);
                if let Some(left) = runs.map(|side| &mut self.left[side as usize]).filter(|_| self.both_moved) {
                    *left = left.saturating_sub(*spent_ms);
                }
                let is_turned = self.ply.abs_diff(*ply) % 2 == 1;
                self.moved = if is_turned { self.moved.map(Not::not) } else { self.moved };
                self.ply = *ply;
            }
            Fact::Timed { side, ms, reason } => {
                // Before the clocks run, an outage costs no time, so none is credited.
                let is_added = self.both_moved || *reason == TimeReason::Gift;
                self.left[*side as usize] += if is_added { *ms } else { 0 };
            }
            Fact::Offered { .. }
            | Fact::Answered { .. }
            | Fact::Leave { .. }
            | Fact::Back { .. }
            | Fact::Claimed { .. }
            | Fact::Closed {} => {}
        }
    }
}
