//! Sentences about the errors in a FEN or a move text, which quote it in a shortened form.

use faraday_rules::{Color, EnPassantFault, MoveTextError, SetupError, StateError};

use super::{Slot, Text};

/// The key of a sentence, and the values of its slots.
type Template = (&'static str, Vec<(&'static str, Slot)>);

/// Creates a template whose slots have the names of the given variables.
macro_rules! template {
    ($key:literal $(, $slot:ident)*) => {
        ($key, vec![$((stringify!($slot), Slot::from($slot))),*])
    };
}

macro_rules! name_slots {
    ($($kind:ty),+) => {
        $(impl From<&$kind> for Slot {
            fn from(value: &$kind) -> Slot {
                Slot::Name(value.to_string())
            }
        })+
    };
}

name_slots!(String, char, usize, u8, u32);

impl From<&Color> for Slot {
    fn from(color: &Color) -> Slot {
        Slot::Word(color.name())
    }
}

impl From<&&'static str> for Slot {
    fn from(key: &&'static str) -> Slot {
        Slot::Word(key)
    }
}

/// The maximum number of characters that a sentence quotes from a text from outside. Moves with
/// their effects are shorter.
const MAX_QUOTE: usize = 80;

/// Returns a text from outside for quoting in a sentence. Long texts are truncated.
pub(crate) fn quote(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(MAX_QUOTE) else { return text.to_owned() };
    format!("{}…", &text[..end])
}

