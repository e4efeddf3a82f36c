//! Storage for online games: journals, seats, challenges, people, and background jobs, in a
//! SQLite file or in PostgreSQL.
//!
//! A [`Store`] is opened at a [`Location`] and can be cloned cheaply. Acknowledged writes are durable:
//! [`Store::append`] returns after the commit. If several nodes append a log entry ("act") with the same number to a
//! game, exactly one gets [`AppendResult::Written`]. This key is the only arbiter between nodes.
//!
//! This crate does not depend on rules or sockets. It stores acts as they are and does not check if they are legal.

mod account_event;
mod accounts;
mod backup;
mod blocks;
mod challenges;
mod channels;
mod checkpoint;
mod codec;
mod conditional;
mod confirmations;
mod credentials;
mod devices;
mod direct_challenges;
mod dump;
mod durable;
mod email_jobs;
mod emails;
mod entity;
mod entry;
mod erasure;
mod error;
mod games;
mod health;
mod ids;
mod invitations;
mod job;
mod jobs;
mod journal;
mod leaves;
mod lists;
mod location;
mod lock;
mod member_search;
mod migration;
mod new_file;
mod nodes;
mod notice_kind;
mod notices;
mod one_time_tokens;
mod open;
mod people;
mod plans;
mod presence;
mod profiles;
mod puzzles;
mod reading;
mod retention;
mod role;
mod row;
mod sessions;
mod settings;
mod sign_in;
mod store;
mod summaries;
mod taken_names;
#[cfg(feature = "testing")]
pub mod testing;
mod transaction;
mod unused_guests;
mod upgrade;
mod usage;
mod writer;

pub use account_event::AccountEvent;
pub use accounts::{AdminResult, Member, MemberName, NewMember, SignUpResult};
pub use backup::{BackupError, back_up_sqlite};
pub use blocks::{BlockedBy, BlockedPerson};
pub use challenges::{AcceptResult, Challenge, NewChallenge, RematchResult};
pub use channels::{Channels, Locale};
pub use codec::{CodecError, act_from_json, act_to_json};
pub use conditional::{ClaimResult, ReplyResult};
pub use confirmations::SessionRights;
pub use credentials::{CredentialResult, Credentials, Factor, Totp};
pub use devices::{AddDeviceResult, Device, LONGEST_ENDPOINT, MAX_DEVICES, NewDevice};
pub use direct_challenges::DirectChallengeResult;
pub use dump::{Export, Import, ImportError, ImportResult, ItemCounts, Reader};
pub use email_jobs::MAX_FAILURES;
pub use emails::{DigestState, Email, MailFailure, MailFailureCause};
pub use entry::{AppendResult, Ended, Entry};
pub use erasure::{ERASURE_GRACE_MS, ErasureResult};
pub use error::{OpenError, StoreError};
pub use games::{Game, NewGame, Origin, Outcome, Seat};
pub use health::Health;
pub use ids::{AppendId, ChallengeId, DeviceId, GameId, IdError, NodeId, PersonId, Process, TokenHash};
pub use invitations::{AcceptInvitationResult, Acceptance, Invitation, InviteResult};
pub use job::{Job, JobKind};
pub use jobs::{FailedJob, JobCounts};
pub use journal::Head;
pub use leaves::{LeaveResult, TakenLeave};
pub use lists::{Cursor, GameStatus};
pub use location::{Location, LocationError};
pub use member_search::Accounts;
pub use new_file::NewFile;
pub use nodes::{Downtime, Heartbeat};
pub use notice_kind::NoticeKind;
pub use notices::{NewNotice, Notice, NoticeBody, NoticeCursor, NoticeSelection};
pub use open::Options;
pub use people::{NamedPerson, NewSession, SESSION_MS, Session};
pub use plans::PutPlanResult;
pub use presence::OnlinePeople;
pub use profiles::{LONGEST_BIO, OutcomeCount, Profile, ProfileChange};
pub use puzzles::PuzzleRating;
pub use retention::DeletedRows;
pub use role::Role;
pub use sessions::ListedSession;
pub use sign_in::{AccountRecovery, Merge, SignInResult};
pub use store::Store;
pub use usage::Usage;
