//! What the tables know of a position, and how a won one is won.

use faraday_rules::Move;
use faraday_tablebase::{AnyTables, ProbeError, TableError, Value};
use faraday_variants::AnyGame;
use faraday_wire::{self as wire, EndgameValue, Missing, MissingReason, Probe, ProbedMove, Solved};

/// How a game's position ends with perfect play, for the side to move; none where no table knows.
///
/// # Errors
///
/// If a table cannot be read.
pub fn solved(tables: &dyn AnyTables, game: &dyn AnyGame) -> Result<Option<Solved>, TableError> {
    Ok(value(tables, game)?.map(|value| shown(value, halfmoves(&game.fen()))))
}

/// How a game's position ends with perfect play, and what each legal move leads to, the best first.
///
/// # Errors
///
/// If a table cannot be read.
pub fn probe(tables: &dyn AnyTables, game: &dyn AnyGame) -> Result<Probe, TableError> {
    let fen = game.fen();
    let value = value(tables, game)?;
    let mut moves = Vec::new();
    for (mv, after) in followers(game) {
        let after_value = self::value(tables, after.as_ref())?;
        // A capture or a pawn's move starts the count anew (C.3).
        let is_certain = after_value.is_some_and(|value| value.is_certain(halfmoves(&after.fen())));
        let value = after_value.map(Value::before);
        let solved = value.map(|value| Solved { certain: is_certain, ..shown(value, 0) });
        moves.push((value.map(Value::rank), ProbedMove { uci: game.uci(mv), san: game.san(mv), solved }));
    }
    // Moves that no table knows come last.
    moves.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    Ok(Probe {
        solved: value.map(|value| shown(value, halfmoves(&fen))),
        missing: if value.is_none() { missing(tables, game, &fen) } else { None },
        ending: wire::ending(game),
        moves: moves.into_iter().map(|(_, mv)| mv).collect(),
        fen,
    })
}

/// The moves of perfect play from a position to the end of the game, in UCI: the winner takes the shortest way, the loser the
/// longest. Like the tables it knows nothing of draws by fifty moves. Ends where no table knows, or the game is drawn.
///
/// # Errors
///
/// If a table cannot be read.
pub fn line(tables: &dyn AnyTables, game: &dyn AnyGame) -> Result<Vec<String>, TableError> {
    let mut game = game.boxed();
    let mut moves = Vec::new();
    while let Some(Value::Win(1..) | Value::Loss(1..)) = value(tables, game.as_ref())? {
        let mut best: Option<(i32, Move, Box<dyn AnyGame>)> = None;
        for (mv, after) in followers(game.as_ref()) {
            let Some(value) = value(tables, after.as_ref())?.map(Value::before) else { continue };
            if best.as_ref().is_none_or(|(rank, ..)| value.rank() > *rank) {
                best = Some((value.rank(), mv, after));
            }
        }
        let Some((_, mv, after)) = best else { break };
        moves.push(game.uci(mv));
        game = uncounted(after);
    }
    Ok(moves)
}

/// A game that begins at the position of another, with no ply played without progress. One that is over may be over by that
/// count alone; what a FEN may not set up is over for good.
fn uncounted(game: Box<dyn AnyGame>) -> Box<dyn AnyGame> {
    let fen = game.fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if let Some(count) = fields.get_mut(4) {
        *count = "0";
    }
    game.entry().game(Some(&fields.join(" "))).unwrap_or(game)
}

/// Every legal move, and the game after it.
fn followers(game: &dyn AnyGame) -> impl Iterator<Item = (Move, Box<dyn AnyGame>)> {
    game.legal().into_iter().filter_map(move |mv| {
        let mut after = game.boxed();
        after.play(mv).is_ok().then_some((mv, after))
    })
}

/// The value of a game's position; of one that is over, what it came to.
fn value(tables: &dyn AnyTables, game: &dyn AnyGame) -> Result<Option<Value>, TableError> {
    if let Some(ending) = game.ending() {
        return Ok(match ending.winner {
            None => Some(Value::Draw),
            Some(winner) if winner != game.turn() => Some(Value::Loss(0)),
            // Nobody wins by the opponent's own move.
            Some(_) => None,
        });
    }
    match tables.probe(&game.fen()) {
        Ok(value) => Ok(value),
        Err(ProbeError::Table(error)) => Err(error),
        // Moves may lead to what a FEN may not set up: no table has it.
        Err(ProbeError::Setup(_)) => Ok(None),
    }
}

fn shown(value: Value, halfmoves: u16) -> Solved {
    let name = match value {
        Value::Win(_) => EndgameValue::Win,
        Value::Draw => EndgameValue::Draw,
        Value::Loss(_) => EndgameValue::Loss,
    };
    Solved { value: name, plies: value.plies(), certain: value.is_certain(halfmoves) }
}

/// Why no table knows a position.
fn missing(tables: &dyn AnyTables, game: &dyn AnyGame, fen: &str) -> Option<Missing> {
    let material = tables.material(fen).ok()?.canonical();
    let most_pieces = tables.most_pieces();
    let reason = match (tables.has(material), tables.cells(material)) {
        (true, _) => MissingReason::State,
        (false, Some(_)) => MissingReason::NotHere,
        (false, None) => MissingReason::TooManyPieces,
    };
    let command = (reason == MissingReason::NotHere)
        .then(|| format!("faraday tablebase build {} --material {material}", game.entry().id));
    Some(Missing { reason, material: material.to_string(), most_pieces, command })
}

/// Plies without progress, as a FEN gives them.
fn halfmoves(fen: &str) -> u16 {
    fen.split(' ').nth(4).and_then(|field| field.parse().ok()).unwrap_or_default()
}
