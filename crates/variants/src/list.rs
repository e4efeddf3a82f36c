//! The catalog: the single list of variants, from which everything else is derived, and an entry with the data of each.

#[cfg(feature = "books")]
use std::sync::Arc;
use std::sync::{LazyLock, OnceLock};

#[cfg(feature = "books")]
use faraday_engine::Book;
#[cfg(feature = "engine")]
use faraday_engine::{AnyEngine, Engine, Referee};
use faraday_engine::{Evaluate, Ladder};
use faraday_rules::{
    Draws, Event, Game, Geometry, Kings, Move, MoveTextError, Position, Role, SetupError, Square, Variant,
};

use crate::any_game::{AnyGame, LocalizedGame};
#[cfg(feature = "books")]
use crate::book;
use crate::diagram::{self, Diagram, Diagrams};
use crate::draft::{self, Draft};
use crate::language::Language;
use crate::lesson::{self, Task};
#[cfg(feature = "engine")]
use crate::referee;
use crate::sample::{self, Sample};
use crate::text::Text;

/// Calls a macro with the type and the folder of every variant.
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

/// All bundled tablebases: the ids of their variants, and the bytes of the file.
#[cfg(feature = "endgames")]
const ENDGAMES: &[(&[&str], &[u8])] = include!(concat!(env!("OUT_DIR"), "/endgames.rs"));

/// Data about tablebases, bundled or not: the variant, and JSON.
#[cfg(feature = "endgames")]
const KNOWN_ENDGAMES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/known_endgames.rs"));

/// All bundled opening books: the variant, and the text.
#[cfg(feature = "books")]
const BOOKS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/books.rs"));

/// All bundled puzzle files: the variant, and the text.
#[cfg(feature = "puzzles")]
const PUZZLES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// A function that reads the texts of one variant.
type ReadText = Box<dyn FnOnce() -> Text + Send>;

type NewGame = fn(Language, Option<&str>) -> Result<Box<dyn AnyGame>, SetupError>;

/// A feature of a variant's positions, other than pieces, that a position editor must support.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PositionFeature {
    Castling,
    EnPassant,
    /// Numbers on squares, such as energies.
    Amounts,
    /// Marks on pawns, written as `~` in FEN.
    Marks,
    /// Check, and with it checkmate.
    Check,
}

/// A variant in the catalog: its data, and constructors of its games, for code that names no variant.
pub struct Entry {
    /// The id of the variant, also used in URLs, PGN, and UCI.
    pub id: &'static str,
    /// Further names that the `Variant` tag of a PGN may use.
    pub aliases: &'static [&'static str],
    /// The folder of the variant, which options of one variant share.
    pub family: &'static str,
    /// The numbers of files, ranks, and levels of the board.
    pub size: (u8, u8, u8),
    /// Returns the name of a square of the board.
    pub square_name: fn(Square) -> String,
    /// Writes a move in UCI.
    pub write_uci: fn(Move) -> String,
    /// Parses a move in UCI without checking that it is legal.
    pub parse_uci: fn(&str) -> Result<Move, MoveTextError>,
    /// The features of its positions.
    pub features: Vec<PositionFeature>,
    /// The value of a role in centipawns.
    pub value: fn(Role) -> i32,
    /// The handicaps and the ratings of its computer levels.
    pub ladder: Ladder,
    /// The number of fields in its FEN.
    pub fen_fields: usize,
    /// The FEN of the starting position.
    pub start: &'static str,
    /// The names of its overlays.
    pub overlays: &'static [&'static str],
    /// The rules, rulings, and sentences in English. Read on first use, because a page usually needs only
    /// one of nine variants.
    pub text: LazyLock<Text, ReadText>,
    /// The same texts in each other language, also read on first use.
    translations: Vec<(Language, OnceLock<Text>)>,
    /// Read on the first access.
    diagrams: OnceLock<Diagrams>,
    lesson: OnceLock<Vec<Task>>,
    #[cfg(feature = "books")]
    book: OnceLock<Option<Arc<Book>>>,
    displaces_pieces: fn() -> bool,
    read_draft: fn(&str) -> Result<Draft, SetupError>,
    new_game: NewGame,
    #[cfg(feature = "engine")]
    new_engine: fn(usize) -> Box<dyn AnyEngine>,
}

