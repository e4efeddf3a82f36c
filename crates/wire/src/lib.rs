//! Faraday's interchange types: the web app receives them through WebAssembly, other programs as JSON.
//!
//! Squares are names (`e4`, `2c3`), moves are UCI, and colors and roles are lowercase words. Nothing is computed here:
//! each value is converted from a game, a journal, or an entry of the catalog. The inner types do not depend on these.

/// Adds the derives of an interchange type.
macro_rules! wire_types {
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
macro_rules! string_enum {
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
macro_rules! mirror_enums {
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
mod piece;
mod position;
mod problem;
mod rating;
mod record;
mod review;
mod table;
mod verdict;

pub use book::{BookMove, book_moves};
pub use catalog::{
    OverlayName, PieceValue, PositionFeature, Rule, RulePoint, Ruling, Status, Theme, Variant, catalog, rules, rulings,
    themes, variant,
};
pub use draft::{Draft, read_draft, write_draft};
pub use endgame::{EndgameTable, EndgameValue, MissingReason, MissingTable, Probe, ProbedMove, Solved};
pub use engine::{Bound, Report, Score, SearchRequest, SearchResult, SideClock};
pub use event::{Event, ExplainedEvent, explained_events};
pub use explanation::{Cause, Explanation, Played, Preview, causes, explain, play, preview};
pub use learning::{Attempt, Diagram, Sample, Task, check_task, lesson, samples};
pub use overlay::{Choice, Contribution, Destination, EffectLine, LentMoves, Meaning, Overlay, overlay};
pub use piece::{Color, Role};
pub use position::{Amount, Ending, LegalMove, PlacedPiece, Snapshot, ending, snapshot};
pub use problem::{NotNowReason, Problem, ProblemKind};
pub use rating::{Rating, UNTRIED_DEVIATION, rated, unrated};
pub use record::{PgnEntry, PgnReader, RESERVED_TAGS, Record, RecordedLine, RecordedMove, format_clk, write_pgn};
pub use review::{
    Accuracy, LineMove, LostPiece, PositionResult, Reason, Review, ReviewProgress, ReviewedMove, TurningPoint, Within,
    position_result, review, review_progress,
};
pub use table::{TableClocks, TableState, table_state};
pub use verdict::{Judgment, Threshold, Verdict, expectation, judge, thresholds};
