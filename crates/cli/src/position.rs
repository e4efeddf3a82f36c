//! The options with which a command selects a position: a variant, a FEN, and moves.

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

/// The variable is read here and not by clap, which would blame the option for an error in it.
const LANGUAGE_HELP: &str = "Language of the rules and reasons, such as en or de [env: FARADAY_LANGUAGE] [default: en]";

/// The language of rules and reasons.
#[derive(Args)]
pub struct LanguageOption {
    /// The language given on the command line.
    #[arg(long, value_name = "TAG", value_parser = language, help = LANGUAGE_HELP)]
    language: Option<Language>,
}

impl LanguageOption {
    /// Returns the language: from the option, the environment, or else English.
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

/// Parses a language tag or a system locale such as `de_DE.UTF-8`. Returns English for an empty text.
fn of_locale(text: &str) -> Result<Language, String> {
    let locale = text.split(['.', '@']).next().unwrap_or_default();
    match locale {
        "" | "C" | "POSIX" => Ok(Language::ENGLISH),
        _ => language(&locale.replace('_', "-")),
    }
}

/// The options that select a position of a variant.
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

/// Returns a parser for variant ids. Its error lists all ids and suggests the nearest.
pub fn variant() -> impl TypedValueParser<Value = &'static Entry> {
    let ids = catalog().iter().map(|entry| PossibleValue::new(entry.id).help(entry.text.name.as_str()));
    PossibleValuesParser::new(ids).map(|id| find(&id).expect("the parser lets only ids of the catalog through"))
}

impl PositionOptions {
    /// Returns the game that leads to the position, as a record: draws of C.3 do not end it.
    pub fn game(&self, variant: &Entry) -> anyhow::Result<Box<dyn AnyGame>> {
        let language = self.language.language()?;
        let complain = |error| anyhow!("bad FEN: {}", variant.text_in(language).setup_error_sentence(&error));
        let mut game = variant.record_in(language, self.fen.as_deref()).map_err(complain)?;
        for (index, text) in self.moves.iter().flat_map(|moves| moves.split_whitespace()).enumerate() {
            play(game.as_mut(), text).with_context(|| format!("move {} of --moves", index + 1))?;
        }
        Ok(game)
    }
}

/// Returns a game from a FEN or from the starting position.
pub fn start(variant: &Entry, fen: Option<&str>) -> anyhow::Result<Box<dyn AnyGame>> {
    variant.game(fen).map_err(|error| anyhow!("bad FEN: {}", variant.text.setup_error_sentence(&error)))
}

/// Plays a move written by a user. An error explains the illegal move in the words of the rules.
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

/// Returns the move number at the start of a text, as in PGN: `12.`, `3...Nf6`.
fn number_of(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_number = rest.len() < text.len() && rest.starts_with('.');
    is_number.then(|| &text[..text.len() - rest.trim_start_matches('.').len()])
}
