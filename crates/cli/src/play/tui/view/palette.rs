//! Colors. Squares set both of theirs, so that they look the same on a dark and on a light terminal; all other text
//! keeps the terminal's own.

use faraday_rules::Color as Side;
use ratatui::style::{Color, Modifier, Style};

use crate::play::tui::look::Inks;

const WHITE: Color = Color::Indexed(231);
const BLACK: Color = Color::Indexed(16);

/// Why a square has the color that it has: the first that applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// The cursor is there.
    Cursor,
    /// It is selected.
    Selected,
    /// The notice is about it.
    Marked,
    /// The last move began or ended there, or moved what stands there.
    Last,
    /// A king in check.
    Check,
    /// A light square.
    Light,
    /// A dark square.
    Dark,
}

/// All grounds have a luminance near 0.18: black and white are read equally well on them.
const fn many(ground: Ground) -> Color {
    Color::Indexed(match ground {
        Ground::Cursor => 31,
        Ground::Selected => 28,
        Ground::Marked => 133,
        Ground::Last => 100,
        Ground::Check => 160,
        Ground::Light => 137,
        Ground::Dark => 95,
    })
}

/// The sixteen differ from terminal to terminal: each ground with the ink that is read on it everywhere.
const fn sixteen(ground: Ground) -> (Color, Color) {
    match ground {
        Ground::Cursor => (Color::Cyan, Color::Black),
        Ground::Selected => (Color::Green, Color::Black),
        Ground::Marked => (Color::Magenta, Color::White),
        Ground::Last => (Color::Yellow, Color::Black),
        Ground::Check => (Color::Red, Color::White),
        Ground::Light => (Color::DarkGray, Color::White),
        Ground::Dark => (Color::Blue, Color::White),
    }
}

/// The style of a square.
pub fn square(inks: Inks, ground: Ground) -> Style {
    match inks {
        Inks::Absent => Style::new(),
        Inks::Many => Style::new().bg(many(ground)).fg(WHITE),
        Inks::Sixteen => {
            let (paper, ink) = sixteen(ground);
            Style::new().bg(paper).fg(ink)
        }
    }
}

/// The style of a piece, on top of its square's.
pub fn piece(inks: Inks, side: Side) -> Style {
    match (inks, side) {
        (Inks::Absent, _) => strong(),
        (Inks::Many, Side::White) => strong().fg(WHITE),
        (Inks::Many, Side::Black) => strong().fg(BLACK),
        // No ground of the sixteen goes with both, so a piece brings its own.
        (Inks::Sixteen, Side::White) => Style::new().bg(Color::White).fg(Color::Black),
        (Inks::Sixteen, Side::Black) => Style::new().bg(Color::Black).fg(Color::White),
    }
}

/// Headings, and what is chosen.
pub fn strong() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

/// What may be skipped.
pub fn faint() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

/// The bar in a list.
pub fn bar() -> Style {
    Style::new().add_modifier(Modifier::REVERSED)
}

/// What cannot be done.
pub fn refused(inks: Inks) -> Style {
    match inks {
        Inks::Absent => strong(),
        Inks::Sixteen | Inks::Many => strong().fg(Color::Red),
    }
}
