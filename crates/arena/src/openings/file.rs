//! Openings from files: lines of FEN or EPD, or games in PGN. Invalid ones are reported and left out.

use faraday_rules::epd;
use faraday_rules::pgn::{GameTree, PgnError, read_games};
use faraday_variants::{AnyGame, Entry, recorded};

use super::{Opening, OpeningError};

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The valid openings of a file, and the errors for the others.
#[derive(Default)]
pub struct Contents {
    pub openings: Vec<Opening>,
    pub errors: Vec<OpeningError>,
}

impl Contents {
    fn add(&mut self, opening: Result<Opening, OpeningError>) {
        match opening {
            Ok(opening) => self.openings.push(opening),
            Err(error) => self.errors.push(error),
        }
    }
}

/// Parses one position per line. Empty lines and those that begin with `#` or `%` are ignored.
pub fn positions(entry: &'static Entry, name: &str, text: &str) -> Contents {
    let mut contents = Contents::default();
    // Line ends are treated as in PGN: old files may have only carriage returns.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_start_matches(BYTE_ORDER_MARK).trim();
        if !line.is_empty() && !line.starts_with(['#', '%']) {
            contents.add(position(entry, line).map_err(|problem| at(name, number, problem)));
        }
    }
    contents
}

/// Parses the moves of each game, or at most `plies` of them.
pub fn games(entry: &'static Entry, name: &str, text: &str, plies: Option<usize>) -> Contents {
    let mut contents = Contents::default();
    for tree in read_games(text) {
        contents.add(match tree {
            Ok(tree) => game(entry, &tree, plies).map_err(|(line, problem)| at(name, line, problem)),
            Err(error) => Err(unreadable(name, &error)),
        });
    }
    contents
}

/// Parses a position in FEN or EPD.
fn position(entry: &'static Entry, line: &str) -> Result<Opening, String> {
    let game = entry.game(Some(&epd::to_fen(line))).map_err(|error| entry.text.setup_error_sentence(&error))?;
    check_open(game.as_ref())?;
    Ok(Opening { start: Some(game.start_fen()), moves: Vec::new() })
}

/// Returns the opening of a game, or the line and description of an error.
fn game(entry: &'static Entry, tree: &GameTree, plies: Option<usize>) -> Result<Opening, (u64, String)> {
    let line = tree.place().line;
    recorded::is_of(tree, entry).map_err(|fault| (line, fault.reason))?;
    let start = recorded::fen_of(tree);
    let mut game = entry.game(start.as_deref()).map_err(|error| (line, entry.text.setup_error_sentence(&error)))?;
    let start = start.map(|_| game.fen());
    let mut moves = Vec::new();
    for id in tree.main_line().take(plies.unwrap_or(usize::MAX)) {
        let node = tree.node(id);
        let wrong = |problem: String| (node.place().line, format!("move `{}`: {problem}", node.san()));
        let legal = game.read_move(node.san()).map_err(|error| wrong(game.complaint(&error)))?;
        moves.push(game.uci(legal.mv()));
        game.play_legal(legal);
    }
    check_open(game.as_ref()).map_err(|problem| (line, problem))?;
    Ok(Opening { start, moves })
}

fn check_open(game: &dyn AnyGame) -> Result<(), String> {
    let text = game.text();
    game.ending().map_or(Ok(()), |ending| Err(format!("the game is over there. {}", text.ending(ending))))
}

fn at(name: &str, line: u64, problem: String) -> OpeningError {
    OpeningError::File { place: format!("{name}: line {line}"), problem }
}

/// Converts an error of the PGN parser, whose text contains the line.
fn unreadable(name: &str, error: &PgnError) -> OpeningError {
    OpeningError::File { place: name.to_owned(), problem: error.to_string() }
}
