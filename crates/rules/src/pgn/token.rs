//! The tokens of PGN: tag pairs, moves, comments, annotation glyphs, variations, and results.

use super::word::GameResult;

/// A token of a PGN text, borrowed from the tokenizer. Move numbers and `%` lines are skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Token<'t> {
    /// `[Name "value"]`, the value without its escapes.
    Tag {
        name: &'t str,
        value: &'t str,
    },
    /// A move as written: SAN, with the Magnetic club's effects if they are attached.
    Move(&'t str),
    /// `$n`, one of the glyphs for `$1` to `$6`, or an evaluation symbol such as `±`.
    Nag(u8),
    /// The text of a comment without braces or semicolon. Each line break is a line feed.
    Comment(&'t str),
    VariationStart,
    VariationEnd,
    /// The termination marker of a game.
    Result(GameResult),
    /// One or more empty lines, reported at the first.
    EmptyLine,
}
