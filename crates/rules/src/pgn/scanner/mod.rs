//! The state machine of the tokenizer, which turns decoded text into tokens.
//!
//! A step either extends the current token by a run or handles the character after it, so that a chunk may end
//! anywhere. It must not look ahead of the current character or depend on the meaning of tokens in a game.

mod comments;
mod cursor;
mod lost;
mod tags;
mod words;

use cursor::{first_char, run};
use tags::TagState;

use super::{
    characters::{ascii, blanks, is_blank},
    error::{PgnError, Place, excerpt},
    signs,
    token::Token,
    word::{is_effect_byte, is_word_byte},
};

/// The scanner of decoded text. Invariant: `text` is empty in the states between tokens.
#[derive(Debug, Default)]
pub(super) struct Scanner {
    state: State,
    /// The place of the next character.
    at: Place,
    /// The place where the current token began.
    began: Place,
    /// The text of the current token; of a tag pair, its value.
    text: String,
    /// The name of the current tag pair.
    name: String,
    line: Line,
    gap: Gap,
    section: Section,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Between,
    /// The dots after a move number.
    Dots,
    Word,
    /// A parenthesis after a word that may contain the Magnetic club's effects. `word` is the length of the word.
    Effects {
        word: usize,
        opened: Place,
    },
    /// The characters after the effects, such as a check sign.
    Tail,
    Glyph,
    Nag,
    Comment,
    LineComment,
    /// A line that begins with `%`.
    Escape,
    Tag(TagState),
    /// After an error: searches for an empty line.
    Lost {
        above: Line,
    },
    /// After an error, below an empty line: after a bracket that may open a tag pair.
    Found {
        bracket: Place,
    },
}

/// The content of the current line so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Line {
    #[default]
    Empty,
    Filled,
}

/// The section of the game with the last token. After an error in the tags, another tag pair is of the same game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Section {
    #[default]
    Tags,
    Moves,
}

/// The state of the report about the empty lines before the next token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Gap {
    #[default]
    Unreported,
    Reported,
}

const BYTE_ORDER_MARK: char = '\u{feff}';
const ELLIPSIS: char = '…';

type Item<'t> = Result<(Token<'t>, Place), PgnError>;

