//! Checks of each kind of vector record against the rules.

use faraday_rules::perft::LastPly;
use faraday_variants::{AnyGame, find};

use super::mismatch::Mismatch;
use super::notation;
use super::record::{Case, Counts, Error, ErrorKind, Expected, Game, Ply, Record};

type Checked = Result<(), Mismatch>;

/// Checks a record. Returns an id and a verdict, or one pair for each of its positions.
pub fn check(record: &Record, line: u64) -> Vec<(String, Checked)> {
    match record {
        Record::Perft(perft) => {
            let each = |counts: &Counts| (counts.name.clone(), check_counts(&perft.variant, counts));
            perft.positions.iter().map(each).collect()
        }
        Record::Game(game) => vec![(game.id.clone().unwrap_or_else(|| format!("game {line}")), check_game(game))],
        Record::Case(case) => vec![(case.id.clone(), check_case(case))],
        Record::Error(error) => vec![(error.id.clone(), check_error(error))],
    }
}

fn check_counts(variant: &str, counts: &Counts) -> Checked {
    let game = notation::game(variant, &counts.fen)?;
    for (depth, expected) in (1..).zip(&counts.perft) {
        let got = game.perft(depth, LastPly::Bulk);
        if got != *expected {
            return Err(Mismatch::new(&format!("perft {depth}"), expected, got));
        }
    }
    Ok(())
}

fn check_game(record: &Game) -> Checked {
    let mut game = notation::game(&record.variant, &record.start_fen)?;
    for (number, ply) in (1..).zip(&record.plies) {
        check_ply(game.as_mut(), ply).map_err(|mismatch| mismatch.at_ply(number))?;
    }
    notation::outcome(record.outcome.as_ref(), game.ending())
}

fn check_ply(game: &mut dyn AnyGame, ply: &Ply) -> Checked {
    super::mismatch::equal("FEN", &ply.fen, &game.fen())?;
    if let Some(legal) = &ply.legal {
        notation::legal(game, legal)?;
    }
    let mv = notation::uci(game, &ply.uci)?;
    notation::san(game, mv, &ply.san)?;
    notation::play(game, mv, &ply.fen_after)
}

fn check_case(case: &Case) -> Checked {
    let mut game = notation::game(&case.variant, &case.fen)?;
    if !case.legal {
        return check_refused(game.as_ref(), &case.text);
    }
    let mv = notation::uci(game.as_ref(), &case.text)?;
    if let Some(san) = &case.san {
        notation::san(game.as_ref(), mv, san)?;
    }
    if let Some(fen_after) = &case.fen_after {
        notation::play(game.as_mut(), mv, fen_after)?;
        if let Expected::Said(outcome) = &case.outcome {
            notation::outcome(outcome.as_ref(), game.ending())?;
        }
    }
    Ok(())
}

/// Checks that the explanation names a rule of the rule book.
fn check_refused(game: &dyn AnyGame, text: &str) -> Checked {
    let expected = format!("`{text}` illegal by a rule");
    let illegal = |got: &str| Err(Mismatch::new("explanation", &expected, got));
    match game.explain(text) {
        Err(error) => illegal(&game.complaint(&error)),
        Ok(explanation) => match explanation.rule {
            None => illegal(&explanation.text),
            Some(rule) if game.entry().text.rule(rule.0).is_none() => {
                illegal(&format!("rule {}, which is not in the rule book", rule.0))
            }
            Some(_) if game.read_move(text).is_ok() => illegal("the move read as legal"),
            Some(_) => Ok(()),
        },
    }
}

fn check_error(error: &Error) -> Checked {
    let Error { variant, kind, text, fen, .. } = error;
    let refused = |what: &str| Err(Mismatch::new(what, format!("`{text}` refused"), "accepted"));
    if *kind == ErrorKind::Fen {
        let entry = find(variant).ok_or_else(|| Mismatch::new("variant", "a known id", format!("`{variant}`")))?;
        return if entry.game(Some(text)).is_ok() { refused("FEN") } else { Ok(()) };
    }
    let fen = fen.as_deref().ok_or_else(|| Mismatch::new("fen", "a position to try the text in", "null"))?;
    let game = notation::game(variant, fen)?;
    match kind {
        ErrorKind::Uci if game.read_uci(text).is_ok() => refused("UCI"),
        ErrorKind::San if game.read_san(text).is_ok() => refused("SAN"),
        ErrorKind::Fen | ErrorKind::Uci | ErrorKind::San => Ok(()),
    }
}
