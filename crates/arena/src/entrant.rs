//! The players of a match. Each is given as one text that selects the engine and its settings.
//!
//! `faraday[:SETTING,…]` is this engine, in process. `cmd:COMMAND LINE[,SETTING,…]` is any UCI engine, as a child
//! process. `random` is a random mover. A setting is `KEY=VALUE`. Commas and spaces inside a word must be quoted.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use faraday_engine::uci::DEFAULT_HASH;
use faraday_engine::{BookUse, Level, MOST_THREADS, NetworkSource};
use thiserror::Error;

use crate::move_limits::{self, MoveLimits, MoveLimitsError};

/// The kind of a player: Faraday in process, a UCI engine, or a random mover.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum EntrantKind {
    /// Faraday, running in process.
    Faraday(FaradaySettings),
    /// A child process that speaks UCI.
    Uci {
        /// The program and its arguments.
        command: Vec<String>,
        /// Options to set, by name and value.
        options: Vec<(String, String)>,
    },
    Random,
}

/// The settings of Faraday as a player in process.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct FaradaySettings {
    pub level: Level,
    /// The size of the hash table in megabytes.
    pub hash: usize,
    /// The number of search threads.
    pub threads: usize,
    /// The time that each move loses on its way to the clock.
    pub overhead: Duration,
    pub network: NetworkChoice,
    /// The use of the opening book. By default, it is used if a level with a book is selected.
    pub book: Option<BookUse>,
}

/// The source of Faraday's evaluation: a network, or the handcrafted one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkChoice {
    /// The embedded network, if there is one for the variant.
    Embedded,
    /// The handcrafted evaluation of the variant.
    None,
    /// The network in a file.
    File(PathBuf),
}

impl From<&str> for NetworkChoice {
    fn from(text: &str) -> NetworkChoice {
        match text {
            "embedded" => NetworkChoice::Embedded,
            "none" => NetworkChoice::None,
            file => NetworkChoice::File(PathBuf::from(file)),
        }
    }
}

impl NetworkChoice {
    /// Returns the bytes of the file; empty for other sources.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        match self {
            NetworkChoice::File(file) => fs::read(file),
            NetworkChoice::Embedded | NetworkChoice::None => Ok(Vec::new()),
        }
    }

    /// Returns the network source for a player, given those bytes.
    pub fn source<'a>(&self, bytes: &'a [u8]) -> NetworkSource<'a> {
        match self {
            NetworkChoice::Embedded => NetworkSource::Embedded,
            NetworkChoice::None => NetworkSource::None,
            NetworkChoice::File(_) => NetworkSource::Bytes(bytes),
        }
    }
}

/// A player of a match: its engine, its settings, and the limits of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Entrant {
    /// The name in records.
    pub name: String,
    pub kind: EntrantKind,
    /// The limits of its moves. If it has any of its own, the limits of the match do not apply.
    pub limits: MoveLimits,
    /// The text that it was parsed from.
    pub text: String,
}

/// The error for a text that does not describe a valid player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum EntrantError {
    /// An unknown kind of player.
    #[error("`{0}` is not a player: write faraday[:SETTING,…], cmd:COMMAND[,SETTING,…] or random[:name=NAME]")]
    Kind(String),
    /// A command line without a program.
    #[error("`{0}` does not name a program")]
    NoProgram(String),
    /// A quote that is not closed.
    #[error("a quote is never closed in `{0}`")]
    OpenQuote(String),
    /// The player has no such setting.
    #[error("`{word}` is not a setting of this player: the settings are {known}")]
    Setting {
        word: String,
        /// The names of the known settings.
        known: &'static str,
    },
    /// The value of a setting is invalid.
    #[error("`{word}` must be {wanted}")]
    Value {
        word: String,
        /// A description of the valid values.
        wanted: String,
    },
    /// A limit on its moves is invalid.
    #[error(transparent)]
    MoveLimits(#[from] MoveLimitsError),
}

const FARADAY_SETTINGS: &str = "level, book, hash, threads, overhead, network, name, tc, movetime, nodes and depth";
const UCI_SETTINGS: &str = "option.NAME, name, tc, movetime, nodes and depth";
const RANDOM_SETTINGS: &str = "name, tc, movetime, nodes and depth";

impl Default for FaradaySettings {
    fn default() -> FaradaySettings {
        FaradaySettings {
            level: Level::FULL,
            hash: DEFAULT_HASH,
            threads: 1,
            overhead: Duration::from_millis(20),
            network: NetworkChoice::Embedded,
            book: None,
        }
    }
}

