//! Words and glyphs: moves with the club's effects, move numbers, results, annotation glyphs.

use super::{
    super::{
        error::{PgnError, Place, excerpt},
        tokens::Token,
        word::{Word, glyph},
    },
    Item, Scanner, State,
};

impl Scanner {
    /// A run of word characters is over.
    pub(super) fn end_word<'r>(&mut self, rest: &'r str, next: u8, sink: &mut impl FnMut(Item<'_>)) -> &'r str {
        match (Word::of(&self.text), next) {
            (Word::Move, b'(') => {
                self.state = State::Effects { word: self.text.len(), opened: self.at };
                self.text.push('(');
                return self.skip(rest, 1);
            }
            (Word::Move, b'.') => self.fail_at(rest, sink),
            (Word::Move, _) => self.tell_move(sink),
            (Word::Number, _) => {
                self.text.clear();
                self.state = State::Dots;
            }
            (Word::Result(result), _) => self.tell(Token::Result(result), sink),
        }
        rest
    }

    /// The parenthesis behind a word holds something else than effects. Such text is one line of
    /// ASCII without parentheses, so reading it again nests no deeper and ends at the same place.
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
            None => glyph(&self.text),
        };
        if let Some(nag) = nag {
            self.tell(Token::Nag(nag), sink);
        } else {
            let text = excerpt(&self.text);
            let place = self.began;
            self.fail(PgnError::UnknownNag { text, place }, sink);
        }
    }
}
