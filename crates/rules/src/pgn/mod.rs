//! Portable Game Notation as text: from bytes to tokens to game trees, and back.
//!
//! The whole folder is *syntactic*. A move is the text that stands for it; which variant it belongs
//! to, whether it is legal and what it does is decided by whoever plays the tree. It must not know
//! positions, variants, or where bytes come from: a caller feeds chunks of any size, cut anywhere,
//! and the memory held does not grow with the length of the file.
//!
//! - [`Tokenizer`]: chunks of bytes in, [`Token`]s with their [`Place`] out.
//! - [`GameReader`]: chunks of bytes in, one [`GameTree`] or [`PgnError`] per game out.
//! - [`write_game`]: a tree in export format.
//!
//! Reading what was written gives the same tree, for every tree that has the seven roster tags.
//!
//! ```
//! use faraday_rules::pgn::{read_games, write_game};
//!
//! let mut games = read_games("[Variant \"magnetic\"]\n\n1. c4 {[%mag c7c5]} Qa5(a2a4,c5h5)! *");
//! let tree = games.remove(0)?;
//! let sans: Vec<&str> = tree.main_line().map(|id| tree.node(id).san()).collect();
//! assert_eq!(sans, ["c4", "Qa5(a2a4,c5h5)"]);
//!
//! let mut text = String::new();
//! write_game(&tree, &mut text)?;
//! assert!(text.ends_with("\n\n1. c4 {[%mag c7c5]} 1... Qa5(a2a4,c5h5) $1 *\n\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod characters;
mod encoding;
mod error;
mod line;
mod reader;
mod scanner;
mod signs;
mod token;
mod tokens;
mod tree;
mod word;
mod write;

#[cfg(test)]
mod tests;

pub use encoding::{decode, is_utf_16};
pub use error::{PgnError, Place};
pub use reader::{BrokenGame, GameReader, read_games};
pub use token::Token;
pub use tokens::Tokenizer;
pub use tree::{GameTree, Node, NodeId, Step, TreeError, Walk};
pub use word::GameResult;
pub(crate) use word::is_null_move;
pub use write::write_game;

/// The most bytes one token (a move, a comment, a tag value) may hold.
pub const TOKEN_LIMIT: usize = 64 * 1024;

/// The deepest that variations may nest; the main line is at depth 0.
pub const DEPTH_LIMIT: usize = 256;

/// The most memory, in bytes and roughly, that one game may take while it is read.
pub const GAME_LIMIT: usize = 64 * 1024 * 1024;
