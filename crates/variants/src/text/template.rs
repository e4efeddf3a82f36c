//! Sentence templates: slots that are filled with words, in the grammatical form that the sentence needs.
//!
//! `{piece}` is the value of the slot, `{piece:acc}` its form `acc` if the language has one, and `{Piece}` begins
//! with a capital letter.

use super::Text;

/// The value of a slot.
#[derive(Clone, Debug)]
pub(crate) enum Slot {
    /// A name or a number, which is the same in all languages.
    Name(String),
    /// The key of a word.
    Word(&'static str),
}

impl Text {
    /// Fills the slots of a template. Slots without a value stay as they are.
    pub(crate) fn fill(&self, template: &str, slots: &[(&str, Slot)]) -> String {
        let mut pieces = template.split('{');
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let filled = piece.split_once('}').and_then(|(slot, rest)| Some((self.slot(slot, slots)?, rest)));
            match filled {
                Some((value, rest)) => text.extend([&value, rest]),
                None => text.extend(["{", piece]),
            }
        }
        text
    }

    fn slot(&self, written: &str, slots: &[(&str, Slot)]) -> Option<String> {
        let (name, form) = written.split_once(':').map_or((written, None), |(name, form)| (name, Some(form)));
        let (_, slot) = slots.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        let value = match slot {
            Slot::Name(name) => name,
            Slot::Word(key) => form.and_then(|form| self.form(key, form)).unwrap_or_else(|| self.word(key)),
        };
        Some(if name.starts_with(char::is_uppercase) { capitalized(value) } else { value.to_owned() })
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn slots_are_filled_once_and_in_the_form_that_is_asked_for() {
        let text = Text::read("", "", Language::ENGLISH);
        let slots = [("a", Slot::Name("{b} é".to_owned())), ("b", Slot::Word("white"))];
        let fill = |template| text.fill(template, &slots);
        assert_eq!(fill("{a}, {b}, {b:lower}, {b:no such form}."), "{b} é, White, white, White.");
        assert_eq!(fill("{A}{B:lower}"), "{b} éWhite");
        assert_eq!(fill("{c} {} {a"), "{c} {} {a");
    }
}
