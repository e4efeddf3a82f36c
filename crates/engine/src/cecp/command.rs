//! The command parser of XBoard's protocol. It does not depend on the state of a game.

use thiserror::Error;
use web_time::Duration;

use super::clock::Period;
use crate::session::number;

/// A command of XBoard's protocol.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// The request for the list of features.
    Features,
    /// Starts a new game of the first variant, with the engine playing Black.
    New,
    /// Selects the variant of the game.
    Variant(String),
    Quit,
    /// Makes the engine play neither side.
    Force,
    /// Makes the engine play the side to move.
    Go,
    /// Makes the engine play the side that is not to move.
    PlayOther,
    /// Sets the time control.
    Level(Period),
    /// Sets a fixed time per move.
    MoveTime(Duration),
    /// Sets the maximum depth in plies.
    Depth(u32),
    /// Counts nodes instead of time, at this rate per second; 0 goes back to time.
    Rate(u64),
    /// Sets the time left on the engine's clock.
    Time(Duration),
    /// Sets the time left on the opponent's clock.
    OpponentTime(Duration),
    /// Plays the opponent's move.
    Move(String),
    /// Makes the engine move now.
    MoveNow,
    /// Requests a `pong` once all earlier commands are done.
    Ping(String),
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result,
    SetBoard(String),
    /// Requests the expected move of the opponent.
    Hint,
    /// Takes a move back.
    Undo,
    /// Takes two moves back.
    Remove,
    /// Allows pondering on the opponent's time.
    Hard,
    /// Forbids pondering on the opponent's time.
    Easy,
    /// Turns thinking output on.
    Post,
    /// Turns thinking output off.
    NoPost,
    Analyze,
    /// Ends the current analysis.
    Exit,
    /// Requests the progress of the analysis.
    Status,
    /// Limits memory, in megabytes.
    Memory(u64),
    /// Sets the number of processor cores.
    Cores(u64),
    Option {
        name: String,
        /// The value; `None` for a button.
        value: Option<String>,
    },
    /// The user has picked up the piece on a square.
    Lift(String),
    /// A command without effect here.
    Nothing,
}

/// An error in a command of XBoard's protocol.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    #[error("unknown command")]
    Unknown,
    /// The first word belongs to UCI.
    #[error("this is XBoard's protocol; for UCI, run `faraday uci`")]
    Uci,
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("`{0}` is not a number")]
    Number(String),
    #[error("`{word}` is below {least}")]
    Below {
        /// The number as received.
        word: String,
        /// The smallest valid number.
        least: u32,
    },
}

impl Command {
    /// Returns true if a line ends the session. Nothing may be read after it.
    pub fn ends_session(line: &str) -> bool {
        line.split_whitespace().next() == Some("quit")
    }

    pub fn parse(line: &str) -> Result<Command, CommandError> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match word {
            "protover" => Command::Features,
            "new" => Command::New,
            "variant" => Command::Variant(text(rest, "the variant")?),
            "quit" => Command::Quit,
            "force" => Command::Force,
            "go" => Command::Go,
            "playother" => Command::PlayOther,
            "level" => Command::Level(level(rest)?),
            "st" => Command::MoveTime(seconds(rest)?),
            "sd" => Command::Depth(number::small(some(rest)?)),
            "nps" => Command::Rate(count(rest)?),
            "time" => Command::Time(centiseconds(rest)?),
            "otim" => Command::OpponentTime(centiseconds(rest)?),
            "usermove" => Command::Move(text(rest, "the move")?),
            "?" => Command::MoveNow,
            "ping" => Command::Ping(rest.to_owned()),
            "draw" => Command::Draw,
            "result" => Command::Result,
            "setboard" => Command::SetBoard(text(rest, "the position")?),
            "hint" => Command::Hint,
            "undo" => Command::Undo,
            "remove" => Command::Remove,
            "hard" => Command::Hard,
            "easy" => Command::Easy,
            "post" => Command::Post,
            "nopost" => Command::NoPost,
            "analyze" => Command::Analyze,
            "exit" => Command::Exit,
            "." => Command::Status,
            "memory" => Command::Memory(some(rest)?),
            "cores" => Command::Cores(some(rest)?),
            "option" => option(rest)?,
            "lift" => Command::Lift(text(rest, "the square")?),
            "" | "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics" | "put"
            | "hover" => Command::Nothing,
            "uci" => return Err(CommandError::Uci),
            _ if rest.is_empty() && is_move(word) => Command::Move(word.to_owned()),
            _ => return Err(CommandError::Unknown),
        })
    }
}

/// Returns true if a word looks like a move: GUIs without `usermove` send moves without a command.
fn is_move(word: &str) -> bool {
    let is_square = |file: u8, rank: u8| file.is_ascii_lowercase() && rank.is_ascii_digit();
    match word.as_bytes() {
        [a, b, c, d, rest @ ..] => is_square(*a, *b) && is_square(*c, *d) && rest.len() < 2,
        _ => false,
    }
}

