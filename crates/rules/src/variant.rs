//! The extension point for variants: a trait whose defaults are orthodox chess.
//!
//! A variant overrides a hook by calling shared code, never by copying it.

use std::fmt::Debug;

use crate::fen;
use crate::orthodox;
use crate::{
    Castle, Cause, Choice, Color, Ending, EventSink, Geometry, Kings, Move, Overlay, Position, Reason, Refusal, Set,
    SetOf, Setup, SetupError, Square, Visit, castling,
};

/// The part of a position that a variant adds to orthodox chess, such as numbers on squares; `()` if there is none.
pub trait State: Clone + Eq + Default + Debug + Send + Sync + 'static {
    /// Returns this state's share of the position's hash, computed from scratch.
    fn key(&self) -> u64;
}

impl State for () {
    #[inline]
    fn key(&self) -> u64 {
        0
    }
}

/// The rules of a chess variant. The defaults are those of orthodox chess, so a variant overrides only the differences.
pub trait Variant: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// The shape of the board.
    type Geometry: Geometry;
    /// The data of a position beyond orthodox chess.
    type State: State;

    /// The id used in URLs, PGN, UCI, and folder names.
    const ID: &'static str;
    /// The FEN of the starting position.
    const START: &'static str = orthodox::START;
    /// The rule by which a game is won.
    const KINGS: Kings = Kings::Mated;
    /// The castlings of the variant.
    const CASTLES: &'static [Castle] = &castling::ORTHODOX;
    /// The rank of an en-passant square, from 0 as the capturing player counts; `None` in variants without en passant.
    const EN_PASSANT_RANK: Option<u8> = Some(5);
    /// The content of a seventh FEN field, in variants that have one.
    const SEVENTH_FIELD: Option<&'static str> = None;
    /// All reasons for which the variant may refuse a move.
    const REASONS: &'static [Reason] = orthodox::REASONS;
    /// All ways in which a move may depend on a rule that orthodox chess does not have.
    const CAUSES: &'static [Reason] = &[];
    /// Further names that the `Variant` tag of a PGN may use in addition to the id and the name.
    const ALIASES: &'static [&'static str] = &[];
    /// The names of the variant's overlays.
    const OVERLAYS: &'static [&'static str] = &[];

    /// Sends every legal move to a square of `targets` to the visitor. This is the fast path for search.
    fn generate(position: &Position<Self>, targets: SetOf<Self>, visit: &mut impl Visit<SetOf<Self>>) {
        orthodox::generate(position, targets, visit);
    }

    /// Returns the first applicable reason why a move is illegal, or `None` exactly if it is legal. Accepts any move.
    fn refuse(position: &Position<Self>, mv: Move) -> Option<Refusal> {
        orthodox::refuse(position, mv)
    }

    /// Plays a legal move and sends its consequences to `sink`.
    fn play(position: &mut Position<Self>, mv: Move, sink: &mut impl EventSink) {
        orthodox::play(position, mv, sink);
    }

    /// Returns the pieces that give check to the king of a color; none in variants without check.
    #[inline]
    fn checkers(position: &Position<Self>, color: Color) -> SetOf<Self> {
        match Self::KINGS {
            Kings::Mated => orthodox::checkers(position, color),
            Kings::Captured => Set::EMPTY,
        }
    }

    /// Returns the ending that follows from the position only, without regard to history.
    fn ending(position: &Position<Self>) -> Option<Ending> {
        match Self::KINGS {
            Kings::Mated => orthodox::ending(position),
            Kings::Captured => orthodox::king_capture_ending(position),
        }
    }

    /// Returns true if no sequence of legal moves lets a color win. If its opponent runs out of time, the game is then
    /// a draw (T.1, T.2). In variants where kings are captured, a lone king can still win.
    fn has_insufficient_material(position: &Position<Self>, color: Color) -> bool {
        Self::KINGS == Kings::Mated && orthodox::has_insufficient_material(position, color)
    }

    /// Refuses a setup that the rules make impossible (N.4).
    ///
    /// # Errors
    ///
    /// The first fault of the setup.
    fn check_setup(setup: &Setup<Self>) -> Result<(), SetupError> {
        orthodox::check_setup(setup)
    }

    /// Parses the variant's own state from a FEN: marks after a piece letter and a seventh field.
    ///
    /// # Errors
    ///
    /// If a mark or the field is malformed, or a mark is on a square that cannot have one.
    fn read_state(marks: &[Square], field: Option<&str>) -> Result<Self::State, SetupError> {
        let _ = field;
        match marks.first() {
            None => Ok(Self::State::default()),
            Some(square) => Err(SetupError::Mark { square: Self::Geometry::name(*square) }),
        }
    }

    /// Returns true if FEN marks the piece on a square with `~`.
    fn is_marked(state: &Self::State, square: Square) -> bool {
        let _ = (state, square);
        false
    }

    /// Writes the seventh FEN field. The default writes the numbers on squares, if the variant has any.
    fn write_field(state: &Self::State) -> Option<String> {
        Self::amounts(state).map(|amounts| {
            let named: Vec<_> =
                amounts.into_iter().map(|(square, amount)| (Self::Geometry::name(square), amount)).collect();
            fen::write_amounts(&named)
        })
    }

    /// Returns the numbers on squares, ordered by file, then rank, or `None` in variants without them.
    fn amounts(state: &Self::State) -> Option<Vec<(Square, i32)>> {
        let _ = state;
        None
    }

    /// Returns the choice as SAN writes it, or `None` if the reader can infer it (N.3).
    fn written_choice(position: &Position<Self>, mv: Move) -> Option<Choice> {
        let _ = position;
        mv.choice
    }

    /// Computes an overlay by its name, for the selected square if there is one. `None` if the variant
    /// has no such overlay.
    fn overlay(position: &Position<Self>, name: &str, selected: Option<Square>) -> Option<Overlay> {
        let _ = (position, name, selected);
        None
    }

    /// Returns the candidates on which a legal move may depend beyond orthodox chess, nearest first, each with the
    /// outcome without it. Empty in variants without such rules. Simple and slow: for explanations, not for search.
    fn causes(position: &Position<Self>, mv: Move) -> Vec<Cause> {
        let _ = (position, mv);
        Vec::new()
    }
}
