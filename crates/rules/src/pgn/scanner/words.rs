//! Scanner states for words and glyphs: moves with the Magnetic club's effects, move numbers,
//! results, and annotation glyphs.

use std::mem;

use super::{
    super::{
        error::{PgnError, Place, excerpt},
        signs,
        token::Token,
        word::{Behind, Word, behind_effects},
    },
    Item, Scanner, State,
};

impl Scanner {
    /// Returns true if a dot belongs to the word: to the `e.p.` after a pawn's capture, or to a part of it.
    pub(super) fn may_be_en_passant(&self) -> bool {
        let ends = |part: &str| {
            let at = self.text.len().checked_sub(part.len());
            at.is_some_and(|at| {
                self.text[at..].eq_ignore_ascii_case(part) && (at == 0 || self.text.as_bytes()[at - 1].is_ascii_digit())
            })
        };
        ["e", "e.p", "p"].iter().any(|part| ends(part))
    }

    /// Ends a run of word characters.
    pub(super) fn end_word<'r>(&mut self, rest: &'r str, next: u8, sink: &mut impl FnMut(Item<'_>)) -> &'r str {
        let text = mem::take(&mut self.text);
        match Word::of(&text) {
            Word::Move(mv, Behind::Nothing) if next == b'(' && !mv.contains('.') => {
                self.state = State::Effects { word: mv.len(), opened: self.at };
                self.text = text;
                self.text.push('(');
                return self.skip(rest, 1);
            }
            Word::Move(_, Behind::Nothing) if next == b'.' => self.fail_at(rest, sink),
            Word::Move(mv, behind) => match mv.split_once('.') {
                None => self.tell_move_and(mv, behind, sink),
                Some((before, _)) => {
                    let place = self.began.behind(before);
                    self.fail(PgnError::UnexpectedCharacter { found: '.', place }, sink);
                }
            },
            Word::Number => self.state = State::Dots,
            Word::EnPassant => self.clear(),
            Word::Nag(nag) => self.emit(Token::Nag(nag), sink),
            Word::Result(result) => self.emit(Token::Result(result), sink),
        }
        self.reuse(text);
        rest
    }

    /// Ends a move with effects.
    pub(super) fn end_tail(&mut self, sink: &mut impl FnMut(Item<'_>)) {
        let text = mem::take(&mut self.text);
        let (end, behind) = behind_effects(&text);
        self.tell_move_and(&text[..end], behind, sink);
        self.reuse(text);
    }

    /// Keeps the memory of a token for the next one.
    fn reuse(&mut self, mut text: String) {
        text.clear();
        self.text = text;
    }

    fn tell_move_and(&mut self, mv: &str, behind: Behind, sink: &mut impl FnMut(Item<'_>)) {
        sink(Ok((Token::Move(mv), self.began)));
        let place = self.began.behind(mv);
        match behind {
            Behind::Nothing | Behind::EnPassant => {}
            Behind::Result(result) => sink(Ok((Token::Result(result), place))),
            Behind::Nag(nag) => sink(Ok((Token::Nag(nag), place))),
        }
        self.clear();
    }

    /// Handles a parenthesis after a word that does not contain effects. Such text is one line of ASCII without
    /// parentheses, so that reading it again nests no deeper and ends at the same place.
    pub(super) fn read_effects_as_variation(&mut self, word: usize, opened: Place, sink: &mut impl FnMut(Item<'_>)) {
        let inside = self.text.split_off(word + 1);
        self.text.truncate(word);
        self.tell_move(sink);
        sink(Ok((Token::VariationStart, opened)));
        self.at = opened;
        self.at.column = opened.column.saturating_add(1);
        self.scan(&inside, sink);
    }

    pub(super) fn end_nag(&mut self, sink: &mut impl FnMut(Item<'_>)) {
        let nag = match self.text.strip_prefix('$') {
            Some(number) => number.parse().ok(),
            None => signs::of_glyph(&self.text),
        };
        if let Some(nag) = nag {
            self.emit(Token::Nag(nag), sink);
        } else {
            let text = excerpt(&self.text);
            let place = self.began;
            self.fail(PgnError::UnknownNag { text, place }, sink);
        }
    }
}
