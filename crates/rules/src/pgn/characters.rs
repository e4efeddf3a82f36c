//! Characters of PGN as people have it (N.5): blanks of any kind, and what stands for an ASCII character of a move.

/// A character that separates tokens within a line.
pub(super) fn is_blank(found: char) -> bool {
    /// Ends a text in DOS.
    const SUBSTITUTE: char = '\u{1a}';
    found != '\n' && (found.is_whitespace() || is_zero_width(found) || found == SUBSTITUTE)
}

/// A character without a width: joiners, marks of direction, byte-order marks.
fn is_zero_width(found: char) -> bool {
    matches!(
        found,
        '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    )
}

/// The length in bytes of the blanks that a text begins with.
pub(super) fn blanks(text: &str) -> usize {
    text.find(|found| !is_blank(found)).unwrap_or(text.len())
}

/// The ASCII text of a move that a character stands for: figurines, dashes, signs of capture and check, and the half.
/// Selectors of a figurine's look stand for nothing.
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
