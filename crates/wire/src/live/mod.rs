//! Online games: the types of the WebSocket `/api/v1/live` and of the HTTP API for games.
//!
//! Every frame is an object whose `kind` field determines its type. Clients ignore unknown kinds.

mod account;
mod act;
mod admin;
mod challenge;
mod conversion;
mod frame;
mod game;
mod game_outcome;
mod house;
mod kinds;
mod message;
mod notice;
mod profile;
mod public_game;
mod rating;
mod record;
mod request;
mod seek;
mod site;
mod terms;

pub use account::{
    Account, AccountErasure, AccountSession, ChangedPassword, ConfirmedTotp, Credentials, CurrentCredentials,
    CurrentPassword, Invitation, InvitationToken, NewAccount, NewTotp, PasswordReset, PersonRole, Recovery,
    RecoveryCodes, RedeemedInvitation, RedeemedReset, ResetRequest, ResetToken, SignUp, SignUpMode, TotpCode,
};
pub use act::{Fact, GameAct, Offer, PlayedAct, TimeReason};
pub use admin::{
    AccountLink, BackupFailure, BackupFailureCause, BackupFile, BackupStatus, ChangedMember, CurrentCode,
    DatabaseStatus, DeliveryStatus, FailedJob, InvitationLinks, JobKindCounts, JobList, JobReference, LastFailure,
    ListedMember, MemberList, NewInvitations, RefusedName, ServerStatus,
};
pub use challenge::{Challenge, ChallengeList, ChallengeState, CreatedChallenge, JoinedGame, NewChallenge, Rematch};
pub use frame::{ByeReason, ChallengeEnd, Frame, Identity, OwnGame, Presence};
pub use game::{LeavePeriod, Leaves, OpenOffer, Player, RematchOffer, RunningClock, Seats, SharedGame};
pub use game_outcome::{GameOutcome, GameReason, GameResult};
pub use house::{HouseGameLevel, HouseLevels, NewHouseGame};
pub use kinds::kinds;
pub use message::{GameAction, Message};
pub use notice::{
    AccountEvent, ChangedNoticeSettings, Channels, DeliveryFailure, DeliveryFailureKind, EmailSettings, Notice,
    NoticeChannels, NoticeKind, NoticeList, NoticeSettings, PushDevice, PushKeys, PushSettings, PushSubscription,
    ReadNotices, UnreadNotices,
};
pub use profile::{BlockedPerson, ChangedProfile, GameCounts, OnlinePeople, Profile, ProfileGame, ProfileGameList};
pub use public_game::{PublicGame, PublicGameList};
pub use rating::{
    AnnulledChange, ClubRating, FullRating, GameAnnulment, GameRating, Leaderboard, NewAnnulment, OwnRating,
    PlayerRatings, PoolRating, PreviousRating, RankedPlayer, RatedOpponent, RatedPace, RatingChange, RatingChangeList,
    RatingDecision, RatingPoint, RatingValue, SeatRating,
};
pub use record::{RecordHeader, record};
pub use request::{
    AbortWait, Ack, Branch, EmailAddress, EmailToken, GameList, LeaveState, ListedGame, NewGuest, NewLeave, NewRematch,
    OfferReference, Plan, SentMove, Session, TransferLink, TransferToken,
};
pub use seek::{NewSeek, PostedSeek, Seek, SeekGame, SeekList, SeekObstacle, SeekRating, TakenSeek};
pub use site::{ClubEvening, CurrentSiteSettings, SignUpSource, Site, SiteSettings};
pub use terms::{ClockTerms, Terms};

/// The newest version of the protocol.
pub const PROTOCOL: u32 = 2;

/// The supported versions of the protocol.
pub const PROTOCOLS: [u32; 2] = [1, PROTOCOL];

/// Returns true if clients that speak a version of the protocol can follow games by a version of the rules.
pub fn can_follow(protocol: u32, rules: &str) -> bool {
    protocol > 1 || rules == "1"
}

/// The size limit for frames from clients, in bytes.
pub const LONGEST_MESSAGE: usize = 4096;
