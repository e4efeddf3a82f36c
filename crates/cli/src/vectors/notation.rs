//! Round-trip checks of FEN, UCI, and SAN for a single position or move.

use faraday_rules::{Ending, Move};
use faraday_variants::{AnyGame, find};

use super::mismatch::{Mismatch, equal};
use super::record::Outcome;

/// Creates a game from a canonical FEN, which must survive a round trip.
pub fn game(variant: &str, fen: &str) -> Result<Box<dyn AnyGame>, Mismatch> {
    let entry = find(variant).ok_or_else(|| Mismatch::new("variant", "a known id", format!("`{variant}`")))?;
    let game = entry.game(Some(fen)).map_err(|error| Mismatch::new("FEN", format!("`{fen}` read"), error))?;
    equal("FEN written", fen, &game.fen())?;
    Ok(game)
}

/// Parses a legal UCI move, which must survive a round trip.
pub fn uci(game: &dyn AnyGame, text: &str) -> Result<Move, Mismatch> {
    let legal =
        game.read_uci(text).map_err(|error| Mismatch::new("UCI", format!("`{text}` legal"), game.complaint(&error)))?;
    equal("UCI written", text, &game.uci(legal.mv()))?;
    Ok(legal.mv())
}

/// Checks that the SAN of a legal move is written as expected and read back.
pub fn san(game: &dyn AnyGame, mv: Move, text: &str) -> Result<(), Mismatch> {
    equal("SAN written", text, &game.san(mv))?;
    for (what, read) in [("SAN read", game.read_san(text)), ("move read", game.read_move(text))] {
        let expected = format!("`{text}` as {}", game.uci(mv));
        match read {
            Ok(other) if other.mv() == mv => {}
            Ok(other) => return Err(Mismatch::new(what, expected, game.uci(other.mv()))),
            Err(error) => return Err(Mismatch::new(what, expected, game.complaint(&error))),
        }
    }
    Ok(())
}

/// Plays a move. The FEN after it must be as expected and survive a round trip.
pub fn play(game: &mut dyn AnyGame, mv: Move, fen_after: &str) -> Result<(), Mismatch> {
    game.play(mv).map_err(|refusal| Mismatch::new("move", "played", game.sentence(mv, &refusal)))?;
    equal("FEN after", fen_after, &game.fen())?;
    let read = game
        .entry()
        .game(Some(fen_after))
        .map_err(|error| Mismatch::new("FEN after", format!("`{fen_after}` read"), error))?;
    equal("FEN after, read and written", fen_after, &read.fen())
}

/// Compares the outcome of a game.
pub fn outcome(expected: Option<&Outcome>, got: Option<Ending>) -> Result<(), Mismatch> {
    let expected =
        expected.map_or_else(|| "null".to_owned(), |outcome| outcome_text(outcome.winner.as_deref(), &outcome.reason));
    let winner = |ending: Ending| ending.winner.map(faraday_rules::Color::name);
    let got = got.map_or_else(|| "null".to_owned(), |ending| outcome_text(winner(ending), ending.reason.name()));
    equal("outcome", &expected, &got)
}

fn outcome_text(winner: Option<&str>, reason: &str) -> String {
    format!("{} {reason}", winner.unwrap_or("draw"))
}

/// Compares the legal moves as sets.
pub fn legal(game: &dyn AnyGame, expected: &[String]) -> Result<(), Mismatch> {
    let mut got: Vec<String> = game.legal().into_iter().map(|mv| game.uci(mv)).collect();
    got.sort();
    let mut wanted = expected.to_vec();
    wanted.sort();
    if got == wanted {
        return Ok(());
    }
    let lacking = |from: &[String], list: &[String]| {
        let left: Vec<&str> = from.iter().filter(|mv| !list.contains(mv)).map(String::as_str).collect();
        left.join(" ")
    };
    let (missing, extra) = (lacking(&wanted, &got), lacking(&got, &wanted));
    let expected = format!("{} moves (missing: {missing})", wanted.len());
    Err(Mismatch::new("legal moves", expected, format!("{} (extra: {extra})", got.len())))
}
