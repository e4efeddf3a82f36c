//! What a line of UCI asks for. Reads words only; what they mean for a position is not looked at.

use thiserror::Error;
use web_time::Duration;

use crate::session::number;
use crate::{Clocks, Limits};

/// A line of UCI.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Who are you.
    Uci,
    /// Are you there.
    IsReady,
    /// Forget the last game.
    NewGame,
    /// Change an option.
    SetOption {
        /// Its name as written.
        name: String,
        /// Its value; a button has none.
        value: Option<String>,
    },
    /// Set a position.
    Position {
        /// The FEN, or none for the start.
        fen: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// Search.
    Go(Go),
    /// The expected move was played.
    PonderHit,
    /// Stop searching.
    Stop,
    /// End the session.
    Quit,
    /// Talk more, or less: accepted without effect.
    Debug,
    /// Show the position.
    Display,
    /// Show the static evaluation.
    Evaluate,
    /// The first word of another protocol.
    XBoard,
    /// An empty line.
    Nothing,
}

/// When the answer to `go` is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Due {
    /// As soon as the search ends.
    #[default]
    AtEnd,
    /// Not before `stop`.
    OnStop,
    /// Not before `ponderhit` or `stop`.
    OnPonderHit,
}

/// The words of `go`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Go {
    /// What ends the search.
    pub limits: Limits,
    /// The moves to choose from.
    pub only: Vec<String>,
    /// When the answer is due.
    pub due: Due,
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// The first word is unknown.
    #[error("unknown command `{word}`")]
    Unknown {
        /// The word.
        word: String,
    },
    /// A word is missing.
    #[error("`{after}` must be followed by {wanted}")]
    Missing {
        /// The word before.
        after: String,
        /// What should follow.
        wanted: &'static str,
    },
    /// A word does not belong there.
    #[error("`{word}` means nothing after `{command}`")]
    Stray {
        /// The word.
        word: String,
        /// The command.
        command: &'static str,
    },
    /// A number is none.
    #[error("`{text}` after `{word}` is no number")]
    Number {
        /// What the number belongs to.
        word: String,
        /// What is written.
        text: String,
    },
}

impl Command {
    /// Reads a line.
    pub fn parse(line: &str) -> Result<Command, CommandError> {
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else { return Ok(Command::Nothing) };
        match word {
            "uci" => Ok(Command::Uci),
            "isready" => Ok(Command::IsReady),
            "ucinewgame" => Ok(Command::NewGame),
            "setoption" => parse_option(&words.collect::<Vec<_>>()),
            "position" => parse_position(&words.collect::<Vec<_>>()),
            "go" => parse_go(words).map(Command::Go),
            "ponderhit" => Ok(Command::PonderHit),
            "stop" => Ok(Command::Stop),
            "quit" => Ok(Command::Quit),
            "debug" => Ok(Command::Debug),
            "d" => Ok(Command::Display),
            "eval" => Ok(Command::Evaluate),
            "xboard" => Ok(Command::XBoard),
            _ => Err(CommandError::Unknown { word: word.to_owned() }),
        }
    }
}

/// Names and values may have spaces; the words `name` and `value` part them.
fn parse_option(words: &[&str]) -> Result<Command, CommandError> {
    let missing = |after: &str, wanted| Err(CommandError::Missing { after: after.to_owned(), wanted });
    match words {
        [first, rest @ ..] if first.eq_ignore_ascii_case("name") => {
            let split = rest.iter().position(|word| word.eq_ignore_ascii_case("value"));
            let name = rest[..split.unwrap_or(rest.len())].join(" ");
            if name.is_empty() {
                return missing("name", "the name of an option");
            }
            Ok(Command::SetOption { name, value: split.map(|at| rest[at + 1..].join(" ")) })
        }
        _ => missing("setoption", "`name`"),
    }
}

/// A FEN may have any number of fields: it ends at `moves`.
fn parse_position(words: &[&str]) -> Result<Command, CommandError> {
    let split = words.iter().position(|word| *word == "moves");
    let (setup, moves) = match split {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &words[words.len()..]),
    };
    let fen = match setup {
        ["startpos"] => None,
        ["startpos", stray, ..] => {
            return Err(CommandError::Stray { word: (*stray).to_owned(), command: "position startpos" });
        }
        ["fen", fields @ ..] => Some(fields.join(" ")),
        _ => {
            return Err(CommandError::Missing { after: "position".to_owned(), wanted: "`startpos` or `fen`" });
        }
    };
    Ok(Command::Position { fen, moves: moves.iter().map(|text| (*text).to_owned()).collect() })
}

