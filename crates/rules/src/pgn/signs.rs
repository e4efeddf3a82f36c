//! Annotation symbols such as `!?` and `±` (N.5), and their Numeric Annotation Glyphs (NAG).

/// Returns the number of a symbol of one character, except for those of moves.
pub(super) fn of_character(found: char) -> Option<u8> {
    Some(match found {
        '‼' => 3,
        '⁇' => 4,
        '⁉' => 5,
        '⁈' => 6,
        '□' | '⬜' => 7,
        '∞' | '~' => 13,
        '⩲' => 14,
        '⩱' => 15,
        '±' => 16,
        '∓' => 17,
        '⊙' | '⨀' => 22,
        '○' => 26,
        '⟳' | '↻' => 32,
        '↑' => 36,
        '→' => 40,
        '⇆' | '⇄' => 132,
        '⊕' | '⨁' => 138,
        '∆' | 'Δ' | '△' => 140,
        '∇' | '▽' => 141,
        '⌓' => 142,
        _ => return None,
    })
}

/// Symbols of several characters that may directly follow a move. A symbol that is a suffix of another
/// one comes after it.
const BEHIND_A_MOVE: [(&str, u8); 9] =
    [("+/=", 14), ("=/+", 15), ("+/-", 16), ("-/+", 17), ("+=", 14), ("=+", 15), ("+-", 18), ("-+", 19), ("=", 10)];

/// Returns the number of a symbol written as a separate word.
pub(super) fn of_word(word: &str) -> Option<u8> {
    Some(match word {
        "N" | "TN" => 146,
        "D" => 220,
        "RR" => 145,
        _ => BEHIND_A_MOVE.iter().find(|(sign, _)| *sign == word)?.1,
    })
}

/// Returns the symbol at the end of a word, with its number.
pub(super) fn at_end_of(word: &str) -> Option<(&'static str, u8)> {
    BEHIND_A_MOVE.into_iter().find(|(sign, _)| word.ends_with(sign))
}

/// Returns the number of the glyphs for `$1` to `$6`.
pub(super) fn of_glyph(text: &str) -> Option<u8> {
    match text {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    }
}
