//! Tag pairs, each on one line: a bracket that is never closed must not swallow the game below.

use std::mem;

use super::{
    super::{
        error::{PgnError, excerpt},
        tokens::Token,
        word::is_name_byte,
    },
    Item, Scanner, State,
    cursor::{first_char, is_blank, run},
};

/// Which part of a tag pair comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TagState {
    BeforeName,
    Name,
    BeforeValue,
    Value,
    /// Behind a backslash in the value.
    Escape,
    AfterValue,
}

impl Scanner {
    pub(super) fn step_tag<'r>(
        &mut self,
        tag: TagState,
        rest: &'r str,
        next: u8,
        sink: &mut impl FnMut(Item<'_>),
    ) -> &'r str {
        use TagState::{AfterValue, BeforeName, BeforeValue, Escape, Name, Value};
        let breaks_line = next == b'\n' || (next == b'\r' && matches!(tag, Value | Escape));
        if breaks_line {
            self.fail_unclosed_tag(tag, sink);
            return rest;
        }
        match tag {
            BeforeName | BeforeValue | AfterValue if is_blank(next) => self.skip(rest, run(rest, is_blank)),
            BeforeName | Name if is_name_byte(next) => {
                self.state = State::Tag(Name);
                self.gather(rest, run(rest, is_name_byte), sink)
            }
            Name => {
                mem::swap(&mut self.name, &mut self.text);
                self.state = State::Tag(BeforeValue);
                rest
            }
            BeforeValue if next == b'"' => {
                self.state = State::Tag(Value);
                self.skip(rest, 1)
            }
            Value if next == b'\\' => {
                self.state = State::Tag(Escape);
                self.skip(rest, 1)
            }
            Value if next == b'"' => {
                self.state = State::Tag(AfterValue);
                self.skip(rest, 1)
            }
            Value => self.gather(rest, run(rest, is_plain_value_byte), sink),
            Escape => {
                self.state = State::Tag(Value);
                if matches!(next, b'"' | b'\\') {
                    return self.gather(rest, 1, sink);
                }
                self.text.push('\\');
                rest
            }
            AfterValue if next == b']' => {
                let (name, value) = (&self.name, &self.text);
                sink(Ok((Token::Tag { name, value }, self.began)));
                self.clear();
                self.skip(rest, 1)
            }
            BeforeName | BeforeValue | AfterValue => {
                let expected = match tag {
                    BeforeName => "a name",
                    AfterValue => "`]`",
                    BeforeValue | Name | Value | Escape => "`\"`",
                };
                let (found, place) = (first_char(rest), self.at);
                let error = PgnError::BrokenTag { expected, found, place };
                self.fail(error, sink);
                rest
            }
        }
    }

    pub(super) fn fail_unclosed_tag(&mut self, tag: TagState, sink: &mut impl FnMut(Item<'_>)) {
        let text = match tag {
            TagState::BeforeName | TagState::Name => format!("[{}", self.text),
            TagState::BeforeValue => format!("[{}", self.name),
            TagState::Value | TagState::Escape | TagState::AfterValue => {
                format!("[{} \"{}", self.name, self.text)
            }
        };
        let (text, place) = (excerpt(&text), self.began);
        self.fail(PgnError::UnclosedTag { text, place }, sink);
    }
}

fn is_plain_value_byte(byte: u8) -> bool {
    !matches!(byte, b'"' | b'\\' | b'\n' | b'\r')
}
