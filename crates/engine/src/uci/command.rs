//! The command parser of UCI. It does not depend on the current position.
//!
//! The protocol requires that unknown words be skipped and the rest of the line be read. So every line is a command,
//! possibly [`Command::Nothing`], and skipped words are reported.

use faraday_rules::fen::with_counts;

use super::error::{CommandError, CommandErrors};
use super::go::Go;

/// A command of the UCI protocol.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// The request for the engine's identity and options.
    Uci,
    /// The request for `readyok`.
    IsReady,
    /// Clears results of the last game.
    NewGame,
    SetOption {
        /// The name as received.
        name: String,
        /// The value; `None` for a button.
        value: Option<String>,
    },
    Position {
        /// The FEN; `None` for the starting position.
        fen: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// A `position` that cannot be parsed.
    UnreadablePosition,
    Go(Go),
    /// The expected move was played.
    PonderHit,
    Stop,
    Quit,
    /// Turns debugging on or off; accepted without effect.
    Debug,
    /// Shows the position (`d`).
    Display,
    /// Shows the static evaluation.
    Evaluate,
    /// The greeting of XBoard's protocol.
    XBoard,
    /// An empty or unknown line.
    Nothing,
}

/// The words that start a command at any place in a line.
const WORDS: [&str; 10] =
    ["uci", "isready", "ucinewgame", "setoption", "position", "go", "ponderhit", "stop", "quit", "debug"];

impl Command {
    pub fn parse(line: &str) -> (Command, CommandErrors) {
        let mut errors = CommandErrors::default();
        let command = Command::read(line, &mut errors).unwrap_or_else(|error| {
            errors.add(error);
            Command::Nothing
        });
        (command, errors)
    }

    /// Returns true if a line ends the session. Nothing may be read after it.
    pub fn ends_session(line: &str) -> bool {
        line.split_whitespace().find(|word| WORDS.contains(word)) == Some("quit")
    }

    fn read(line: &str, errors: &mut CommandErrors) -> Result<Command, CommandError> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(Command::Nothing) };
        match first {
            // These words are Faraday's own and may occur in other commands, so they count only at the start.
            "d" => return Ok(Command::Display),
            "eval" => return Ok(Command::Evaluate),
            "xboard" => return Ok(Command::XBoard),
            _ => {}
        }
        let unknown = || CommandError::Unknown { word: first.to_owned() };
        let word = if WORDS.contains(&first) {
            first
        } else {
            let known = words.find(|word| WORDS.contains(word)).ok_or_else(unknown)?;
            errors.add(unknown());
            known
        };
        match word {
            "uci" => Ok(Command::Uci),
            "isready" => Ok(Command::IsReady),
            "ucinewgame" => Ok(Command::NewGame),
            "setoption" => parse_option(&words.collect::<Vec<_>>()),
            "position" => Ok(parse_position(&words.collect::<Vec<_>>()).unwrap_or_else(|error| {
                errors.add(error);
                Command::UnreadablePosition
            })),
            "go" => Ok(Command::Go(Go::parse(words, errors))),
            "ponderhit" => Ok(Command::PonderHit),
            "stop" => Ok(Command::Stop),
            "quit" => Ok(Command::Quit),
            "debug" => Ok(Command::Debug),
            _ => Err(unknown()),
        }
    }
}

/// Parses an option. Names and values may contain spaces; the words `name` and `value` separate them.
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

/// Parses a position. A FEN may have any number of fields and ends at `moves`. Other programs omit the clocks and write
/// the promotion letter in upper case (N.2, N.4).
fn parse_position(words: &[&str]) -> Result<Command, CommandError> {
    let split = words.iter().position(|word| *word == "moves");
    let (setup, moves) = match split {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &words[words.len()..]),
    };
    let fen = match setup {
        ["startpos"] => None,
        ["startpos", stray, ..] => {
            return Err(CommandError::Unexpected { word: (*stray).to_owned(), command: "position startpos" });
        }
        ["fen", fields @ ..] => Some(with_counts(&fields.join(" ")).into_owned()),
        _ => {
            return Err(CommandError::Missing { after: "position".to_owned(), wanted: "`startpos` or `fen`" });
        }
    };
    Ok(Command::Position { fen, moves: moves.iter().map(|text| with_small_choice(text)).collect() })
}

fn with_small_choice(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(choice) = text.pop() {
        text.push(choice.to_ascii_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, String> {
        let (command, errors) = Command::parse(line);
        errors.into_sentences().pop().map_or(Ok(command), Err)
    }

    #[test]
    fn names_and_values_may_have_spaces() {
        assert_eq!(
            parse("setoption NAME Skill  Level VALUE 3"),
            Ok(Command::SetOption { name: "Skill Level".to_owned(), value: Some("3".to_owned()) })
        );
        assert_eq!(
            parse("setoption name Clear Hash"),
            Ok(Command::SetOption { name: "Clear Hash".to_owned(), value: None })
        );
    }

    #[test]
    fn counts_may_be_missing_and_a_choice_in_upper_case() {
        let parsed = parse("position fen 8/8 w - - moves e7e8Q a1a2 E2E4");
        let moves = ["e7e8q", "a1a2", "E2E4"].map(str::to_owned).to_vec();
        assert_eq!(parsed, Ok(Command::Position { fen: Some("8/8 w - - 0 1".to_owned()), moves }));
    }

    #[test]
    fn a_fen_ends_at_the_word_moves() {
        let parsed = parse("position fen 8/8 w - - 0 1 a4:2,d1:2 moves e2e4 e7e5");
        let moves = ["e2e4", "e7e5"].map(str::to_owned).to_vec();
        assert_eq!(parsed, Ok(Command::Position { fen: Some("8/8 w - - 0 1 a4:2,d1:2".to_owned()), moves }));
    }

    #[test]
    fn an_error_is_one_clear_sentence() {
        for (line, text) in [
            ("xyzzy", "unknown command `xyzzy`"),
            ("go depth", "`depth` must be followed by a number"),
            ("go depth x", "`x` after `depth` is not a number"),
            ("go fast", "unknown word `fast` after `go`"),
            ("position", "`position` must be followed by `startpos` or `fen`"),
            ("position startpos e2e4", "unknown word `e2e4` after `position startpos`"),
            ("setoption", "`setoption` must be followed by `name`"),
        ] {
            assert_eq!(parse(line), Err(text.to_owned()));
        }
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        for (line, command) in [
            ("joho isready", Command::IsReady),
            ("joho debug on", Command::Debug),
            ("please just stop", Command::Stop),
            ("joho d", Command::Nothing),
            ("joho", Command::Nothing),
        ] {
            let (found, errors) = Command::parse(line);
            assert_eq!(found, command, "{line}");
            let first = line.split(' ').next().expect("a word");
            assert_eq!(errors.into_sentences(), [format!("unknown command `{first}`")]);
        }
        assert_eq!(parse("debug joho on"), Ok(Command::Debug));
        let ends = ["quit", "joho quit now", "position quit", "quite", ""].map(Command::ends_session);
        assert_eq!(ends, [true, true, false, false, false]);
    }
}
