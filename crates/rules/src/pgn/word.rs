//! What a run of move characters is: a move, a move number or a result; and which texts can be
//! written so that they are read again as what they were.

use super::TOKEN_LIMIT;

/// How a game ended, as its termination marker says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished, abandoned or not known.
    #[default]
    Unknown,
}

/// A run of word characters, sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Number,
    Result(GameResult),
    Move,
}

impl GameResult {
    /// The marker as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Reads a marker.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::White),
            "0-1" => Some(Self::Black),
            "1/2-1/2" => Some(Self::Draw),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }
}

impl Word {
    pub(super) fn of(run: &str) -> Self {
        if let Some(result) = GameResult::parse(run) {
            return Self::Result(result);
        }
        if run.bytes().all(|b| b.is_ascii_digit()) {
            return Self::Number;
        }
        Self::Move
    }
}

/// A character of moves, results and move numbers.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'=' | b'#' | b'*' | b'/' | b'_' | b':' | b'@')
}

/// A character of the effects that the Magnetic club wrote behind a move (N.3).
pub(super) fn is_effect_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b',' | b'=' | b'+' | b'-' | b' ')
}

/// A character of tag names.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'#' | b'=' | b':' | b'-')
}

/// Whether `text` is read as one tag name.
pub(super) fn is_tag_name(text: &str) -> bool {
    (1..=TOKEN_LIMIT).contains(&text.len()) && text.bytes().all(is_name_byte)
}

/// Whether `text` is read as one move.
pub(super) fn is_move(text: &str) -> bool {
    let is_run = |run: &str| run.bytes().all(is_word_byte);
    let (run, rest) = text.split_once('(').unwrap_or((text, ")"));
    let Some((effects, tail)) = rest.split_once(')') else {
        return false;
    };
    text.len() <= TOKEN_LIMIT
        && is_run(run)
        && Word::of(run) == Word::Move
        && effects.bytes().all(is_effect_byte)
        && is_run(tail)
}

/// The number of the glyphs that stand for `$1` to `$6`.
pub(super) fn glyph(text: &str) -> Option<u8> {
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

/// A comment as a tree keeps it: line breaks are spaces, and there is no space at either end.
pub(super) fn comment_line(text: &str) -> String {
    one_line(text.trim())
}

/// `text` with each line break as one space.
pub(super) fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\r', '\n'], " ")
}
