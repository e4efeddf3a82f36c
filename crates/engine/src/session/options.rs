//! The one list of options: what a session offers and what it accepts. Must not know how a protocol writes them.

use thiserror::Error;
use web_time::Duration;

use crate::{Elo, Level, MOST_THREADS};

/// An option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name {
    /// Which game is played.
    Variant,
    /// Megabytes of the transposition table.
    Hash,
    /// On how many threads a search runs.
    Threads,
    /// Empties the transposition table.
    ClearHash,
    /// How many lines are worked out.
    Lines,
    /// Whether the program may be asked to ponder; for the interface only.
    Ponder,
    /// Whether moves of the opening book are played.
    OwnBook,
    /// Strength.
    Level,
    /// Whether strength is limited to a rating.
    LimitStrength,
    /// The rating.
    Elo,
    /// Whether lines tell the chances to win, draw and lose.
    Chances,
    /// Milliseconds that each move loses on its way.
    Overhead,
    /// What the choices of the lower levels are drawn from; 0 takes the clock.
    Seed,
    /// Whether a network evaluates, if there is one, or the variant's own evaluation.
    UseNetwork,
    /// The file of the network.
    NetworkFile,
}

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One of the variants.
    Combo,
    /// None: it does something.
    Button,
    /// `true` or `false`.
    Check {
        /// The value at first.
        default: &'static str,
    },
    /// Any text.
    Text {
        /// The value at first.
        default: &'static str,
    },
    /// A number.
    Spin {
        /// The value at first.
        default: u64,
        /// The least that is taken.
        least: u64,
        /// The most that is taken.
        most: u64,
    },
}

/// Name, other spellings, kind.
pub const ALL: [(Name, &[&str], Kind); 15] = [
    (Name::Variant, &["UCI_Variant"], Kind::Combo),
    (Name::Hash, &["Hash"], Kind::Spin { default: DEFAULT_HASH as u64, least: 1, most: 65_536 }),
    (Name::Threads, &["Threads"], Kind::Spin { default: 1, least: 1, most: MOST_THREADS as u64 }),
    (Name::ClearHash, &["Clear Hash"], Kind::Button),
    (Name::Lines, &["MultiPV"], Kind::Spin { default: 1, least: 1, most: 500 }),
    (Name::Ponder, &["Ponder"], Kind::Check { default: "false" }),
    (Name::OwnBook, &["OwnBook"], Kind::Check { default: "false" }),
    (Name::Level, &["Skill Level", "Level"], Kind::Spin { default: 10, least: 1, most: 10 }),
    (Name::LimitStrength, &["UCI_LimitStrength"], Kind::Check { default: "false" }),
    (
        Name::Elo,
        &["UCI_Elo"],
        Kind::Spin { default: Elo::DEFAULT as u64, least: Elo::LEAST as u64, most: Elo::MOST as u64 },
    ),
    (Name::Chances, &["UCI_ShowWDL"], Kind::Check { default: "false" }),
    (Name::Overhead, &["Move Overhead"], Kind::Spin { default: 20, least: 0, most: 10_000 }),
    (Name::Seed, &["Seed"], Kind::Spin { default: 0, least: 0, most: u32::MAX as u64 }),
    (Name::UseNetwork, &["Use NNUE"], Kind::Check { default: "true" }),
    (Name::NetworkFile, &["EvalFile"], Kind::Text { default: EMBEDDED }),
];

/// Stands for the network that comes with the program.
const EMBEDDED: &str = "<embedded>";

/// Megabytes of the transposition table unless told otherwise.
pub const DEFAULT_HASH: usize = 16;

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option `{name}`")]
    Unknown {
        /// The name as written.
        name: String,
    },
    /// It needs a value.
    #[error("option `{name}` needs a value")]
    NoValue {
        /// The option.
        name: &'static str,
    },
    /// The value does not fit.
    #[error("option `{name}` takes {wanted}, not `{value}`")]
    Value {
        /// The option.
        name: &'static str,
        /// What it takes.
        wanted: String,
        /// The value as written.
        value: String,
    },
}

/// What lines tell of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// The score itself.
    Score,
    /// The chances to win, draw and lose, too.
    Chances,
}

