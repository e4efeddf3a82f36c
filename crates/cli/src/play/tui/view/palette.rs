//! Colors. Squares set both foreground and background, so that they look the same on dark and light terminals. All
//! other text keeps the terminal's colors.

use faraday_rules::Color as Side;
use ratatui::style::{Color, Modifier, Style};

use crate::play::tui::look::Inks;

const WHITE: Color = Color::Indexed(231);
const BLACK: Color = Color::Indexed(16);

/// The reason for a square's color. The first that applies counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// The cursor is on the square.
    Cursor,
    Selected,
    /// The notice refers to the square.
    Marked,
    /// The last move began or ended on the square, or displaced its piece.
    Last,
    Check,
    Light,
    Dark,
}

/// All backgrounds have a luminance near 0.18, on which black and white are equally readable.
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

/// The sixteen colors differ between terminals, so each background has a foreground that is readable everywhere.
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

/// Returns the style of a square.
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

/// Returns the style of a piece, which is applied after that of its square.
pub fn piece(inks: Inks, side: Side) -> Style {
    match (inks, side) {
        (Inks::Absent, _) => strong(),
        (Inks::Many, Side::White) => strong().fg(WHITE),
        (Inks::Many, Side::Black) => strong().fg(BLACK),
        // None of the sixteen backgrounds goes with both piece colors, so each piece sets its own.
        (Inks::Sixteen, Side::White) => Style::new().bg(Color::White).fg(Color::Black),
        (Inks::Sixteen, Side::Black) => Style::new().bg(Color::Black).fg(Color::White),
    }
}

/// The style of headings and of the selection.
pub fn strong() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

/// The style of secondary text.
pub fn faint() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

/// The style of the highlighted line of a list.
pub fn bar() -> Style {
    Style::new().add_modifier(Modifier::REVERSED)
}

/// The style of refusals.
pub fn refused(inks: Inks) -> Style {
    match inks {
        Inks::Absent => strong(),
        Inks::Sixteen | Inks::Many => strong().fg(Color::Red),
    }
}