impl Entrant {
    /// Parses a player of a match from its text, such as `faraday:level=3`.
    pub fn parse(text: &str) -> Result<Entrant, EntrantError> {
        let text = text.trim();
        let (kind, rest) = match (text.split_once(':').unwrap_or((text, "")), text.strip_prefix("cmd:")) {
            (_, Some(rest)) => (None, rest),
            (("faraday", rest), None) => (Some(EntrantKind::Faraday(FaradaySettings::default())), rest),
            (("random", rest), None) => (Some(EntrantKind::Random), rest),
            _ => return Err(EntrantError::Kind(text.to_owned())),
        };
        let mut words = split(rest, |letter| letter == ',')?.into_iter();
        let kind = match kind {
            Some(kind) => kind,
            None => child(&words.next().unwrap_or_default(), text)?,
        };
        let name = match &kind {
            EntrantKind::Faraday(_) | EntrantKind::Random => text.to_owned(),
            EntrantKind::Uci { command, .. } => named_after(command),
        };
        let mut entrant = Entrant { name, kind, limits: MoveLimits::default(), text: text.to_owned() };
        for word in words.filter(|word| !word.trim().is_empty()) {
            entrant.set(&word)?;
        }
        Ok(entrant)
    }

    /// Appends numbers to names that occur more than once.
    pub fn tell_apart(entrants: &mut [Entrant]) {
        for at in 1..entrants.len() {
            let (before, rest) = entrants.split_at_mut(at);
            let is_taken = |name: &str| before.iter().any(|other| other.name == name);
            if is_taken(&rest[0].name) {
                let numbered = (2..).map(|number| format!("{} #{number}", rest[0].name));
                let free = numbered.into_iter().find(|name| !is_taken(name));
                rest[0].name = free.expect("there are more numbers than entrants");
            }
        }
    }

    fn set(&mut self, word: &str) -> Result<(), EntrantError> {
        let known = match self.kind {
            EntrantKind::Faraday(_) => FARADAY_SETTINGS,
            EntrantKind::Uci { .. } => UCI_SETTINGS,
            EntrantKind::Random => RANDOM_SETTINGS,
        };
        let unknown = || EntrantError::Setting { word: word.to_owned(), known };
        let (key, value) = word.split_once('=').ok_or_else(unknown)?;
        let (key, value) = (key.trim(), unquoted(value.trim()));
        let wrong = |wanted: String| EntrantError::Value { word: word.to_owned(), wanted };
        let number = |least: usize, most: usize| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| wrong(format!("a number from {least} to {most}")))
        };
        match (key, &mut self.kind) {
            ("name", _) if value.is_empty() => return Err(wrong("a name".to_owned())),
            ("name", _) => self.name = value,
            ("tc", _) => self.limits.control = Some(value.parse().map_err(MoveLimitsError::Control)?),
            ("movetime", _) => self.limits.move_time = Some(move_limits::seconds(&value)?),
            ("nodes", _) => self.limits.nodes = Some(move_limits::count(&value)?),
            ("depth", _) => self.limits.depth = Some(move_limits::count(&value)?),
            ("level", EntrantKind::Faraday(faraday)) => {
                faraday.level = value.parse().ok().and_then(Level::new).ok_or_else(|| {
                    wrong(format!("a number from {} to {}", Level::LOWEST.number(), Level::FULL.number()))
                })?;
                faraday.book.get_or_insert(BookUse::Open);
            }
            ("book", EntrantKind::Faraday(faraday)) => {
                faraday.book = Some(match value.as_str() {
                    "yes" => BookUse::Open,
                    "no" => BookUse::Closed,
                    _ => return Err(wrong("yes or no".to_owned())),
                });
            }
            ("hash", EntrantKind::Faraday(faraday)) => faraday.hash = number(1, 65_536)?,
            ("threads", EntrantKind::Faraday(faraday)) => faraday.threads = number(1, MOST_THREADS)?,
            ("overhead", EntrantKind::Faraday(faraday)) => {
                faraday.overhead = Duration::from_millis(number(0, 10_000)? as u64);
            }
            ("network", EntrantKind::Faraday(faraday)) => {
                if value.is_empty() {
                    return Err(wrong("embedded, none or a file".to_owned()));
                }
                faraday.network = NetworkChoice::from(value.as_str());
            }
            (_, EntrantKind::Uci { options, .. }) => {
                let name = key.strip_prefix("option.").map(str::trim).filter(|name| !name.is_empty());
                options.push((name.ok_or_else(unknown)?.to_owned(), value));
            }
            (_, EntrantKind::Faraday(_) | EntrantKind::Random) => return Err(unknown()),
        }
        Ok(())
    }
}

/// Parses the command line of a child process. `text` is the complete text, for errors.
fn child(line: &str, text: &str) -> Result<EntrantKind, EntrantError> {
    let command = split(line, char::is_whitespace)?;
    let command: Vec<String> = command.iter().filter(|word| !word.is_empty()).map(|word| unquoted(word)).collect();
    if command.first().is_none_or(String::is_empty) {
        return Err(EntrantError::NoProgram(text.to_owned()));
    }
    Ok(EntrantKind::Uci { command, options: Vec::new() })
}

