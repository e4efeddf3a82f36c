//! Portable Game Notation (PGN) as text: tokenizer, game reader, game trees, and writer.
//!
//! The whole module is *syntactic*. A move is its text: the code that plays the tree decides to which variant it
//! belongs, whether it is legal, and what it does. The module must not depend on positions, variants, or the
//! source of the bytes. Callers feed chunks of any size, cut at any byte, and memory use does not grow with the
//! length of the file.
//!
//! - [`Tokenizer`]: chunks of bytes in, [`Token`]s with their [`Place`] out.
//! - [`GameReader`]: chunks of bytes in, one [`GameTree`] or [`PgnError`] per game out.
//! - [`write_game`]: a tree in export format.
//!
//! Writing a tree and reading it again gives the same tree, if it has the seven roster tags.
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

/// The maximum size in bytes of one token: a move, a comment, or a tag value.
pub const TOKEN_LIMIT: usize = 64 * 1024;

/// The maximum nesting depth of variations; the main line is at depth 0.
pub const DEPTH_LIMIT: usize = 256;

/// The approximate maximum memory, in bytes, of one game while it is read.
pub const GAME_LIMIT: usize = 64 * 1024 * 1024;