/// Shortens the slots that quote texts from outside.
fn shorten(slots: &mut [(&'static str, Slot)]) {
    for (name, slot) in slots {
        if let ("text" | "part" | "sign", Slot::Name(quoted)) = (*name, slot) {
            *quoted = quote(quoted);
        }
    }
}

impl Text {
    /// Returns one sentence about the error in a FEN.
    pub fn setup_error_sentence(&self, error: &SetupError) -> String {
        let (key, mut slots) = setup(error);
        shorten(&mut slots);
        self.fill(self.find(key, |file| &file.setup).unwrap_or(key), &slots)
    }

    /// Returns one sentence about the error in a move text, without the rule that forbids the move.
    pub fn move_error_sentence(&self, error: &MoveTextError) -> String {
        let (key, mut slots) = move_text(error);
        shorten(&mut slots);
        self.fill(self.find(key, |file| &file.complaints).unwrap_or(key), &slots)
    }
}

fn move_text(error: &MoveTextError) -> Template {
    match error {
        MoveTextError::Empty => template!("empty"),
        MoveTextError::Short { text, example } => template!("short", text, example),
        MoveTextError::NoLevel { text, examples } => template!("no-level", text, examples),
        MoveTextError::OneSquare { text, example } => template!("one-square", text, example),
        MoveTextError::NoSquare { text, part } => template!("no-square", text, part),
        MoveTextError::Sign { text, sign } => template!("sign", text, sign),
        MoveTextError::Unreadable { text, part } => template!("unreadable", text, part),
        MoveTextError::NullMove { text } => template!("null-move", text),
        MoveTextError::NoSuch { text } => template!("no-such", text),
        MoveTextError::Ambiguous { text, candidates } => template!("ambiguous", text, candidates),
        MoveTextError::Choice { text, candidates } => template!("choice", text, candidates),
        MoveTextError::Illegal { text, refusal: _ } => template!("illegal", text),
    }
}

fn setup(error: &SetupError) -> Template {
    match error {
        SetupError::Empty => template!("empty"),
        SetupError::FieldMissing { found, expected, missing } => template!("field-missing", found, expected, missing),
        SetupError::FieldExtra { text } => template!("field-extra", text),
        SetupError::Levels { found, expected } => template!("levels", found, expected),
        SetupError::Ranks { level: None, found, expected } => template!("ranks", found, expected),
        SetupError::Ranks { level: Some(level), found, expected } => template!("level-ranks", level, found, expected),
        SetupError::RankLength { text, found, expected } => template!("rank-length", text, found, expected),
        SetupError::Letter { letter, text } => template!("letter", letter, text),
        SetupError::Mark { square } => template!("mark", square),
        SetupError::Side { text } => template!("side", text),
        SetupError::NoCastling { text } => template!("no-castling", text),
        SetupError::Castling { text } => template!("castling", text),
        SetupError::CastlingHome { letter, king, rook } => template!("castling-home", letter, king, rook),
        SetupError::NoEnPassant { text } => template!("no-en-passant", text),
        SetupError::EnPassant { text } => template!("en-passant", text),
        SetupError::EnPassantImpossible { square, fault } => match fault {
            EnPassantFault::Rank => template!("en-passant-rank", square),
            EnPassantFault::NoPawn => template!("en-passant-pawn", square),
            EnPassantFault::Occupied => template!("en-passant-occupied", square),
            EnPassantFault::OriginOccupied => template!("en-passant-origin", square),
        },
        SetupError::Number { field, text, least, most } => template!("number", field, text, least, most),
        SetupError::Kings { color, found, squares } => template!("kings", color, found, squares),
        SetupError::NoKing { color } => template!("no-king", color),
        SetupError::OpponentInCheck { color, square } => template!("opponent-in-check", color, square),
        SetupError::PawnOnLastRank { square } => template!("pawn-on-last-rank", square),
        SetupError::PawnOnFirstRank { square } => template!("pawn-on-first-rank", square),
        SetupError::State(StateError { key, slots, english: _ }) => {
            (key, slots.iter().map(|(slot, value)| (*slot, Slot::from(value))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use faraday_rules::orthodox::reasons;

    fn text(language: Language) -> Text {
        Text::read("", "", language)
    }

    fn setups() -> Vec<SetupError> {
        let text = || "x".to_owned();
        let square = || "e4".to_owned();
        let faults =
            [EnPassantFault::Rank, EnPassantFault::NoPawn, EnPassantFault::Occupied, EnPassantFault::OriginOccupied];
        let mut all = vec![
            SetupError::Empty,
            SetupError::FieldMissing { found: 1, expected: 6, missing: "side to move" },
            SetupError::FieldExtra { text: text() },
            SetupError::Levels { found: 2, expected: 3 },
            SetupError::Ranks { level: None, found: 7, expected: 8 },
            SetupError::Ranks { level: Some(2), found: 4, expected: 5 },
            SetupError::RankLength { text: text(), found: 9, expected: 8 },
            SetupError::Letter { letter: 'x', text: text() },
            SetupError::Mark { square: square() },
            SetupError::Side { text: text() },
            SetupError::NoCastling { text: text() },
            SetupError::Castling { text: text() },
            SetupError::CastlingHome { letter: 'K', king: square(), rook: "h1".to_owned() },
            SetupError::NoEnPassant { text: text() },
            SetupError::EnPassant { text: text() },
            SetupError::Number { field: "move number", text: text(), least: 1, most: 9 },
            SetupError::Kings { color: Color::White, found: 2, squares: "a1, b1".to_owned() },
            SetupError::NoKing { color: Color::Black },
            SetupError::OpponentInCheck { color: Color::Black, square: square() },
            SetupError::PawnOnLastRank { square: square() },
            SetupError::PawnOnFirstRank { square: square() },
        ];
        all.extend(faults.map(|fault| SetupError::EnPassantImpossible { square: square(), fault }));
        all
    }

    fn move_texts() -> Vec<MoveTextError> {
        let [text, part, candidates] = ["{part}", "x", "Na4, Nb4"].map(str::to_owned);
        vec![
            MoveTextError::Empty,
            MoveTextError::Short { text: text.clone(), example: "e4".to_owned() },
            MoveTextError::NoLevel { text: text.clone(), examples: "1c3, 2c3".to_owned() },
            MoveTextError::OneSquare { text: text.clone(), example: "e2e4".to_owned() },
            MoveTextError::NoSquare { text: text.clone(), part: part.clone() },
            MoveTextError::Sign { text: text.clone(), sign: part.clone() },
            MoveTextError::Unreadable { text: text.clone(), part },
            MoveTextError::NullMove { text: text.clone() },
            MoveTextError::NoSuch { text: text.clone() },
            MoveTextError::Ambiguous { text: text.clone(), candidates: candidates.clone() },
            MoveTextError::Choice { text: text.clone(), candidates },
            MoveTextError::Illegal { text, refusal: reasons::GAME_OVER.at([]) },
        ]
    }

    #[test]
    fn in_english_the_sentence_is_that_of_the_error() {
        let english = text(Language::ENGLISH);
        for error in setups() {
            assert_eq!(english.setup_error_sentence(&error), error.to_string());
        }
        for error in move_texts() {
            assert_eq!(english.move_error_sentence(&error), error.to_string());
        }
    }

    #[test]
    fn every_error_has_a_sentence_whose_slots_are_filled() {
        for text in Language::all().map(text) {
            let said = |key| text.shared.setup.contains_key(key);
            let setups = setups();
            assert!(setups.iter().all(|error| said(setup(error).0)));
            assert_eq!(setups.len(), text.shared.setup.len());
            assert_eq!(move_texts().len(), text.shared.complaints.len());
            for error in setups {
                let sentence = text.setup_error_sentence(&error);
                assert!(!sentence.contains(['{', '}']), "{sentence}");
            }
        }
    }
}
