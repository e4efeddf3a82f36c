//! The kinds of problem that each endpoint may return, for the `OpenAPI` document.

use std::collections::BTreeMap;

use utoipa::openapi::{Content, Ref, RefOr, Response};
use utoipa::{IntoResponses, ToSchema};

use crate::problem::{Kind, MEDIA_TYPE, ProblemShape};

/// Gives each set of problems its kinds. The kinds that every address may return are in all sets.
macro_rules! sets {
    ($($(#[$doc:meta])+ $set:ident: $($kind:ident),*;)+) => {
        $(
            $(#[$doc])+
            pub struct $set;

            impl IntoResponses for $set {
                fn responses() -> BTreeMap<String, RefOr<Response>> {
                    let refer = |kinds: &[Kind]| RefOr::Ref(Ref::from_response_name(name(kinds)));
                    let kinds = by_status(&[$(Kind::$kind),*]);
                    kinds.into_iter().map(|(status, kinds)| (status.to_string(), refer(&kinds))).collect()
                }
            }
        )+

        /// Returns the responses of all sets by their names, each of them once.
        pub fn responses() -> BTreeMap<String, RefOr<Response>> {
            let sets: &[&[Kind]] = &[$(&[$(Kind::$kind),*]),+];
            let responses = sets.iter().flat_map(|kinds| by_status(kinds).into_values());
            responses.map(|kinds| (name(&kinds), RefOr::T(response(&kinds)))).collect()
        }
    };
}

sets! {
    /// Problems that every address may return.
    PlainProblems: ;
    /// Problems with what is stored.
    PlainStorageProblems: TooManyRequests, Storage;
    /// Problems with a language.
    LanguageProblems: UnknownLanguage;
    /// Problems with a variant's texts.
    TextProblems: NotFound, UnknownLanguage;
    /// Problems with a position in an address.
    QueryProblems: UnknownVariant, UnknownLanguage, BadFen, BadMove, TooManyMoves, TooManyRequests, Overloaded, TooSlow;
    /// Problems with a position in an address that is looked up.
    ProbeQueryProblems: UnknownVariant, UnknownLanguage, BadFen, BadMove, TooManyMoves, TooManyRequests, Storage,
        Overloaded, TooSlow;
    /// Problems with a position in a body that is looked up.
    ProbeBodyProblems: NotJson, BodyTooLarge, UnknownVariant, UnknownLanguage, BadFen, BadMove, TooManyMoves,
        TooManyRequests, Storage, Overloaded, TooSlow;
    /// Problems with an ending.
    EndingProblems: NotFound, UnknownVariant, TooManyRequests, Storage, Overloaded, TooSlow;
    /// Problems with a list of tables.
    TableListProblems: NotFound, TooManyRequests, Overloaded, TooSlow;
    /// Problems with a table's file.
    TableProblems: NotFound, TooManyRequests, Storage, Overloaded, TooSlow;
    /// Problems with a list of puzzles.
    RatedPuzzlesProblems: NotFound, NoSession, TooManyRequests, Storage;
    /// Problems with an attempt at a puzzle.
    AttemptProblems: NotFound, NotJson, BodyTooLarge, NoSession, WrongOrigin, TooManyRequests, Storage;
    /// Problems with a position in a body.
    BodyProblems: NotJson, BodyTooLarge, UnknownVariant, UnknownLanguage, BadFen, BadMove, TooManyMoves,
        TooManyRequests, Overloaded, TooSlow;
    /// Problems with an analysis.
    AnalysisProblems: NotJson, BodyTooLarge, UnknownVariant, UnknownLanguage, BadFen, BadMove, TooManyMoves,
        TooManyRequests, TooManyAnalyses, QueueFull, Overloaded, TooSlow, ShuttingDown;
    /// Problems of visitors with or without a session.
    VisitProblems: NoSession, WrongOrigin, TooManyRequests, Storage;
    /// Problems with a new session.
    SessionProblems: NotJson, BodyTooLarge, NoSession, BadName, NameTaken, NotAGuest, WrongOrigin, TooManyRequests,
        Storage;
    /// Problems with an account.
    AccountProblems: NoSession, NoAccount, TooManyRequests, Storage;
    /// Problems with a changed profile.
    ChangeProfileProblems: NotJson, BodyTooLarge, NoSession, NoAccount, WrongOrigin, BadBio, TooManyRequests, Storage;
    /// Problems with the profile of a member.
    ProfileProblems: NotFound, NoSession, TooManyRequests, Storage;
    /// Problems with a leaderboard.
    LeaderboardProblems: NotFound, NoSession, TooManyRequests, Storage;
    /// Problems with a block.
    BlockProblems: NotFound, NoSession, NoAccount, WrongOrigin, BadName, TooManyRequests, Storage;
    /// Problems with a sign-up.
    SignUpProblems: NotJson, BodyTooLarge, UnknownLanguage, NoSession, WrongOrigin, SignUpClosed, BadName, NameTaken,
        BadPassword, NotAGuest, TooManyRequests, Storage;
    /// Problems with a sign-in.
    SignInProblems: NotJson, BodyTooLarge, NoSession, WrongCredentials, CodeNeeded, WrongCode, WrongOrigin,
        AccountDisabled, MergeUndecided, ErasurePending, TooManyRequests, Storage;
    /// Problems with a new password.
    PasswordProblems: NotJson, BodyTooLarge, NoSession, WrongCredentials, CodeNeeded, WrongCode, WrongOrigin,
        AccountDisabled, NoAccount, BadPassword, TooManyRequests, Storage;
    /// Problems with an authenticator app.
    TotpProblems: NotJson, BodyTooLarge, NoSession, WrongCredentials, CodeNeeded, WrongCode, WrongOrigin,
        AccountDisabled, NoAccount, TotpOn, TotpOff, TooManyRequests, Storage;
    /// Problems with the erasure of an account.
    ErasureProblems: NotJson, BodyTooLarge, NoSession, WrongCredentials, CodeNeeded, WrongCode, WrongOrigin,
        AccountDisabled, NoAccount, LastAdmin, TooManyRequests, Storage;
    /// Problems with the first code of an authenticator app.
    ConfirmTotpProblems: NotJson, BodyTooLarge, NoSession, WrongCode, WrongOrigin, TotpOff, TooManyRequests, Storage;
    /// Problems with a recovery code.
    RecoveryProblems: NotJson, BodyTooLarge, NoSession, WrongCredentials, CodeNeeded, WrongCode, WrongOrigin,
        AccountDisabled, MergeUndecided, ErasurePending, BadPassword, TooManyRequests, Storage;
    /// Problems with a link to an account.
    InvitationProblems: NotJson, BodyTooLarge, NoSession, WrongOrigin, LinkOver, TooManyRequests, Storage;
    /// Problems with an invitation to redeem.
    RedeemInvitationProblems: NotJson, BodyTooLarge, NoSession, WrongOrigin, BadName, NameTaken, BadPassword, NotAGuest,
        MergeUndecided, LinkOver, TooManyRequests, Storage;
    /// Problems with a request for a link that sets a password.
    ResetRequestProblems: NotJson, BodyTooLarge, NoSession, WrongOrigin, BadAddress, NoMail, TooManyRequests;
    /// Problems with a password that is set with a link.
    ResetProblems: NotJson, BodyTooLarge, NoSession, WrongOrigin, BadPassword, LinkOver, TooManyRequests, Storage;
    /// Problems with the end of a session.
    SessionEndProblems: NotFound, NoSession, WrongOrigin, TooManyRequests, Storage;
    /// Problems with a code that confirms a session.
    ConfirmProblems: NotJson, BodyTooLarge, NoSession, WrongCode, WrongOrigin, TotpNeeded, NoAccount, TooManyRequests,
        Storage;
    /// Problems of admins.
    AdminProblems: NoSession, RoleNeeded, TotpNeeded, ConfirmationNeeded, TooManyRequests, Storage;
    /// Problems with a change of a member.
    ChangedMemberProblems: NotFound, NotJson, BodyTooLarge, NoSession, WrongOrigin, RoleNeeded, TotpNeeded,
        ConfirmationNeeded, LastAdmin, TooManyRequests, Storage;
    /// Problems with invitations by an admin.
    InviteProblems: NotJson, BodyTooLarge, NoSession, WrongOrigin, RoleNeeded, TotpNeeded, ConfirmationNeeded,
        TooManyRequests, Storage;
    /// Problems with a member whom an admin names.
    MemberProblems: NotFound, NoSession, WrongOrigin, RoleNeeded, TotpNeeded, ConfirmationNeeded, TooManyRequests,
        Storage;
    /// Problems with the erasure of a member's account.
    MemberErasureProblems: NotFound, NoSession, WrongOrigin, RoleNeeded, TotpNeeded, ConfirmationNeeded, LastAdmin,
        TooManyRequests, Storage;
    /// Problems with a game to annul.
    AnnulmentProblems: NotFound, NotJson, BodyTooLarge, NoSession, WrongOrigin, RoleNeeded, TotpNeeded,
        ConfirmationNeeded, NotNow, TooManyRequests, Storage;
    /// Problems with a failed job.
    JobProblems: NotFound, NotJson, BodyTooLarge, NoSession, WrongOrigin, RoleNeeded, TotpNeeded, ConfirmationNeeded,
        TooManyRequests, Storage;
    /// Problems with a backup.
    BackupProblems: NoSession, WrongOrigin, RoleNeeded, TotpNeeded, ConfirmationNeeded, NoBackups, BackupRunning,
        BackupFailed, TooManyRequests, Storage;
    /// Problems with the settings of the site.
    SettingProblems: NotJson, BodyTooLarge, NoSession, WrongOrigin, RoleNeeded, TotpNeeded, ConfirmationNeeded,
        BadSetting, TooManyRequests, Storage;
    /// Problems with the description of the site.
    SiteProblems: TooManyRequests, Storage;
    /// Problems with a device transfer.
    TransferProblems: NotJson, BodyTooLarge, NoSession, WrongOrigin, LinkOver, TooManyRequests, Storage;
    /// Problems with a new email address.
    EmailProblems: NotJson, BodyTooLarge, NoSession, WrongOrigin, BadAddress, NoMail, TooManyRequests, Storage;
    /// Problems with a link in an email.
    EmailLinkProblems: NotJson, BodyTooLarge, NoSession, WrongOrigin, LinkOver, TooManyRequests, Storage;
    /// Problems with the end of a subscription.
    UnsubscribeProblems: LinkOver, TooManyRequests, Storage;
    /// Problems with a new challenge.
    NewChallengeProblems: NotJson, BodyTooLarge, NotFound, NoSession, NoAccount, WrongOrigin, AccountDisabled, Blocked,
        BadName, UnknownVariant, BadFen, BadTerms, QuotaReached, TooManyRequests, Storage, DiskFull;
    /// Problems with a challenge.
    ChallengeProblems: NotFound, NoSession, NotYours, TooManyRequests, Storage;
    /// Problems with the acceptance of a challenge.
    AcceptProblems: NotFound, NoSession, NoAccount, WrongOrigin, NotYours, Blocked, NotNow, Taken, ChallengeOver,
        QuotaReached, TooManyRequests, Storage, DiskFull, GameDamaged;
    /// Problems with declining or withdrawing a challenge.
    EndChallengeProblems: NotFound, NoSession, WrongOrigin, NotYours, Taken, ChallengeOver, TooManyRequests, Storage;
    /// Problems with a new seek.
    PostSeekProblems: NotJson, BodyTooLarge, NoSession, NoAccount, WrongOrigin, UnknownVariant, BadTerms, NotNow,
        QuotaReached, TooManyRequests, Storage, DiskFull;
    /// Problems with a seek to take.
    TakeSeekProblems: NotJson, BodyTooLarge, NoSession, NoAccount, WrongOrigin, Blocked, BadTerms, NotNow, Taken,
        SeekOver, QuotaReached, TooManyRequests, Storage, DiskFull, GameDamaged;
    /// Problems with a seek to withdraw.
    WithdrawSeekProblems: NoSession, WrongOrigin, NotYours, Taken, SeekOver, TooManyRequests, Storage;
    /// Problems with a game against the house.
    HouseGameProblems: NotJson, BodyTooLarge, NoSession, NoAccount, WrongOrigin, AccountDisabled, UnknownVariant,
        BadTerms, NotNow, QuotaReached, TooManyRequests, Storage, DiskFull;
    /// Problems with a new leave.
    LeaveProblems: NotJson, BodyTooLarge, NoSession, WrongOrigin, BadLeave, NotNow, TooManyRequests, Storage;
    /// Problems with the end of a leave.
    EndLeaveProblems: NoSession, WrongOrigin, NotNow, TooManyRequests, Storage;
    /// Problems with a list of games.
    ListProblems: NoSession, TooManyRequests, Storage;
    /// Problems with a game.
    GameProblems: NotFound, NoSession, TooManyRequests, Overloaded, TooSlow, Storage, GameDamaged, ShuttingDown;
    /// Problems with the ratings of a game's players.
    GameRatingProblems: NotFound, TooManyRequests, Storage;
    /// Problems with a move.
    MoveProblems: NotFound, NotJson, BodyTooLarge, NoSession, WrongOrigin, NotYours, BadMove, Stale, NotYourTurn,
        GameOver, TimeUp, TooManyRequests, Storage, GameDamaged, ShuttingDown;
    /// Problems with a player's action other than a move.
    ActProblems: NotFound, NotJson, BodyTooLarge, NoSession, WrongOrigin, NotYours, Blocked, NotNow, GameOver, TimeUp,
        QuotaReached, TooManyRequests, Storage, DiskFull, GameDamaged, ShuttingDown;
    /// Problems with a rematch.
    RematchProblems: NotFound, NotJson, BodyTooLarge, NoSession, WrongOrigin, NotYours, Blocked, NotNow, NoAccount,
        BadTerms, BadFen, AccountDisabled, Taken, ChallengeOver, QuotaReached, TooManyRequests, Storage, DiskFull,
        GameDamaged, ShuttingDown;
    /// Problems with the consequence of an abort.
    AbortWaitProblems: NotFound, NoSession, TooManyRequests, Storage;
    /// Problems with conditional moves.
    PlanProblems: NotFound, NotJson, BodyTooLarge, NoSession, WrongOrigin, NotYours, BadPlan, Stale, NotYourTurn,
        GameOver, QuotaReached, TooManyRequests, Overloaded, Storage, GameDamaged, ShuttingDown;
    /// Problems with notices to mark as read.
    ReadNoticesProblems: NotJson, BodyTooLarge, NoSession, WrongOrigin, TooManyRequests, Storage;
    /// Problems with the settings of notices.
    NoticeSettingsProblems: NotJson, BodyTooLarge, NoSession, WrongOrigin, UnknownLanguage, TooManyRequests, Storage;
    /// Problems with a new device.
    NewDeviceProblems: NotJson, BodyTooLarge, NoSession, WrongOrigin, BadDevice, NoPush, QuotaReached, TooManyRequests,
        Storage;
    /// Problems with a device.
    DeviceProblems: NotFound, NoSession, WrongOrigin, NoPush, TooManyRequests, Storage;
    /// Problems with a WebSocket.
    LiveProblems: NoSession, WrongOrigin, TooManyRequests, Storage, Overloaded;
    /// Problems of a server that is shutting down or whose database accepts no writes.
    ReadyProblems: ShuttingDown, Storage;
    /// Problems with metrics on another address.
    CountProblems: NotFound;
}

/// Returns the kinds of a set and those of every address, by status.
fn by_status(own: &[Kind]) -> BTreeMap<u16, Vec<Kind>> {
    const EVERY: [Kind; 5] = [Kind::BadRequest, Kind::UnknownHost, Kind::Timeout, Kind::HeadTooLarge, Kind::Internal];
    let mut kinds: BTreeMap<u16, Vec<Kind>> = BTreeMap::new();
    for kind in Kind::ALL.iter().filter(|kind| own.contains(kind) || EVERY.contains(kind)) {
        kinds.entry(kind.status()).or_default().push(*kind);
    }
    kinds
}

/// Returns the name of a response, such as `WrongOriginOrNotYours`.
fn name(kinds: &[Kind]) -> String {
    kinds.iter().map(|kind| format!("{kind:?}")).collect::<Vec<_>>().join("Or")
}

/// Returns the response of a status, with the titles of its kinds as the description.
fn response(kinds: &[Kind]) -> Response {
    let meanings: Vec<String> = kinds.iter().map(|kind| format!("{} (`{kind}`)", kind.title())).collect();
    let mut response = Response::new(meanings.join("; "));
    let problem = Content::new(Some(Ref::from_schema_name(ProblemShape::name())));
    response.content.insert(MEDIA_TYPE.to_owned(), problem.into());
    response
}
