//! The tokenizer of PGN: decodes bytes, converts line ends to line feeds, and passes the text to the scanner. A token
//! does not depend on the one before it.

use super::{
    encoding::Decoder,
    error::{PgnError, Place},
    scanner::Scanner,
    token::Token,
};

/// A tokenizer for a PGN text that is fed in chunks. At most one token is in memory.
///
/// After an error it reports nothing until a tag pair opens a line. If the error was in a tag pair itself, that line
/// must be below an empty line. The tokenizer resumes there, with [`Token::EmptyLine`] before the tag pair.
#[derive(Debug, Default)]
pub struct Tokenizer {
    decoder: Decoder,
    lines: Lines,
}

/// A line splitter for the decoded text.
#[derive(Debug, Default)]
struct Lines {
    scanner: Scanner,
    /// Set after a carriage return, so that a line feed after it does not end another line.
    after_return: bool,
}

impl Tokenizer {
    /// Creates a tokenizer at the start of a text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next chunk and passes the tokens that it completes to `sink`.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut impl FnMut(Result<(Token<'_>, Place), PgnError>)) {
        let Self { decoder, lines } = self;
        decoder.feed(bytes, &mut |text| lines.scan(text, sink));
    }

    /// Ends the text and passes the last token, or an error for an unclosed one, to `sink`.
    pub fn finish(self, sink: &mut impl FnMut(Result<(Token<'_>, Place), PgnError>)) {
        let Self { decoder, mut lines } = self;
        decoder.finish(&mut |text| lines.scan(text, sink));
        lines.scanner.finish(sink);
    }
}

impl Lines {
    /// Passes text to the scanner with each line ended by a line feed, whether it was LF, CR LF, or CR.
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
