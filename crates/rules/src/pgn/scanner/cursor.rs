//! The scanner's position in the text: consumes runs of characters, counts lines and columns, and limits the
//! size of a token.

use super::{
    super::{
        TOKEN_LIMIT,
        error::{PgnError, excerpt},
    },
    Item, Line, Scanner, State,
};

impl Scanner {
    /// Appends the first `length` bytes to the current token. Beyond the limit it fails at the same character, however
    /// the text was cut.
    pub(super) fn gather<'r>(&mut self, rest: &'r str, length: usize, sink: &mut impl FnMut(Item<'_>)) -> &'r str {
        let room = TOKEN_LIMIT.saturating_sub(self.text.len());
        if length <= room {
            self.text.push_str(&rest[..length]);
            return self.skip(rest, length);
        }
        let taken = (0..=room).rev().find(|&end| rest.is_char_boundary(end)).expect("the start is a boundary");
        self.text.push_str(&rest[..taken]);
        self.fail_too_long(sink);
        self.skip(rest, taken)
    }

    fn fail_too_long(&mut self, sink: &mut impl FnMut(Item<'_>)) {
        let opening = match self.state {
            State::Comment => "{",
            State::LineComment => ";",
            State::Tag(_) => "[",
            _ => "",
        };
        let quoted = if self.name.is_empty() { &self.text } else { &self.name };
        let text = format!("{opening}{}", excerpt(quoted));
        let place = self.began;
        self.fail(PgnError::TooLong { text, place }, sink);
    }

    /// Appends one character of a word to the current token, as its ASCII text.
    pub(super) fn gather_as<'r>(
        &mut self,
        rest: &'r str,
        (found, ascii): (char, &str),
        sink: &mut impl FnMut(Item<'_>),
    ) -> &'r str {
        if self.text.len() + ascii.len() <= TOKEN_LIMIT {
            self.text.push_str(ascii);
        } else {
            self.fail_too_long(sink);
        }
        self.skip(rest, found.len_utf8())
    }

    /// Skips `length` bytes without a line feed.
    pub(super) fn skip<'r>(&mut self, rest: &'r str, length: usize) -> &'r str {
        let (passed, rest) = rest.split_at(length);
        let columns = passed.chars().count();
        let columns = u32::try_from(columns).unwrap_or(u32::MAX);
        self.at.column = self.at.column.saturating_add(columns);
        rest
    }

    pub(super) fn skip_line_feed<'r>(&mut self, rest: &'r str) -> &'r str {
        self.at.line = self.at.line.saturating_add(1);
        self.at.column = 1;
        self.line = Line::Empty;
        &rest[1..]
    }
}

/// Returns the length of the run of bytes at the start of `rest`. `is_in` must accept all bytes of a
/// non-ASCII character or none.
pub(super) fn run(rest: &str, is_in: impl Fn(u8) -> bool) -> usize {
    rest.bytes().position(|b| !is_in(b)).unwrap_or(rest.len())
}

pub(super) fn first_char(rest: &str) -> char {
    rest.chars().next().expect("a step is given text")
}
