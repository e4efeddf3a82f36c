//! How a game has ended.

use faraday_rules::Color;
use faraday_rules::pgn::GameResult;
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
    /// As between any two players. Who resigns, and what is agreed, the terms of the match say for them.
    Reached(faraday_play::Verdict),
    /// A draw, for the game grew too long.
    TooLong,
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
            Verdict::Reached(verdict) => verdict.winner(),
            Verdict::Forfeited(loser, _) => Some(!*loser),
            Verdict::TooLong => None,
        }
    }

    /// The result as records write it.
    pub fn result(&self) -> GameResult {
        match self {
            Verdict::Reached(verdict) => verdict.result(),
            Verdict::TooLong => GameResult::Draw,
            Verdict::Forfeited(Color::White, _) => GameResult::Black,
            Verdict::Forfeited(Color::Black, _) => GameResult::White,
        }
    }

    /// Why, as scripts write it.
    pub const fn reason(&self) -> &'static str {
        match self {
            Verdict::Reached(verdict) => verdict.reason(),
            Verdict::TooLong => "too-long",
            Verdict::Forfeited(_, foul) => foul.name(),
        }
    }

    /// The PGN tag `Termination`, in the words of the standard.
    pub const fn termination(&self) -> &'static str {
        match self {
            Verdict::Reached(faraday_play::Verdict::Resigned(_) | faraday_play::Verdict::Agreed) | Verdict::TooLong => {
                "adjudication"
            }
            Verdict::Reached(verdict) => verdict.termination(),
            Verdict::Forfeited(_, Foul::TimeUp) => "time forfeit",
            Verdict::Forfeited(_, Foul::Illegal(..)) => "rules infraction",
            Verdict::Forfeited(_, Foul::Silent | Foul::Gone(_)) => "abandoned",
        }
    }

    /// One sentence.
    pub fn sentence(&self, text: &Text) -> String {
        match self {
            Verdict::Reached(verdict) => verdict.sentence(text),
            Verdict::TooLong => "The game is a draw: it has grown too long.".to_owned(),
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
