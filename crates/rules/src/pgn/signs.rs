//! Annotations that programs write as signs (N.5), and their numbers in the list of Numeric Annotation Glyphs.

/// The number of a sign that is one character, other than those of moves.
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

/// Signs of several characters that also stand right behind a move, those that end with another one first.
const BEHIND_A_MOVE: [(&str, u8); 9] =
    [("+/=", 14), ("=/+", 15), ("+/-", 16), ("-/+", 17), ("+=", 14), ("=+", 15), ("+-", 18), ("-+", 19), ("=", 10)];

/// The number of a sign that is a word of its own.
pub(super) fn of_word(word: &str) -> Option<u8> {
    Some(match word {
        "N" | "TN" => 146,
        "D" => 220,
        "RR" => 145,
        _ => BEHIND_A_MOVE.iter().find(|(sign, _)| *sign == word)?.1,
    })
}

/// The sign that ends a word, with its number.
pub(super) fn at_end_of(word: &str) -> Option<(&'static str, u8)> {
    BEHIND_A_MOVE.into_iter().find(|(sign, _)| word.ends_with(sign))
}

/// The number of the glyphs that stand for `$1` to `$6`.
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
