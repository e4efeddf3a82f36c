//! Openings from files: lines of FEN or EPD, and games in PGN.

use faraday_rules::pgn::{GameTree, read_games};
use faraday_variants::{AnyGame, Entry};

use super::{Opening, OpeningError};

/// Fields of a FEN that EPD has too.
const EPD_FIELDS: usize = 4;

/// A position a line. Empty lines, and those that begin with `#`, are passed over.
pub fn positions(entry: &'static Entry, name: &str, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let game = position(entry, line).map_err(|problem| at(name, Some(number), problem))?;
        check_open(game.as_ref()).map_err(|problem| at(name, Some(number), problem))?;
        openings.push(Opening { start: Some(game.start_fen()), moves: Vec::new() });
    }
    filled(openings, name)
}

/// The moves of each game, all or so many.
pub fn games(
    entry: &'static Entry,
    name: &str,
    text: &str,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for tree in read_games(text) {
        let tree = tree.map_err(|error| at(name, None, error.to_string()))?;
        let line = tree.place().line;
        openings.push(game(entry, &tree, plies).map_err(|problem| at(name, Some(line), problem))?);
    }
    filled(openings, name)
}

/// The position of a FEN, or of an EPD, which has operations where a FEN has counts.
fn position(entry: &'static Entry, line: &str) -> Result<Box<dyn AnyGame>, String> {
    let complaint = |error| entry.text.setup_complaint(&error);
    entry.game(Some(line)).or_else(|error| {
        let fields: Vec<&str> = line.split_whitespace().take(EPD_FIELDS).collect();
        entry.game(Some(&format!("{} 0 1", fields.join(" ")))).map_err(|_| complaint(error))
    })
}

fn game(entry: &'static Entry, tree: &GameTree, plies: Option<usize>) -> Result<Opening, String> {
    if let Some(tag) = tree.header("Variant")
        && !entry.is_called(tag)
    {
        return Err(format!("its Variant tag says `{tag}`, not `{}`", entry.id));
    }
    let mut game = entry.game(tree.header("FEN")).map_err(|error| entry.text.setup_complaint(&error))?;
    let start = tree.header("FEN").map(|_| game.fen());
    let mut moves = Vec::new();
    for id in tree.main_line().take(plies.unwrap_or(usize::MAX)) {
        let san = tree.node(id).san();
        let mv = game.read_move(san).map_err(|error| format!("move `{san}`: {}", game.complaint(&error)))?;
        moves.push(game.uci(mv));
        game.play(mv).map_err(|refusal| format!("move `{san}`: {}", game.sentence(mv, &refusal)))?;
    }
    check_open(game.as_ref())?;
    Ok(Opening { start, moves })
}

fn check_open(game: &dyn AnyGame) -> Result<(), String> {
    let text = game.text();
    game.ending().map_or(Ok(()), |ending| Err(format!("the game is over there. {}", text.ending(ending))))
}

fn filled(openings: Vec<Opening>, name: &str) -> Result<Vec<Opening>, OpeningError> {
    if openings.is_empty() { Err(at(name, None, "there is no opening in it".to_owned())) } else { Ok(openings) }
}

fn at(name: &str, line: Option<u64>, problem: String) -> OpeningError {
    let place = line.map_or_else(|| name.to_owned(), |line| format!("{name}: line {line}"));
    OpeningError::File { place, problem }
}
