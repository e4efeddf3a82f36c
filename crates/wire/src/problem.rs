//! Problems: errors of the HTTP API (RFC 9457) and of the WebSocket, which clients translate for their users.

wire_types! {
    /// A problem in the format of RFC 9457: `application/problem+json` over HTTP, and an object on the WebSocket.
    #[derive(Eq)]
    pub struct Problem {
        /// The address of the documentation for this kind.
        #[serde(rename = "type")]
        pub address: String,
        /// The kind of problem.
        pub kind: ProblemKind,
        /// The title of the kind, a few words.
        pub title: String,
        /// The HTTP status code.
        pub status: u16,
        /// The problem in one sentence.
        pub detail: String,
        /// The invalid part of the request: `fen`, or `moves/2` for the third move.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub at: Option<String>,
        /// The id of the rule that forbids a move.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rule: Option<String>,
        /// The squares that the rule refers to.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        pub squares: Vec<String>,
        /// The reason, if the kind is `not-now`.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub reason: Option<NotNowReason>,
        /// The number of moves (`too-soon`) or seconds (`not-yet`) until the game allows it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub remaining: Option<u32>,
    }
}

/// Defines the kinds of problem, each with its HTTP status code and its title.
macro_rules! kinds {
    ($($kind:ident $status:literal $title:literal,)+) => {
        string_enum! {
            /// A kind of problem.
            pub enum ProblemKind;

            $(#[doc = $title] $kind,)+
        }

        impl ProblemKind {
            /// Returns the HTTP status code.
            pub const fn status(self) -> u16 {
                match self {
                    $(ProblemKind::$kind => $status,)+
                }
            }

            /// Returns the title, a few words.
            pub const fn title(self) -> &'static str {
                match self {
                    $(ProblemKind::$kind => $title,)+
                }
            }
        }
    };
}

kinds! {
    BadRequest 400 "Bad request",
    NotFound 404 "Not found",
    MethodNotAllowed 405 "Method not allowed",
    NotJson 415 "Body not JSON",
    BodyTooLarge 413 "Body too long",
    // The request line and the headers are too long.
    HeadTooLarge 431 "Headers too long",
    Timeout 408 "Request timed out",
    // The server does not serve the host name of the request.
    UnknownHost 421 "Unknown host",
    UnknownVariant 422 "Unknown variant",
    UnknownLanguage 422 "Unknown language",
    BadFen 422 "Invalid FEN",
    BadMove 422 "Invalid or illegal move",
    TooManyMoves 422 "Too many moves",
    NoSession 401 "No session",
    WrongCredentials 401 "Wrong name or password",
    // The password is right.
    CodeNeeded 401 "Code needed",
    WrongCode 401 "Wrong code",
    AccountDisabled 403 "Account disabled",
    // The member has closed the account, and can still keep it.
    ErasurePending 409 "Account closed",
    RoleNeeded 403 "Role needed",
    // The role has no rights before the member has an authenticator app.
    TotpNeeded 403 "Authenticator app needed",
    // The last code of the authenticator app was given too long ago.
    ConfirmationNeeded 403 "Confirmation needed",
    // The site would have no admin.
    LastAdmin 409 "Last admin",
    BadSetting 422 "Invalid setting",
    // The server was started without a folder for backups.
    NoBackups 409 "No backups",
    BackupRunning 409 "Backup in progress",
    BackupFailed 503 "Backup failed",
    // The person is a guest.
    NoAccount 404 "No account",
    SignUpClosed 403 "Sign-up closed",
    WrongOrigin 403 "Wrong origin",
    // The seat or the challenge belongs to another player.
    NotYours 403 "Not yours",
    // One of the two players has blocked the other.
    Blocked 403 "Blocked",
    BadName 422 "Invalid name",
    // A member has the name, or one that looks like it.
    NameTaken 409 "Name taken",
    BadBio 422 "Invalid sentence",
    BadPassword 422 "Invalid password",
    NotAGuest 409 "Not a guest",
    TotpOn 409 "Authenticator app in use",
    TotpOff 409 "No authenticator app",
    // The guest of the session has games, which can move to the member.
    MergeUndecided 409 "Games undecided",
    BadTerms 422 "Invalid terms",
    BadPlan 422 "Invalid plan",
    BadLeave 422 "Invalid leave",
    BadAddress 422 "Invalid email address",
    // The server sends no email.
    NoMail 409 "No email",
    BadDevice 422 "Invalid device",
    // The site has no TLS, which browsers require for push messages.
    NoPush 409 "No push messages",
    Stale 409 "Game has moved on",
    NotYourTurn 409 "Not your turn",
    GameOver 409 "Game over",
    TimeUp 409 "Time is up",
    NotNow 409 "Not possible now",
    // The challenge has been accepted, or it is the client's own.
    Taken 409 "Challenge taken",
    ChallengeOver 410 "Challenge over",
    // Another player has taken the seek, or it has ended.
    SeekOver 410 "Seek over",
    // The link has been used or has expired.
    LinkOver 410 "Link no longer valid",
    UnknownMessage 400 "Unknown message",
    Storage 503 "Storage unavailable",
    DiskFull 503 "Disk almost full",
    // The player has too many challenges, games, or plans.
    QuotaReached 409 "Quota reached",
    // The game cannot be followed by this version.
    GameDamaged 503 "Game cannot be read",
    TooManyRequests 429 "Too many requests",
    Overloaded 503 "Server busy",
    TooSlow 503 "Answer timed out",
    QueueFull 503 "Analysis queue full",
    TooManyAnalyses 429 "Too many analyses",
    ShuttingDown 503 "Shutting down",
    Internal 500 "Internal error",
}

string_enum! {
    /// The reason why a game does not allow an action at the moment.
    pub enum NotNowReason;

    /// There is no offer to answer, or not the one referred to.
    NoOffer,
    /// Two offers are open, and the answer does not refer to one of them.
    WhichOffer,
    /// The same offer is open already.
    OfferOpen,
    /// The last draw offer was too few moves ago.
    TooSoon,
    /// The takeback of this move has been declined.
    Declined,
    /// Both sides have moved: the game can be resigned, but not aborted.
    BothMoved,
    /// The player has no move to take back.
    NothingPlayed,
    /// Time has been given since the last move.
    Given,
    /// Time has been given as often as a game allows.
    AllGiven,
    /// The game has had too many offers; players can only move or end it.
    TooMany,
    /// The game is rated.
    Rated,
    /// The game has no clock.
    NoClock,
    /// The opponent is away, but their clock is not running.
    NotRunning,
    /// The opponent has not been away for long enough.
    NotYet,
    /// The game is not a correspondence game.
    NotCorrespondence,
    /// A player has not moved yet.
    FirstMoves,
    /// The tablebase gives neither a win to the player nor a draw, or the win comes too late.
    TableDenies,
    /// The opponent is present.
    OpponentHere,
    /// The game is not over, so there is no rematch yet.
    NotOver,
    /// No tablebase has the position.
    NoTable,
    /// The player is on leave.
    OnLeave,
    /// The player has fewer days of leave left.
    LeaveUsed,
    /// The player is not on leave.
    NotOnLeave,
    /// A game between the two players was aborted within the last hour.
    RecentlyAborted,
    /// The strengths of the two players differ too much for the seek.
    OtherStrength,
    /// An open offer of a rematch is for a rated game, and this request for a casual one, or the other way round.
    OtherRematch,
    /// The player is in a rated game with a clock.
    InRatedGame,
    /// The other player is in a rated game with a clock.
    OpponentInRatedGame,
    /// The player aborted games from the lobby, or did not make the first move in time.
    Wait,
}
