//! A game between two people, as everybody sees it.

use crate::Color;

use super::{Offer, PlayedAct, Terms};

shapes! {
    /// A game: what it is, who plays, and all that has happened.
    #[derive(Eq)]
    pub struct SharedGame {
        /// Its id.
        pub game: String,
        /// The id of its variant.
        pub variant: String,
        /// The version of the rules by which it is played.
        pub rules: String,
        /// The position in which it began; none if that is the variant's start.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub fen: Option<String>,
        /// What was agreed on.
        pub terms: Terms,
        /// When it began, in milliseconds since 1970.
        pub started_at: u64,
        /// Who plays.
        pub seats: Seats,
        /// The side of whoever asks; none for a spectator.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
        /// The number of the last act, or of the last one here if there are more; 0 before the first.
        pub seq: u64,
        /// What has happened, or what has happened since the act that the client has seen: at most 1,000 acts.
        pub acts: Vec<PlayedAct>,
        /// Whether there are more acts: the rest of the game is told as of act `seq`. On the WebSocket they follow by
        /// themselves; by HTTP ask again with `after`.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        pub more: bool,
        /// What White and Black had left after the last act, in milliseconds; none without a clock.
        pub left: Option<[u64; 2]>,
        /// Whose time runs.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub runs: Option<Runs>,
        /// When the time of the side to move is up, in milliseconds since 1970, the time for a first move included.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub deadline: Option<u64>,
        /// What is proposed, and waits for an answer.
        pub offers: Vec<StandingOffer>,
        /// The game before this one, if it is a rematch.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rematch_of: Option<String>,
        /// The offer of a rematch that waits for an answer.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rematch_offer: Option<RematchOffer>,
        /// The rematch, once there is one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rematch: Option<String>,
        /// How it has ended.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ended: Option<Ended>,
    }

    /// Who plays.
    #[derive(Eq)]
    pub struct Seats {
        /// White.
        pub white: Player,
        /// Black.
        pub black: Player,
    }

    /// A player.
    #[derive(Eq)]
    pub struct Player {
        /// The id of a guest.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub guest: Option<String>,
        /// The name.
        pub name: String,
    }

    /// Whose time runs.
    #[derive(Copy, Eq)]
    pub struct Runs {
        /// The side to move.
        pub side: Color,
        /// Since when, in milliseconds since 1970.
        pub since: u64,
    }

    /// What is proposed.
    #[derive(Copy, Eq)]
    pub struct StandingOffer {
        /// What.
        pub what: Offer,
        /// By whom.
        pub side: Color,
        /// The number of the act that proposed it: what an answer refers to.
        pub seq: u64,
    }

    /// The offer of a rematch: a challenge that only the other player can accept.
    #[derive(Eq)]
    pub struct RematchOffer {
        /// The side, in the game that has ended, of the player who offers it.
        pub by: Color,
        /// The challenge.
        pub challenge: String,
        /// Until when it can be accepted, in milliseconds since 1970.
        pub ends_at: u64,
    }

    /// How a game has ended.
    #[derive(Copy, Eq)]
    pub struct Ended {
        /// The result.
        pub result: GameResult,
        /// Who won.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub winner: Option<Color>,
        /// Why.
        pub reason: GameReason,
    }

    /// The result of a game.
    #[derive(Copy, Eq)]
    pub enum GameResult {
        /// White has won.
        White,
        /// Black has won.
        Black,
        /// A draw.
        Draw,
        /// No result.
        None,
    }
}

words! {
    /// Why a game has ended.
    pub enum GameReason;

    /// The king was mated.
    Checkmate,
    /// The side to move had no legal move and was not in check.
    Stalemate,
    /// A king was captured.
    KingCaptured,
    /// The side to move had no legal move where check does not exist.
    NoMoves,
    /// Nobody could win any more.
    Insufficient,
    /// The same position came for the third time.
    Repetition,
    /// A hundred plies passed without capture or pawn move.
    FiftyMoves,
    /// A side gave up.
    Resigned,
    /// Both agreed on a draw.
    Agreed,
    /// Time ran out.
    TimedOut,
    /// Time ran out, but the other side could not win.
    TimedOutDraw,
    /// The game was broken off before both had moved.
    Aborted,
    /// A side left, and the other claimed the game.
    Abandoned,
    /// Nothing happened for too long in a game without a clock.
    Expired,
}

impl From<faraday_play::Verdict> for Ended {
    fn from(verdict: faraday_play::Verdict) -> Ended {
        use faraday_rules::EndReason;
        let reason = match verdict {
            faraday_play::Verdict::Ruled(ending) => match ending.reason {
                EndReason::Checkmate => GameReason::Checkmate,
                EndReason::Stalemate => GameReason::Stalemate,
                EndReason::KingCaptured => GameReason::KingCaptured,
                EndReason::NoMoves => GameReason::NoMoves,
                EndReason::Insufficient => GameReason::Insufficient,
                EndReason::Repetition => GameReason::Repetition,
                EndReason::FiftyMoves => GameReason::FiftyMoves,
            },
            faraday_play::Verdict::Resigned(_) => GameReason::Resigned,
            faraday_play::Verdict::Agreed => GameReason::Agreed,
            faraday_play::Verdict::TimedOut(_) => GameReason::TimedOut,
            faraday_play::Verdict::TimedOutDrawn(_) => GameReason::TimedOutDraw,
            faraday_play::Verdict::Aborted => GameReason::Aborted,
            faraday_play::Verdict::Abandoned(..) => GameReason::Abandoned,
            faraday_play::Verdict::Expired => GameReason::Expired,
        };
        let result = match verdict.result() {
            faraday_rules::pgn::GameResult::White => GameResult::White,
            faraday_rules::pgn::GameResult::Black => GameResult::Black,
            faraday_rules::pgn::GameResult::Draw => GameResult::Draw,
            faraday_rules::pgn::GameResult::Unknown => GameResult::None,
        };
        Ended { result, winner: verdict.winner().map(Color::from), reason }
    }
}

impl From<&faraday_play::Standing> for StandingOffer {
    fn from(offer: &faraday_play::Standing) -> StandingOffer {
        StandingOffer { what: offer.what.into(), side: offer.side.into(), seq: offer.seq }
    }
}

#[cfg(test)]
mod tests {
    use faraday_play::{Claim, Verdict};
    use faraday_rules::{EndReason, Ending};

    use super::*;

    #[test]
    fn every_reason_has_the_name_that_stands_in_the_journal() {
        let white = faraday_rules::Color::White;
        let ruled = EndReason::ALL.map(|reason| Verdict::Ruled(Ending::draw(reason)));
        let beside = [
            Verdict::Resigned(white),
            Verdict::Agreed,
            Verdict::TimedOut(white),
            Verdict::TimedOutDrawn(white),
            Verdict::Aborted,
            Verdict::Abandoned(white, Claim::Win),
            Verdict::Expired,
        ];
        let verdicts: Vec<Verdict> = ruled.into_iter().chain(beside).collect();
        for verdict in &verdicts {
            let reason = serde_json::to_value(Ended::from(*verdict).reason).unwrap();
            assert_eq!(reason, verdict.reason());
        }
        assert_eq!(verdicts.len(), GameReason::ALL.len());
    }
}
