//! The state of the game reader for one open line: its moves so far, and the tokens that precede the next move.

use super::{error::Place, token::Token, tree::NodeId};

/// An open line of moves.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub(super) opened: Place,
    /// The move that the line replaces; `None` for the main line.
    pub(super) replaces: Option<NodeId>,
    pub(super) last: Option<NodeId>,
    /// Comments that belong to the line's next move.
    pub(super) comments: Vec<String>,
    pub(super) nags: Vec<u8>,
    pub(super) follows: Follows,
    /// Variations of the line's first move that were written before it, and the number of them that are open.
    pub(super) early: Vec<(Early, Place)>,
    pub(super) early_depth: usize,
    /// Set when a null move has ended the line. The rest of the line is skipped.
    pub(super) is_cut: bool,
}

/// A token of a variation written before the move that it replaces.
#[derive(Debug)]
pub(super) enum Early {
    Move(String),
    Nag(u8),
    Comment(String),
    VariationStart,
    VariationEnd,
}

/// The element before the line's next move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Follows {
    #[default]
    Move,
    Variation,
}

impl Line {
    /// Stores a token of a variation written before the move that it replaces. Returns false if it cannot
    /// be part of one.
    pub(super) fn keep_early(&mut self, token: Token<'_>, place: Place) -> bool {
        let early = match token {
            Token::Move(san) => Early::Move(san.to_owned()),
            Token::Nag(nag) => Early::Nag(nag),
            Token::Comment(text) => Early::Comment(text.to_owned()),
            Token::VariationStart => Early::VariationStart,
            Token::VariationEnd => Early::VariationEnd,
            Token::EmptyLine | Token::Result(_) => return true,
            Token::Tag { .. } => return false,
        };
        match token {
            Token::VariationStart => self.early_depth += 1,
            Token::VariationEnd => self.early_depth -= 1,
            _ => {}
        }
        self.early.push((early, place));
        true
    }
}

impl Early {
    pub(super) fn as_token(&self) -> Token<'_> {
        match self {
            Early::Move(san) => Token::Move(san),
            Early::Nag(nag) => Token::Nag(*nag),
            Early::Comment(text) => Token::Comment(text),
            Early::VariationStart => Token::VariationStart,
            Early::VariationEnd => Token::VariationEnd,
        }
    }
}

pub(super) fn innermost(lines: &mut [Line]) -> &mut Line {
    lines.last_mut().expect("the main line is never closed")
}
