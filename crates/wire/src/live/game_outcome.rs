//! The outcome of a game: the winner, if any, and the reason.

use serde::Deserialize;
use serde::de::value::{Error as ValueError, StrDeserializer};

use crate::Color;

wire_types! {
    /// The end of a game.
    #[derive(Copy, Eq)]
    pub struct GameOutcome {
        /// The result.
        pub result: GameResult,
        /// The winner.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub winner: Option<Color>,
        /// The reason.
        pub reason: GameReason,
    }

    /// The result of a game.
    #[derive(Copy, Eq)]
    pub enum GameResult {
        /// White won.
        White,
        /// Black won.
        Black,
        /// The game was drawn.
        Draw,
        /// The game has no result.
        None,
    }
}

string_enum! {
    /// The reason why a game ended.
    pub enum GameReason;

    /// The king was checkmated.
    Checkmate,
    /// The side to move had no legal move and was not in check.
    Stalemate,
    /// A king was captured.
    KingCaptured,
    /// The side to move had no legal move, in a variant without check.
    NoMoves,
    /// Neither side could win anymore.
    Insufficient,
    /// The same position occurred for the third time.
    Repetition,
    /// A hundred plies passed without a capture or a pawn move.
    FiftyMoves,
    /// A side resigned.
    Resigned,
    /// Both sides agreed on a draw.
    Agreed,
    /// A side ran out of time.
    TimedOut,
    /// A side ran out of time, but the other side could not win.
    TimedOutDraw,
    /// The game was aborted before both sides had moved.
    Aborted,
    /// A side left, and the other claimed the game.
    Abandoned,
    /// A player claimed the result in a tablebase.
    Table,
    /// No move was made for too long in a game without a clock.
    Expired,
}

impl GameOutcome {
    /// Returns the end of a game from its row's winner and reason, or `None` for an unknown reason.
    pub fn from_stored(winner: Option<faraday_rules::Color>, reason: &str) -> Option<GameOutcome> {
        let reason = GameReason::deserialize(StrDeserializer::<ValueError>::new(reason)).ok()?;
        Some(GameOutcome::of(winner, reason))
    }

    fn of(winner: Option<faraday_rules::Color>, reason: GameReason) -> GameOutcome {
        let result = match winner {
            Some(faraday_rules::Color::White) => GameResult::White,
            Some(faraday_rules::Color::Black) => GameResult::Black,
            None if matches!(reason, GameReason::Aborted | GameReason::Expired) => GameResult::None,
            None => GameResult::Draw,
        };
        GameOutcome { result, winner: winner.map(Color::from), reason }
    }
}

impl From<faraday_play::Verdict> for GameOutcome {
    fn from(verdict: faraday_play::Verdict) -> GameOutcome {
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
            faraday_play::Verdict::Table(_) => GameReason::Table,
            faraday_play::Verdict::Expired => GameReason::Expired,
        };
        GameOutcome::of(verdict.winner(), reason)
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
            Verdict::Table(Some(white)),
            Verdict::Expired,
        ];
        let verdicts: Vec<Verdict> = ruled.into_iter().chain(beside).collect();
        for verdict in &verdicts {
            let reason = serde_json::to_value(GameOutcome::from(*verdict).reason).unwrap();
            assert_eq!(reason, verdict.reason());
            assert_eq!(GameOutcome::from_stored(verdict.winner(), verdict.reason()), Some(GameOutcome::from(*verdict)));
        }
        assert_eq!(verdicts.len(), GameReason::ALL.len());
    }
}
