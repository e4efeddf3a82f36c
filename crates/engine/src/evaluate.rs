//! The trait by which a variant becomes playable for the engine: an evaluation, and facts that tune the search.
//!
//! Every method except [`Evaluate::evaluate`] has a default that is right for orthodox chess and safe for other
//! variants. A variant that differs overrides it; nothing in this crate depends on a particular variant.

use faraday_rules::{
    Choice, Color, Counter, Each, EndReason, Geometry, Kings, Move, Position, Role, Set, SetOf, Square, Variant,
};

use crate::network::{InputFeatures, Planes};
use crate::see;
use crate::{Ladder, Parameters, WdlModel};

/// A variant that the engine can play. Only the evaluation is required; the defaults suit orthodox chess.
pub trait Evaluate: Variant {
    /// Returns the handcrafted evaluation for the side to move, in centipawns, used when there is no network.
    fn evaluate(position: &Position<Self>) -> i32;

    /// The input planes of this variant's networks.
    const PLANES: Planes = Planes::PIECES;

    /// The id in the files of this variant's networks. Variants that differ only in options may share one.
    const NETWORK_ID: &'static str = Self::ID;

    /// The embedded network; empty if there is none.
    const NETWORK: &'static [u8] = &[];

    /// Returns the network input of a position, with as many planes as [`Evaluate::PLANES`] declares.
    #[inline]
    fn input_features(position: &Position<Self>) -> InputFeatures<SetOf<Self>> {
        InputFeatures::of(position.board())
    }

    /// Margins and reductions of the search; by default those of orthodox chess.
    const PARAMETERS: Parameters = Parameters::CHESS;

    /// The relation between scores and results; by default that of orthodox chess.
    const WDL: WdlModel = WdlModel { half: 110, spread: 200 };

    /// Handicaps and ratings of the levels; by default those of orthodox chess.
    const LADDER: Ladder = Ladder::CHESS;

    /// Returns the value of a piece for ordering and pruning captures, in centipawns.
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

    /// Returns true if the side to move is in check, that is, if it would lose its king by passing.
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

    /// Returns the target squares of moves that can win material at once. Quiescence search looks at no others.
    #[inline]
    fn forcing(position: &Position<Self>) -> SetOf<Self> {
        let board = position.board();
        let us = position.turn();
        let pawns = Self::Geometry::advance(us, board.pieces(us, Role::Pawn));
        let promotions = pawns & Self::Geometry::last_rank(us) & !board.occupied();
        let passing = position.en_passant().map_or(SetOf::<Self>::EMPTY, SetOf::<Self>::of);
        board.color(!us) | promotions | passing
    }

    /// Returns the material that a legal move wins at once, by which MVV orders: the captured piece and
    /// the gain by promotion.
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

    /// Static exchange evaluation (SEE): true if the exchange that a legal move starts wins less than `least`.
    #[inline]
    fn is_see_below(position: &Position<Self>, mv: Move, least: i32) -> bool {
        see::is_below(position, mv, least)
    }

    /// Returns the pieces of a color that may be able to capture on an occupied square. It may include pieces that
    /// cannot, but must not miss one that can.
    #[inline]
    fn capturers(position: &Position<Self>, by: Color, at: Square) -> SetOf<Self> {
        let _ = at;
        position.board().color(by)
    }

    /// Returns the most that a capturing piece can gain by promotion on a square.
    #[inline]
    fn most_form(at: Square) -> i32 {
        let _ = at;
        Self::value(Role::Queen) - Self::value(Role::Pawn)
    }

    /// Returns true if the moved piece is likely to attack the enemy king from its new square. Late move pruning and
    /// futility pruning do not apply to such moves.
    #[inline]
    fn attacks_king(position: &Position<Self>, mv: Move) -> bool {
        let board = position.board();
        let us = position.turn();
        let role = mv.choice.and_then(Choice::role).unwrap_or(board.standing(mv.from));
        let occupied = board.occupied() & !SetOf::<Self>::of(mv.from);
        (Self::Geometry::attacks(us, role, mv.to, occupied) & board.pieces(!us, Role::King)).any()
    }

    /// Returns true if zugzwang is unlikely, so that the score after passing is a lower bound.
    /// Null-move pruning depends on it.
    #[inline]
    fn may_pass(position: &Position<Self>) -> bool {
        let board = position.board();
        let bound = board.role(Role::Pawn) | board.role(Role::King);
        (board.color(position.turn()) & !bound).is_many()
    }

    /// Returns true if neither side can win any more (C.6).
    #[inline]
    fn is_dead(position: &Position<Self>) -> bool {
        const FEW: u32 = 4;
        Self::KINGS == Kings::Mated
            && position.board().occupied().count() <= FEW
            && position.ending().is_some_and(|ending| ending.reason == EndReason::Insufficient)
    }

    /// Returns the largest number of plies since an earlier occurrence of this position. Unlimited by default, because
    /// a pawn may move back in some variants.
    #[inline]
    fn lookback(position: &Position<Self>) -> usize {
        let _ = position;
        usize::MAX
    }
}

/// Returns a move that captures the enemy king, in variants without checkmate.
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
