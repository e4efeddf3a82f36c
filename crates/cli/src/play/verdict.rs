//! How a game at the table has ended: by the rules, or by what the players do beside the board.

use faraday_rules::pgn::GameResult;
use faraday_rules::{Color, Ending};
use faraday_variants::Text;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The rules ended it.
    Ruled(Ending),
    /// This side gave up.
    Resigned(Color),
    /// Both sides agreed on a draw.
    Agreed,
    /// This side's time ran out, which loses.
    TimedOut(Color),
    /// This side's time ran out, but the other cannot win (T.1, T.2).
    TimedOutDrawn(Color),
}

impl Verdict {
    /// Who won; nobody in a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Verdict::Ruled(ending) => ending.winner,
            Verdict::Resigned(loser) | Verdict::TimedOut(loser) => Some(!loser),
            Verdict::Agreed | Verdict::TimedOutDrawn(_) => None,
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
    pub fn sentence(self, text: &Text) -> String {
        match self {
            Verdict::Ruled(ending) => text.ending(ending),
            Verdict::Resigned(loser) => text.resignation(loser),
            Verdict::Agreed => text.agreement(),
            Verdict::TimedOut(loser) => text.time_out(loser),
            Verdict::TimedOutDrawn(late) => text.time_out_draw(late),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_resigns_or_runs_out_of_time_loses() {
        assert_eq!(Verdict::Resigned(Color::White).result(), GameResult::Black);
        assert_eq!(Verdict::TimedOut(Color::Black).winner(), Some(Color::White));
        assert_eq!(Verdict::Agreed.result(), GameResult::Draw);
        assert_eq!(Verdict::TimedOutDrawn(Color::Black).result(), GameResult::Draw);
    }
}
