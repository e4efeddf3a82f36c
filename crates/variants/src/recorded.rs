//! Games replayed by the rules from PGN (N.5): the variant and the start from their tags, and the main line.

use std::fmt;

use faraday_rules::Move;
use faraday_rules::fen::with_counts;
use faraday_rules::pgn::{BrokenGame, GameTree, PgnError, Place};

use crate::any_game::AnyGame;
use crate::language::Language;
use crate::list::{Entry, catalog, find_by_tag};
use crate::text::quote;

/// A fault in a PGN file that ends the reading of a game, and its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// The place of the illegal move or of the unreadable character.
    pub place: Place,
    /// The move as written, if the fault is a move; only the beginning of a long text.
    pub mv: Option<String>,
    /// The reason, in one sentence.
    pub reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { place, mv, reason } = self;
        match mv {
            Some(mv) => write!(f, "{place}: move `{mv}`: {reason}"),
            None => write!(f, "{place}: {reason}"),
        }
    }
}

impl Fault {
    /// Returns a fault of the whole game, placed at its beginning.
    fn of_game(tree: &GameTree, reason: String) -> Fault {
        Fault { place: tree.place(), mv: None, reason }
    }
}

impl From<PgnError> for Fault {
    fn from(error: PgnError) -> Fault {
        let place = error.place();
        let reason = error.to_string().replace(&format!(" at {place}"), "");
        Fault { place, mv: None, reason }
    }
}

/// Splits a game that was read into its readable part and its fault, if any.
pub fn parts(game: Result<GameTree, BrokenGame>) -> (GameTree, Option<Fault>) {
    match game {
        Ok(tree) => (tree, None),
        Err(BrokenGame { error, read }) => (read, Some(error.into())),
    }
}

/// Returns the variant that a game's tag names. Without such a tag, returns `asked`, or else the first
/// variant of the catalog.
///
/// # Errors
///
/// If there is no such variant.
pub fn variant_of(tree: &GameTree, asked: Option<&'static Entry>) -> Result<&'static Entry, Fault> {
    match tree.header("Variant").map(str::trim).filter(|tag| !tag.is_empty()) {
        None => Ok(asked.unwrap_or(&catalog()[0])),
        Some(tag) => find_by_tag(tag)
            .ok_or_else(|| Fault::of_game(tree, format!("unknown variant `{}` in the Variant tag", quote(tag)))),
    }
}

/// Checks that a game's tag does not name another variant.
///
/// # Errors
///
/// If it names another variant.
pub fn is_of(tree: &GameTree, variant: &'static Entry) -> Result<(), Fault> {
    match variant_of(tree, Some(variant))? {
        named if named.id == variant.id => Ok(()),
        named => {
            let reason =
                format!("its Variant tag says `{}`, not `{}`", tree.header("Variant").unwrap_or(named.id), variant.id);
            Err(Fault::of_game(tree, reason))
        }
    }
}

/// Returns the FEN of a game's start, with its counts, or `None` for the starting position of the variant.
pub fn fen_of(tree: &GameTree) -> Option<String> {
    let fen = tree.header("FEN").filter(|fen| !fen.trim().is_empty() && tree.header("SetUp") != Some("0"))?;
    Some(with_counts(fen).into_owned())
}

/// Starts a game of a variant as a record: draws of C.3 do not end it.
///
/// # Errors
///
/// If its `FEN` tag is not a legal position.
pub fn start_of(tree: &GameTree, variant: &Entry, language: Language) -> Result<Box<dyn AnyGame>, Fault> {
    let complain =
        |error| format!("its FEN tag cannot be read: {}", variant.text_in(language).setup_error_sentence(&error));
    variant.record_in(language, fen_of(tree).as_deref()).map_err(|error| Fault::of_game(tree, complain(error)))
}

/// Plays the main line. Calls `before` with the game so far and each move before it is played.
///
/// # Errors
///
/// If a move cannot be played. The game is then at the position before it.
pub fn play_main_line(
    tree: &GameTree,
    game: &mut dyn AnyGame,
    mut before: impl FnMut(&dyn AnyGame, Move),
) -> Result<(), Fault> {
    for id in tree.main_line() {
        let node = tree.node(id);
        let fault = |mut reason: String| {
            // Many records continue past a dead position, so the error also names the rule that ended the game. A
            // refusal ends with its rule in parentheses; an error about an unreadable word does not.
            if reason.ends_with(')')
                && let Some(ending) = game.ending()
            {
                let rule = game.text().ending_rule(ending.reason).map_or("", |rule| rule.id);
                reason = format!("{reason} {} ({rule})", game.text().ending(ending));
            }
            Fault { place: node.place(), mv: Some(quote(node.san())), reason }
        };
        let legal = game.read_move(node.san()).map_err(|error| fault(game.complaint(&error)))?;
        before(game, legal.mv());
        game.play_legal(legal);
    }
    Ok(())
}
