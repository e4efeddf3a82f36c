//! The seam: what a variant may say, with orthodox chess as the default.
//!
//! A variant overrides a hook by calling shared parts, never by copying them.

use std::fmt::Debug;

use crate::fen;
use crate::orthodox;
use crate::{
    Castle, Cause, Choice, Color, Ending, Geometry, Kings, Move, Overlay, Position, Reason, Refusal, Set, SetOf, Setup,
    SetupError, Sink, Square, Visit, castling,
};

/// What a variant knows of a position beyond orthodox chess.
pub trait State: Clone + Eq + Default + Debug + Send + Sync + 'static {
    /// The part of the position's hash, computed anew.
    fn key(&self) -> u64;
}

impl State for () {
    #[inline]
    fn key(&self) -> u64 {
        0
    }
}

/// A chess variant. The defaults are orthodox chess.
pub trait Variant: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// The board's shape.
    type Geometry: Geometry;
    /// What a position holds beyond orthodox chess.
    type State: State;

    /// The id used in URLs, PGN, UCI and folders.
    const ID: &'static str;
    /// The FEN from which a game starts.
    const START: &'static str = orthodox::START;
    /// How a game is won.
    const KINGS: Kings = Kings::Mated;
    /// The castlings that exist.
    const CASTLES: &'static [Castle] = &castling::ORTHODOX;
    /// The rank of an en-passant square, as the capturing player counts from 0; none if en passant does not exist.
    const EN_PASSANT_RANK: Option<u8> = Some(5);
    /// What a seventh FEN field holds, where there is one.
    const SEVENTH_FIELD: Option<&'static str> = None;
    /// Every reason for which the variant may refuse a move.
    const REASONS: &'static [Reason] = orthodox::REASONS;
    /// Every way in which a move may rest on what orthodox chess does not have.
    const CAUSES: &'static [Reason] = &[];
    /// What the tag `Variant` of a PGN may call it, beside its id and its name.
    const ALIASES: &'static [&'static str] = &[];
    /// The names of its overlays.
    const OVERLAYS: &'static [&'static str] = &[];

    /// Sends every legal move to a square of `targets` to the visitor: the fast path.
    fn generate(position: &Position<Self>, targets: SetOf<Self>, visit: &mut impl Visit<SetOf<Self>>) {
        orthodox::generate(position, targets, visit);
    }

    /// The first applicable reason why a move is not legal; none exactly if it is. Any move may be asked about.
    fn refuse(position: &Position<Self>, mv: Move) -> Option<Refusal> {
        orthodox::refuse(position, mv)
    }

    /// Plays a legal move and tells what happens.
    fn play(position: &mut Position<Self>, mv: Move, sink: &mut impl Sink) {
        orthodox::play(position, mv, sink);
    }

    /// The pieces that give check to the king of a color. Variants without check have none.
    #[inline]
    fn checkers(position: &Position<Self>, color: Color) -> SetOf<Self> {
        match Self::KINGS {
            Kings::Mated => orthodox::checkers(position, color),
            Kings::Captured => Set::EMPTY,
        }
    }

    /// How the game has ended by the position alone.
    fn ending(position: &Position<Self>) -> Option<Ending> {
        match Self::KINGS {
            Kings::Mated => orthodox::ending(position),
            Kings::Captured => orthodox::king_capture_ending(position),
        }
    }

    /// Whether a color cannot win any more, whatever is played: when the opponent's time is up, the game is a draw (T.1, T.2).
    /// Where kings are captured, a king alone can win.
    fn has_insufficient_material(position: &Position<Self>, color: Color) -> bool {
        Self::KINGS == Kings::Mated && orthodox::has_insufficient_material(position, color)
    }

    /// Refuses a set-up that the rules make impossible (N.4).
    ///
    /// # Errors
    ///
    /// The first fact that is impossible.
    fn check_setup(setup: &Setup<Self>) -> Result<(), SetupError> {
        orthodox::check_setup(setup)
    }

    /// Reads what FEN says of the variant's own state: marks after a piece letter and a seventh field.
    ///
    /// # Errors
    ///
    /// If a mark or the field cannot be read, or a mark stands where none can.
    fn read_state(marks: &[Square], field: Option<&str>) -> Result<Self::State, SetupError> {
        let _ = field;
        match marks.first() {
            None => Ok(Self::State::default()),
            Some(square) => Err(SetupError::Mark { square: Self::Geometry::name(*square) }),
        }
    }

    /// Whether FEN marks the piece on a square with `~`.
    fn is_marked(state: &Self::State, square: Square) -> bool {
        let _ = (state, square);
        false
    }

    /// The seventh FEN field, where there is one: the numbers on squares, unless it says something else.
    fn write_field(state: &Self::State) -> Option<String> {
        Self::amounts(state).map(|amounts| {
            let named: Vec<_> =
                amounts.into_iter().map(|(square, amount)| (Self::Geometry::name(square), amount)).collect();
            fen::write_amounts(&named)
        })
    }

    /// The numbers that the position keeps on squares, by file, then rank; none in a variant whose positions keep no
    /// numbers.
    fn amounts(state: &Self::State) -> Option<Vec<(Square, i32)>> {
        let _ = state;
        None
    }

    /// The choice as SAN writes it: none if the reader needs no sign (N.3).
    fn written_choice(position: &Position<Self>, mv: Move) -> Option<Choice> {
        let _ = position;
        mv.choice
    }

    /// The computed layer of that name over the board; a square may be selected.
    fn overlay(position: &Position<Self>, name: &str, selected: Option<Square>) -> Option<Overlay> {
        let _ = (position, name, selected);
        None
    }

    /// What a legal move rests on beyond orthodox chess: candidates, the nearest first, each with what would be without it.
    /// None where the rules have nothing of the kind. Slow and plain: for explanations, not for search.
    fn causes(position: &Position<Self>, mv: Move) -> Vec<Cause> {
        let _ = (position, mv);
        Vec::new()
    }
}
