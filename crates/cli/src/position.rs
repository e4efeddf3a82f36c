//! The position that a command is about: a variant, a FEN, and moves from there.

use std::env;

use anyhow::{Context, anyhow};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use faraday_variants::{AnyGame, Entry, Language, catalog, find};

/// A variant of the catalog.
#[derive(Args)]
pub struct VariantArgument {
    /// The variant's id; `faraday rules` lists them
    #[arg(value_name = "VARIANT", value_parser = variant(), hide_possible_values = true)]
    pub variant: &'static Entry,
}

/// The environment is asked by hand: what is wrong there would be blamed on the option.
const LANGUAGE_HELP: &str = "Language of the rules and reasons, such as en or de [env: FARADAY_LANGUAGE] [default: en]";

/// The language in which rules and reasons are told.
#[derive(Args)]
pub struct LanguageOption {
    /// What is asked for on the command line.
    #[arg(long, value_name = "TAG", value_parser = language, help = LANGUAGE_HELP)]
    language: Option<Language>,
}

impl LanguageOption {
    /// The language that is asked for: by the option, else by the environment, else English.
    pub fn language(&self) -> anyhow::Result<Language> {
        const VARIABLE: &str = "FARADAY_LANGUAGE";
        if let Some(language) = self.language {
            return Ok(language);
        }
        let wanted = env::var_os(VARIABLE).unwrap_or_default();
        let wanted = wanted.to_string_lossy();
        of_locale(&wanted).map_err(|problem| anyhow!("{VARIABLE} is `{wanted}`: {problem}"))
    }
}

/// The language of a tag, or of a locale as systems write it: `de_DE.UTF-8`. An empty text asks for nothing.
fn of_locale(text: &str) -> Result<Language, String> {
    let locale = text.split(['.', '@']).next().unwrap_or_default();
    match locale {
        "" | "C" | "POSIX" => Ok(Language::ENGLISH),
        _ => language(&locale.replace('_', "-")),
    }
}

/// The options that say which position of a variant is meant.
#[derive(Args)]
pub struct PositionOptions {
    /// The position to start from [default: the starting position]
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    fen: Option<String>,
    /// Moves to play first, in UCI or SAN, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    #[command(flatten)]
    language: LanguageOption,
}

fn language(tag: &str) -> Result<Language, String> {
    let known = || Language::all().map(Language::code).collect::<Vec<_>>().join(", ");
    Language::find(tag).ok_or_else(|| format!("the rules are available in {}", known()))
}

/// Reads the id of a variant; an unknown one is refused with the list, and with the nearest.
pub fn variant() -> impl TypedValueParser<Value = &'static Entry> {
    let ids = catalog().iter().map(|entry| PossibleValue::new(entry.id).help(entry.text.name.as_str()));
    PossibleValuesParser::new(ids).map(|id| find(&id).expect("the parser lets only ids of the catalog through"))
}

impl PositionOptions {
    /// The game that leads to the position, as a record: draws of C.3 do not end it.
    pub fn game(&self, variant: &Entry) -> anyhow::Result<Box<dyn AnyGame>> {
        let language = self.language.language()?;
        let complain = |error| anyhow!("bad FEN: {}", variant.text_in(language).setup_complaint(&error));
        let mut game = variant.record_in(language, self.fen.as_deref()).map_err(complain)?;
        for (index, text) in self.moves.iter().flat_map(|moves| moves.split_whitespace()).enumerate() {
            play(game.as_mut(), text).with_context(|| format!("move {} of --moves", index + 1))?;
        }
        Ok(game)
    }
}

/// A game from a FEN, or from the start.
pub fn start(variant: &Entry, fen: Option<&str>) -> anyhow::Result<Box<dyn AnyGame>> {
    variant.game(fen).map_err(|error| anyhow!("bad FEN: {}", variant.text.setup_complaint(&error)))
}

/// Plays a move that somebody wrote; what stands against it is said in the words of the rules.
pub fn play(game: &mut dyn AnyGame, text: &str) -> anyhow::Result<()> {
    let mv = game.read_move(text).map_err(|error| match number_of(text) {
        Some(number) => {
            anyhow!("`{number}` is a move number: write the moves alone, as in `e4 e5`; `faraday replay` reads PGN")
        }
        None => anyhow!("{}", game.complaint(&error)),
    })?;
    game.play_legal(mv);
    Ok(())
}

/// The number of a move as PGN writes it, if a text begins with one: `12.`, `3...Nf6`.
fn number_of(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_number = rest.len() < text.len() && rest.starts_with('.');
    is_number.then(|| &text[..text.len() - rest.trim_start_matches('.').len()])
}
