//! Opening a game that was kept: its table, laid from what is kept of it beside its journal.

use faraday_rules::SetupError;
use faraday_variants::{READABLE_RULES, find};
use thiserror::Error;

use crate::{Table, Terms, Timestamp, Venue};

/// How a game between players apart has begun. Folding its journal upon this gives the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beginning<'a> {
    /// By which version of the rules it is played.
    pub rules: &'a str,
    /// What is played.
    pub variant: &'a str,
    /// Where it begins, if not where all do.
    pub fen: Option<&'a str>,
    /// What the players have agreed on.
    pub terms: Terms,
    /// When it began.
    pub started_at: Timestamp,
}

/// Why a game that was kept cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BeginningError {
    /// It was played by other rules: replayed by these it might be another game.
    #[error("version `{0}` of the rules is not known")]
    Rules(String),
    /// There is no such variant.
    #[error("there is no variant `{0}`")]
    Variant(String),
    /// No game can begin where it does.
    #[error("it begins where none can: {0}")]
    Position(SetupError),
}

impl Beginning<'_> {
    /// The table before the first act.
    ///
    /// # Errors
    ///
    /// If the rules or the variant are not known here, or no game can begin there.
    pub fn table(&self) -> Result<Table, BeginningError> {
        if !READABLE_RULES.contains(&self.rules) {
            return Err(BeginningError::Rules(self.rules.to_owned()));
        }
        let variant = find(self.variant).ok_or_else(|| BeginningError::Variant(self.variant.to_owned()))?;
        let game = variant.game(self.fen).map_err(BeginningError::Position)?;
        Ok(Table::new(game, self.terms, Venue::Online, self.started_at))
    }
}
