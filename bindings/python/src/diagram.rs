//! The drawing of a board as SVG: levels side by side, pieces, numbers on squares, an overlay, and a marked move.

use std::collections::BTreeMap;
use std::fmt::Write;

use faraday_rules::{Color, Meaning, Move, Overlay, Piece, Role, Square};
use faraday_variants::AnyGame;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The width of a square.
const SIDE: i32 = 45;
/// The width of the margin for coordinates.
const MARGIN: i32 = 20;

const STYLE: &str = "text{font:12px sans-serif;fill:#556}.c{text-anchor:middle;dominant-baseline:central}\
    .n{text-anchor:end;font-weight:bold;fill:#124}.w{fill:#b35a00}.b{fill:#0b5fa5}";

/// A position with the options for drawing it.
pub struct Diagram<'a> {
    game: &'a dyn AnyGame,
    orientation: Color,
    selected: Option<Square>,
    overlay: Overlay,
    marked: Option<Move>,
}

/// The level, file and rank of a square, each from 0.
type Coordinates = (u8, u8, u8);

/// Returns the squares of the board with their coordinates.
fn squares(game: &dyn AnyGame) -> impl Iterator<Item = (Coordinates, Square)> {
    let (files, ranks, levels) = game.size();
    let places = (0..levels)
        .flat_map(move |level| (0..ranks).flat_map(move |rank| (0..files).map(move |file| (level, file, rank))));
    places.filter_map(|place| Some((place, game.square_at(place.0, place.1, place.2)?)))
}

/// Parses the name of a square.
pub fn square(game: &dyn AnyGame, name: &str) -> PyResult<Square> {
    game.square(name).ok_or_else(|| PyValueError::new_err(format!("`{name}` is not a square of the board")))
}

/// Returns the overlay with this name.
pub fn overlay(game: &dyn AnyGame, name: &str, selected: Option<Square>) -> PyResult<Overlay> {
    let id = game.entry().id;
    game.overlay(name, selected).ok_or_else(|| {
        PyValueError::new_err(match game.entry().overlays {
            [] => format!("unknown overlay `{name}`: {id} has none"),
            names => format!("unknown overlay `{name}`: {id} has {}", names.join(", ")),
        })
    })
}

impl<'a> Diagram<'a> {
    /// Creates a diagram without an overlay, seen from a side.
    pub fn new(game: &'a dyn AnyGame, orientation: &str) -> PyResult<Diagram<'a>> {
        let orientation = Color::ALL.into_iter().find(|color| color.name() == orientation).ok_or_else(|| {
            PyValueError::new_err(format!("the orientation is `{orientation}`: it must be `white` or `black`"))
        })?;
        Ok(Diagram { game, orientation, selected: None, overlay: Overlay::default(), marked: None })
    }

    /// Selects a square for the overlay.
    pub fn select(&mut self, name: &str) -> PyResult<()> {
        self.selected = Some(square(self.game, name)?);
        Ok(())
    }

    /// Adds an overlay for the selected square.
    pub fn cover(&mut self, name: &str) -> PyResult<()> {
        self.overlay = overlay(self.game, name, self.selected)?;
        Ok(())
    }

    /// Marks the squares of a move.
    pub fn mark(&mut self, mv: Move) {
        self.marked = Some(mv);
    }

    /// Returns the board as SVG.
    pub fn draw(&self) -> String {
        let (files, ranks, levels) = self.game.size();
        let (board, height) = (i32::from(files) * SIDE + MARGIN, i32::from(ranks) * SIDE + MARGIN);
        let head = if levels > 1 { MARGIN } else { 0 };
        let (width, height) = (board * i32::from(levels) + MARGIN, height + head + MARGIN / 4);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 {} {width} {height}\"><style>{STYLE}</style>{}",
            -head - MARGIN / 4,
            self.symbols()
        );
        let corners: BTreeMap<Square, (i32, i32)> =
            squares(self.game).map(|(place, square)| (square, self.corner(place))).collect();
        self.draw_coordinates(&mut svg);
        for (place, square) in squares(self.game) {
            self.draw_square(&mut svg, place, square);
        }
        self.draw_lines(&mut svg, &corners);
        svg.push_str("</svg>");
        svg
    }

    /// Returns the upper left corner of a square.
    fn corner(&self, (level, file, rank): Coordinates) -> (i32, i32) {
        let (files, ranks, _) = self.game.size();
        let (column, row) = match self.orientation {
            Color::White => (file, ranks - 1 - rank),
            Color::Black => (files - 1 - file, rank),
        };
        let left = MARGIN + i32::from(level) * (i32::from(files) * SIDE + MARGIN);
        (left + i32::from(column) * SIDE, i32::from(row) * SIDE)
    }

    fn draw_coordinates(&self, svg: &mut String) {
        let (files, ranks, levels) = self.game.size();
        let mut label = |x: i32, y: i32, text: &str| {
            write!(svg, "<text class=\"c\" x=\"{x}\" y=\"{y}\">{text}</text>").expect("a String takes any text");
        };
        for level in 0..levels {
            let left = self.corner((level, 0, 0)).0.min(self.corner((level, files - 1, 0)).0);
            for rank in 0..ranks {
                label(left - MARGIN / 2, self.corner((level, 0, rank)).1 + SIDE / 2, &(rank + 1).to_string());
            }
            for file in 0..files {
                let name = char::from(b'a' + file).to_string();
                label(self.corner((level, file, 0)).0 + SIDE / 2, i32::from(ranks) * SIDE + MARGIN / 2, &name);
            }
            if levels > 1 {
                let name = format!("level {}", level + 1);
                label(left + i32::from(files) * SIDE / 2, -MARGIN / 2, &name);
            }
        }
    }

