//! Bytes to tokens: decodes the text, ends each line by a line feed, and leaves the rest to the scanner. Knows no games: a
//! token says nothing about the one before it.

use super::{
    encoding::Decoder,
    error::{PgnError, Place},
    scanner::Scanner,
    token::Token,
};

/// Splits a PGN text, fed in chunks, into tokens. Holds at most one token.
///
/// After an error it is silent until a tag pair opens a line, which must be below an empty line if the error was in a tag
/// pair itself. There it goes on, with [`Token::EmptyLine`] before the tag pair.
#[derive(Debug, Default)]
pub struct Tokenizer {
    decoder: Decoder,
    lines: Lines,
}

/// The lines of the decoded text.
#[derive(Debug, Default)]
struct Lines {
    scanner: Scanner,
    /// Set after a carriage return: a line feed after it does not end another line.
    after_return: bool,
}

impl Tokenizer {
    /// A tokenizer at the start of a text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next chunk and hands out the tokens that it completes.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut impl FnMut(Result<(Token<'_>, Place), PgnError>)) {
        let Self { decoder, lines } = self;
        decoder.feed(bytes, &mut |text| lines.scan(text, sink));
    }

    /// Ends the text: hands out the last token, or an error for what was left open.
    pub fn finish(self, sink: &mut impl FnMut(Result<(Token<'_>, Place), PgnError>)) {
        let Self { decoder, mut lines } = self;
        decoder.finish(&mut |text| lines.scan(text, sink));
        lines.scanner.finish(sink);
    }
}

impl Lines {
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
