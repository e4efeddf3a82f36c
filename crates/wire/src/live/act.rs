//! Acts: the entries of an online game's log, such as moves, offers, and added time.

use std::time::Duration;

use crate::Color;

use super::GameOutcome;

wire_types! {
    /// An entry of a game's log, as part of the game.
    #[derive(Eq)]
    pub struct PlayedAct {
        /// The number in the log, without gaps.
        pub seq: u64,
        /// The time in milliseconds since 1970, never earlier than that of the previous act.
        pub at: u64,
        /// The side that acted, ran out of time, or was given time; missing if there is none.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
        /// The time left to White and Black afterwards, in milliseconds; null without a clock.
        #[cfg_attr(feature = "openapi", schema(required))]
        pub left: Option<[u64; 2]>,
        /// The event.
        pub fact: Fact,
        /// The result, if the act ended the game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ended: Option<GameOutcome>,
    }

    /// An entry of a game's log, with the id of the game.
    #[derive(Eq)]
    pub struct GameAct {
        /// The id of the game.
        pub game: String,
        /// The entry.
        #[serde(flatten)]
        pub act: PlayedAct,
    }

    /// An event in a game.
    #[derive(Eq)]
    // Fields are renamed one by one: the OpenAPI document does not follow `rename_all_fields`.
    #[serde(tag = "kind")]
    pub enum Fact {
        /// A side moved.
        Moved {
            /// The number of the move in the game, from 0.
            ply: usize,
            /// The move in UCI.
            uci: String,
            /// The time charged for the move, in milliseconds.
            #[serde(rename = "spentMs")]
            spent_ms: u64,
            /// The part of the network delay that was not charged, in milliseconds.
            #[serde(rename = "lagMs")]
            lag_ms: u64,
            /// True if the move came with a draw offer.
            #[serde(skip_serializing_if = "std::ops::Not::not", default)]
            draw: bool,
        },
        /// A side made an offer.
        Offered {
            /// The kind of offer.
            what: Offer,
        },
        /// A side answered an offer of the other side.
        Answered {
            /// The kind of offer.
            what: Offer,
            /// True if the offer was accepted.
            yes: bool,
        },
        /// Moves were taken back.
        TakenBack {
            /// The number of moves left in the game.
            ply: usize,
            /// The time that had passed on the running clock, in milliseconds.
            #[serde(rename = "spentMs")]
            spent_ms: u64,
        },
        /// Time was added to a clock.
        Timed {
            /// The side whose clock got the time.
            side: Color,
            /// The added time in milliseconds.
            ms: u64,
            /// The reason.
            #[serde(rename = "why")]
            reason: TimeReason,
        },
        /// A side took leave: until its end, the side's time does not run.
        Leave {
            /// The start in milliseconds since 1970, perhaps before the act.
            from: u64,
            /// The end in milliseconds since 1970.
            until: u64,
        },
        /// The leave of a side ended early.
        Back {
            /// The end of the leave in milliseconds since 1970, perhaps before the act.
            from: u64,
        },
        /// The game ended by the result in a tablebase, which a player claimed.
        Claimed {
            /// The material configuration of the table, such as `KQvKR`.
            material: String,
            /// The number of pieces in the table, kings included.
            pieces: usize,
            /// The number of plies to the end of the game; missing for a draw.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            plies: Option<u32>,
            /// The SHA-256 of the table's file.
            sha256: String,
        },
        /// The game ended other than by a move, an agreement, or a table claim.
        Closed {},
    }

    /// A kind of offer.
    #[derive(Copy, Eq)]
    pub enum Offer {
        /// An offer of a draw.
        Draw,
        /// A request to take back the last move of the side that asks.
        Takeback,
    }

    /// The reason why time was added.
    #[derive(Copy, Eq)]
    pub enum TimeReason {
        /// A gift from the opponent.
        Gift,
        /// Compensation for an outage of the server.
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
            ended: act.verdict.map(GameOutcome::from),
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
        faraday_play::Fact::Timed { more, reason } => {
            let reason = match reason {
                faraday_play::TimeReason::Gift => TimeReason::Gift,
                faraday_play::TimeReason::Outage(_) => TimeReason::Outage,
            };
            // Time always belongs to a side; the fold rejects an act without one.
            let side = act.side.map_or(Color::White, Color::from);
            Fact::Timed { side, ms: millis(*more), reason }
        }
        faraday_play::Fact::LeaveTaken(leave) => {
            Fact::Leave { from: leave.from.as_millis(), until: leave.until.as_millis() }
        }
        faraday_play::Fact::LeaveEnded { from } => Fact::Back { from: from.as_millis() },
        faraday_play::Fact::TableClaimed(entry) => Fact::Claimed {
            material: entry.material.clone(),
            pieces: entry.pieces,
            plies: entry.plies,
            sha256: entry.sha256.clone(),
        },
        faraday_play::Fact::Closed => Fact::Closed {},
    }
}

mirror_enums! {
    faraday_play::Offer { Draw, Takeback }
}

/// Returns a duration in whole milliseconds.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