/// The words that end a list of moves.
const GO_WORDS: [&str; 12] = [
    "infinite",
    "ponder",
    "searchmoves",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
];

fn parse_go<'a>(words: impl Iterator<Item = &'a str>) -> Result<Go, CommandError> {
    let mut words = words.peekable();
    let mut go = Go::default();
    let mut clocks = Clocks::default();
    let mut is_timed = false;
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.due = Due::OnStop,
            "ponder" => go.due = Due::OnPonderHit,
            "searchmoves" => {
                while let Some(text) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    go.only.push(text.to_owned());
                }
            }
            "depth" => go.limits.depth = Some(number::small(count(word, words.next())?)),
            "nodes" => go.limits.nodes = Some(count(word, words.next())?),
            "mate" => go.limits.mate = Some(number::small(count(word, words.next())?)),
            "movetime" => go.limits.move_time = Some(time(word, words.next())?),
            "wtime" | "btime" | "winc" | "binc" => {
                is_timed = true;
                let time = time(word, words.next())?;
                let purse = &mut clocks.purses[usize::from(word.starts_with('b'))];
                if word.ends_with("time") {
                    purse.left = time;
                } else {
                    purse.increment = time;
                }
            }
            "movestogo" => clocks.moves_to_go = Some(number::small(count(word, words.next())?)),
            _ => return Err(CommandError::Stray { word: word.to_owned(), command: "go" }),
        }
    }
    go.limits.clocks = is_timed.then_some(clocks);
    Ok(go)
}

/// A count; what some programs send below zero counts as zero, and what is beyond all bounds as the most.
fn count(word: &str, text: Option<&str>) -> Result<u64, CommandError> {
    let text = text.ok_or_else(|| CommandError::Missing { after: word.to_owned(), wanted: "a number" })?;
    number::whole(text).ok_or_else(|| CommandError::Number { word: word.to_owned(), text: text.to_owned() })
}

fn time(word: &str, text: Option<&str>) -> Result<Duration, CommandError> {
    count(word, text).map(number::milliseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_may_have_spaces() {
        assert_eq!(
            Command::parse("setoption NAME Skill  Level VALUE 3"),
            Ok(Command::SetOption { name: "Skill Level".to_owned(), value: Some("3".to_owned()) })
        );
        assert_eq!(
            Command::parse("setoption name Clear Hash"),
            Ok(Command::SetOption { name: "Clear Hash".to_owned(), value: None })
        );
    }

    #[test]
    fn a_fen_ends_at_the_word_moves() {
        let parsed = Command::parse("position fen 8/8 w - - 0 1 a4:2,d1:2 moves e2e4 e7e5");
        let moves = ["e2e4", "e7e5"].map(str::to_owned).to_vec();
        assert_eq!(parsed, Ok(Command::Position { fen: Some("8/8 w - - 0 1 a4:2,d1:2".to_owned()), moves }));
    }

    #[test]
    fn every_limit_is_read() {
        let line = "go depth 3 nodes 9 mate 2 movetime 7 wtime -5 btime 2000 winc 10 binc 20 movestogo 4 searchmoves a b ponder";
        let Ok(Command::Go(go)) = Command::parse(line) else { panic!("{line}") };
        assert_eq!((go.limits.depth, go.limits.nodes, go.limits.mate), (Some(3), Some(9), Some(2)));
        assert_eq!(go.limits.move_time, Some(Duration::from_millis(7)));
        let clocks = go.limits.clocks.expect("clocks");
        assert_eq!(clocks.purses[0].left, Duration::ZERO);
        assert_eq!(clocks.purses[1].increment, Duration::from_millis(20));
        assert_eq!((clocks.moves_to_go, go.due), (Some(4), Due::OnPonderHit));
        assert_eq!(go.only, ["a", "b"]);
    }

    #[test]
    fn an_error_is_one_clear_sentence() {
        for (line, text) in [
            ("xyzzy", "unknown command `xyzzy`"),
            ("go depth", "`depth` must be followed by a number"),
            ("go depth x", "`x` after `depth` is no number"),
            ("go fast", "`fast` means nothing after `go`"),
            ("position", "`position` must be followed by `startpos` or `fen`"),
            ("position startpos e2e4", "`e2e4` means nothing after `position startpos`"),
            ("setoption", "`setoption` must be followed by `name`"),
        ] {
            assert_eq!(Command::parse(line).expect_err(line).to_string(), text);
        }
    }
}
