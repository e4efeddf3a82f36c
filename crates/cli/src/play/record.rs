//! A game as a PGN record, and back (N.5).

use anyhow::{anyhow, bail};
use faraday_play::Verdict;
use faraday_rules::Draws;
use faraday_rules::pgn::{GameReader, GameResult, GameTree, write_game};
use faraday_variants::{AnyGame, Entry, Language, recorded};

use super::table::Table;

/// The command in a comment that holds what a move did to others (N.5).
const EFFECTS: &str = "%mag";

/// A game that was read.
pub struct Loaded {
    /// The game, with its moves played.
    pub game: Box<dyn AnyGame>,
    /// The result that the record claims.
    pub result: GameResult,
}

/// Writes the game at a table.
pub fn write(table: &Table, date: &str) -> String {
    let tree = tree(table, date).expect("tag names are written here and moves are in SAN, which every tree takes");
    let mut text = String::new();
    write_game(&tree, &mut text).expect("a String takes any text");
    text
}

/// Reads the first game of a text. A game without the tag `Variant` is one of `otherwise`.
pub fn read(text: &str, otherwise: Option<&'static Entry>) -> anyhow::Result<Loaded> {
    let tree = first_game(text)?;
    let entry = recorded::variant_of(&tree, otherwise).map_err(|fault| anyhow!("{fault}"))?;
    let mut game = recorded::start_of(&tree, entry, Language::ENGLISH).map_err(|fault| anyhow!("{fault}"))?;
    game.set_draws(Draws::End);
    recorded::play_main_line(&tree, game.as_mut(), |_, _| ()).map_err(|fault| anyhow!("{fault}"))?;
    Ok(Loaded { game, result: tree.result() })
}

fn first_game(text: &str) -> anyhow::Result<GameTree> {
    let mut first = None;
    let mut reader = GameReader::new();
    let mut keep = |game| _ = first.get_or_insert(game);
    reader.feed(text.as_bytes(), &mut keep);
    reader.finish(&mut keep);
    match first {
        Some(game) => Ok(game?),
        None => bail!("it has no game"),
    }
}

fn tree(table: &Table, date: &str) -> Result<GameTree, faraday_rules::pgn::TreeError> {
    let game = table.game();
    let verdict = table.verdict();
    let result = verdict.map_or(GameResult::Unknown, Verdict::result);
    let mut tree = GameTree::new();
    tree.set_result(result);
    tree.set_header("Event", "Casual game")?;
    tree.set_header("Site", "Faraday")?;
    tree.set_header("Date", date)?;
    tree.set_header("White", &table.player(faraday_rules::Color::White))?;
    tree.set_header("Black", &table.player(faraday_rules::Color::Black))?;
    tree.set_header("Result", result.as_str())?;
    if let Some(tag) = game.entry().pgn_tag() {
        tree.set_header("Variant", tag)?;
    }
    if game.start_fen() != game.entry().start {
        tree.set_header("SetUp", "1")?;
        tree.set_header("FEN", &game.start_fen())?;
    }
    if let Some(control) = table.control() {
        tree.set_header("TimeControl", &control.to_string())?;
    }
    if let Some(termination) = verdict.map(Verdict::termination) {
        tree.set_header("Termination", termination)?;
    }
    let mut last = None;
    for ply in table.plies() {
        let id = tree.add_move(last, &ply.san)?;
        if !ply.effects.is_empty() {
            tree.add_comment(Some(id), &format!("[{EFFECTS} {}]", ply.effects.join(",")));
        }
        last = Some(id);
    }
    if let Some(verdict) = verdict {
        tree.add_comment(last, &verdict.sentence(table.game().text()));
    }
    Ok(tree)
}
