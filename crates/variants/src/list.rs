//! The one list of variants. Everything else is derived from it.

use std::sync::OnceLock;

use faraday_engine::{Brain, Evaluate, Player};
use faraday_rules::{Game, Position, SetupError, Variant};

use crate::any_game::AnyGame;
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

type NewGame = fn(Option<&str>) -> Result<Box<dyn AnyGame>, SetupError>;

/// A variant as those see it who name none.
pub struct Entry {
    /// The id of the rule book.
    pub id: &'static str,
    /// The FEN from which a game starts.
    pub start: &'static str,
    /// The names of its overlays.
    pub overlays: &'static [&'static str],
    /// Its rules, rulings and sentences.
    pub text: Text,
    new_game: NewGame,
    new_brain: fn(usize) -> Box<dyn Brain>,
}

impl Entry {
    /// A game from a FEN, or from the start.
    pub fn game(&self, fen: Option<&str>) -> Result<Box<dyn AnyGame>, SetupError> {
        (self.new_game)(fen)
    }

    /// A computer player with a transposition table of about so many megabytes.
    pub fn brain(&self, megabytes: usize) -> Box<dyn Brain> {
        (self.new_brain)(megabytes)
    }
}

fn new_game<V: Variant>(fen: Option<&str>) -> Result<Box<dyn AnyGame>, SetupError> {
    let position = Position::<V>::from_fen(fen.unwrap_or(V::START))?;
    Ok(Box::new(Game::new(position)))
}

fn new_brain<V: Evaluate>(megabytes: usize) -> Box<dyn Brain> {
    Box::new(Player::<V>::new(megabytes))
}

fn entry<V: Evaluate>(text: &str, rulings: &str) -> Entry {
    Entry {
        id: V::ID,
        start: V::START,
        overlays: V::OVERLAYS,
        text: Text::new(text, rulings).of_id(V::ID),
        new_game: new_game::<V>,
        new_brain: new_brain::<V>,
    }
}

/// Every variant.
pub fn catalog() -> &'static [Entry] {
    static CATALOG: OnceLock<Vec<Entry>> = OnceLock::new();
    macro_rules! entries {
        ($($variant:ident $folder:literal,)+) => {
            vec![$(entry::<$crate::$variant>(
                include_str!(concat!($folder, "/text/en.toml")),
                include_str!(concat!($folder, "/rulings.toml")),
            )),+]
        };
    }
    CATALOG.get_or_init(|| for_each_variant!(entries))
}

/// The variant of an id.
pub fn find(id: &str) -> Option<&'static Entry> {
    catalog().iter().find(|entry| entry.id == id)
}
