//! The table at which a game is played: the board, the terms, the clocks, what is offered, and how it has ended.

use std::collections::HashMap;
use std::time::Duration;

use faraday_rules::Color;
use faraday_variants::AnyGame;

use crate::timestamp::whole_millis;
use crate::{Clock, Fact, LagQuota, Offers, Outage, Pace, RequestId, Terms, Timestamp, Verdict, Why};

/// How long each side has for its first move in a game with a clock (T.3).
pub const FIRST_MOVE: Duration = Duration::from_secs(30);

/// The time that is given at once (T.4).
pub const GIFT: Duration = Duration::from_secs(15);

/// Beyond this number of acts only moves and what ends the game are taken: nobody fills a journal without playing.
pub(crate) const MANY_ACTS: u64 = 2_000;

/// A game with this number of acts ends without a result at the next request. No game by the rules comes near.
pub(crate) const MOST_ACTS: u64 = 20_000;

/// After so long without an act, a game without a clock ends without a result.
const IDLE: Duration = Duration::from_secs(90 * 24 * 3600);

/// A game between two seats, as the fold over its journal has left it.
///
/// Invariant: `plies` has an entry for every move of the game that was made at this table; `clocks` are there if the terms
/// have a clock.
pub struct Table {
    pub(crate) terms: Terms,
    pub(crate) venue: Venue,
    pub(crate) game: Box<dyn AnyGame>,
    /// The number of the last act; 0 before the first.
    pub(crate) seq: u64,
    /// When the last act was; before the first, when the game began.
    pub(crate) at: Timestamp,
    /// Since when the side to move is at it: the last move or takeback.
    pub(crate) since: Timestamp,
    /// Whether both have moved, so that clocks run and nobody can abort (T.3, T.4). Takebacks leave it so.
    pub(crate) both_moved: bool,
    /// What an outage has added to the time for a first move.
    pub(crate) grace: Duration,
    /// When the server was last back after an outage: nobody is away before that (T.5).
    pub(crate) outage_end: Timestamp,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) plies: Vec<Ply>,
    /// How many moves the game had when the table was laid.
    pub(crate) before: usize,
    pub(crate) offers: Offers,
    /// The number of the last takeback.
    pub(crate) taken_back: u64,
    pub(crate) credited: Vec<Outage>,
    /// The time that each side has given.
    pub(crate) gifts: [Gifts; 2],
    pub(crate) requests: HashMap<(Color, RequestId), u64>,
    pub(crate) verdict: Option<Verdict>,
    /// The side of the act that ended the game.
    pub(crate) ended_by: Option<Color>,
}

/// A move that was made at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The number of its act.
    pub seq: u64,
    /// What it took from the clock.
    pub spent: Duration,
    /// What its player had left after it, if there is a clock.
    pub left: Option<Duration>,
}

/// The time that a side has given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Gifts {
    pub count: u32,
    /// The number of the last act that gave time; 0 before the first.
    pub last: u64,
}

/// Where the players sit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Venue {
    /// Apart: what RULES.md says of games between players holds.
    Online,
    /// At one machine, perhaps with a computer: lag is not compensated, the first move may take as long as it likes, and
    /// moves are taken back without asking, the last one too.
    Local,
}

/// Whose time runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Running {
    /// The side to move.
    pub side: Color,
    /// Since when.
    pub since: Timestamp,
}

/// The side to move and, next to the clocks, what its deadline depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thinking {
    pub side: Color,
    /// When the last act was.
    pub at: Timestamp,
    /// Since when the side is to move.
    pub since: Timestamp,
    /// What an outage has added to the time for a first move, or for a move within days.
    pub grace: Duration,
    pub both_moved: bool,
}

/// Both clocks, and what each side may still be spared of its lag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    pub sides: [Clock; 2],
    pub quotas: [LagQuota; 2],
}

impl Table {
    /// Lays the table for a game, which may have moves already: then its clocks run at once if both sides have moved.
    pub fn new(game: Box<dyn AnyGame>, terms: Terms, venue: Venue, at: Timestamp) -> Table {
        let before = game.moves().len();
        let verdict = game.ending().map(Verdict::Ruled);
        let clocks = terms.control().map(|control| {
            let quota = match venue {
                Venue::Online => LagQuota::new(control),
                Venue::Local => LagQuota::NONE,
            };
            Clocks { sides: [Clock::new(control), Clock::new(control)], quotas: [quota.clone(), quota] }
        });
        Table {
            terms,
            venue,
            game,
            seq: 0,
            at,
            since: at,
            both_moved: before >= 2,
            grace: Duration::ZERO,
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

    /// Lays the table for a game that was put aside with so much on the clocks of White and Black.
    pub fn resume(game: Box<dyn AnyGame>, terms: Terms, venue: Venue, at: Timestamp, left: [Duration; 2]) -> Table {
        let mut table = Table::new(game, terms, venue, at);
        if let Some((clocks, control)) = table.clocks.as_mut().zip(terms.control()) {
            clocks.sides = left.map(|left| Clock::with(control, whole_millis(left)));
        }
        table
    }

    /// What the players have agreed on.
    pub const fn terms(&self) -> Terms {
        self.terms
    }

    /// The game on the board.
    pub fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
    }

    /// The number of the last act; 0 before the first.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// How many moves the game has.
    pub fn ply(&self) -> usize {
        self.before + self.plies.len()
    }

    /// The moves made at this table.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.game.turn()
    }