impl Entry {
    /// Returns true if a PGN with this `Variant` tag is of this variant.
    pub fn has_tag(&self, tag: &str) -> bool {
        let names = [self.id, &self.text.name];
        names.iter().chain(self.aliases).any(|name| name.eq_ignore_ascii_case(tag))
    }

    /// Returns the value of the `Variant` tag in PGN files. The first variant of the catalog has none, because programs
    /// that do not know the tag would refuse the file (N.5).
    pub fn pgn_tag(&self) -> Option<&'static str> {
        (self.id != catalog()[0].id).then_some(self.id)
    }

    /// Returns the rules, rulings, and sentences in a language.
    pub fn text_in(&self, language: Language) -> &Text {
        match self.translations.iter().find(|(known, _)| *known == language) {
            Some((_, text)) => text.get_or_init(|| Text::read(self.family, self.id, language)),
            None => &self.text,
        }
    }

    /// Starts a game from a FEN, or from the starting position, with texts in English.
    pub fn game(&self, fen: Option<&str>) -> Result<Box<dyn AnyGame>, SetupError> {
        self.game_in(Language::ENGLISH, fen)
    }

    /// Starts a game from a FEN, or from the starting position, with texts in a language.
    pub fn game_in(&self, language: Language, fen: Option<&str>) -> Result<Box<dyn AnyGame>, SetupError> {
        (self.new_game)(language, fen)
    }

    /// Starts a game record from a FEN, or from the starting position. The draws of C.3 are noted but do not end it.
    pub fn record_in(&self, language: Language, fen: Option<&str>) -> Result<Box<dyn AnyGame>, SetupError> {
        let mut record = self.game_in(language, fen)?;
        record.set_draws(Draws::Note);
        Ok(record)
    }

    /// Returns the diagrams that show a rule, given by its id.
    pub fn diagrams(&self, rule: &str) -> &[Diagram] {
        let diagrams = self.diagrams.get_or_init(|| diagram::read(self.family));
        diagrams.get(rule).map_or(&[], Vec::as_slice)
    }

    /// Returns the ids of the rules that have diagrams.
    pub fn diagrammed(&self) -> impl Iterator<Item = &str> {
        self.diagrams.get_or_init(|| diagram::read(self.family)).keys().map(String::as_str)
    }

    /// Returns the tasks of the lesson, which a variant shares with its options.
    pub fn lesson(&self) -> &[Task] {
        self.lesson.get_or_init(|| lesson::read(self.family))
    }

    /// Returns the variant's sample games, which are worth playing through.
    pub fn samples(&self) -> Vec<Sample> {
        sample::of(self.family, self.id)
    }

    /// Returns the bundled tablebases, each as the bytes of a file.
    #[cfg(feature = "endgames")]
    pub fn endgames(&self) -> impl Iterator<Item = &'static [u8]> {
        ENDGAMES.iter().filter(|(ids, _)| ids.contains(&self.id)).map(|(_, bytes)| *bytes)
    }

    /// Returns data about the variant's tablebases as JSON, including those that are not bundled.
    #[cfg(feature = "endgames")]
    pub fn known_endgames(&self) -> Option<&'static str> {
        KNOWN_ENDGAMES.iter().find(|(id, _)| *id == self.id).map(|(_, json)| *json)
    }

    /// Returns the text of the bundled opening book, if there is one.
    #[cfg(feature = "books")]
    pub fn book_text(&self) -> Option<&'static str> {
        BOOKS.iter().find(|(id, _)| *id == self.id).map(|(_, text)| *text)
    }

    /// Returns the bundled opening book, read on first use.
    ///
    /// # Panics
    ///
    /// If the book is damaged, which tests rule out.
    #[cfg(feature = "books")]
    pub fn book(&self) -> Option<Arc<Book>> {
        let read =
            |text| Arc::new(book::read(self, text).expect("a test reads every book that comes with the program"));
        self.book.get_or_init(|| self.book_text().map(read)).clone()
    }

    /// Returns the text of the variant's puzzles, if there are any.
    #[cfg(feature = "puzzles")]
    pub fn puzzle_text(&self) -> Option<&'static str> {
        PUZZLES.iter().find(|(id, _)| *id == self.id).map(|(_, text)| *text)
    }

    /// Returns true if a move may displace pieces that it does not name, so that a board display must be
    /// sent their new squares.
    pub fn displaces_pieces(&self) -> bool {
        (self.displaces_pieces)()
    }

    /// Parses a FEN without checking that it describes a legal position.
    pub fn read_draft(&self, fen: &str) -> Result<Draft, SetupError> {
        (self.read_draft)(fen)
    }

    /// Creates a computer player with a transposition table of about `megabytes` megabytes.
    #[cfg(feature = "engine")]
    pub fn engine(&self, megabytes: usize) -> Box<dyn AnyEngine> {
        #[cfg_attr(not(feature = "books"), expect(unused_mut, reason = "there is nothing to give it"))]
        let mut engine = (self.new_engine)(megabytes);
        #[cfg(feature = "books")]
        engine.set_book(self.book());
        engine
    }

    /// Starts a game from a FEN, or from the starting position, for an engine protocol. The error describes an
    /// invalid FEN in English.
    #[cfg(feature = "engine")]
    pub fn referee(&self, fen: Option<&str>) -> Result<Box<dyn Referee>, String> {
        referee::new(self, fen)
    }
}

