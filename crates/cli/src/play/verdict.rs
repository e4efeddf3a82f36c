//! How a game at the table has ended: by the rules, or by what the players do beside the board.

use faraday_rules::pgn::GameResult;
use faraday_rules::{Color, EndReason, Ending};

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The rules ended it.
    Ruled(Ending),
    /// This side gave up.
    Resigned(Color),
    /// Both sides agreed on a draw.
    Agreed,
    /// This side's time ran out.
    TimedOut(Color),
}

impl Verdict {
    /// Who won; nobody in a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Verdict::Ruled(ending) => ending.winner,
            Verdict::Resigned(loser) | Verdict::TimedOut(loser) => Some(!loser),
            Verdict::Agreed => None,
        }
    }

    /// The result as records write it.
    pub fn result(self) -> GameResult {
        match self.winner() {
            Some(Color::White) => GameResult::White,
            Some(Color::Black) => GameResult::Black,
            None => GameResult::Draw,
        }
    }

    /// One sentence.
    pub fn sentence(self) -> String {
        let reason = match self {
            Verdict::Ruled(ending) => reason(ending.reason).to_owned(),
            Verdict::Resigned(loser) => format!("{} resigns", name(loser)),
            Verdict::Agreed => "the players agree".to_owned(),
            Verdict::TimedOut(loser) => format!("{}'s time is up", name(loser)),
        };
        match self.winner() {
            Some(winner) => format!("{} wins: {reason}.", name(winner)),
            None => format!("The game is a draw: {reason}."),
        }
    }
}

/// A color's name at the start of a sentence.
pub const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

const fn reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Checkmate => "checkmate",
        EndReason::Stalemate => "stalemate",
        EndReason::KingCaptured => "the king is captured",
        EndReason::NoMoves => "there is no legal move",
        EndReason::Insufficient => "neither side can win any more",
        EndReason::Repetition => "the position has occurred three times",
        EndReason::FiftyMoves => "fifty moves by each side without a capture or a pawn move",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_resigns_or_runs_out_of_time_loses() {
        assert_eq!(Verdict::Resigned(Color::White).result(), GameResult::Black);
        assert_eq!(Verdict::TimedOut(Color::Black).sentence(), "White wins: Black's time is up.");
        assert_eq!(Verdict::Agreed.result(), GameResult::Draw);
    }
}
