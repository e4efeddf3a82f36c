//! The one list of variants. Everything else is derived from it.

#[cfg(feature = "books")]
use std::sync::Arc;
use std::sync::{LazyLock, OnceLock};

#[cfg(feature = "books")]
use faraday_engine::Book;
#[cfg(feature = "brains")]
use faraday_engine::{Brain, Player, Referee};
use faraday_engine::{Evaluate, Ladder};
use faraday_rules::{
    Draws, Event, Game, Geometry, Kings, Move, MoveTextError, Position, Role, SetupError, Square, Variant,
};

use crate::any_game::{AnyGame, Speaking};
#[cfg(feature = "books")]
use crate::book;
use crate::diagram::{self, Diagram, Diagrams};
use crate::draft::{self, Draft};
use crate::language::Language;
use crate::lesson::{self, Task};
#[cfg(feature = "brains")]
use crate::referee;
use crate::sample::{self, Sample};
use crate::text::Text;

/// Calls a macro with every variant's type and the folder of its text.
#[macro_export]
macro_rules! for_each_variant {
    ($call:ident) => {
        $call! {
            Chess "chess",
            ForceField "forcefield",
            Magnetic "magnetic",
            Collision "collision",
            Emulation "emulation",
            Future "future",
            CollisionScatter "collision",
            CollisionDecay "collision",
            CollisionScatterDecay "collision",
        }
    };
}

/// Every endgame table: the variants it is of, and its bytes.
#[cfg(feature = "endgames")]
const ENDGAMES: &[(&[&str], &[u8])] = include!(concat!(env!("OUT_DIR"), "/endgames.rs"));

/// What is known of endgame tables, whether they come with the program or not: the variant, and JSON.
#[cfg(feature = "endgames")]
const KNOWN_ENDGAMES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/known_endgames.rs"));

/// Every opening book: the variant it is of, and its text.
#[cfg(feature = "books")]
const BOOKS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/books.rs"));

/// Every file of puzzles: the variant it is of, and its text.
#[cfg(feature = "puzzles")]
const PUZZLES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// Reads the texts of one variant.
type ReadText = Box<dyn FnOnce() -> Text + Send>;

type NewGame = fn(Language, Option<&str>) -> Result<Box<dyn AnyGame>, SetupError>;

/// What a position of a variant may hold or give besides pieces: what an editor has to offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// Castling rights.
    Castling,
    /// An en-passant square.
    EnPassant,
    /// Numbers on squares.
    Amounts,
    /// Marks on pawns, `~` in FEN.
    Marks,
    /// Check, and with it checkmate.
    Check,
}

/// A variant as those see it who name none.
pub struct Entry {
    /// The id of the rule book.
    pub id: &'static str,
    /// What the tag `Variant` of a PGN may call it beside.
    pub aliases: &'static [&'static str],
    /// The folder that it lives in: options of one game share it.
    pub family: &'static str,
    /// Files, ranks and levels of its board.
    pub size: (u8, u8, u8),
    /// The name of a square of its board.
    pub square_name: fn(Square) -> String,
    /// A move in UCI.
    pub write_uci: fn(Move) -> String,
    /// Reads a move in UCI; whether it is legal anywhere is not looked at.
    pub parse_uci: fn(&str) -> Result<Move, MoveTextError>,
    /// What its positions may hold.
    pub means: Vec<Means>,
    /// What a piece is worth, in hundredths of a pawn.
    pub value: fn(Role) -> i32,
    /// What the levels of its computer player do, and what they are rated.
    pub ladder: Ladder,
    /// How many fields its FEN has.
    pub fen_fields: usize,
    /// The FEN from which a game starts.
    pub start: &'static str,
    /// The names of its overlays.
    pub overlays: &'static [&'static str],
    /// Its rules, rulings and sentences in English, read when they are first asked for: of a book of nine a page needs one.
    pub text: LazyLock<Text, ReadText>,
    /// The same in each other language, read in the same way.
    translations: Vec<(Language, OnceLock<Text>)>,
    /// Read when they are first asked for.
    diagrams: OnceLock<Diagrams>,
    lesson: OnceLock<Vec<Task>>,
    #[cfg(feature = "books")]
    book: OnceLock<Option<Arc<Book>>>,
    moves_others: fn() -> bool,
    read_draft: fn(&str) -> Result<Draft, SetupError>,
    new_game: NewGame,
    #[cfg(feature = "brains")]
    new_brain: fn(usize) -> Box<dyn Brain>,
}

