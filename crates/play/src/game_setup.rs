//! The setup of a stored game: builds its table from the data next to its journal.

use faraday_rules::SetupError;
use faraday_variants::{READABLE_RULES, find};
use thiserror::Error;

use crate::{Table, Terms, Timestamp, Venue};

/// The data of an online game before its first act. Folding its journal onto [`GameSetup::table`] restores the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct GameSetup<'a> {
    /// The version of the rules.
    pub rules: &'a str,
    pub variant: &'a str,
    /// The starting position, if it is not the usual one.
    pub fen: Option<&'a str>,
    pub terms: Terms,
    pub started_at: Timestamp,
}

/// The reason why a stored game cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameSetupError {
    /// Another version of the rules, under which the moves could give a different game.
    #[error("version `{0}` of the rules is not known")]
    Rules(String),
    /// There is no such variant.
    #[error("there is no variant `{0}`")]
    Variant(String),
    /// An invalid starting position.
    #[error("it begins where none can: {0}")]
    Position(SetupError),
}

impl GameSetup<'_> {
    /// Returns the table before the first act.
    ///
    /// # Errors
    ///
    /// If this version does not know the rules or the variant, or if the starting position is invalid.
    pub fn table(&self) -> Result<Table, GameSetupError> {
        if !READABLE_RULES.contains(&self.rules) {
            return Err(GameSetupError::Rules(self.rules.to_owned()));
        }
        let variant = find(self.variant).ok_or_else(|| GameSetupError::Variant(self.variant.to_owned()))?;
        let game = variant.game(self.fen).map_err(GameSetupError::Position)?;
        Ok(Table::new(game, self.terms, Venue::Online, self.started_at))
    }
}
