//! Refusals of requests, in words for programs: clients show them in the language of their users.

shapes! {
    /// A problem as RFC 9457 wants it told: by HTTP, `application/problem+json`, and on the WebSocket.
    #[derive(Eq)]
    pub struct Problem {
        /// Where the kind is explained.
        #[serde(rename = "type")]
        pub address: String,
        /// What kind of problem it is.
        pub kind: ProblemKind,
        /// The kind in a few words.
        pub title: String,
        /// The status of the answer by HTTP.
        pub status: u16,
        /// One sentence that says what is wrong.
        pub detail: String,
        /// Which part of the request is wrong: `fen`, or `moves/2` for the third move.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub at: Option<String>,
        /// The rule that stands against a move.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rule: Option<String>,
        /// The squares that the rule is about.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        pub squares: Vec<String>,
        /// Why the game does not allow it just now, where the kind is `not-now`.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub reason: Option<NotNowReason>,
        /// How many more moves (`too-soon`) or seconds (`not-yet`) it takes until the game allows it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub remaining: Option<u32>,
    }
}

/// The one list of kinds, each with its status by HTTP and its title.
macro_rules! kinds {
    ($($kind:ident $status:literal $title:literal,)+) => {
        words! {
            /// What kind of problem it is.
            pub enum ProblemKind;

            $(#[doc = $title] $kind,)+
        }

        impl ProblemKind {
            /// The status of the answer by HTTP.
            pub const fn status(self) -> u16 {
                match self {
                    $(ProblemKind::$kind => $status,)+
                }
            }

            /// A few words.
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
    // The line and the headers of the request are too long.
    HeadTooLarge 431 "Headers too long",
    Timeout 408 "Request timed out",
    // The server does not answer to the host name of the request.
    UnknownHost 421 "Unknown host",
    UnknownVariant 422 "Unknown variant",
    UnknownLanguage 422 "Unknown language",
    BadFen 422 "Invalid FEN",
    BadMove 422 "Invalid or illegal move",
    TooManyMoves 422 "Too many moves",
    NoSession 401 "No session",
    WrongOrigin 403 "Wrong origin",
    // The seat, or the challenge, is somebody else's.
    NotYours 403 "Not yours",
    BadName 422 "Invalid name",
    BadTerms 422 "Invalid terms",
    BadPlan 422 "Invalid plan",
    Stale 409 "Game has gone on",
    NotYourTurn 409 "Not your turn",
    GameOver 409 "Game over",
    TimeUp 409 "Time is up",
    NotNow 409 "Not possible now",
    // Somebody has accepted the challenge, or it is one's own.
    Taken 409 "Challenge taken",
    ChallengeOver 410 "Challenge over",
    // The link has been used, or has ended.
    LinkOver 410 "Link no longer valid",
    UnknownMessage 400 "Unknown message",
    Storage 503 "Storage unavailable",
    DiskFull 503 "Disk almost full",
    // The player has too many challenges, games or plans.
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

words! {
    /// Why a game, as it stands, does not allow what a player wants.
    pub enum NotNowReason;

    /// There is no offer to answer, or not the one that is named.
    NoOffer,
    /// Two offers are open, and the answer does not say which one it means.
    WhichOffer,
    /// The same offer is open already.
    OfferOpen,
    /// A draw was offered too few moves ago.
    TooSoon,
    /// The takeback of this move has been declined.
    Declined,
    /// Both have moved: the game can be resigned, not aborted.
    BothMoved,
    /// The player has no move to take back.
    NothingPlayed,
    /// Time was given since the last move.
    Given,
    /// Time was given as often as a game allows.
    AllGiven,
    /// The game has had too many offers: only moves and the end of the game are left.
    TooMany,
    /// The game is rated.
    Rated,
    /// The game has no clock.
    NoClock,
    /// The opponent is away, but their clock is not running.
    NotRunning,
    /// The opponent has not been away for long enough.
    NotYet,
    /// The opponent is here.
    OpponentHere,
    /// The game goes on, so there is no rematch yet.
    NotOver,
}
