//! Puzzle themes that the rules decide without a search: the end of the line, captures and sacrifices, and the length.

use faraday_rules::{EndReason, Event, Role};
use faraday_variants::{AnyGame, Entry, ExplainedEvent};

use super::{MOST_MOVES, Puzzle};
use crate::material::balance;

/// The least material given for a sacrifice, in centipawns.
const SACRIFICED: i32 = 200;
/// The maximum number of pieces of an endgame, without kings and pawns.
const ENDGAME_PIECES: usize = 6;

/// All facts except `mate-in-N`.
const FACTS: [&str; 9] =
    ["endgame", "sacrifice", "promotion", "underpromotion", "quiet", "king-capture", "one-move", "short", "long"];

/// Returns true if a theme is a fact, which the rules decide.
pub(super) fn is_fact(theme: &str) -> bool {
    let is_mate = |turns: &str| turns.parse().is_ok_and(|turns: usize| (1..=MOST_MOVES).contains(&turns));
    FACTS.contains(&theme) || theme.strip_prefix("mate-in-").is_some_and(is_mate)
}

/// Returns the facts of a puzzle; `None` if its moves are illegal.
pub fn facts(variant: &Entry, puzzle: &Puzzle) -> Option<Vec<String>> {
    let mut game = variant.game(Some(&puzzle.fen)).ok()?;
    let mut themes = Vec::new();
    let mut add = |theme: &str| {
        if !themes.iter().any(|known| known == theme) {
            themes.push(theme.to_owned());
        }
    };
    let mistake = game.read_uci(puzzle.moves.first()?).ok()?;
    game.play_legal(mistake);
    let (solver, before) = (game.turn(), balance(game.as_ref()));
    if pieces(game.as_ref()) <= ENDGAME_PIECES {
        add("endgame");
    }
    for (index, text) in puzzle.moves.iter().enumerate().skip(1) {
        let is_solvers = index % 2 == 1;
        let legal = game.read_uci(text).ok()?;
        let events = game.events(legal.mv());
        if !is_solvers {
            game.play_legal(legal);
            // Captured material is a sacrifice if the solver's line goes on without it.
            if solver.sign() * (balance(game.as_ref()) - before) <= -SACRIFICED {
                add("sacrifice");
            }
            continue;
        }
        for told in &events {
            if let Event::Promoted { role, .. } = told.event {
                add(if role == Role::Queen { "promotion" } else { "underpromotion" });
            }
        }
        game.play_legal(legal);
        let takes = |told: &ExplainedEvent| {
            matches!(told.event, Event::Taken { .. } | Event::Promoted { .. } | Event::Removed { .. })
        };
        let threatens = !game.checkers().is_empty() || !game.threats().is_empty();
        if index == 1 && !events.iter().any(takes) && !threatens && game.ending().is_none() {
            add("quiet");
        }
    }
    match game.ending().filter(|ending| ending.winner == Some(solver)).map(|ending| ending.reason) {
        Some(EndReason::Checkmate) => add(&format!("mate-in-{}", puzzle.turns())),
        Some(EndReason::KingCaptured) => add("king-capture"),
        _ => {}
    }
    add(match puzzle.turns() {
        1 => "one-move",
        2 => "short",
        _ => "long",
    });
    Some(themes)
}

/// Returns the number of pieces other than kings and pawns.
fn pieces(game: &dyn AnyGame) -> usize {
    game.pieces().iter().filter(|(_, piece)| !matches!(piece.role, Role::King | Role::Pawn)).count()
}
