//! The result of a game: decided on the board, by time, or by agreement.

use faraday_rules::pgn::GameResult;
use faraday_rules::{Color, Ending};
use faraday_variants::{AnyGame, Text};

/// The result that a player claims because the opponent has left (T.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Claim {
    Win,
    Draw,
}

/// The result of a game and the reason for it: by the board, by time, or by a player's action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// By the rules of the board.
    Ruled(Ending),
    /// This side resigned (T.4).
    Resigned(Color),
    /// Both sides agreed on a draw (T.4).
    Agreed,
    /// This side ran out of time and lost (T.1).
    TimedOut(Color),
    /// This side ran out of time, but the opponent cannot win: a draw (T.1, T.2).
    TimedOutDrawn(Color),
    /// A player aborted the game before both had moved (T.4), or a first move did not arrive in time (T.3). No result.
    Aborted,
    /// This side was absent, and the opponent claimed a win or a draw (T.5).
    Abandoned(Color, Claim),
    /// A player claimed the result in a tablebase: a win of this side, or a draw (T.8).
    Table(Option<Color>),
    /// There was no act for too long in a game without a clock. No result.
    Expired,
}

impl Verdict {
    /// Returns the verdict for a side that is out of time: a draw if the opponent cannot win, otherwise a loss (T.1).
    pub fn flag(late: Color, game: &dyn AnyGame) -> Verdict {
        if game.has_insufficient_material(!late) { Verdict::TimedOutDrawn(late) } else { Verdict::TimedOut(late) }
    }

    /// Returns the winner; none for a draw or a game without a result.
    pub fn winner(self) -> Option<Color> {
        match self {
            Verdict::Ruled(ending) => ending.winner,
            Verdict::Resigned(loser) | Verdict::TimedOut(loser) | Verdict::Abandoned(loser, Claim::Win) => Some(!loser),
            Verdict::Table(winner) => winner,
            Verdict::Agreed
            | Verdict::TimedOutDrawn(_)
            | Verdict::Abandoned(_, Claim::Draw)
            | Verdict::Aborted
            | Verdict::Expired => None,
        }
    }

    /// Returns the side that resigned, ran out of time, or left.
    pub const fn by(self) -> Option<Color> {
        match self {
            Verdict::Resigned(side)
            | Verdict::TimedOut(side)
            | Verdict::TimedOutDrawn(side)
            | Verdict::Abandoned(side, _) => Some(side),
            Verdict::Ruled(_) | Verdict::Agreed | Verdict::Aborted | Verdict::Table(_) | Verdict::Expired => None,
        }
    }

    /// Returns the result for PGN.
    pub fn result(self) -> GameResult {
        match self.winner() {
            Some(Color::White) => GameResult::White,
            Some(Color::Black) => GameResult::Black,
            None if matches!(self, Verdict::Aborted | Verdict::Expired) => GameResult::Unknown,
            None => GameResult::Draw,
        }
    }

    /// Returns the identifier of the verdict for programs.
    pub const fn reason(self) -> &'static str {
        match self {
            Verdict::Ruled(ending) => ending.reason.name(),
            Verdict::Resigned(_) => "resigned",
            Verdict::Agreed => "agreed",
            Verdict::TimedOut(_) => "timed-out",
            Verdict::TimedOutDrawn(_) => "timed-out-draw",
            Verdict::Aborted => "aborted",
            Verdict::Abandoned(..) => "abandoned",
            Verdict::Table(_) => "table",
            Verdict::Expired => "expired",
        }
    }

    /// Returns the value of the `Termination` tag, as defined by the PGN standard.
    pub const fn termination(self) -> &'static str {
        match self {
            Verdict::Ruled(_) | Verdict::Resigned(_) | Verdict::Agreed => "normal",
            Verdict::TimedOut(_) | Verdict::TimedOutDrawn(_) => "time forfeit",
            Verdict::Table(_) => "adjudication",
            Verdict::Abandoned(..) | Verdict::Aborted | Verdict::Expired => "abandoned",
        }
    }

    /// Returns the verdict as one sentence.
    pub fn sentence(self, text: &Text) -> String {
        match self {
            Verdict::Ruled(ending) => text.ending(ending),
            Verdict::Resigned(loser) => text.resignation(loser),
            Verdict::Agreed => text.agreement(),
            Verdict::TimedOut(loser) => text.time_out(loser),
            Verdict::TimedOutDrawn(late) => text.time_out_draw(late),
            Verdict::Aborted => text.aborted(),
            Verdict::Abandoned(away, Claim::Win) => text.abandoned(away),
            Verdict::Abandoned(away, Claim::Draw) => text.abandoned_drawn(away),
            Verdict::Table(winner) => text.table_claimed(winner),
            Verdict::Expired => text.expired(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_resigns_runs_out_of_time_or_leaves_loses() {
        assert_eq!(Verdict::Resigned(Color::White).result(), GameResult::Black);
        assert_eq!(Verdict::TimedOut(Color::Black).winner(), Some(Color::White));
        assert_eq!(Verdict::Abandoned(Color::Black, Claim::Win).winner(), Some(Color::White));
        assert_eq!(Verdict::Abandoned(Color::Black, Claim::Draw).result(), GameResult::Draw);
        assert_eq!(Verdict::Agreed.result(), GameResult::Draw);
        assert_eq!(Verdict::TimedOutDrawn(Color::Black).result(), GameResult::Draw);
        assert_eq!([Verdict::Aborted, Verdict::Expired].map(Verdict::result), [GameResult::Unknown; 2]);
    }

    #[test]
    fn time_that_is_up_draws_against_who_cannot_win() {
        let verdict = |fen: &str| {
            let game = faraday_variants::find("chess").unwrap().game(Some(fen)).unwrap();
            Verdict::flag(Color::White, game.as_ref())
        };
        assert_eq!(verdict("4k3/8/8/8/8/8/3Q4/K7 w - - 0 1"), Verdict::TimedOutDrawn(Color::White));
        assert_eq!(verdict("4k3/4p3/8/8/8/8/3Q4/K7 w - - 0 1"), Verdict::TimedOut(Color::White));
    }
}
