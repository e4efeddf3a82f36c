//! What has happened in a game.

use std::time::Duration;

use crate::Color;

use super::Ended;

shapes! {
    /// A line of a game's journal, inside the game that it belongs to.
    #[derive(Eq)]
    pub struct PlayedAct {
        /// Its number in the journal, without gaps.
        pub seq: u64,
        /// When, in milliseconds since 1970. Never earlier than the act before.
        pub at: u64,
        /// Who acted, whose time ran out or was added to; none where nobody did.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
        /// What White and Black have left afterwards, in milliseconds; none without a clock.
        pub left: Option<[u64; 2]>,
        /// What happened.
        pub fact: Fact,
        /// How it ended the game, if it did.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ended: Option<Ended>,
    }

    /// A line of a game's journal, by itself.
    #[derive(Eq)]
    pub struct GameAct {
        /// The game.
        pub game: String,
        /// What happened in it.
        #[serde(flatten)]
        pub act: PlayedAct,
    }

    /// What happened.
    #[derive(Eq)]
    // Fields are renamed one by one: the OpenAPI document does not follow `rename_all_fields`.
    #[serde(tag = "kind")]
    pub enum Fact {
        /// A move.
        Moved {
            /// Its number in the game, from 0.
            ply: usize,
            /// The move.
            uci: String,
            /// What it took from the clock, in milliseconds.
            #[serde(rename = "spentMs")]
            spent_ms: u64,
            /// How much of its way over the network was not charged, in milliseconds.
            #[serde(rename = "lagMs")]
            lag_ms: u64,
            /// Whether it came with the offer of a draw.
            #[serde(skip_serializing_if = "std::ops::Not::not", default)]
            draw: bool,
        },
        /// An offer.
        Offered {
            /// Of what.
            what: Offer,
        },
        /// An answer to an offer of the other side.
        Answered {
            /// What had been offered.
            what: Offer,
            /// Whether the answer is yes.
            yes: bool,
        },
        /// Moves were taken back.
        TakenBack {
            /// How many moves the game has left.
            ply: usize,
            /// What had passed on the clock that was running, in milliseconds.
            #[serde(rename = "spentMs")]
            spent_ms: u64,
        },
        /// Time was added to a clock.
        Timed {
            /// Whose.
            side: Color,
            /// How much, in milliseconds.
            ms: u64,
            /// Why.
            why: Why,
        },
        /// The game has ended other than by a move or an agreement.
        Closed {},
    }

    /// What can be offered.
    #[derive(Copy, Eq)]
    pub enum Offer {
        /// A draw.
        Draw,
        /// To take back the last move of the side that offers.
        Takeback,
    }

    /// Why time was added.
    #[derive(Copy, Eq)]
    pub enum Why {
        /// The opponent gave it.
        Gift,
        /// The server was away.
        Outage,
    }
}

impl From<&faraday_play::Act> for PlayedAct {
    fn from(act: &faraday_play::Act) -> PlayedAct {
        PlayedAct {
            seq: act.seq,
            at: act.at.as_millis(),
            side: act.side.map(Color::from),
            left: act.left.map(|left| left.map(millis)),
            fact: fact(act),
            ended: act.verdict.map(Ended::from),
        }
    }
}

fn fact(act: &faraday_play::Act) -> Fact {
    match &act.fact {
        faraday_play::Fact::Moved { ply, uci, spent, lag, draw } => {
            Fact::Moved { ply: *ply, uci: uci.clone(), spent_ms: millis(*spent), lag_ms: millis(*lag), draw: *draw }
        }
        faraday_play::Fact::Offered { what } => Fact::Offered { what: (*what).into() },
        faraday_play::Fact::Answered { what, yes } => Fact::Answered { what: (*what).into(), yes: *yes },
        faraday_play::Fact::TakenBack { ply, spent } => Fact::TakenBack { ply: *ply, spent_ms: millis(*spent) },
        faraday_play::Fact::Timed { more, why } => {
            let why = match why {
                faraday_play::Why::Gift => Why::Gift,
                faraday_play::Why::Outage(_) => Why::Outage,
            };
            // Time is always somebody's; the fold refuses an act that does not say whose.
            let side = act.side.map_or(Color::White, Color::from);
            Fact::Timed { side, ms: millis(*more), why }
        }
        faraday_play::Fact::Closed => Fact::Closed {},
    }
}

mirrors! {
    faraday_play::Offer { Draw, Takeback }
}

/// Whole milliseconds.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
