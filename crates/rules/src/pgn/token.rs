//! Pieces of a PGN text.

use super::word::GameResult;

/// One piece of a PGN text. Move numbers and `%` lines are skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'t> {
    /// `[Name "value"]`, the value without its escapes.
    Tag {
        /// The name.
        name: &'t str,
        /// The value.
        value: &'t str,
    },
    /// A move as it is written: SAN, with the club's effects if they are attached.
    Move(&'t str),
    /// `$n`, one of the glyphs for `$1` to `$6`, or a sign of evaluation such as `±`.
    Nag(u8),
    /// The text of a comment, without braces or semicolon, each line break as a line feed.
    Comment(&'t str),
    /// `(`
    VariationStart,
    /// `)`
    VariationEnd,
    /// A game's end.
    Result(GameResult),
    /// One or more lines with nothing in them, told at the first.
    EmptyLine,
}
