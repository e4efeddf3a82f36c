//! A game between two seats, beside the board: terms, clocks, flags, offers, takebacks, absence and verdicts (RULES.md,
//! section 7).
//!
//! A game is a journal of [`Act`]s, and a [`Table`] is the fold over them. [`Table::decide`] answers what a player wants
//! with an act or a [`Refused`]; [`Table::fold`] takes an act in. The two are pure: nothing here reads a clock, draws a
//! lot or stores anything. Whoever holds the table says what time it is, keeps the journal, and folds an act only once it
//! is kept.
//!
//! Knows nothing of I/O, sockets, storage and the time of day.

#![warn(clippy::wildcard_enum_match_arm)]

mod act;
mod beginning;
mod check;
mod clock;
mod decide;
mod fold;
mod lag;
mod looks;
mod offer;
mod plan;
mod policy;
mod refused;
mod summary;
mod table;
mod terms;
mod timestamp;
mod verdict;
mod wish;

pub use act::{Act, Fact, Offer, Outage, RequestId, RequestIdError, Why};
pub use beginning::{Beginning, BeginningError};
pub use clock::Clock;
pub use decide::Decision;
pub use fold::FoldError;
pub use lag::LagQuota;
pub use offer::{Offers, Standing};
pub use plan::{Branch, Plan, PlanError};
pub use policy::{DrawTerms, Opinions, ResignTerms};
pub use refused::Refused;
pub use summary::Summary;
pub use table::{FIRST_MOVE, GIFT, Ply, Running, Table, Venue};
pub use terms::{Days, Pace, Terms, TimeControl, TimeControlError};
pub use timestamp::Timestamp;
pub use verdict::{Claim, Verdict};
pub use wish::{Command, Sent, Transit, Wish};
