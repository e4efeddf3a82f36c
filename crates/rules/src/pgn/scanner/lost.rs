//! Error recovery of the scanner: skips to the first tag pair of the next game.

use super::{
    super::{characters::is_blank, error::Place, token::Token},
    Gap, Item, Line, Scanner, Section, State,
    cursor::{first_char, run},
    tags::TagState,
};

impl Scanner {
    pub(super) fn step_lost<'r>(&mut self, above: Line, rest: &'r str, next: u8) -> &'r str {
        match next {
            b'\n' => {
                self.state = State::Lost { above: self.line };
                self.skip_line_feed(rest)
            }
            b'[' if self.at.column == 1 && (above == Line::Empty || self.section == Section::Moves) => {
                self.state = State::Found { bracket: self.at };
                self.skip(rest, 1)
            }
            _ if is_blank(first_char(rest)) => self.skip_blanks(rest),
            _ => {
                self.line = Line::Filled;
                self.skip(rest, run(rest, |b| b != b'\n'))
            }
        }
    }

    pub(super) fn step_found<'r>(
        &mut self,
        bracket: Place,
        rest: &'r str,
        next: u8,
        sink: &mut impl FnMut(Item<'_>),
    ) -> &'r str {
        self.line = Line::Filled;
        if next.is_ascii_alphabetic() {
            self.began = bracket;
            self.gap = Gap::Unreported;
            self.state = State::Tag(TagState::BeforeName);
            sink(Ok((Token::EmptyLine, bracket)));
        } else {
            let above = Line::Filled;
            self.state = State::Lost { above };
        }
        rest
    }
}