fn text(rest: &str, what: &'static str) -> Result<String, CommandError> {
    if rest.is_empty() { Err(CommandError::Missing(what)) } else { Ok(rest.to_owned()) }
}

fn count(rest: &str) -> Result<u64, CommandError> {
    let word = first(rest);
    if word.is_empty() {
        return Err(CommandError::Missing("a number"));
    }
    number::whole(word).ok_or_else(|| CommandError::Number(word.to_owned()))
}

/// Parses a number that is not zero.
fn some(rest: &str) -> Result<u64, CommandError> {
    match count(rest)? {
        0 => Err(CommandError::Below { word: first(rest).to_owned(), least: 1 }),
        count => Ok(count),
    }
}

fn first(rest: &str) -> &str {
    rest.split_whitespace().next().unwrap_or_default()
}

/// Parses a clock. It may have run out, and XBoard then counts below zero.
fn centiseconds(rest: &str) -> Result<Duration, CommandError> {
    count(rest).map(|count| number::milliseconds(count.saturating_mul(10)))
}

fn seconds(word: &str) -> Result<Duration, CommandError> {
    let time = number::seconds(word).ok_or_else(|| CommandError::Number(word.to_owned()))?;
    if time.is_zero() && word.parse().is_ok_and(|number: f64| number < 0.0) {
        return Err(CommandError::Below { word: word.to_owned(), least: 0 });
    }
    Ok(time)
}

/// Parses moves, minutes with or without seconds, and the increment in seconds.
fn level(rest: &str) -> Result<Period, CommandError> {
    let mut words = rest.split_whitespace();
    let mut next = |what| words.next().ok_or(CommandError::Missing(what));
    let moves = number::small(count(next("the number of moves")?)?);
    let base = next("the time")?;
    let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
    let base = seconds(minutes)?.saturating_mul(60) + seconds(rest)?;
    let increment = seconds(next("the increment")?)?;
    Ok(Period { moves: (moves > 0).then_some(moves), base, increment })
}

fn option(rest: &str) -> Result<Command, CommandError> {
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name, Some(value.trim().to_owned())),
        None => (rest, None),
    };
    Ok(Command::Option { name: text(name.trim(), "the option")?, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_read_with_and_without_seconds() {
        let period = |moves, base, increment| {
            let [base, increment] = [base, increment].map(Duration::from_millis);
            Ok(Command::Level(Period { moves, base, increment }))
        };
        assert_eq!(Command::parse("level 40 5 0"), period(Some(40), 300_000, 0));
        assert_eq!(Command::parse("level 0 2:30 12"), period(None, 150_000, 12_000));
        assert_eq!(Command::parse("level 0 0:05 0.1"), period(None, 5_000, 100));
        assert_eq!(Command::parse("level 0 5"), Err(CommandError::Missing("the increment")));
        assert_eq!(Command::parse("level 0 x 0"), Err(CommandError::Number("x".to_owned())));
    }

    #[test]
    fn a_limit_below_the_least_is_refused() {
        let below = |word: &str, least| Err(CommandError::Below { word: word.to_owned(), least });
        for (line, word, least) in [
            ("st -1", "-1", 0),
            ("st -0.5", "-0.5", 0),
            ("sd 0", "0", 1),
            ("sd -3", "-3", 1),
            ("cores 0", "0", 1),
            ("memory 0", "0", 1),
            ("level 40 -5 0", "-5", 0),
        ] {
            assert_eq!(Command::parse(line), below(word, least), "{line}");
        }
        assert_eq!(Command::parse("time -50"), Ok(Command::Time(Duration::ZERO)));
        assert_eq!(Command::parse("st 0"), Ok(Command::MoveTime(Duration::ZERO)));
    }

    #[test]
    fn a_word_may_be_a_move() {
        for word in ["e2e4", "e7e8q", "a1b2*"] {
            assert_eq!(Command::parse(word), Ok(Command::Move(word.to_owned())));
            assert_eq!(Command::parse(&format!("usermove {word}")), Ok(Command::Move(word.to_owned())));
        }
        for line in ["e2", "e2e4qq", "edit", "white", "Xe4", "e2e4 e7e5"] {
            assert_eq!(Command::parse(line), Err(CommandError::Unknown), "{line}");
        }
    }

    #[test]
    fn options_have_names_with_spaces_and_values_with_signs() {
        let option = |name: &str, value: Option<&str>| {
            Ok(Command::Option { name: name.to_owned(), value: value.map(str::to_owned) })
        };
        assert_eq!(Command::parse("option Skill Level=3"), option("Skill Level", Some("3")));
        assert_eq!(Command::parse("option EvalFile=a=b.nnue"), option("EvalFile", Some("a=b.nnue")));
        assert_eq!(Command::parse("option Clear Hash"), option("Clear Hash", None));
    }
}
