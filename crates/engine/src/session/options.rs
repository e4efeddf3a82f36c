//! The options of the engine, with their names, types, and values, for all protocols. Each
//! protocol formats them itself.

use thiserror::Error;
use web_time::Duration;

use crate::{Elo, Level, MOST_THREADS};

/// The name of an engine option, which all protocols share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionName {
    Variant,
    /// The size of the transposition table in megabytes.
    Hash,
    /// The number of search threads.
    Threads,
    /// Empties the transposition table.
    ClearHash,
    /// The number of lines (`MultiPV`).
    MultiPv,
    /// Permission for the GUI to let the engine ponder; without effect on the engine.
    Ponder,
    /// Permission to play from the opening book.
    OwnBook,
    /// The level from 1 to 10.
    Level,
    /// Limits strength to the rating of [`OptionName::Elo`].
    LimitStrength,
    /// The rating that [`OptionName::LimitStrength`] uses.
    Elo,
    /// Adds win, draw and loss rates to `info` lines.
    ShowWdl,
    /// Milliseconds lost per move to communication.
    Overhead,
    /// The random seed of the lower levels; 0 uses the clock.
    Seed,
    /// Evaluates with the network, if there is one, instead of the handcrafted evaluation.
    UseNetwork,
    NetworkFile,
}

/// The type and the range of an option's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionType {
    /// One of the variants.
    Combo,
    /// No value: setting it triggers an action.
    Button,
    /// A boolean, `true` or `false`.
    Check {
        default: &'static str,
    },
    String {
        default: &'static str,
    },
    /// An integer in a range.
    Spin {
        default: u64,
        least: u64,
        most: u64,
    },
}

/// The name, its spellings, and the type of each option.
pub const ALL: [(OptionName, &[&str], OptionType); 15] = [
    (OptionName::Variant, &["UCI_Variant"], OptionType::Combo),
    (OptionName::Hash, &["Hash"], OptionType::Spin { default: DEFAULT_HASH as u64, least: 1, most: 65_536 }),
    (OptionName::Threads, &["Threads"], OptionType::Spin { default: 1, least: 1, most: MOST_THREADS as u64 }),
    (OptionName::ClearHash, &["Clear Hash"], OptionType::Button),
    (OptionName::MultiPv, &["MultiPV"], OptionType::Spin { default: 1, least: 1, most: 500 }),
    (OptionName::Ponder, &["Ponder"], OptionType::Check { default: "false" }),
    (OptionName::OwnBook, &["OwnBook"], OptionType::Check { default: "false" }),
    (OptionName::Level, &["Skill Level", "Level"], OptionType::Spin { default: 10, least: 1, most: 10 }),
    (OptionName::LimitStrength, &["UCI_LimitStrength"], OptionType::Check { default: "false" }),
    (
        OptionName::Elo,
        &["UCI_Elo"],
        OptionType::Spin { default: Elo::DEFAULT as u64, least: Elo::LEAST as u64, most: Elo::MOST as u64 },
    ),
    (OptionName::ShowWdl, &["UCI_ShowWDL"], OptionType::Check { default: "false" }),
    (OptionName::Overhead, &["Move Overhead"], OptionType::Spin { default: 20, least: 0, most: 10_000 }),
    (OptionName::Seed, &["Seed"], OptionType::Spin { default: 0, least: 0, most: u32::MAX as u64 }),
    (OptionName::UseNetwork, &["Use NNUE"], OptionType::Check { default: "true" }),
    (OptionName::NetworkFile, &["EvalFile"], OptionType::String { default: EMBEDDED }),
];

/// The value of `EvalFile` for the embedded network.
const EMBEDDED: &str = "<embedded>";

/// The default size of the transposition table in megabytes.
pub const DEFAULT_HASH: usize = 16;

/// The error for an unknown option or an invalid value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    #[error("there is no option `{name}`")]
    Unknown {
        /// The name as received.
        name: String,
    },
    #[error("option `{name}` needs a value")]
    NoValue { name: &'static str },
    #[error("option `{name}` takes {wanted}, not `{value}`")]
    Value {
        name: &'static str,
        /// The values that the option accepts.
        wanted: String,
        /// The value as received.
        value: String,
    },
}

