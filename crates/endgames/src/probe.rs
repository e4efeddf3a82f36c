//! Tablebase lookups for a game: the result of a position, of each legal move, and the line of perfect play.

use faraday_rules::{Draws, Move};
use faraday_tablebase::{AnyTables, TableError, Value};
use faraday_variants::AnyGame;
use faraday_wire::{self as wire, EndgameValue, MissingReason, MissingTable, Probe, ProbedMove, Solved};

/// Returns the result of a position with perfect play, for the side to move. `None` if no table has it.
///
/// # Errors
///
/// If a table cannot be read.
pub fn solved(tables: &dyn AnyTables, game: &dyn AnyGame) -> Result<Option<Solved>, TableError> {
    Ok(value(tables, game)?.map(|value| to_wire(value, game.halfmoves())))
}

/// Returns the result of a position with perfect play and that of each legal move, best first.
///
/// # Errors
///
/// If a table cannot be read.
pub fn probe(tables: &dyn AnyTables, game: &dyn AnyGame) -> Result<Probe, TableError> {
    let value = value(tables, game)?;
    let mut moves = Vec::new();
    for (mv, after) in successors(game) {
        let after_value = self::value(tables, after.as_ref())?;
        // A capture or a pawn move resets the fifty-move count (C.3).
        let is_certain = after_value.is_some_and(|value| value.is_certain(after.halfmoves()));
        let value = after_value.map(Value::before);
        let solved = value.map(|value| Solved { certain: is_certain, ..to_wire(value, 0) });
        moves.push((value.map(Value::rank), ProbedMove { uci: game.uci(mv), san: game.san(mv), solved }));
    }
    // Moves to positions without a table come last.
    moves.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    Ok(Probe {
        solved: value.map(|value| to_wire(value, game.halfmoves())),
        missing: if value.is_none() { missing(tables, game) } else { None },
        ending: wire::ending(game),
        moves: moves.into_iter().map(|(_, mv)| mv).collect(),
        fen: game.fen(),
    })
}

/// Returns the moves of perfect play from a position to the end of the game, in UCI: the winner takes the shortest way,
/// the loser the longest. Like the tables, it ignores the fifty-move rule. The line ends if no table has the position
/// or the game is drawn.
///
/// # Errors
///
/// If a table cannot be read.
pub fn line(tables: &dyn AnyTables, game: &dyn AnyGame) -> Result<Vec<String>, TableError> {
    let mut moves = Vec::new();
    if game.ending().is_some() {
        return Ok(moves);
    }
    let mut game = game.boxed();
    game.set_draws(Draws::Note);
    while let Some(Value::Win(1..) | Value::Loss(1..)) = value(tables, game.as_ref())? {
        let mut best: Option<(i32, Move, Box<dyn AnyGame>)> = None;
        for (mv, after) in successors(game.as_ref()) {
            let Some(value) = value(tables, after.as_ref())?.map(Value::before) else { continue };
            if best.as_ref().is_none_or(|(rank, ..)| value.rank() > *rank) {
                best = Some((value.rank(), mv, after));
            }
        }
        let Some((_, mv, after)) = best else { break };
        moves.push(game.uci(mv));
        game = after;
    }
    Ok(moves)
}

/// Returns every legal move with the game after it.
fn successors(game: &dyn AnyGame) -> impl Iterator<Item = (Move, Box<dyn AnyGame>)> {
    game.legal().into_iter().filter_map(move |mv| {
        let mut after = game.boxed();
        after.play(mv).is_ok().then_some((mv, after))
    })
}

/// Returns the value of a position, including that of a finished game.
fn value(tables: &dyn AnyTables, game: &dyn AnyGame) -> Result<Option<Value>, TableError> {
    if let Some(ending) = game.ending() {
        return Ok(match ending.winner {
            None => Some(Value::Draw),
            Some(winner) if winner != game.turn() => Some(Value::Loss(0)),
            // A side never wins by its opponent's own move.
            Some(_) => None,
        });
    }
    tables.probe_position(game.position())
}

fn to_wire(value: Value, halfmoves: u16) -> Solved {
    let name = match value {
        Value::Win(_) => EndgameValue::Win,
        Value::Draw => EndgameValue::Draw,
        Value::Loss(_) => EndgameValue::Loss,
    };
    Solved { value: name, plies: value.plies(), certain: value.is_certain(halfmoves) }
}

/// Returns the reason why no table has a position.
fn missing(tables: &dyn AnyTables, game: &dyn AnyGame) -> Option<MissingTable> {
    let material = tables.material(&game.fen()).ok()?.canonical();
    let most_pieces = tables.most_pieces();
    let reason = match (tables.has(material), tables.cells(material)) {
        (true, _) => MissingReason::State,
        (false, Some(_)) => MissingReason::NotHere,
        (false, None) => MissingReason::TooManyPieces,
    };
    let command = (reason == MissingReason::NotHere)
        .then(|| format!("faraday tablebase build {} --material {material}", game.entry().id));
    Some(MissingTable { reason, material: material.to_string(), most_pieces, command })
}
