//! The table: the complete state of a game, with its board, terms, clocks, open offers, and result.

use std::collections::HashMap;
use std::time::Duration;

use faraday_rules::Color;
use faraday_variants::AnyGame;

use crate::timestamp::whole_millis;
use crate::turn::TurnState;
use crate::{Clock, Fact, LagQuota, Offers, Outage, RequestId, Terms, TimeMode, TimeReason, Timestamp, Verdict};

/// The time of each side for its first move in a game with a clock (T.3).
pub const FIRST_MOVE: Duration = Duration::from_secs(30);

/// The time added by a gift (T.4).
pub const GIFT: Duration = Duration::from_secs(15);

/// The number of acts beyond which only moves and the end of the game are accepted, so that a journal
/// cannot grow without play.
pub(crate) const MANY_ACTS: u64 = 2_000;

/// The number of acts at which the next request ends the game without a result. No game can reach it by the rules.
pub(crate) const MOST_ACTS: u64 = 20_000;

/// The state of a game between two players, folded from its journal.
///
/// Invariant: `plies` has an entry for every move played on this table, and `clocks` is `Some` if the
/// terms have a clock.
pub struct Table {
    pub(crate) terms: Terms,
    pub(crate) venue: Venue,
    pub(crate) game: Box<dyn AnyGame>,
    /// The number of the last act; 0 before the first.
    pub(crate) seq: u64,
    /// The current turn: since the last move or takeback. A takeback does not change that both sides have moved, so
    /// that clocks run and the game cannot be aborted (T.3, T.4).
    pub(crate) turn: TurnState,
    /// The time when the server was last back after an outage. No absence counts from before it (T.5).
    pub(crate) outage_end: Timestamp,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) plies: Vec<Ply>,
    /// The number of moves that the game had when the table was set up.
    pub(crate) before: usize,
    pub(crate) offers: Offers,
    /// The number of the last takeback's act.
    pub(crate) taken_back: u64,
    pub(crate) credited: Vec<Outage>,
    /// The gifts of time by each side.
    pub(crate) gifts: [Gifts; 2],
    pub(crate) requests: HashMap<(Color, RequestId), u64>,
    pub(crate) verdict: Option<Verdict>,
    /// The side of the act that ended the game.
    pub(crate) ended_by: Option<Color>,
}

/// A move played on the table, with its act and its times. The move itself is in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The number of the act.
    pub seq: u64,
    /// The time charged to the clock.
    pub spent: Duration,
    /// The player's remaining time after the move, if there is a clock.
    pub left: Option<Duration>,
}

/// The gifts of time by a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Gifts {
    pub count: u32,
    /// The number of the last act that gave time; 0 before the first.
    pub last: u64,
}

/// The location of the players, which decides on lag compensation, first moves, and takebacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Venue {
    /// Each player has their own device, and the rules for online games apply.
    Online,
    /// Both players, or a player and a computer, share one machine. Lag is not compensated, the first move has no time
    /// limit, and any move can be taken back without asking, even the last one.
    Local,
}

/// The side whose clock is running, and the start of its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct RunningClock {
    pub side: Color,
    /// The time at which its turn began.
    pub since: Timestamp,
}

/// Both clocks, and the lag quotas of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    pub sides: [Clock; 2],
    pub quotas: [LagQuota; 2],
}

impl Table {
    /// Sets up the table for a game that may already have moves. If both sides have moved, the clocks run at once.
    pub fn new(game: Box<dyn AnyGame>, terms: Terms, venue: Venue, at: Timestamp) -> Table {
        let before = game.moves().len();
        let verdict = game.ending().map(Verdict::Ruled);
        let clocks = Clocks::new(terms, venue);
        let turn = TurnState {
            side: game.turn(),
            at,
            since: at,
            grace: Duration::ZERO,
            both_moved: before >= 2,
            leaves: [None; 2],
            excused: Duration::ZERO,
        };
        Table {
            terms,
            venue,
            game,
            seq: 0,
            turn,
            outage_end: at,
            clocks,
            plies: Vec::new(),
            before,
            offers: Offers::default(),
            taken_back: 0,
            credited: Vec::new(),
            gifts: [Gifts::default(); 2],
            requests: HashMap::new(),
            verdict,
            ended_by: None,
        }
    }