impl Entry {
    /// Whether a PGN whose tag `Variant` says this means it.
    pub fn is_called(&self, tag: &str) -> bool {
        let names = [self.id, &self.text.name];
        names.iter().chain(self.aliases).any(|name| name.eq_ignore_ascii_case(tag))
    }

    /// The value of the tag `Variant` in its PGN. The first of the catalog has none: programs that do not know the tag would
    /// refuse it (N.5).
    pub fn pgn_tag(&self) -> Option<&'static str> {
        (self.id != catalog()[0].id).then_some(self.id)
    }

    /// Its rules, rulings and sentences in a language.
    pub fn text_in(&self, language: Language) -> &Text {
        match self.translations.iter().find(|(known, _)| *known == language) {
            Some((_, text)) => text.get_or_init(|| Text::read(self.family, self.id, language)),
            None => &self.text,
        }
    }

    /// A game from a FEN, or from the start, that speaks English.
    pub fn game(&self, fen: Option<&str>) -> Result<Box<dyn AnyGame>, SetupError> {
        self.game_in(Language::ENGLISH, fen)
    }

    /// A game from a FEN, or from the start, that speaks a language.
    pub fn game_in(&self, language: Language, fen: Option<&str>) -> Result<Box<dyn AnyGame>, SetupError> {
        (self.new_game)(language, fen)
    }

    /// A record from a FEN, or from the start: the draws of C.3 are noted, and do not end it.
    pub fn record_in(&self, language: Language, fen: Option<&str>) -> Result<Box<dyn AnyGame>, SetupError> {
        let mut record = self.game_in(language, fen)?;
        record.set_draws(Draws::Note);
        Ok(record)
    }

    /// The diagrams of a rule.
    pub fn diagrams(&self, rule: &str) -> &[Diagram] {
        let diagrams = self.diagrams.get_or_init(|| diagram::read(self.family));
        diagrams.get(rule).map_or(&[], Vec::as_slice)
    }

    /// The ids of the rules that have diagrams.
    pub fn diagrammed(&self) -> impl Iterator<Item = &str> {
        self.diagrams.get_or_init(|| diagram::read(self.family)).keys().map(String::as_str)
    }

    /// The tasks of the lesson, which a game shares with its options.
    pub fn lesson(&self) -> &[Task] {
        self.lesson.get_or_init(|| lesson::read(self.family))
    }

    /// Games worth playing through.
    pub fn samples(&self) -> Vec<Sample> {
        sample::of(self.family, self.id)
    }

    /// The endgame tables that come with the program, each the bytes of a file.
    #[cfg(feature = "endgames")]
    pub fn endgames(&self) -> impl Iterator<Item = &'static [u8]> {
        ENDGAMES.iter().filter(|(ids, _)| ids.contains(&self.id)).map(|(_, bytes)| *bytes)
    }

    /// What is known of its endgame tables, those that do not come with the program among them, as JSON.
    #[cfg(feature = "endgames")]
    pub fn known_endgames(&self) -> Option<&'static str> {
        KNOWN_ENDGAMES.iter().find(|(id, _)| *id == self.id).map(|(_, json)| *json)
    }

    /// The text of the opening book that comes with the program, if there is one.
    #[cfg(feature = "books")]
    pub fn book_text(&self) -> Option<&'static str> {
        BOOKS.iter().find(|(id, _)| *id == self.id).map(|(_, text)| *text)
    }

    /// That book, read when it is first asked for.
    ///
    /// # Panics
    ///
    /// If it is damaged, which tests rule out.
    #[cfg(feature = "books")]
    pub fn book(&self) -> Option<Arc<Book>> {
        let read =
            |text| Arc::new(book::read(self, text).expect("a test reads every book that comes with the program"));
        self.book.get_or_init(|| self.book_text().map(read)).clone()
    }

    /// The text of its puzzles, if there are any.
    #[cfg(feature = "puzzles")]
    pub fn puzzle_text(&self) -> Option<&'static str> {
        PUZZLES.iter().find(|(id, _)| *id == self.id).map(|(_, text)| *text)
    }

    /// Whether a move may displace pieces that it does not name. Who shows a board must be told where they went.
    pub fn moves_others(&self) -> bool {
        (self.moves_others)()
    }

    /// The facts of a FEN; whether they make a position is not looked at.
    pub fn read_draft(&self, fen: &str) -> Result<Draft, SetupError> {
        (self.read_draft)(fen)
    }

    /// A computer player with a transposition table of about so many megabytes.
    #[cfg(feature = "brains")]
    pub fn brain(&self, megabytes: usize) -> Box<dyn Brain> {
        #[cfg_attr(not(feature = "books"), expect(unused_mut, reason = "there is nothing to give it"))]
        let mut brain = (self.new_brain)(megabytes);
        #[cfg(feature = "books")]
        brain.set_book(self.book());
        brain
    }

    /// Keeps a game from a FEN, or from the start, for a protocol; else says in English what is wrong with the FEN.
    #[cfg(feature = "brains")]
    pub fn referee(&self, fen: Option<&str>) -> Result<Box<dyn Referee>, String> {
        referee::new(self, fen)
    }
}

