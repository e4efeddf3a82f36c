//! Bytes to tokens. Keeps what a chunk border may cut, a UTF-8 sequence, reads bytes that are none as Windows-1252, and
//! leaves the rest to the scanner. Knows no games: a token says nothing about the one before it.

use std::str;

use super::{
    encoding::windows_1252,
    error::{PgnError, Place},
    scanner::Scanner,
    word::GameResult,
};

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

/// Splits a PGN text, fed in chunks, into tokens. Holds at most one token.
///
/// After an error it is silent until a tag pair opens a line, which must be below an empty line if the error was in a tag
/// pair itself. There it goes on, with [`Token::EmptyLine`] before the tag pair.
#[derive(Debug, Default)]
pub struct Tokenizer {
    scanner: Scanner,
    /// Set after a carriage return: a line feed after it does not end another line.
    after_return: bool,
    /// The first `cut_len` bytes of a character that the last chunk broke off.
    cut: [u8; 4],
    cut_len: usize,
}

impl Tokenizer {
    /// A tokenizer at the start of a text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next chunk and tells the tokens that it completes.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut impl FnMut(Result<(Token<'_>, Place), PgnError>)) {
        let mut rest = self.mend(bytes, sink);
        loop {
            let error = match str::from_utf8(rest) {
                Ok(text) => return self.scan(text, sink),
                Err(error) => error,
            };
            let (valid, invalid) = rest.split_at(error.valid_up_to());
            let valid = str::from_utf8(valid).expect("the prefix was found valid");
            self.scan(valid, sink);
            if error.error_len().is_none() {
                self.cut[..invalid.len()].copy_from_slice(invalid);
                self.cut_len = invalid.len();
                return;
            }
            self.scan_bytes(&invalid[..1], sink);
            rest = &invalid[1..];
        }
    }

    /// Ends the text: tells the last token, or what was left open.
    pub fn finish(mut self, sink: &mut impl FnMut(Result<(Token<'_>, Place), PgnError>)) {
        let cut = self.cut;
        self.scan_bytes(&cut[..self.cut_len], sink);
        self.scanner.finish(sink);
    }

    /// Completes the character that the last chunk broke off; returns the bytes after it.
    fn mend<'b>(&mut self, bytes: &'b [u8], sink: &mut impl FnMut(Result<(Token<'_>, Place), PgnError>)) -> &'b [u8] {
        let mut rest = bytes;
        while let (1.., Some((&byte, after))) = (self.cut_len, rest.split_first()) {
            let mut cut = self.cut;
            cut[self.cut_len] = byte;
            match str::from_utf8(&cut[..=self.cut_len]) {
                Ok(text) => {
                    self.cut_len = 0;
                    self.scan(text, sink);
                }
                Err(error) if error.error_len().is_none() => {
                    self.cut = cut;
                    self.cut_len += 1;
                }
                Err(_) => {
                    // The byte that does not continue the character may begin another one.
                    self.scan_bytes(&cut[..self.cut_len], sink);
                    self.cut_len = 0;
                    continue;
                }
            }
            rest = after;
        }
        rest
    }

    /// Reads bytes that are no UTF-8, each for itself.
    fn scan_bytes(&mut self, bytes: &[u8], sink: &mut impl FnMut(Result<(Token<'_>, Place), PgnError>)) {
        for byte in bytes {
            self.scan(windows_1252(*byte).encode_utf8(&mut [0; 4]), sink);
        }
    }

    /// Hands text to the scanner, each line ended by a line feed, whether it was LF, CR LF or CR.
    fn scan(&mut self, text: &str, sink: &mut impl FnMut(Result<(Token<'_>, Place), PgnError>)) {
        let mut rest = text;
        while !rest.is_empty() {
            if self.after_return {
                self.after_return = false;
                rest = rest.strip_prefix('\n').unwrap_or(rest);
            }
            let Some((line, after)) = rest.split_once('\r') else { break };
            self.scanner.scan(line, sink);
            self.scanner.scan("\n", sink);
            self.after_return = true;
            rest = after;
        }
        self.scanner.scan(rest, sink);
    }
}
