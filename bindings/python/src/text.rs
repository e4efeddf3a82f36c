//! The drawing of a board as text: levels side by side, from the bottom one up.

use faraday_rules::Square;
use faraday_variants::AnyGame;

/// Draws a grid for each level, a row for each rank, and the numbers on squares below them.
pub fn draw(game: &dyn AnyGame) -> String {
    let (files, ranks, levels) = game.size();
    let wide =
        (0..files).any(|file| (0..ranks).any(|rank| (0..levels).any(|level| is_marked(game, level, file, rank))));
    let row = |level, rank| {
        let cells = (0..files).map(|file| {
            let mark = if is_marked(game, level, file, rank) { "~" } else { "" };
            format!("{:<1$}", format!("{}{mark}", letter(game, level, file, rank)), if wide { 2 } else { 1 })
        });
        cells.collect::<Vec<_>>().join(" ")
    };
    let ranked = |rank| (0..levels).map(|level| row(level, rank)).collect::<Vec<_>>().join("   ").trim_end().to_owned();
    let mut lines: Vec<String> = (0..ranks).rev().map(ranked).collect();
    let amounts = game.amounts();
    if !amounts.is_empty() {
        let entry = |(square, amount): (Square, i32)| format!("{} {amount}", game.name(square));
        lines.push(amounts.into_iter().map(entry).collect::<Vec<_>>().join(", "));
    }
    lines.join("\n")
}

fn letter(game: &dyn AnyGame, level: u8, file: u8, rank: u8) -> char {
    let piece = game.square_at(level, file, rank).and_then(|square| game.piece_at(square));
    piece.map_or('.', faraday_rules::Piece::letter)
}

fn is_marked(game: &dyn AnyGame, level: u8, file: u8, rank: u8) -> bool {
    game.square_at(level, file, rank).is_some_and(|square| game.is_marked(square))
}
