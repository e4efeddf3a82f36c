//! Character classes of PGN files found in practice (N.5): whitespace of all kinds, and non-ASCII characters with their
//! ASCII equivalents in moves.

/// Returns true for a character that separates tokens within a line.
pub(super) fn is_blank(found: char) -> bool {
    /// The end-of-file character of DOS.
    const SUBSTITUTE: char = '\u{1a}';
    found != '\n' && (found.is_whitespace() || is_zero_width(found) || found == SUBSTITUTE)
}

/// Returns true for a character without width: joiners, directional marks, and byte-order marks.
fn is_zero_width(found: char) -> bool {
    matches!(
        found,
        '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    )
}

/// Returns the length in bytes of the blanks at the start of a text.
pub(super) fn blanks(text: &str) -> usize {
    text.find(|found| !is_blank(found)).unwrap_or(text.len())
}

/// Returns the ASCII text that a character of a move stands for: figurines, dashes, capture and check signs, and `½`.
/// Variation selectors, which only set the style of a figurine, become the empty text.
pub(super) fn ascii(found: char) -> Option<&'static str> {
    Some(match found {
        '♔' | '♚' => "K",
        '♕' | '♛' => "Q",
        '♖' | '♜' => "R",
        '♗' | '♝' => "B",
        '♘' | '♞' => "N",
        '♙' | '♟' => "P",
        '‐' | '‑' | '‒' | '–' | '—' | '−' | '﹣' | '－' => "-",
        '×' | '✕' | '⨯' => "x",
        '†' => "+",
        '‡' => "#",
        '½' => "1/2",
        '\u{fe0e}' | '\u{fe0f}' => "",
        _ => return None,
    })
}