    /// How the game has ended.
    pub const fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Who aborted the game (T.4).
    pub fn aborted_by(&self) -> Option<Color> {
        self.ended_by.filter(|_| self.verdict == Some(Verdict::Aborted) && !self.is_over_time())
    }

    /// Whose first move did not come in time, which aborted the game (T.3).
    pub fn missed_by(&self) -> Option<Color> {
        self.ended_by.filter(|_| self.verdict == Some(Verdict::Aborted) && self.is_over_time())
    }

    /// Whether time was up when the last act came. Nobody aborts a game whose time is up, and no first move is late before.
    fn is_over_time(&self) -> bool {
        self.time_is_up_at(self.thinking(), self.clocks.as_ref()).is_some_and(|up| self.at >= up)
    }

    /// What has been proposed, and waits for an answer.
    pub const fn offers(&self) -> &Offers {
        &self.offers
    }

    /// Whether both sides have moved: then nobody can abort (T.4).
    pub const fn both_moved(&self) -> bool {
        self.both_moved
    }

    /// Since when the side to move is at it: the last move or takeback, or the beginning.
    pub const fn since(&self) -> Timestamp {
        self.since
    }

    /// Whether an outage was made good.
    pub fn has_credited(&self, outage: &Outage) -> bool {
        self.credited.contains(outage)
    }

    /// A side's clock, as it was when it was last touched.
    pub fn clock(&self, side: Color) -> Option<&Clock> {
        self.clocks.as_ref().map(|clocks| &clocks.sides[side as usize])
    }

    /// What both sides had left after the last act, White first.
    pub fn left(&self) -> Option<[Duration; 2]> {
        self.clocks.as_ref().map(Clocks::left)
    }

    /// What both sides had left when the game ended: whoever was to move had been thinking until then.
    pub fn left_in_the_end(&self) -> Option<[Duration; 2]> {
        let mut left = self.left().filter(|_| self.verdict.is_some())?;
        left[self.turn() as usize] -= self.spent_now(self.at);
        Some(left)
    }

    /// What a side has left at a moment.
    pub fn left_at(&self, side: Color, now: Timestamp) -> Option<Duration> {
        let left = self.clock(side)?.left();
        let running = self.running().filter(|running| running.side == side);
        Some(left.saturating_sub(running.map_or(Duration::ZERO, |running| now.since(running.since))))
    }

    /// Whose time runs. With a clock that is nobody before both have moved (T.3).
    pub fn running(&self) -> Option<Running> {
        let runs = match self.terms.pace {
            Pace::Clock(_) => self.both_moved,
            Pace::Days(_) => true,
            Pace::Unlimited => false,
        };
        (runs && self.verdict.is_none()).then(|| Running { side: self.turn(), since: self.since })
    }

    /// When time, or patience, will be up if nobody acts: see [`Table::flag`]. None once the game is over.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.time_is_up_at(self.thinking(), self.clocks.as_ref()).filter(|_| self.verdict.is_none())
    }

    /// Returns the side to move, and what its deadline depends on next to the clocks.
    pub(crate) fn thinking(&self) -> Thinking {
        let Table { at, since, grace, both_moved, .. } = *self;
        Thinking { side: self.turn(), at, since, grace, both_moved }
    }

    /// When time, or patience, is up, or would have been if the game had gone on.
    pub(crate) fn time_is_up_at(&self, thinking: Thinking, clocks: Option<&Clocks>) -> Option<Timestamp> {
        let Thinking { side, at, since, grace, both_moved } = thinking;
        let (from, time) = match (self.terms.pace, clocks) {
            (Pace::Unlimited, _) if self.venue == Venue::Local => return None,
            (Pace::Clock(_), _) if self.venue == Venue::Local && !both_moved => return None,
            (Pace::Unlimited, _) => (at, IDLE),
            (Pace::Days(days), _) => (since, days.time().saturating_add(grace)),
            (Pace::Clock(_), Some(clocks)) if both_moved => {
                let mover = side as usize;
                (since, clocks.sides[mover].left().saturating_add(clocks.quotas[mover].left()))
            }
            (Pace::Clock(_), _) => (since, FIRST_MOVE.saturating_add(grace)),
        };
        Some(from.after(time))
    }

    /// How many moves a side takes back: those since, and with, its last one (T.4). None if it has not moved.
    pub(crate) fn plies_to_take_back(&self, side: Color) -> Option<usize> {
        let count = if self.turn() == side { 2 } else { 1 };
        (self.plies.len() >= count).then_some(count)
    }

    /// What the clocks show after a fact. The fold and the decision have it from here.
    pub(crate) fn clocks_after(&self, side: Option<Color>, fact: &Fact) -> Option<Clocks> {
        let mut clocks = self.clocks.clone()?;
        match fact {
            Fact::Moved { spent, lag, .. } if self.both_moved => {
                let mover = self.turn() as usize;
                clocks.sides[mover].spend(*spent);
                clocks.sides[mover].press();
                clocks.quotas[mover].take(*lag);
            }
            Fact::TakenBack { spent, .. } if self.both_moved => clocks.sides[self.turn() as usize].spend(*spent),
            // Before the clocks run an outage has cost nobody's clock anything.
            Fact::Timed { why: Why::Outage(_), .. } if !self.both_moved => {}
            Fact::Timed { more, .. } => {
                if let Some(side) = side {
                    clocks.sides[side as usize].add(*more);
                }
            }
            Fact::Moved { .. }
            | Fact::TakenBack { .. }
            | Fact::Offered { .. }
            | Fact::Answered { .. }
            | Fact::Closed => {}
        }
        Some(clocks)
    }
}

impl Clocks {
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
