//! Helpers for tests of the PGN module, which use only its public interface.

mod as_found;
mod properties;
mod reader;
mod token_errors;
mod tokens;
mod tree;
mod writer;

use super::{GameTree, PgnError, Place, Token, Tokenizer, read_games, write_game};

/// Returns a short description of each token of a text fed at once.
fn tell(text: &[u8]) -> Vec<String> {
    tell_chunks([text])
}

fn tell_chunks<'c>(chunks: impl IntoIterator<Item = &'c [u8]>) -> Vec<String> {
    tell_places(chunks).into_iter().map(|(told, _)| told).collect()
}

/// Returns a short description of each token of a text, and its place.
fn tell_places<'c>(chunks: impl IntoIterator<Item = &'c [u8]>) -> Vec<(String, Place)> {
    let mut told = Vec::new();
    let mut sink = |item: Result<(Token<'_>, Place), PgnError>| {
        told.push(match item {
            Ok((token, place)) => (describe(token), place),
            Err(error) => (format!("error: {error}"), error.place()),
        });
    };
    let mut tokenizer = Tokenizer::new();
    for chunk in chunks {
        tokenizer.feed(chunk, &mut sink);
    }
    tokenizer.finish(&mut sink);
    told
}

fn describe(token: Token<'_>) -> String {
    match token {
        Token::Tag { name, value } => format!("tag {name}={value}"),
        Token::Move(san) => format!("move {san}"),
        Token::Nag(nag) => format!("nag {nag}"),
        Token::Comment(text) => format!("comment {text}"),
        Token::VariationStart => "(".to_owned(),
        Token::VariationEnd => ")".to_owned(),
        Token::Result(result) => format!("result {}", result.as_str()),
        Token::EmptyLine => "empty line".to_owned(),
    }
}

#[track_caller]
fn check_tokens(text: &str, expected: &[&str]) {
    assert_eq!(tell(text.as_bytes()), expected, "in {text:?}");
}

/// Reads the only game of a text, which must be complete.
#[track_caller]
fn read_one(text: &str) -> GameTree {
    let mut games = read_games(text);
    assert_eq!(games.len(), 1, "games in {text:?}");
    games.remove(0).unwrap()
}

/// Reads the games of a text, each as its moves or its errors.
fn read_lines(text: &str) -> Vec<String> {
    let told = read_games(text).into_iter().map(|game| match game {
        Ok(tree) => movetext(&tree),
        Err(error) => format!("error: {error}"),
    });
    told.collect()
}

fn write(tree: &GameTree) -> String {
    let mut text = String::new();
    write_game(tree, &mut text).unwrap();
    text
}

/// Returns the written text below the tag pairs.
fn movetext(tree: &GameTree) -> String {
    let text = write(tree);
    let (_, moves) = text.split_once("\n\n").unwrap();
    moves.trim_end().to_owned()
}