fn new_game<V: Variant>(language: Language, fen: Option<&str>) -> Result<Box<dyn AnyGame>, SetupError> {
    let position = Position::<V>::from_fen(fen.unwrap_or(V::START))?;
    let entry = find(V::ID).expect("a game is made by its entry in the list");
    Ok(Box::new(Speaking { game: Game::new(position), entry, text: entry.text_in(language) }))
}

#[cfg(feature = "brains")]
fn new_brain<V: Evaluate>(megabytes: usize) -> Box<dyn Brain> {
    Box::new(Player::<V>::new(megabytes))
}

/// Seen on the first moves: a law holds that later ones do nothing else.
fn moves_others<V: Variant>() -> bool {
    let start = Position::<V>::start();
    let displaces = |(_, event)| matches!(event, Event::Pushed { .. } | Event::Pulled { .. });
    start.moves().into_iter().any(|mv| start.events(mv).into_iter().any(displaces))
}

fn means<V: Evaluate>() -> Vec<Means> {
    let has_marks = V::Geometry::at(0, 0, 0).is_some_and(|square| V::read_state(&[square], None).is_ok());
    let all = [
        (Means::Castling, !V::CASTLES.is_empty()),
        (Means::EnPassant, V::EN_PASSANT_RANK.is_some()),
        (Means::Amounts, V::amounts(&V::State::default()).is_some()),
        (Means::Marks, has_marks),
        (Means::Check, V::KINGS == Kings::Mated),
    ];
    all.into_iter().filter(|(_, has)| *has).map(|(means, _)| means).collect()
}

fn entry<V: Evaluate>(family: &'static str) -> Entry {
    let others = Language::all().filter(|language| *language != Language::ENGLISH);
    Entry {
        id: V::ID,
        family,
        size: (V::Geometry::FILES, V::Geometry::RANKS, V::Geometry::LEVELS),
        square_name: V::Geometry::name,
        write_uci: Position::<V>::write_uci,
        parse_uci: Position::<V>::parse_uci,
        means: means::<V>(),
        value: V::value,
        ladder: V::LADDER,
        fen_fields: if V::SEVENTH_FIELD.is_some() { 7 } else { 6 },
        start: V::START,
        overlays: V::OVERLAYS,
        aliases: V::ALIASES,
        text: LazyLock::new(Box::new(move || Text::read(family, V::ID, Language::ENGLISH))),
        diagrams: OnceLock::new(),
        lesson: OnceLock::new(),
        #[cfg(feature = "books")]
        book: OnceLock::new(),
        translations: others.map(|language| (language, OnceLock::new())).collect(),
        moves_others: moves_others::<V>,
        read_draft: draft::read::<V>,
        new_game: new_game::<V>,
        #[cfg(feature = "brains")]
        new_brain: new_brain::<V>,
    }
}

/// Every variant.
pub fn catalog() -> &'static [Entry] {
    static CATALOG: OnceLock<Vec<Entry>> = OnceLock::new();
    macro_rules! entries {
        ($($variant:ident $folder:literal,)+) => {
            vec![$(entry::<$crate::$variant>($folder)),+]
        };
    }
    CATALOG.get_or_init(|| for_each_variant!(entries))
}

/// The variant of an id.
pub fn find(id: &str) -> Option<&'static Entry> {
    catalog().iter().find(|entry| entry.id == id)
}

/// The variant that the tag `Variant` of a PGN means.
pub fn find_called(tag: &str) -> Option<&'static Entry> {
    catalog().iter().find(|entry| entry.is_called(tag))
}
