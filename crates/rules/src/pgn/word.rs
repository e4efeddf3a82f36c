//! Classification of a run of move characters as a move, a move number, a result, or a symbol. Also checks that a text
//! parses as the same element after it is written.

use super::{TOKEN_LIMIT, signs};

/// The result of a game by its termination marker: `1-0`, `0-1`, `1/2-1/2`, or `*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum GameResult {
    White,
    Black,
    Draw,
    /// `*`: unfinished, abandoned, or unknown.
    #[default]
    Unknown,
}

/// A classified run of word characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word<'w> {
    Number,
    Result(GameResult),
    Nag(u8),
    /// `e.p.` as a separate word, which adds nothing to the move.
    EnPassant,
    /// A move, and the element that directly follows it.
    Move(&'w str, Behind),
}

/// An element that follows a move without a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behind {
    Nothing,
    Result(GameResult),
    Nag(u8),
    /// `e.p.` or a part of it.
    EnPassant,
}

impl GameResult {
    /// Returns the marker as PGN writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Parses a marker with a hyphen or a colon. A draw may be abbreviated (N.5).
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "1-0" | "1:0" => Some(Self::White),
            "0-1" | "0:1" => Some(Self::Black),
            "1/2-1/2" | "1/2:1/2" | "1/2" | "½-½" | "½:½" | "½" => Some(Self::Draw),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }
}

impl<'w> Word<'w> {
    pub(super) fn of(run: &'w str) -> Self {
        if let Some(result) = GameResult::parse(run) {
            return Self::Result(result);
        }
        if let Some(nag) = signs::of_word(run) {
            return Self::Nag(nag);
        }
        // Castling without hyphens is not a number either.
        if run.bytes().all(|b| b.is_ascii_digit()) && !is_null_move(run) && !matches!(run, "00" | "000") {
            return Self::Number;
        }
        match en_passant(run) {
            Some(0) => return Self::EnPassant,
            // A check sign may follow, which adds nothing to the move.
            Some(end) if Self::is_move(&run[..end]) => return Self::Move(&run[..end], Behind::EnPassant),
            _ => {}
        }
        let (end, behind) = behind(run, |mv| is_finished(mv) && Self::is_move(mv));
        Self::Move(&run[..end], behind)
    }

    /// Returns true for a move with nothing after it.
    fn is_move(run: &str) -> bool {
        Word::of(run) == Word::Move(run, Behind::Nothing)
    }
}

/// Returns the start of the `e.p.` at the end of a run.
fn en_passant(run: &str) -> Option<usize> {
    let bare = run.trim_end_matches(['+', '#']);
    let at = ["e.p.", "e.p", "ep", "e."].iter().find_map(|written| {
        let at = bare.len().checked_sub(written.len())?;
        let end = bare.get(at..)?;
        end.eq_ignore_ascii_case(written).then_some(at)
    });
    let at = at.or_else(|| (bare == "p.").then_some(0))?;
    (at == 0 || bare.as_bytes()[at - 1].is_ascii_digit()).then_some(at)
}

/// Returns the end of the move in a run, and the result or symbol that follows it without a space.
fn behind(run: &str, is_finished: impl Fn(&str) -> bool) -> (usize, Behind) {
    for marker in ["1/2-1/2", "1-0", "0-1", "1/2"] {
        if let Some(mv) = run.strip_suffix(marker)
            && is_finished(mv.trim_end_matches(['+', '#']))
        {
            return (mv.len(), GameResult::parse(marker).map_or(Behind::Nothing, Behind::Result));
        }
    }
    match signs::at_end_of(run) {
        Some((sign, nag)) if is_finished(run[..run.len() - sign.len()].trim_end_matches('+')) => {
            (run.len() - sign.len(), Behind::Nag(nag))
        }
        _ => (run.len(), Behind::Nothing),
    }
}

/// Returns true if a run may be a whole move: it ends with a rank, a castling, or a promotion. A longer run is not a
/// move, and parsing its parts recursively would need a stack proportional to the length of the run.
fn is_finished(run: &str) -> bool {
    const LONGEST: usize = 16;
    (2..=LONGEST).contains(&run.len())
        && run.bytes().any(|byte| byte.is_ascii_alphabetic() || byte == b'-')
        && run.ends_with(|last: char| matches!(last, '1'..='8' | 'O' | 'o' | '0' | 'Q' | 'R' | 'B' | 'N'))
}

/// Returns the end of a move with effects in parentheses, and the word that follows it.
pub(super) fn behind_effects(text: &str) -> (usize, Behind) {
    behind(text, |mv| mv.ends_with(')'))
}

/// Returns true for a null move in any common notation.
pub(crate) fn is_null_move(text: &str) -> bool {
    matches!(text.trim_end_matches(['+', '#']), "--" | "Z0" | "0000" | "@@@@" | "null" | "pass")
}

/// Returns true for a character of moves, results, and move numbers.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'=' | b'#' | b'*' | b'/' | b'_' | b':' | b'@')
}

/// Returns true for a character of the effects that the Magnetic club wrote after a move (N.3).
pub(super) fn is_effect_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b',' | b'=' | b'+' | b'-' | b' ')
}

/// Returns true for a character of tag names.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'#' | b'=' | b':' | b'-')
}

/// Returns true if `text` parses as one tag name.
pub(super) fn is_tag_name(text: &str) -> bool {
    (1..=TOKEN_LIMIT).contains(&text.len()) && text.bytes().all(is_name_byte)
}

/// Returns true if `text` parses as one move that is not a null move.
pub(super) fn is_move(text: &str) -> bool {
    let is_run = |run: &str| run.bytes().all(is_word_byte);
    let (run, rest) = text.split_once('(').unwrap_or((text, ")"));
    let Some((effects, tail)) = rest.split_once(')') else {
        return false;
    };
    text.len() <= TOKEN_LIMIT
        && is_run(run)
        && Word::is_move(run)
        && !is_null_move(text)
        && effects.bytes().all(is_effect_byte)
        && is_run(tail)
        && (tail.is_empty() || behind_effects(text) == (text.len(), Behind::Nothing))
}

/// Returns a comment as trees store it: line breaks become spaces, and spaces at both ends are removed.
pub(super) fn comment_line(text: &str) -> String {
    one_line(text.trim())
}

/// Returns `text` with each line break replaced by one space.
pub(super) fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\r', '\n'], " ")
}
