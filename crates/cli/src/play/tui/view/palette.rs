//! The color palette. Squares set both foreground and background, so that they look the same on dark and light
//! terminals. All other text keeps the terminal's colors.

use faraday_rules::Color as Side;
use ratatui::style::{Color, Modifier, Style};

use crate::play::tui::appearance::ColorSupport;

const WHITE: Color = Color::Indexed(231);
const BLACK: Color = Color::Indexed(16);

/// The reason for a square's color. The first that applies counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Background {
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
const fn ansi256(background: Background) -> Color {
    Color::Indexed(match background {
        Background::Cursor => 31,
        Background::Selected => 28,
        Background::Marked => 133,
        Background::Last => 100,
        Background::Check => 160,
        Background::Light => 137,
        Background::Dark => 95,
    })
}

/// The sixteen colors differ between terminals, so each background has a foreground that is readable everywhere.
const fn ansi16(background: Background) -> (Color, Color) {
    match background {
        Background::Cursor => (Color::Cyan, Color::Black),
        Background::Selected => (Color::Green, Color::Black),
        Background::Marked => (Color::Magenta, Color::White),
        Background::Last => (Color::Yellow, Color::Black),
        Background::Check => (Color::Red, Color::White),
        Background::Light => (Color::DarkGray, Color::White),
        Background::Dark => (Color::Blue, Color::White),
    }
}

/// Returns the style of a square.
pub fn square(colors: ColorSupport, background: Background) -> Style {
    match colors {
        ColorSupport::None => Style::new(),
        ColorSupport::Ansi256 => Style::new().bg(ansi256(background)).fg(WHITE),
        ColorSupport::Ansi16 => {
            let (paper, ink) = ansi16(background);
            Style::new().bg(paper).fg(ink)
        }
    }
}

/// Returns the style of a piece, which is applied after that of its square.
pub fn piece(colors: ColorSupport, side: Side) -> Style {
    match (colors, side) {
        (ColorSupport::None, _) => strong(),
        (ColorSupport::Ansi256, Side::White) => strong().fg(WHITE),
        (ColorSupport::Ansi256, Side::Black) => strong().fg(BLACK),
        // None of the sixteen backgrounds goes with both piece colors, so each piece sets its own.
        (ColorSupport::Ansi16, Side::White) => Style::new().bg(Color::White).fg(Color::Black),
        (ColorSupport::Ansi16, Side::Black) => Style::new().bg(Color::Black).fg(Color::White),
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
pub fn refused(colors: ColorSupport) -> Style {
    match colors {
        ColorSupport::None => strong(),
        ColorSupport::Ansi16 | ColorSupport::Ansi256 => strong().fg(Color::Red),
    }
}