impl Scanner {
    pub(super) fn scan(&mut self, text: &str, sink: &mut impl FnMut(Item<'_>)) {
        let mut rest = text;
        while let Some(&next) = rest.as_bytes().first() {
            rest = self.step(rest, next, sink);
        }
    }

    /// Ends the text. A line feed ends every token except a comment.
    pub(super) fn finish(&mut self, sink: &mut impl FnMut(Item<'_>)) {
        match self.state {
            State::Comment => {
                let text = format!("{{{}", excerpt(&self.text));
                let place = self.began;
                self.fail(PgnError::UnclosedComment { text, place }, sink);
            }
            State::Between | State::Dots | State::Escape | State::Lost { .. } | State::Found { .. } => {}
            State::Word
            | State::Effects { .. }
            | State::Tail
            | State::Glyph
            | State::Nag
            | State::LineComment
            | State::Tag(_) => self.scan("\n", sink),
        }
    }

    /// Reads at least one character or changes the state. Returns the remaining text.
    fn step<'r>(&mut self, rest: &'r str, next: u8, sink: &mut impl FnMut(Item<'_>)) -> &'r str {
        match self.state {
            State::Between => self.step_between(rest, next, sink),
            State::Dots if next == b'.' => self.skip(rest, 1),
            State::Dots if rest.starts_with(ELLIPSIS) => self.skip(rest, ELLIPSIS.len_utf8()),
            State::Dots => {
                self.state = State::Between;
                rest
            }
            State::Word | State::Tail if is_word_byte(next) => self.gather(rest, run(rest, is_word_byte), sink),
            State::Word if next == b'.' && self.may_be_en_passant() => self.gather(rest, 1, sink),
            State::Word | State::Tail => match ascii(first_char(rest)) {
                Some(ascii) => self.gather_as(rest, (first_char(rest), ascii), sink),
                None if self.state == State::Word => self.end_word(rest, next, sink),
                None => {
                    self.end_tail(sink);
                    rest
                }
            },
            State::Effects { .. } if is_effect_byte(next) => self.gather(rest, run(rest, is_effect_byte), sink),
            State::Effects { .. } if next == b')' => {
                self.text.push(')');
                self.state = State::Tail;
                self.skip(rest, 1)
            }
            State::Effects { word, opened } => {
                self.read_effects_as_variation(word, opened, sink);
                rest
            }
            State::Glyph if is_glyph_byte(next) => self.gather(rest, run(rest, is_glyph_byte), sink),
            State::Nag if next.is_ascii_digit() => self.gather(rest, run(rest, |b| b.is_ascii_digit()), sink),
            State::Glyph | State::Nag => {
                self.end_nag(sink);
                rest
            }
            State::Comment => self.step_comment(rest, next, sink),
            State::LineComment => self.step_line_comment(rest, next, sink),
            State::Escape => {
                let length = run(rest, |b| b != b'\n');
                if length == 0 {
                    self.state = State::Between;
                }
                self.skip(rest, length)
            }
            State::Tag(tag) => self.step_tag(tag, rest, next, sink),
            State::Lost { above } => self.step_lost(above, rest, next),
            State::Found { bracket } => self.step_found(bracket, rest, next, sink),
        }
    }

    fn step_between<'r>(&mut self, rest: &'r str, next: u8, sink: &mut impl FnMut(Item<'_>)) -> &'r str {
        if next == b'\n' {
            if self.line == Line::Empty && self.gap == Gap::Unreported {
                self.gap = Gap::Reported;
                sink(Ok((Token::EmptyLine, self.at)));
            }
            return self.skip_line_feed(rest);
        }
        let first = first_char(rest);
        if is_blank(first) {
            return self.skip_blanks(rest);
        }
        self.line = Line::Filled;
        self.gap = Gap::Unreported;
        self.began = self.at;
        self.state = match next {
            b'!' | b'?' => State::Glyph,
            b'.' => State::Dots,
            b'$' => {
                self.text.push('$');
                State::Nag
            }
            b'{' => State::Comment,
            b';' => State::LineComment,
            b'[' => State::Tag(TagState::BeforeName),
            b'%' if self.at.column == 1 => State::Escape,
            b'(' => {
                sink(Ok((Token::VariationStart, self.at)));
                State::Between
            }
            b')' => {
                sink(Ok((Token::VariationEnd, self.at)));
                State::Between
            }
            word if is_word_byte(word) || ascii(first).is_some() => State::Word,
            _ if first == ELLIPSIS => State::Dots,
            _ => {
                if let Some(nag) = signs::of_character(first) {
                    sink(Ok((Token::Nag(nag), self.at)));
                    return self.skip(rest, first.len_utf8());
                }
                self.fail_at(rest, sink);
                return rest;
            }
        };
        self.section = if next == b'[' && self.at.column == 1 { Section::Tags } else { Section::Moves };
        if matches!(self.state, State::Glyph | State::Word | State::Dots) {
            return rest;
        }
        self.skip(rest, 1)
    }

    /// Skips blanks. A byte-order mark has no column, so that a tag pair after it opens its line.
    fn skip_blanks<'r>(&mut self, rest: &'r str) -> &'r str {
        match rest.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) if self.at.column == 1 => rest,
            _ => self.skip(rest, blanks(rest)),
        }
    }

    fn tell_move(&mut self, sink: &mut impl FnMut(Item<'_>)) {
        sink(Ok((Token::Move(&self.text), self.began)));
        self.clear();
    }

    fn tell_comment(&mut self, sink: &mut impl FnMut(Item<'_>)) {
        sink(Ok((Token::Comment(&self.text), self.began)));
        self.clear();
    }

    fn emit(&mut self, token: Token<'_>, sink: &mut impl FnMut(Item<'_>)) {
        sink(Ok((token, self.began)));
        self.clear();
    }

    fn clear(&mut self) {
        self.text.clear();
        self.name.clear();
        self.state = State::Between;
    }

    fn fail(&mut self, error: PgnError, sink: &mut impl FnMut(Item<'_>)) {
        self.clear();
        self.line = Line::Filled;
        self.state = State::Lost { above: Line::Filled };
        sink(Err(error));
    }

    fn fail_at(&mut self, rest: &str, sink: &mut impl FnMut(Item<'_>)) {
        let (found, place) = (first_char(rest), self.at);
        self.fail(PgnError::UnexpectedCharacter { found, place }, sink);
    }
}

fn is_glyph_byte(byte: u8) -> bool {
    matches!(byte, b'!' | b'?')
}
