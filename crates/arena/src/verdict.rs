//! How a game has ended.

use faraday_rules::pgn::GameResult;
use faraday_rules::{Color, Ending};
use faraday_variants::Text;

/// What loses a game at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Foul {
    /// Its clock was up.
    TimeUp,
    /// No answer came.
    Silent,
    /// It answered with something that is no legal move: its word, and what is wrong with it.
    Illegal(String, String),
    /// It ended, or could not be spoken to: how.
    Gone(String),
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The rules ended it.
    Ruled(Ending),
    /// This side gave up, by the terms of the match.
    Resigned(Color),
    /// A draw, by the terms of the match.
    Agreed,
    /// A draw, for the game grew too long.
    TooLong,
    /// This side's time was up, but the other cannot win (T.1, T.2).
    TimedOutDrawn(Color),
    /// This side lost at once.
    Forfeited(Color, Foul),
}

impl Foul {
    /// The names of all, as records write them.
    pub const NAMES: [&'static str; 4] = ["time-forfeit", "no-answer", "illegal-move", "engine-gone"];

    const fn name(&self) -> &'static str {
        match self {
            Foul::TimeUp => Foul::NAMES[0],
            Foul::Silent => Foul::NAMES[1],
            Foul::Illegal(..) => Foul::NAMES[2],
            Foul::Gone(_) => Foul::NAMES[3],
        }
    }
}

impl Verdict {
    /// Who won; nobody in a draw.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Verdict::Ruled(ending) => ending.winner,
            Verdict::Resigned(loser) | Verdict::Forfeited(loser, _) => Some(!*loser),
            Verdict::Agreed | Verdict::TooLong | Verdict::TimedOutDrawn(_) => None,
        }
    }

    /// The result as records write it.
    pub fn result(&self) -> GameResult {
        match self.winner() {
            Some(Color::White) => GameResult::White,
            Some(Color::Black) => GameResult::Black,
            None => GameResult::Draw,
        }
    }

    /// Why, as scripts write it.
    pub const fn reason(&self) -> &'static str {
        match self {
            Verdict::Ruled(ending) => ending.reason.name(),
            Verdict::Resigned(_) => "resigned",
            Verdict::Agreed => "agreed",
            Verdict::TooLong => "too-long",
            Verdict::TimedOutDrawn(_) => "time-draw",
            Verdict::Forfeited(_, foul) => foul.name(),
        }
    }

    /// The PGN tag `Termination`, in the words of the standard.
    pub const fn termination(&self) -> &'static str {
        match self {
            Verdict::Ruled(_) => "normal",
            Verdict::Resigned(_) | Verdict::Agreed | Verdict::TooLong => "adjudication",
            Verdict::TimedOutDrawn(_) | Verdict::Forfeited(_, Foul::TimeUp) => "time forfeit",
            Verdict::Forfeited(_, Foul::Illegal(..)) => "rules infraction",
            Verdict::Forfeited(_, Foul::Silent | Foul::Gone(_)) => "abandoned",
        }
    }

    /// One sentence.
    pub fn sentence(&self, text: &Text) -> String {
        match self {
            Verdict::Ruled(ending) => text.ending(*ending),
            Verdict::Resigned(loser) => text.resignation(*loser),
            Verdict::Agreed => text.agreement(),
            Verdict::TooLong => "The game is a draw: it has grown too long.".to_owned(),
            Verdict::TimedOutDrawn(late) => text.time_out_draw(*late),
            Verdict::Forfeited(loser, foul) => {
                let (winner, loser) = (name(!*loser), name(*loser));
                match foul {
                    Foul::TimeUp => format!("{winner} wins: {loser} ran out of time."),
                    Foul::Silent => format!("{winner} wins: {loser} does not answer."),
                    Foul::Illegal(word, why) => format!("{winner} wins: {loser} answers `{word}`. {why}"),
                    Foul::Gone(how) => format!("{winner} wins: {loser}'s engine has gone: {how}."),
                }
            }
        }
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
