//! Formats an overlay as text: its numbers on a second board, then the pieces that contribute to them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use anstyle::Style;
use faraday_rules::{Choice, Color, Contribution, Destination, EffectLine, LentMoves, Meaning, Overlay, Square};
use faraday_variants::AnyGame;

use super::grid::{self, Cell, ink};
use crate::output::{STRONG, piece, styled};

/// Prints an overlay: a board with numbers and with `*` on the squares that may be entered, then a line for each
/// square that has details.
pub fn write(game: &dyn AnyGame, overlay: &Overlay, out: &mut dyn Write) -> io::Result<()> {
    if overlay.is_empty() {
        return writeln!(out, "nothing to show in this position");
    }
    let Overlay { values, meaning, parts, lent, lines, entries } = overlay;
    let values: BTreeMap<Square, i32> = values.iter().copied().collect();
    let has_board = !values.is_empty() || !entries.is_empty();
    if has_board {
        let open: BTreeSet<Square> = entries.iter().map(|entry| entry.to).collect();
        let numbered = |square| cell(game, square, values.get(&square).copied(), *meaning);
        let marked = |square| if open.contains(&square) { numbered(square).marked() } else { numbered(square) };
        grid::draw(game, marked, out)?;
    }
    let told = part_lines(game, parts, &values)
        .into_iter()
        .chain(lent_lines(game, lent))
        .chain(lines.iter().map(|line| met(game, *line)))
        .chain(entries.iter().filter_map(landing));
    for (index, (square, text)) in told.enumerate() {
        if index == 0 && has_board {
            writeln!(out)?;
        }
        writeln!(out, "{} {text}", styled(STRONG, &piece(game, square)))?;
    }
    Ok(())
}

fn cell(game: &dyn AnyGame, square: Square, value: Option<i32>, meaning: Meaning) -> Cell {
    match (value, meaning) {
        (None | Some(0), _) => Cell::piece(game, square),
        (Some(value), Meaning::Count) => Cell::new(value.to_string(), Style::new().bold()),
        (Some(value), Meaning::Signed) => {
            Cell::new(format!("{value:+}"), ink(if value > 0 { Color::White } else { Color::Black }))
        }
    }
}

/// Formats the number of each square and its shares. With a piece selected, only its own shares are shown.
fn part_lines(game: &dyn AnyGame, parts: &[Contribution], values: &BTreeMap<Square, i32>) -> Vec<(Square, String)> {
    let mut shares: BTreeMap<Square, Vec<String>> = BTreeMap::new();
    for Contribution { from, to, amount } in parts {
        shares.entry(*to).or_default().push(format!("{} {amount:+}", piece(game, *from)));
    }
    let number = |to: &Square| values.get(to).copied().unwrap_or_default();
    shares.into_iter().map(|(to, told)| (to, format!("{:+}: {}", number(&to), told.join(", ")))).collect()
}

fn lent_lines(game: &dyn AnyGame, lent: &[LentMoves]) -> Vec<(Square, String)> {
    let mut powers: BTreeMap<Square, Vec<String>> = BTreeMap::new();
    for LentMoves { from, to, role } in lent {
        powers.entry(*to).or_default().push(format!("{} of {}", role.letter(), game.name(*from)));
    }
    powers.into_iter().map(|(to, told)| (to, format!("has {}", told.join(", ")))).collect()
}

fn met(game: &dyn AnyGame, line: EffectLine) -> (Square, String) {
    let met = piece(game, line.meets);
    let end = if line.to == line.meets { "stays".to_owned() } else { format!("goes to {}", game.name(line.to)) };
    (line.from, format!("meets {met}, which {end}"))
}

/// Returns what decides a landing on a square that may be entered, if anything does.
fn landing(entry: &Destination) -> Option<(Square, String)> {
    let sum = entry.sum.map(|sum| format!("sum {sum}"));
    let signs: Vec<String> = entry.choices.offered().flatten().map(Choice::sign).map(String::from).collect();
    let choice = (!signs.is_empty()).then(|| format!("choose {}", signs.join(" ")));
    let closed = entry.choices.is_empty().then(|| "closed".to_owned());
    let told: Vec<String> = [sum, choice, closed].into_iter().flatten().collect();
    (!told.is_empty()).then(|| (entry.to, told.join(": ")))
}
