//! A game between two players apart from the rules of the board: terms, clocks, flags, offers,
//! takebacks, absence, and verdicts.
//!
//! A game is a journal of [`Act`]s, and a [`Table`] is the fold over them. [`Table::decide`] answers a player's
//! request with an act or a [`Refused`], and [`Table::fold`] applies an act. Both are pure: this crate does not read
//! the time, draw random numbers, or store anything. The caller passes in the time, stores the journal, and folds an
//! act only after storing it.
//!
//! Must not know about I/O, sockets, storage, or the time of day.

#![warn(clippy::wildcard_enum_match_arm)]

mod act;
mod adjudication;
mod check;
mod clock;
mod command;
mod correspondence;
mod deadline;
mod decide;
mod fold;
mod game_setup;
mod lag;
mod leave;
mod offer;
mod plan;
mod refused;
mod summary;
mod table;
mod table_claim;
mod terms;
mod timestamp;
mod turn;
mod verdict;
mod wake_times;

pub use act::{Act, Fact, Offer, Outage, RequestId, RequestIdError, TableCertificate, TimeReason};
pub use adjudication::{Adjudicator, DrawAdjudication, ResignAdjudication};
pub use clock::Clock;
pub use command::{Action, Command, Latency, MoveRequest, TableClaim};
pub use correspondence::{Days, Reserve};
pub use decide::Decision;
pub use fold::FoldError;
pub use game_setup::{GameSetup, GameSetupError};
pub use lag::LagQuota;
pub use leave::{Leave, leave_days_left};
pub use offer::{Offers, OpenOffer};
pub use plan::{Branch, Plan, PlanError};
pub use refused::Refused;
pub use summary::Summary;
pub use table::{FIRST_MOVE, GIFT, Ply, RunningClock, Table, Venue};
pub use terms::{Terms, TimeControl, TimeControlError, TimeMode};
pub use timestamp::Timestamp;
pub use verdict::{Claim, Verdict};
pub use wake_times::Reminder;
