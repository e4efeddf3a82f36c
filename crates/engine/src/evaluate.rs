//! What the engine asks of a variant: how good a position is, and the few facts on which search is tuned.
//!
//! Every question but [`Evaluate::evaluate`] has an answer that is right for orthodox chess and safe for the rest. A
//! variant that differs overrides the hook; nothing in this crate asks which variant it serves.

use faraday_rules::{
    Choice, Color, Counter, Each, EndReason, Geometry, Kings, Move, Position, Role, Set, SetOf, Square, Variant,
};

use crate::network::{Planes, Sight};
use crate::see;
use crate::{Ladder, Parameters, WdlModel};

/// A variant that can be searched.
pub trait Evaluate: Variant {
    /// What the position is worth to the side to move, in hundredths of a pawn, where no network says so.
    fn evaluate(position: &Position<Self>) -> i32;

    /// The planes that this variant's network sees.
    const PLANES: Planes = Planes::PIECES;

    /// The id under which this variant's network is known: options of one game may share it.
    const NETWORK_ID: &'static str = Self::ID;

    /// The network that comes with the program; empty if there is none.
    const NETWORK: &'static [u8] = &[];

    /// What the network sees of a position: as many planes as [`Evaluate::PLANES`] says.
    #[inline]
    fn sight(position: &Position<Self>) -> Sight<SetOf<Self>> {
        Sight::of(position.board())
    }

    /// Margins and reductions of the search; by default, those of orthodox chess.
    const PARAMETERS: Parameters = Parameters::CHESS;

    /// What scores promise; by default, what they do in orthodox chess.
    const WDL: WdlModel = WdlModel { half: 110, spread: 200 };

    /// What the levels do, and what they are rated; by default, those of orthodox chess.
    const LADDER: Ladder = Ladder::CHESS;

    /// What a piece is worth when captures are ordered and pruned.
    #[inline]
    fn value(role: Role) -> i32 {
        match role {
            Role::Pawn => 100,
            Role::Knight => 320,
            Role::Bishop => 330,
            Role::Rook => 500,
            Role::Queen => 900,
            Role::King => 20_000,
        }
    }

    /// Whether the side to move is in check: whether it would lose its king if it passed.
    #[inline]
    fn is_threatened(position: &Position<Self>) -> bool {
        match Self::KINGS {
            Kings::Mated => position.is_check(),
            Kings::Captured => position.board().king(position.turn()).is_some_and(|king| {
                if Self::capturers(position, !position.turn(), king).is_empty() {
                    return false;
                }
                let mut captures = Counter::default();
                position.passed().legal_to(SetOf::<Self>::of(king), &mut captures);
                captures.0 > 0
            }),
        }
    }

    /// The squares on which a move can win material at once: quiescence search looks at no others.
    #[inline]
    fn forcing(position: &Position<Self>) -> SetOf<Self> {
        let board = position.board();
        let us = position.turn();
        let pawns = Self::Geometry::advance(us, board.pieces(us, Role::Pawn));
        let promotions = pawns & Self::Geometry::last_rank(us) & !board.occupied();
        let passing = position.en_passant().map_or(SetOf::<Self>::EMPTY, SetOf::<Self>::of);
        board.color(!us) | promotions | passing
    }

    /// The material that a legal move wins at once, by which MVV orders: what it captures, and what a piece gains by a
    /// new form.
    #[inline]
    fn gain(position: &Position<Self>, mv: Move) -> i32 {
        let board = position.board();
        let taken = match board.role_at(mv.to) {
            Some(role) => Self::value(role),
            None if position.en_passant() == Some(mv.to)
                && board.standing(mv.from) == Role::Pawn
                && position.en_passant_victim(mv).is_some() =>
            {
                Self::value(Role::Pawn)
            }
            None => 0,
        };
        let formed = mv.choice.and_then(Choice::role);
        taken + formed.map_or(0, |role| Self::value(role) - Self::value(board.standing(mv.from)))
    }

    /// SEE, static exchange evaluation: whether the exchange that a legal move starts wins less than `least`.
    #[inline]
    fn is_see_below(position: &Position<Self>, mv: Move, least: i32) -> bool {
        see::is_below(position, mv, least)
    }

    /// The pieces of a color that may be able to capture on an occupied square: some of them perhaps cannot, but nobody
    /// else can.
    #[inline]
    fn capturers(position: &Position<Self>, by: Color, at: Square) -> SetOf<Self> {
        let _ = at;
        position.board().color(by)
    }

    /// The most that a piece may gain by a new form when it captures on a square.
    #[inline]
    fn most_form(at: Square) -> i32 {
        let _ = at;
        Self::value(Role::Queen) - Self::value(Role::Pawn)
    }

    /// Whether a legal move's piece is likely to bear on the enemy king from where it lands: such a move is never left
    /// out unseen.
    #[inline]
    fn attacks_king(position: &Position<Self>, mv: Move) -> bool {
        let board = position.board();
        let us = position.turn();
        let role = mv.choice.and_then(Choice::role).unwrap_or(board.standing(mv.from));
        let occupied = board.occupied() & !SetOf::<Self>::of(mv.from);
        (Self::Geometry::attacks(us, role, mv.to, occupied) & board.pieces(!us, Role::King)).any()
    }

    /// Whether zugzwang is unlikely here: having to move is hardly ever a burden, so that a score after passing is a
    /// lower bound. Null-move pruning asks.
    #[inline]
    fn may_pass(position: &Position<Self>) -> bool {
        let board = position.board();
        let bound = board.role(Role::Pawn) | board.role(Role::King);
        (board.color(position.turn()) & !bound).is_many()
    }

    /// Whether nobody can win any more (C.6).
    #[inline]
    fn is_dead(position: &Position<Self>) -> bool {
        const FEW: u32 = 4;
        Self::KINGS == Kings::Mated
            && position.board().occupied().count() <= FEW
            && position.ending().is_some_and(|ending| ending.reason == EndReason::Insufficient)
    }

    /// How many plies ago this same position can have stood at most. Where a pawn may go back, that is not known.
    #[inline]
    fn lookback(position: &Position<Self>) -> usize {
        let _ = position;
        usize::MAX
    }
}

/// A move that captures the enemy king, where kings are captured.
#[inline]
pub(crate) fn king_capture<V: Evaluate>(position: &Position<V>) -> Option<Move> {
    match V::KINGS {
        Kings::Mated => None,
        Kings::Captured => {
            let king = position.board().king(!position.turn())?;
            if V::capturers(position, position.turn(), king).is_empty() {
                return None;
            }
            let mut found = None;
            position.legal_to(SetOf::<V>::of(king), &mut Each(|mv| found = found.or(Some(mv))));
            found
        }
    }
}
