//! Games of PGN files by the rules: the variant and the start that their tags name, and their main line (N.5).

use std::fmt;

use faraday_rules::Move;
use faraday_rules::fen::with_counts;
use faraday_rules::pgn::{BrokenGame, GameTree, PgnError, Place};

use crate::any_game::AnyGame;
use crate::language::Language;
use crate::list::{Entry, catalog, find_called};
use crate::text::quote;

/// A thing in a PGN file that keeps a game from being read on, and its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// The place of the move, or of the character that cannot be read.
    pub place: Place,
    /// The move as it is written, if it is one; of a long text, the beginning.
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
    /// A fault of a game, at its beginning.
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

/// What could be read of a game, and what keeps it from being whole.
pub fn parts(game: Result<GameTree, BrokenGame>) -> (GameTree, Option<Fault>) {
    match game {
        Ok(tree) => (tree, None),
        Err(BrokenGame { error, read }) => (read, Some(error.into())),
    }
}

/// The variant that a game's tag names; without such a tag `asked`, else the first of the catalog.
///
/// # Errors
///
/// If there is no such variant.
pub fn variant_of(tree: &GameTree, asked: Option<&'static Entry>) -> Result<&'static Entry, Fault> {
    match tree.header("Variant").map(str::trim).filter(|tag| !tag.is_empty()) {
        None => Ok(asked.unwrap_or(&catalog()[0])),
        Some(tag) => find_called(tag)
            .ok_or_else(|| Fault::of_game(tree, format!("its Variant tag says `{}`, which is unknown", quote(tag)))),
    }
}

/// Refuses a game whose tag names another variant.
///
/// # Errors
///
/// If it does.
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

/// The FEN of a game's start, with its counts; none for that of its variant.
pub fn fen_of(tree: &GameTree) -> Option<String> {
    let fen = tree.header("FEN").filter(|fen| !fen.trim().is_empty() && tree.header("SetUp") != Some("0"))?;
    Some(with_counts(fen).into_owned())
}

/// The start of a game of a variant, as a record: draws of C.3 do not end it.
///
/// # Errors
///
/// If its FEN tag is not a position.
pub fn start_of(tree: &GameTree, variant: &Entry, language: Language) -> Result<Box<dyn AnyGame>, Fault> {
    let complain = |error| format!("its FEN tag cannot be read: {}", variant.text_in(language).setup_complaint(&error));
    variant.record_in(language, fen_of(tree).as_deref()).map_err(|error| Fault::of_game(tree, complain(error)))
}

/// Plays the main line. `before` gets each move before it is played, with the game up to there.
///
/// # Errors
///
/// If a move cannot be played. The game stays before it.
pub fn play_main_line(
    tree: &GameTree,
    game: &mut dyn AnyGame,
    mut before: impl FnMut(&dyn AnyGame, Move),
) -> Result<(), Fault> {
    for id in tree.main_line() {
        let node = tree.node(id);
        let fault = |mut reason: String| {
            // Many records go on past a dead position: without the rule that ended the game, nobody sees what is wrong.
            // A refusal ends with its rule; a complaint about a word that is no move has no period.
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