/// The scores shown in `info` lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    Score,
    /// The score and the win, draw and loss rates.
    Wdl,
}

/// The current options, except for the variant and the buttons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the transposition table in megabytes.
    pub hash: usize,
    /// The number of search threads.
    pub threads: usize,
    /// The number of lines (`MultiPV`).
    pub lines: usize,
    /// True to play from the opening book at levels that use one.
    pub own_book: bool,
    pub level: Level,
    /// True to also limit strength to `elo`.
    pub limit_strength: bool,
    pub elo: Elo,
    pub show: Show,
    /// The time lost per move to communication.
    pub overhead: Duration,
    /// The random seed of the lower levels; 0 uses the clock.
    pub seed: u64,
    /// True to evaluate with a network.
    pub use_network: bool,
    /// The network file; `None` for the embedded network.
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

/// The action that a session must take after an option is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change<'a> {
    Noted,
    /// Resize the transposition table.
    Hash,
    /// Change the number of search threads.
    Threads,
    /// Empty the transposition table.
    ClearHash,
    /// Turn the network on or off.
    UseNetwork,
    /// Load the network of another file.
    NetworkFile,
    /// Switch to another variant.
    Variant(&'a str),
}

impl Options {
    /// Sets an option. Returns the action that the session must take.
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
        if matches!(kind, OptionType::Button) {
            return Ok(Change::ClearHash);
        }
        let value = value.ok_or(OptionError::NoValue { name })?;
        let number = match kind {
            OptionType::Spin { least, most, .. } => {
                value.parse().ok().filter(|number| (least..=most).contains(&number)).ok_or_else(|| {
                    let wanted = format!("a number from {least} to {most}");
                    OptionError::Value { name, wanted, value: value.to_owned() }
                })?
            }
            OptionType::Combo | OptionType::Button | OptionType::Check { .. } | OptionType::String { .. } => 0,
        };
        match option {
            OptionName::Variant => return find_variant(variants, name, value),
            OptionName::Hash => {
                self.hash = number as usize;
                return Ok(Change::Hash);
            }
            OptionName::Threads => {
                self.threads = number as usize;
                return Ok(Change::Threads);
            }
            OptionName::MultiPv => self.lines = number as usize,
            OptionName::OwnBook => self.own_book = parse_bool(name, value)?,
            OptionName::Level => self.level = Level::new(number as u8).unwrap_or_default(),
            OptionName::LimitStrength => self.limit_strength = parse_bool(name, value)?,
            OptionName::ShowWdl => self.show = if parse_bool(name, value)? { Show::Wdl } else { Show::Score },
            OptionName::Elo => self.elo = Elo::new(number as u32).unwrap_or_default(),
            OptionName::Overhead => self.overhead = Duration::from_millis(number),
            OptionName::Seed => self.seed = number,
            OptionName::UseNetwork => {
                self.use_network = parse_bool(name, value)?;
                return Ok(Change::UseNetwork);
            }
            OptionName::NetworkFile if value.is_empty() => return Err(OptionError::NoValue { name }),
            OptionName::NetworkFile => {
                self.network_file = (value != EMBEDDED).then(|| value.to_owned());
                return Ok(Change::NetworkFile);
            }
            OptionName::Ponder | OptionName::ClearHash => {}
        }
        Ok(Change::Noted)
    }
}

fn parse_bool(name: &'static str, value: &str) -> Result<bool, OptionError> {
    let wrong = |_| OptionError::Value { name, wanted: "true or false".to_owned(), value: value.to_owned() };
    value.to_ascii_lowercase().parse().map_err(wrong)
}

fn find_variant<'a>(variants: &[&'a str], name: &'static str, value: &str) -> Result<Change<'a>, OptionError> {
    variants.iter().find(|id| id.eq_ignore_ascii_case(value)).map(|id| Change::Variant(id)).ok_or_else(|| {
        let wanted = format!("one of {}", variants.join(", "));
        OptionError::Value { name, wanted, value: value.to_owned() }
    })
}