    /// Sets up the table for an adjourned game with the given times left on the clocks of White and Black.
    pub fn resume(game: Box<dyn AnyGame>, terms: Terms, venue: Venue, at: Timestamp, left: [Duration; 2]) -> Table {
        let mut table = Table::new(game, terms, venue, at);
        if let Some((clocks, control)) = table.clocks.as_mut().zip(terms.control()) {
            clocks.sides = left.map(|left| Clock::with(control, whole_millis(left)));
        }
        table
    }

    /// Returns the terms that the players agreed on.
    pub const fn terms(&self) -> Terms {
        self.terms
    }

    /// Returns the time of the last act. Before the first, the time when the game began.
    pub(crate) const fn at(&self) -> Timestamp {
        self.turn.at
    }

    /// Returns the game on the board.
    pub fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
    }

    /// Returns the number of the last act; 0 before the first.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns the number of moves in the game.
    pub fn ply(&self) -> usize {
        self.before + self.plies.len()
    }

    /// Returns the moves played on this table.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.game.turn()
    }

    /// Returns the result, if the game is over.
    pub const fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Returns the side that aborted the game (T.4).
    pub fn aborted_by(&self) -> Option<Color> {
        self.ended_by.filter(|_| self.verdict == Some(Verdict::Aborted) && !self.is_over_time())
    }

    /// Returns the side whose first move did not arrive in time, which aborted the game (T.3).
    pub fn missed_by(&self) -> Option<Color> {
        self.ended_by.filter(|_| self.verdict == Some(Verdict::Aborted) && self.is_over_time())
    }

    /// Returns true if time was up at the last act. It distinguishes a missed first move from an abort, which is
    /// possible only before that.
    fn is_over_time(&self) -> bool {
        self.time_is_up_at(&self.turn, self.clocks.as_ref()).is_some_and(|up| self.at() >= up)
    }

    /// Returns the open offers.
    pub const fn offers(&self) -> &Offers {
        &self.offers
    }

    /// Returns true if both sides have moved, so that the game cannot be aborted (T.4).
    pub const fn both_moved(&self) -> bool {
        self.turn.both_moved
    }

    /// Returns the time at which the current turn began: the last move or takeback, or the start of the game.
    pub const fn since(&self) -> Timestamp {
        self.turn.since
    }

    /// Returns true if the outage was credited.
    pub fn has_credited(&self, outage: &Outage) -> bool {
        self.credited.contains(outage)
    }

    /// Returns a side's clock as of the last act that changed it.
    pub fn clock(&self, side: Color) -> Option<&Clock> {
        self.clocks.as_ref().map(|clocks| &clocks.sides[side as usize])
    }

    /// Returns the time left to White and Black after the last act.
    pub fn left(&self) -> Option<[Duration; 2]> {
        self.clocks.as_ref().map(Clocks::left)
    }

    /// Returns the time left to White and Black at the end of the game, after subtracting the thinking time of
    /// the side to move.
    pub fn left_in_the_end(&self) -> Option<[Duration; 2]> {
        let mut left = self.left().filter(|_| self.verdict.is_some())?;
        left[self.turn() as usize] -= self.spent_now(self.at());
        Some(left)
    }

    /// Returns the time left to a side at a given time.
    pub fn left_at(&self, side: Color, now: Timestamp) -> Option<Duration> {
        let left = self.clock(side)?.left();
        let runs = self.running_clock().is_some_and(|running| running.side == side);
        Some(if runs { left.saturating_sub(self.turn.thinking(now)) } else { left })
    }

    /// Returns the side whose time runs. With a clock, there is none until both sides have moved (T.3).
    pub fn running_clock(&self) -> Option<RunningClock> {
        let runs = match self.terms.time_mode {
            TimeMode::Clock(_) | TimeMode::Reserve(_) => self.turn.both_moved,
            TimeMode::Days(_) => true,
            TimeMode::Unlimited => false,
        };
        (runs && self.verdict.is_none()).then(|| RunningClock { side: self.turn(), since: self.turn.since })
    }

    /// Returns the time at which the game ends unless there is another act: see [`Table::flag`]. None once
    /// the game is over.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.time_is_up_at(&self.turn, self.clocks.as_ref()).filter(|_| self.verdict.is_none())
    }

    /// Returns the number of moves in a takeback of `side`: its last move and those after it (T.4). None if
    /// it has not moved.
    pub(crate) fn plies_to_take_back(&self, side: Color) -> Option<usize> {
        let count = if self.turn() == side { 2 } else { 1 };
        (self.plies.len() >= count).then_some(count)
    }

    /// Returns the clocks after a fact, for both folding and deciding.
    pub(crate) fn clocks_after(&self, side: Option<Color>, fact: &Fact) -> Option<Clocks> {
        let mut clocks = self.clocks.clone()?;
        match fact {
            Fact::Moved { spent, lag, .. } if self.turn.both_moved => {
                let mover = self.turn() as usize;
                clocks.sides[mover].spend(*spent);
                clocks.sides[mover].press();
                clocks.quotas[mover].take(*lag);
            }
            Fact::TakenBack { spent, .. } if self.turn.both_moved => clocks.sides[self.turn() as usize].spend(*spent),
            // Before the clocks run, an outage does not cost any time on them.
            Fact::Timed { reason: TimeReason::Outage(_), .. } if !self.turn.both_moved => {}
            Fact::Timed { more, .. } => {
                if let Some(side) = side {
                    clocks.sides[side as usize].add(*more);
                }
            }
            Fact::Moved { .. }
            | Fact::TakenBack { .. }
            | Fact::Offered { .. }
            | Fact::Answered { .. }
            | Fact::LeaveTaken(_)
            | Fact::LeaveEnded { .. }
            | Fact::TableClaimed(_)
            | Fact::Closed => {}
        }
        Some(clocks)
    }
}

