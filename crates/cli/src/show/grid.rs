//! Formats a board as text, with coordinates, and with its levels side by side from the bottom one up.
//!
//! Must not know the contents of a cell.

use std::io::{self, Write};

use anstyle::{AnsiColor, Color as Ink, Style};
use faraday_rules::{Color, Square};
use faraday_variants::AnyGame;

use crate::output::{FAINT, styled};

const EMPTY: &str = ".";

/// The text and the style of a square.
pub struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    pub const fn new(text: String, style: Style) -> Cell {
        Cell { text, style }
    }

    /// Returns the cell of a square with its piece or a dot.
    pub fn piece(game: &dyn AnyGame, square: Square) -> Cell {
        let Some(piece) = game.piece_at(square) else { return Cell::new(EMPTY.to_owned(), FAINT) };
        let mark = if game.is_marked(square) { "~" } else { "" };
        Cell::new(format!("{}{mark}", piece.letter()), ink(piece.color))
    }

    /// Marks the square as enterable with `*`.
    #[must_use]
    pub fn marked(self) -> Cell {
        let text = if self.text == EMPTY { String::new() } else { self.text };
        Cell { text: text + "*", style: Style::new().bold() }
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }

    fn draw(&self, width: usize) -> String {
        let gap = " ".repeat(width.saturating_sub(self.width()));
        format!("{}{gap}", styled(self.style, &self.text))
    }
}

/// Returns the style of a color's pieces.
pub const fn ink(color: Color) -> Style {
    let ink = match color {
        Color::White => AnsiColor::Yellow,
        Color::Black => AnsiColor::Cyan,
    };
    Style::new().bold().fg_color(Some(Ink::Ansi(ink)))
}

/// Draws a cell for every square.
pub fn draw(game: &dyn AnyGame, cell: impl Fn(Square) -> Cell, out: &mut dyn Write) -> io::Result<()> {
    let (files, ranks, levels) = game.size();
    let square = |level, file, rank| game.square_at(level, file, rank).expect("the coordinates are those of the board");
    let cells = |level, rank| (0..files).map(move |file| square(level, file, rank)).map(&cell);
    let squares = (0..levels).flat_map(|level| (0..ranks).flat_map(move |rank| cells(level, rank)));
    let width = squares.map(|cell| cell.width()).max().unwrap_or(1) + 1;
    if levels > 1 {
        let head = |level| format!("   {:<1$}", format!("level {}", level + 1), width * usize::from(files));
        let heads: Vec<String> = (0..levels).map(head).collect();
        writeln!(out, "{}", heads.join("   ").trim_end())?;
    }
    for rank in (0..ranks).rev() {
        let label = styled(FAINT, &format!("{:>2}", rank + 1));
        let row = |level| {
            let drawn: String = cells(level, rank).map(|cell| cell.draw(width)).collect();
            format!("{label} {drawn}")
        };
        let rows: Vec<String> = (0..levels).map(row).collect();
        writeln!(out, "{}", rows.join("   ").trim_end())?;
    }
    let names: Vec<String> = (0..files).map(|file| format!("{:<width$}", char::from(b'a' + file))).collect();
    let side = format!("   {}", names.concat());
    let sides: Vec<&str> = (0..levels).map(|_| side.as_str()).collect();
    writeln!(out, "{}", styled(FAINT, sides.join("   ").trim_end()))
}