fn new_game<V: Variant>(language: Language, fen: Option<&str>) -> Result<Box<dyn AnyGame>, SetupError> {
    let position = Position::<V>::from_fen(fen.unwrap_or(V::START))?;
    let entry = find(V::ID).expect("a game is made by its entry in the list");
    Ok(Box::new(LocalizedGame { game: Game::new(position), entry, text: entry.text_in(language) }))
}

#[cfg(feature = "engine")]
fn new_engine<V: Evaluate>(megabytes: usize) -> Box<dyn AnyEngine> {
    Box::new(Engine::<V>::new(megabytes))
}

/// Looks at the first moves only. A property test checks that later moves have no other kinds of effects.
fn displaces_pieces<V: Variant>() -> bool {
    let start = Position::<V>::start();
    let displaces = |(_, event)| matches!(event, Event::Pushed { .. } | Event::Pulled { .. });
    start.moves().into_iter().any(|mv| start.events(mv).into_iter().any(displaces))
}

fn features<V: Evaluate>() -> Vec<PositionFeature> {
    let has_marks = V::Geometry::at(0, 0, 0).is_some_and(|square| V::read_state(&[square], None).is_ok());
    let all = [
        (PositionFeature::Castling, !V::CASTLES.is_empty()),
        (PositionFeature::EnPassant, V::EN_PASSANT_RANK.is_some()),
        (PositionFeature::Amounts, V::amounts(&V::State::default()).is_some()),
        (PositionFeature::Marks, has_marks),
        (PositionFeature::Check, V::KINGS == Kings::Mated),
    ];
    all.into_iter().filter(|(_, has)| *has).map(|(feature, _)| feature).collect()
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
        features: features::<V>(),
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
        displaces_pieces: displaces_pieces::<V>,
        read_draft: draft::read::<V>,
        new_game: new_game::<V>,
        #[cfg(feature = "engine")]
        new_engine: new_engine::<V>,
    }
}

/// Returns all variants, orthodox chess first.
pub fn catalog() -> &'static [Entry] {
    static CATALOG: OnceLock<Vec<Entry>> = OnceLock::new();
    macro_rules! entries {
        ($($variant:ident $folder:literal,)+) => {
            vec![$(entry::<$crate::$variant>($folder)),+]
        };
    }
    CATALOG.get_or_init(|| for_each_variant!(entries))
}

/// Returns the variant with this id, such as `magnetic`.
///
/// ```
/// let chess = faraday_variants::find("chess").ok_or("no such variant")?;
/// assert_eq!(chess.game(None)?.fen(), chess.start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find(id: &str) -> Option<&'static Entry> {
    catalog().iter().find(|entry| entry.id == id)
}

/// Returns the variant with this `Variant` tag in a PGN.
pub fn find_by_tag(tag: &str) -> Option<&'static Entry> {
    catalog().iter().find(|entry| entry.has_tag(tag))
}