/// Returns the default name of an engine: its program and its arguments.
fn named_after(command: &[String]) -> String {
    let file = Path::new(&command[0]).file_name();
    let program = file.map_or_else(|| command[0].clone(), |name| name.to_string_lossy().into_owned());
    let words: Vec<&str> = std::iter::once(program.as_str()).chain(command[1..].iter().map(String::as_str)).collect();
    words.join(" ")
}

/// Splits a text at separators outside quotes. The quotes are kept, and words may be empty.
fn split(text: &str, is_separator: impl Fn(char) -> bool) -> Result<Vec<String>, EntrantError> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(open) if open == letter => quote = None,
            None if matches!(letter, '"' | '\'') => quote = Some(letter),
            None if is_separator(letter) => {
                words.push(String::new());
                continue;
            }
            Some(_) | None => {}
        }
        words.last_mut().expect("there is always a word in the making").push(letter);
    }
    if quote.is_some() {
        return Err(EntrantError::OpenQuote(text.to_owned()));
    }
    Ok(words)
}

/// Removes the quotes around a word or around parts of it.
fn unquoted(word: &str) -> String {
    let mut quote = None;
    let mut plain = String::new();
    for letter in word.chars() {
        match quote {
            Some(open) if open == letter => quote = None,
            None if matches!(letter, '"' | '\'') => quote = Some(letter),
            Some(_) | None => plain.push(letter),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_engine_takes_its_settings() {
        let plain = Entrant::parse("faraday").unwrap();
        assert_eq!((plain.name.as_str(), plain.limits), ("faraday", MoveLimits::default()));
        let set = Entrant::parse("faraday:level=5,hash=64,threads=2,nodes=10000,name=weak,network=a.nnue").unwrap();
        let EntrantKind::Faraday(faraday) = set.kind else { panic!("{set:?}") };
        assert_eq!((faraday.level.number(), faraday.hash, faraday.threads), (5, 64, 2));
        assert_eq!(faraday.network, NetworkChoice::File("a.nnue".into()));
        assert_eq!((set.name.as_str(), set.limits.nodes), ("weak", Some(10_000)));
        assert_eq!(Entrant::parse("faraday:level=3").unwrap().name, "faraday:level=3");
    }

    #[test]
    fn a_command_has_arguments_options_and_limits() {
        let text = r#"cmd:"/opt/my engine/sf" --flag 'a b',option.Move Overhead=30,option.Path="a,b",tc=5+0.05"#;
        let entrant = Entrant::parse(text).unwrap();
        let EntrantKind::Uci { command, options } = entrant.kind else { panic!("{text}") };
        assert_eq!(command, ["/opt/my engine/sf", "--flag", "a b"]);
        let expected = [("Move Overhead", "30"), ("Path", "a,b")].map(|(name, value)| (name.into(), value.into()));
        assert_eq!(options, expected);
        assert_eq!(entrant.limits.to_string(), "tc=5+0.05");
        assert_eq!(Entrant::parse("cmd:target/old/faraday uci").unwrap().name, "faraday uci");
    }

    #[test]
    fn the_random_mover_has_a_name() {
        let plain = Entrant::parse("random").unwrap();
        assert_eq!((plain.name.as_str(), plain.kind), ("random", EntrantKind::Random));
        assert_eq!(Entrant::parse("random:name=dice").unwrap().name, "dice");
    }

    #[test]
    fn errors_quote_the_wrong_word() {
        let wrong = [
            ("stockfish", "`stockfish`"),
            ("faradayx", "`faradayx`"),
            ("randomly", "`randomly`"),
            ("random:level=3", "`level=3`"),
            ("cmd:", "`cmd:`"),
            ("cmd: ,name=x", "does not name a program"),
            ("faraday:level=11", "`level=11`"),
            ("faraday:hash=0", "`hash=0`"),
            ("faraday:speed=1", "`speed=1`"),
            ("faraday:quick", "`quick`"),
            ("cmd:sf,level=3", "`level=3`"),
            ("cmd:sf,option.=3", "`option.=3`"),
            ("cmd:sf,nodes=0", "`0`"),
            ("cmd:\"sf", "quote"),
            ("faraday:name=", "`name=`"),
            ("faraday:network=", "`network=`"),
        ];
        for (text, quoted) in wrong {
            let error = Entrant::parse(text).unwrap_err().to_string();
            assert!(error.contains(quoted), "{text}: {error}");
        }
    }

    #[test]
    fn the_same_name_gets_a_number() {
        let mut entrants =
            ["faraday", "faraday", "faraday:name=faraday #2", "faraday"].map(|text| Entrant::parse(text).unwrap());
        Entrant::tell_apart(&mut entrants);
        let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        assert_eq!(names, ["faraday", "faraday #2", "faraday #2 #2", "faraday #3"]);
    }
}
