//! Why a request cannot be done, in words for programs: whoever shows it to people says it in their language.

shapes! {
    /// A problem, as RFC 9457 wants it told.
    #[derive(Eq)]
    #[cfg_attr(feature = "openapi", schema(as = LiveProblem))]
    pub struct Problem {
        /// Where the kind is explained.
        #[serde(rename = "type")]
        pub address: String,
        /// What kind of problem it is.
        pub kind: String,
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
