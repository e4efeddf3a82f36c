//! Draws the board as plain text: levels side by side, capitals for White.

use std::fmt::Write;

use faraday_variants::AnyGame;

/// Draws the current position with its FEN below.
pub fn draw(game: &dyn AnyGame) -> String {
    let (files, ranks, levels) = game.size();
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        let boards = (0..levels).map(|level| {
            let squares: String = (0..files).map(|file| square(game, level, file, rank)).collect();
            format!("{} {squares}", rank + 1)
        });
        let line = boards.collect::<Vec<_>>().join("  ");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let letters: Vec<String> = (b'a'..b'a' + files).map(|file| char::from(file).to_string()).collect();
    let below = vec![format!("   {} ", letters.join("  ")); usize::from(levels)].join("  ");
    text.push_str(below.trim_end());
    text.push('\n');
    writeln!(text, "{}", game.fen()).expect("a String takes any text");
    text
}

fn square(game: &dyn AnyGame, level: u8, file: u8, rank: u8) -> String {
    let square = game.square_at(level, file, rank);
    let piece = square.and_then(|square| Some((game.piece_at(square)?, game.is_marked(square))));
    match piece {
        Some((piece, marked)) => format!(" {}{}", piece.letter(), if marked { '~' } else { ' ' }),
        None => " . ".to_owned(),
    }
}
