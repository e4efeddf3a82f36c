//! Faraday's interchange types: the web app receives them through WebAssembly, other programs as JSON.
//!
//! Squares are names (`e4`, `2c3`), moves are UCI, and colors and roles are lowercase words. Nothing is computed here:
//! each value is converted from a game, a journal or an entry of the catalog. The inner types do not depend on these.

/// Adds the derives of an interchange type.
macro_rules! shapes {
    ($($item:item)*) => {
        $(
            #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
            #[serde(rename_all = "camelCase")]
            #[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
            #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
            $item
        )*
    };
}

/// Defines an enum of words, each with its name in JSON.
macro_rules! words {
    ($(#[doc = $about:literal])+ pub enum $list:ident; $($(#[doc = $doc:literal])+ $word:ident,)+) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum $list {
            $($(#[doc = $doc])+ $word,)+
        }

        impl $list {
            /// All values, in the order of their definition.
            pub const ALL: &[$list] = &[$($list::$word),+];
        }

        impl std::fmt::Display for $list {
            /// Writes the name of the word in JSON.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                serde::Serialize::serialize(self, f)
            }
        }
    };
}

/// Converts between an enum of words and the inner enum with the same names, in both directions.
macro_rules! mirrors {
    ($($inner:ident::$name:ident { $($word:ident $(($value:ident))?),+ })+) => {
        $(
            impl From<$inner::$name> for $name {
                fn from(inner: $inner::$name) -> $name {
                    match inner {
                        $($inner::$name::$word $(($value))? => $name::$word $(($value))?,)+
                    }
                }
            }

            impl From<$name> for $inner::$name {
                fn from(shown: $name) -> $inner::$name {
                    match shown {
                        $($name::$word $(($value))? => $inner::$name::$word $(($value))?,)+
                    }
                }
            }
        )+
    };
}

mod book;
mod catalog;
mod draft;
mod endgame;
mod engine;
mod event;
mod explanation;
mod learning;
pub mod live;
mod overlay;
mod position;
mod problem;
mod rating;
mod record;
mod review;
mod table;
mod verdict;
mod words;

pub use book::{BookMove, book_moves};
pub use catalog::{
    Means, OverlayName, Point, Rule, Ruling, Status, Theme, Variant, Worth, catalog, rules, rulings, themes, variant,
};
pub use draft::{Draft, read_draft, write_draft};
pub use endgame::{EndgameTable, EndgameValue, Missing, MissingReason, Probe, ProbedMove, Solved};
pub use engine::{Answer, Bound, Order, Purse, Report, Score};
pub use event::{Event, Told, told};
pub use explanation::{Cause, Explanation, Played, Preview, causes, explain, play, preview};
pub use learning::{Attempt, Diagram, Sample, Task, check_task, lesson, samples};
pub use overlay::{Choice, Entry, Lent, Line, Meaning, Overlay, Part, overlay};
pub use position::{Amount, Ending, LegalMove, PlacedPiece, Snapshot, ending, snapshot};
pub use problem::{NotNowReason, Problem, ProblemKind};
pub use rating::{Rating, UNTRIED_DEVIATION, rated, unrated};
pub use record::{PgnEntry, PgnReader, Record, RecordedLine, RecordedMove, SPOKEN_FOR, clock_face, write_pgn};
pub use review::{
    Accuracy, Fallen, Found, LineMove, Looking, Reason, Review, ReviewedMove, TurningPoint, Within, found, looking,
    review,
};
pub use table::{TableClocks, TableState, table_state};
pub use verdict::{Judgement, Threshold, Verdict, expectation, judge, thresholds};
pub use words::{Color, Role};
