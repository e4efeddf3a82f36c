//! Scanner states for tag pairs. Each must end on its line, so that an unclosed bracket does not
//! swallow the game below.
//!
//! Values are read as people write them (N.5): a value ends with the quote before a bracket, or with the bracket if
//! its quotes are missing.

use std::mem;

use super::{
    super::{
        characters::{blanks, is_blank},
        error::{PgnError, excerpt},
        token::Token,
        word::is_name_byte,
    },
    Item, Scanner, Section, State,
    cursor::{first_char, run},
};

/// The part of a tag pair that comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TagState {
    BeforeName,
    Name,
    BeforeValue,
    Value,
    /// After a backslash in the value.
    Escape,
    /// After a quote that ends the value if a bracket follows. The quote and the blanks after it are already in the
    /// text: the value without them is `value` bytes long.
    Quote {
        value: usize,
    },
    /// In a value without an opening quote.
    Bare,
}

impl Scanner {
    pub(super) fn step_tag<'r>(
        &mut self,
        tag: TagState,
        rest: &'r str,
        next: u8,
        sink: &mut impl FnMut(Item<'_>),
    ) -> &'r str {
        use TagState::{Bare, BeforeName, BeforeValue, Escape, Name, Quote, Value};
        if next == b'\n' {
            self.end_tag_at_line_end(tag, sink);
            return rest;
        }
        match tag {
            BeforeName | BeforeValue if is_blank(first_char(rest)) => self.skip(rest, blanks(rest)),
            BeforeName | Name if is_name_byte(next) => {
                self.state = State::Tag(Name);
                self.gather(rest, run(rest, is_name_byte), sink)
            }
            Name if matches!(next, b'"' | b']') || is_blank(first_char(rest)) => {
                mem::swap(&mut self.name, &mut self.text);
                self.state = State::Tag(BeforeValue);
                rest
            }
            BeforeValue if next == b'"' => {
                self.state = State::Tag(Value);
                self.skip(rest, 1)
            }
            BeforeValue => {
                self.state = State::Tag(Bare);
                rest
            }
            Value if next == b'\\' => {
                self.state = State::Tag(Escape);
                self.skip(rest, 1)
            }
            Value if next == b'"' => {
                self.state = State::Tag(Quote { value: self.text.len() });
                self.gather(rest, 1, sink)
            }
            Value => self.gather(rest, run(rest, |b| !matches!(b, b'"' | b'\\' | b'\n')), sink),
            Escape => {
                self.state = State::Tag(Value);
                if matches!(next, b'"' | b'\\') {
                    return self.gather(rest, 1, sink);
                }
                self.text.push('\\');
                rest
            }
            Quote { value } if next == b']' => {
                self.text.truncate(value);
                self.tell_tag(sink);
                self.skip(rest, 1)
            }
            Quote { .. } if is_blank(first_char(rest)) => self.gather(rest, blanks(rest), sink),
            Quote { .. } => {
                self.state = State::Tag(Value);
                rest
            }
            Bare if next == b']' => {
                self.trim_bare_value();
                self.tell_tag(sink);
                self.skip(rest, 1)
            }
            Bare => self.gather(rest, run(rest, |b| !matches!(b, b']' | b'\n')), sink),
            BeforeName | Name => {
                let expected = if tag == Name { "`\"`" } else { "a name" };
                let (found, place) = (first_char(rest), self.at);
                self.fail(PgnError::BrokenTag { expected, found, place }, sink);
                rest
            }
        }
    }

    /// Ends a tag pair with its line. A quote that is missing, or escaped by a backslash, is tolerated if the line
    /// ends with a bracket.
    fn end_tag_at_line_end(&mut self, tag: TagState, sink: &mut impl FnMut(Item<'_>)) {
        let value = matches!(tag, TagState::Value).then(|| self.text.trim_end_matches(is_blank).strip_suffix(']'));
        let Some(Some(value)) = value else { return self.fail_unclosed_tag(tag, sink) };
        let value = match value.trim_end_matches(is_blank).strip_suffix('"') {
            Some(path) => format!("{path}\\"),
            None => value.trim_end_matches(is_blank).to_owned(),
        };
        self.text = value;
        self.tell_tag(sink);
    }

    fn tell_tag(&mut self, sink: &mut impl FnMut(Item<'_>)) {
        let (name, value) = (&self.name, &self.text);
        sink(Ok((Token::Tag { name, value }, self.began)));
        self.section = Section::Tags;
        self.clear();
    }

    /// Removes blanks and single or typographic quotes from a value without an opening quote.
    fn trim_bare_value(&mut self) {
        let value = self.text.trim_matches(is_blank);
        let value = value.trim_start_matches(['“', '„', '«', '\'']).trim_end_matches(['"', '”', '“', '»', '\'']);
        self.text = value.to_owned();
    }

    fn fail_unclosed_tag(&mut self, tag: TagState, sink: &mut impl FnMut(Item<'_>)) {
        let text = match tag {
            TagState::BeforeName | TagState::Name => format!("[{}", self.text),
            TagState::BeforeValue => format!("[{}", self.name),
            TagState::Bare => format!("[{} {}", self.name, self.text),
            TagState::Quote { value } => format!("[{} \"{}", self.name, &self.text[..value]),
            TagState::Value | TagState::Escape => format!("[{} \"{}", self.name, self.text),
        };
        let (text, place) = (excerpt(&text), self.began);
        self.fail(PgnError::UnclosedTag { text, place }, sink);
    }
}