/// The options in force, but for the variant and the buttons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Megabytes of the transposition table.
    pub hash: usize,
    /// On how many threads a search runs.
    pub threads: usize,
    /// How many lines are worked out.
    pub lines: usize,
    /// Whether moves of the opening book are played, where the level has one.
    pub own_book: bool,
    /// Strength.
    pub level: Level,
    /// Whether the rating limits it further.
    pub limit_strength: bool,
    /// The rating.
    pub elo: Elo,
    /// What lines tell of a score.
    pub show: Show,
    /// Time that each move loses on its way.
    pub overhead: Duration,
    /// What the choices of the lower levels are drawn from; 0 takes the clock.
    pub seed: u64,
    /// Whether a network evaluates.
    pub use_network: bool,
    /// The file of the network; none stands for that of the program.
    pub network_file: Option<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: DEFAULT_HASH,
            threads: 1,
            lines: 1,
            own_book: false,
            level: Level::FULL,
            limit_strength: false,
            elo: Elo::default(),
            show: Show::Score,
            overhead: Duration::from_millis(20),
            seed: 0,
            use_network: true,
            network_file: None,
        }
    }
}

/// What setting an option asks of the session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change<'a> {
    /// Nothing more.
    Noted,
    /// The table has another size.
    Hash,
    /// Searches run on another number of threads.
    Threads,
    /// The table is to be emptied.
    ClearHash,
    /// A network evaluates, or none does.
    UseNetwork,
    /// Another network is to be used.
    NetworkFile,
    /// Another variant is to be played.
    Variant(&'a str),
}

impl Options {
    /// Takes a value over.
    pub fn set<'a>(
        &mut self,
        variants: &[&'a str],
        name: &str,
        value: Option<&str>,
    ) -> Result<Change<'a>, OptionError> {
        let (option, spellings, kind) = ALL
            .iter()
            .find(|(_, spellings, _)| spellings.iter().any(|spelling| spelling.eq_ignore_ascii_case(name)))
            .ok_or_else(|| OptionError::Unknown { name: name.to_owned() })?;
        let name = spellings[0];
        if matches!(kind, Kind::Button) {
            return Ok(Change::ClearHash);
        }
        let value = value.ok_or(OptionError::NoValue { name })?;
        let number = match kind {
            Kind::Spin { least, most, .. } => {
                value.parse().ok().filter(|number| (least..=most).contains(&number)).ok_or_else(|| {
                    let wanted = format!("a number from {least} to {most}");
                    OptionError::Value { name, wanted, value: value.to_owned() }
                })?
            }
            Kind::Combo | Kind::Button | Kind::Check { .. } | Kind::Text { .. } => 0,
        };
        match option {
            Name::Variant => return find_variant(variants, name, value),
            Name::Hash => {
                self.hash = number as usize;
                return Ok(Change::Hash);
            }
            Name::Threads => {
                self.threads = number as usize;
                return Ok(Change::Threads);
            }
            Name::Lines => self.lines = number as usize,
            Name::OwnBook => self.own_book = truth(name, value)?,
            Name::Level => self.level = Level::new(number as u8).unwrap_or_default(),
            Name::LimitStrength => self.limit_strength = truth(name, value)?,
            Name::Chances => self.show = if truth(name, value)? { Show::Chances } else { Show::Score },
            Name::Elo => self.elo = Elo::new(number as u32).unwrap_or_default(),
            Name::Overhead => self.overhead = Duration::from_millis(number),
            Name::Seed => self.seed = number,
            Name::UseNetwork => {
                self.use_network = truth(name, value)?;
                return Ok(Change::UseNetwork);
            }
            Name::NetworkFile if value.is_empty() => return Err(OptionError::NoValue { name }),
            Name::NetworkFile => {
                self.network_file = (value != EMBEDDED).then(|| value.to_owned());
                return Ok(Change::NetworkFile);
            }
            Name::Ponder | Name::ClearHash => {}
        }
        Ok(Change::Noted)
    }
}

fn truth(name: &'static str, value: &str) -> Result<bool, OptionError> {
    let wrong = |_| OptionError::Value { name, wanted: "true or false".to_owned(), value: value.to_owned() };
    value.to_ascii_lowercase().parse().map_err(wrong)
}

fn find_variant<'a>(variants: &[&'a str], name: &'static str, value: &str) -> Result<Change<'a>, OptionError> {
    variants.iter().find(|id| id.eq_ignore_ascii_case(value)).map(|id| Change::Variant(id)).ok_or_else(|| {
        let wanted = format!("one of {}", variants.join(", "));
        OptionError::Value { name, wanted, value: value.to_owned() }
    })
}
