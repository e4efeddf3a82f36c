//! The result of a match game, by the rules, by adjudication, or by a foul of an engine.

use faraday_rules::Color;
use faraday_rules::pgn::GameResult;
use faraday_variants::Text;

/// A fault of an engine that loses a game at once, such as an illegal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Foul {
    /// The engine ran out of time.
    TimeUp,
    /// The engine did not answer.
    Silent,
    /// The answer was not a legal move. Contains the answer and the reason.
    Illegal(String, String),
    /// The engine exited or could not be reached. Contains the details.
    Gone(String),
}

/// The result of a match game, and the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A regular result. Resignations and draw agreements are adjudicated by the terms of the match.
    Reached(faraday_play::Verdict),
    /// A draw because the game became too long.
    TooLong,
    /// This side lost by a foul.
    Forfeited(Color, Foul),
}

impl Foul {
    /// The names of all fouls in records.
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
    /// Returns the winner; `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Verdict::Reached(verdict) => verdict.winner(),
            Verdict::Forfeited(loser, _) => Some(!*loser),
            Verdict::TooLong => None,
        }
    }

    /// Returns the result as PGN writes it.
    pub fn result(&self) -> GameResult {
        match self {
            Verdict::Reached(verdict) => verdict.result(),
            Verdict::TooLong => GameResult::Draw,
            Verdict::Forfeited(Color::White, _) => GameResult::Black,
            Verdict::Forfeited(Color::Black, _) => GameResult::White,
        }
    }

    /// Returns the identifier of the verdict for scripts.
    pub const fn reason(&self) -> &'static str {
        match self {
            Verdict::Reached(verdict) => verdict.reason(),
            Verdict::TooLong => "too-long",
            Verdict::Forfeited(_, foul) => foul.name(),
        }
    }

    /// Returns the value of the `Termination` tag, as defined by the PGN standard.
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

    /// Returns the verdict as one sentence.
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