impl Clocks {
    fn new(terms: Terms, venue: Venue) -> Option<Clocks> {
        let (clock, quota) = match (terms.time_mode, venue) {
            (TimeMode::Clock(control), Venue::Online) => (Clock::new(control), LagQuota::new(control)),
            (TimeMode::Clock(control), Venue::Local) => (Clock::new(control), LagQuota::NONE),
            (TimeMode::Reserve(reserve), _) => (Clock::reserve(reserve), LagQuota::NONE),
            (TimeMode::Days(_) | TimeMode::Unlimited, _) => return None,
        };
        Some(Clocks { sides: [clock.clone(), clock], quotas: [quota.clone(), quota] })
    }

    pub(crate) fn left(&self) -> [Duration; 2] {
        [self.sides[0].left(), self.sides[1].left()]
    }
}

#[cfg(test)]
mod tests {
    use faraday_variants::{Language, find};

    use super::*;
    use crate::Days;
    use crate::act::MOST_GIFTS;
    use crate::turn::IDLE;

    #[test]
    fn the_rule_book_states_the_limits_that_hold() {
        let entry = find("chess").unwrap();
        let days = Days::ALL.map(|days| days.count().to_string());
        for language in Language::all() {
            let text = entry.text_in(language);
            let states = |rule: &str, words: &str| {
                let points = text.rule(rule).unwrap().points;
                assert!(points.iter().any(|point| point.text.contains(words)), "{} {rule}: {words}", language.code());
            };
            states("T.3", &format!(" {} ", FIRST_MOVE.as_secs()));
            states("T.3", &format!(" {} ", IDLE.as_secs() / (24 * 3600)));
            states("T.4", &format!(" {} ", GIFT.as_secs()));
            states("T.4", &format!(" {MOST_GIFTS}"));
            for choice in &days {
                states("T.6", choice);
            }
        }
    }
}