    fn draw_square(&self, svg: &mut String, place: Coordinates, square: Square) {
        let (x, y) = self.corner(place);
        let is_marked = self.marked.is_some_and(|mv| mv.from == square || mv.to == square);
        let fill = match ((place.1 + place.2) % 2 == 1, is_marked) {
            (true, false) => "#e8e6df",
            (false, false) => "#b4bcc8",
            (true, true) => "#f2e08b",
            (false, true) => "#d8c766",
        };
        let mut put = |text: std::fmt::Arguments<'_>| svg.write_fmt(text).expect("a String takes any text");
        put(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>"));
        let value = self.overlay.values.iter().find(|(at, _)| *at == square).map(|(_, value)| *value);
        if let Some(ink) = value.and_then(|value| self.tint(value)) {
            put(format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{ink}\" fill-opacity=\".3\"/>"
            ));
        }
        if self.selected == Some(square) {
            let (left, top, side) = (x + 1, y + 1, SIDE - 2);
            put(format_args!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"none\" stroke=\"#2f74e8\" \
                 stroke-width=\"2\"/>"
            ));
        }
        if let Some(piece) = self.game.piece_at(square) {
            let id = symbol(piece);
            put(format_args!("<use href=\"#faraday-{id}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"));
        }
        if self.overlay.entries.iter().any(|entry| entry.to == square && !entry.choices.is_empty()) {
            let (x, y) = (x + SIDE / 2, y + SIDE / 2);
            put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"#2f74e8\" fill-opacity=\".6\"/>"));
        }
        let lying = self.game.amounts().into_iter().find(|(at, _)| *at == square).map(|(_, amount)| amount);
        if let Some(number) = value.or(lying).filter(|number| *number != 0) {
            let (class, text) = match (value.is_some(), self.overlay.meaning) {
                (true, Meaning::Signed) => (if number > 0 { "n w" } else { "n b" }, format!("{number:+}")),
                _ => ("n", number.to_string()),
            };
            let (x, y) = (x + SIDE - 3, y + 12);
            put(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>"));
        }
        if self.game.is_marked(square) {
            let (x, y) = (x + 4, y + 12);
            put(format_args!("<text x=\"{x}\" y=\"{y}\">~</text>"));
        }
    }

    /// Returns the color of a square by the sign of its number, if signs have a meaning.
    fn tint(&self, value: i32) -> Option<&'static str> {
        match (self.overlay.meaning, value.signum()) {
            (Meaning::Signed, 1) => Some("#f59a23"),
            (Meaning::Signed, -1) => Some("#2f8de8"),
            _ => None,
        }
    }

    /// Draws lines from each acting piece to the piece that it acts on, and on to that piece's target.
    fn draw_lines(&self, svg: &mut String, corners: &BTreeMap<Square, (i32, i32)>) {
        let met = self.overlay.lines.iter().flat_map(|line| [(line.from, line.meets), (line.meets, line.to)]);
        let lent = self.overlay.lent.iter().map(|lent| (lent.from, lent.to));
        for (from, to) in met.chain(lent).filter(|(from, to)| from != to) {
            let center = |square| corners.get(&square).map(|(x, y)| (x + SIDE / 2, y + SIDE / 2));
            if let (Some((x1, y1)), Some((x2, y2))) = (center(from), center(to)) {
                write!(
                    svg,
                    "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#2f74e8\" stroke-opacity=\".6\" \
                     stroke-width=\"3\"/><circle cx=\"{x2}\" cy=\"{y2}\" r=\"4\" fill=\"#2f74e8\"/>"
                )
                .expect("a String takes any text");
            }
        }
    }

    /// Returns the definitions of all pieces on the board, each once.
    fn symbols(&self) -> String {
        let pieces = self.game.pieces().into_iter();
        let drawn: BTreeMap<&str, Piece> = pieces.map(|(_, piece)| (symbol(piece), piece)).collect();
        let symbols = drawn.into_iter().map(|(id, piece)| {
            let inside = picture(piece).split_once('>').map_or("", |(_, inside)| inside);
            let inside = inside.trim_end().trim_end_matches("</svg>");
            format!("<symbol id=\"faraday-{id}\" viewBox=\"0 0 100 100\">{inside}</symbol>")
        });
        symbols.collect()
    }
}

macro_rules! pictures {
    ($($color:ident $role:ident $name:literal,)+) => {
        /// Returns the name of a piece's image.
        const fn symbol(piece: Piece) -> &'static str {
            match (piece.color, piece.role) {
                $((Color::$color, Role::$role) => $name,)+
            }
        }

        /// Returns a piece's image, which is the one of the web app.
        const fn picture(piece: Piece) -> &'static str {
            match (piece.color, piece.role) {
                $((Color::$color, Role::$role) => {
                    include_str!(concat!("../../../web/public/pieces/faraday/", $name, ".svg"))
                })+
            }
        }
    };
}

pictures! {
    White Pawn "wP",
    White Knight "wN",
    White Bishop "wB",
    White Rook "wR",
    White Queen "wQ",
    White King "wK",
    Black Pawn "bP",
    Black Knight "bN",
    Black Bishop "bB",
    Black Rook "bR",
    Black Queen "bQ",
    Black King "bK",
}
