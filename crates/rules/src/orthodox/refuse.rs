//! The reason why a move of FIDE chess is illegal, checked in the order in which a player would expect it.
//!
//! This is the reference implementation for `generate`, simple and slow: it plays the move and looks for
//! check, whereas `generate` computes pins. Both use attack tables, `attackers`, and in variants
//! `Variant::checkers` and `Variant::play`. Test vectors cover these shared parts, and so does a property test
//! that determines check independently.

use std::ops::RangeInclusive;

use crate::{
    Castle, Choices, Geometry, Move, Piece, Position, Reason, Refusal, Role, Set, SetOf, Square, Variant, castling,
};

/// The reasons of orthodox chess, each with the meaning of its slots `{a}` and `{b}`.
pub mod reasons {
    use crate::Reason;

    macro_rules! reasons {
        ($($(#[doc = $doc:literal])+ $name:ident = $rule:literal $key:literal;)+) => {
            $($(#[doc = $doc])+ pub const $name: Reason = Reason::new($rule, $key);)+
            /// All reasons of orthodox chess.
            pub const ALL: &[Reason] = &[$($name),+];
        };
    }
    reasons! {
        /// The game is over.
        GAME_OVER = "C.4" "over";
        /// The move starts from an empty square.
        NOTHING_THERE = "C.1" "empty";
        /// The piece belongs to the other player.
        NOT_YOURS = "C.1" "turn";
        /// The origin and the target are the same square.
        NO_PASSING = "C.1" "passing";
        /// The target holds a piece of the player's own.
        OWN_PIECE = "C.2" "own";
        /// The piece does not move like that.
        WAY = "C.2" "way";
        /// The piece on `{a}` is in the way.
        BLOCKED = "C.2" "blocked";
        /// A pawn cannot enter or pass the occupied square `{a}`.
        PAWN_BLOCKED = "C.2" "pawn-blocked";
        /// Only from its second rank may a pawn step two squares.
        DOUBLE_STEP = "C.2" "double-step";
        /// A pawn goes diagonally only to capture.
        PAWN_CAPTURE = "C.2" "pawn-capture";
        /// A piece on `{a}` is between the king and the rook.
        CASTLE_BLOCKED = "C.2" "castle-blocked";
        /// The king is in check from `{a}`.
        CASTLE_CHECK = "C.2" "castle-check";
        /// The king would pass or reach `{a}`, attacked from `{b}`.
        CASTLE_ATTACKED = "C.2" "castle-attacked";
        /// The right to castle is lost.
        CASTLE_RIGHT = "C.7" "right";
        /// A promotion must name the new piece.
        CHOICE_MISSING = "C.2" "choice-missing";
        /// There is nothing to choose.
        CHOICE_IDLE = "C.2" "choice-idle";
        /// The king would move next to `{a}`, or into its reach.
        KING_ATTACKED = "C.2" "king-attacked";
        /// The check from `{a}` would remain.
        CHECK_STANDS = "C.2" "check-stands";
        /// The piece shields its king from `{a}`.
        PINNED = "C.2" "pinned";
        /// No piece of the player's own matches the text.
        NO_SUCH_PIECE = "C.1" "absent";
        /// The variant has no castling.
        NO_CASTLING = "C.2" "no-castling";
        /// Such a choice does not exist.
        CHOICE_WRONG = "C.2" "choice-wrong";
    }
}

/// All reasons of orthodox chess.
pub const REASONS: &[Reason] = reasons::ALL;

/// The kind of a move that its piece is able to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// To the target, capturing the piece there if there is one.
    Straight,
    /// A pawn captures the pawn on this square en passant.
    EnPassant(Square),
    /// The king and the rook move together.
    Castle(&'static Castle),
}

/// Returns the first reason why a move of FIDE chess is illegal.
pub fn refuse<V: Variant>(position: &Position<V>, mv: Move) -> Option<Refusal> {
    let judged = check_turn(position, mv).and_then(|piece| {
        if let Way::Castle(castle) = check_way(position, piece, mv)? {
            check_castling(position, castle)?;
        }
        check_choice(
            mv,
            promotion(position, piece, mv),
            [reasons::CHOICE_MISSING, reasons::CHOICE_IDLE, reasons::CHOICE_WRONG],
        )?;
        check_king(position, mv, [reasons::KING_ATTACKED, reasons::CHECK_STANDS, reasons::PINNED])
    });
    judged.err()
}

/// Returns the choices that a move requires: a promotion for a pawn that reaches its last rank, otherwise none.
pub fn promotion<V: Variant>(position: &Position<V>, piece: Piece, mv: Move) -> Choices {
    if piece.role == Role::Pawn && V::Geometry::last_rank(position.turn()).has(mv.to) {
        Choices::PROMOTION
    } else {
        Choices::PLAIN
    }
}

/// Checks that the game is not over, that the piece exists and is the player's, and that it moves to a square without a
/// piece of its own side.
///
/// # Errors
///
/// The first of these conditions that does not hold.
pub fn check_turn<V: Variant>(position: &Position<V>, mv: Move) -> Result<Piece, Refusal> {
    if position.ending().is_some() {
        return Err(reasons::GAME_OVER.at([]));
    }
    let piece = position.board().piece_at(mv.from).ok_or_else(|| reasons::NOTHING_THERE.at([]))?;
    if piece.color != position.turn() {
        return Err(reasons::NOT_YOURS.at([]));
    }
    if mv.from == mv.to {
        return Err(reasons::NO_PASSING.at([]));
    }
    if position.board().color(piece.color).has(mv.to) {
        return Err(reasons::OWN_PIECE.at([mv.to]));
    }
    Ok(piece)
}

/// Checks that the piece can make this move in FIDE chess and that nothing is in its way. Attacks on the
/// king are not considered.
///
/// # Errors
///
/// If the piece cannot make this move, if something is in its way, or if the right to castle is lost.
pub fn check_way<V: Variant>(position: &Position<V>, piece: Piece, mv: Move) -> Result<Way, Refusal> {
    match piece.role {
        Role::Pawn => check_pawn(position, mv, 1..=1),
        Role::King => {
            match V::CASTLES.iter().find(|castle| castle.color == piece.color && castle.king == (mv.from, mv.to)) {
                Some(castle) => check_castle_way(position, castle),
                None => reach(position, piece.role, mv).map(|()| Way::Straight),
            }
        }
        role => reach(position, role, mv).map(|()| Way::Straight),
    }
}

/// Checks that a piece reaches the target by its own steps or slides.
///
/// # Errors
///
/// If the target is out of reach, or a piece is in the way (the refusal names the nearest one).
pub fn reach<V: Variant>(position: &Position<V>, role: Role, mv: Move) -> Result<(), Refusal> {
    let on_empty_board = V::Geometry::attacks(position.turn(), role, mv.from, SetOf::<V>::EMPTY);
    if !on_empty_board.has(mv.to) {
        return Err(reasons::WAY.at([]));
    }
    match nearest_between::<V>(position, mv.from, mv.to) {
        Some(blocker) if role != Role::Knight && role != Role::King => Err(reasons::BLOCKED.at([blocker])),
        _ => Ok(()),
    }
}

fn nearest_between<V: Variant>(position: &Position<V>, from: Square, to: Square) -> Option<Square> {
    let blockers = V::Geometry::between(from, to) & position.board().occupied();
    if from < to { blockers.first() } else { blockers.last() }
}

/// Checks a pawn's step, double step from the ranks of `double_from` (0 = its first), capture, or en passant.
///
/// # Errors
///
/// If a pawn cannot make this move, or an occupied square is in its way.
pub fn check_pawn<V: Variant>(
    position: &Position<V>,
    mv: Move,
    double_from: RangeInclusive<u8>,
) -> Result<Way, Refusal> {
    let us = position.turn();
    let ahead = V::Geometry::ahead(us);
    let occupied = position.board().occupied();
    if V::Geometry::pawn(us, mv.from).has(mv.to) {
        return match position.en_passant_victim(mv) {
            _ if occupied.has(mv.to) => Ok(Way::Straight),
            Some(victim) => Ok(Way::EnPassant(victim)),
            None => Err(reasons::PAWN_CAPTURE.at([])),
        };
    }
    let front = mv.from.offset(ahead);
    let is_double = V::Geometry::file(mv.from) == V::Geometry::file(mv.to) && mv.to == front.offset(ahead);
    if mv.to != front && !is_double {
        return Err(reasons::WAY.at([]));
    }
    if is_double && !double_from.contains(&V::Geometry::rank_of(us, mv.from)) {
        return Err(reasons::DOUBLE_STEP.at([]));
    }
    match [front, mv.to].into_iter().find(|square| occupied.has(*square)) {
        Some(blocker) => Err(reasons::PAWN_BLOCKED.at([blocker])),
        None => Ok(Way::Straight),
    }
}

fn check_castle_way<V: Variant>(position: &Position<V>, castle: &'static Castle) -> Result<Way, Refusal> {
    let index = castling::ORTHODOX.iter().position(|other| other == castle);
    if !index.is_some_and(|index| position.rights().has(index)) {
        return Err(reasons::CASTLE_RIGHT.at([]));
    }
    match nearest_between::<V>(position, castle.king.0, castle.rook.0) {
        Some(blocker) => Err(reasons::CASTLE_BLOCKED.at([blocker])),
        None => Ok(Way::Castle(castle)),
    }
}

/// Checks that the king is not attacked on its origin and on the square that it passes. `check_king` checks its target.
///
/// # Errors
///
/// The checker, or the passed square and its attacker.
pub fn check_castling<V: Variant>(position: &Position<V>, castle: &Castle) -> Result<(), Refusal> {
    let us = castle.color;
    if let Some(checker) = V::checkers(position, us).first() {
        return Err(reasons::CASTLE_CHECK.at([checker]));
    }
    let king = Piece { color: us, role: Role::King };
    let mut passing = position.clone();
    passing.shift(king, castle.king.0, castle.rook.1);
    match V::checkers(&passing, us).first() {
        Some(attacker) => Err(reasons::CASTLE_ATTACKED.at([castle.rook.1, attacker])),
        None => Ok(()),
    }
}

/// Checks that the choice is one of `allowed`. The reasons are for a missing choice, a choice where there is none, and
/// a choice that is not allowed.
///
/// # Errors
///
/// The reason that applies.
pub fn check_choice(mv: Move, allowed: Choices, [missing, idle, wrong]: [Reason; 3]) -> Result<(), Refusal> {
    match mv.choice {
        choice if allowed.has(choice) => Ok(()),
        None => Err(missing.at([])),
        Some(_) if allowed == Choices::PLAIN => Err(idle.at([])),
        Some(_) => Err(wrong.at([])),
    }
}

/// Checks that the player's king is not in check after the move. The reasons are for a king that moves into check, a
/// check that remains, and a check that the move opens.
///
/// # Errors
///
/// The reason that applies, with the checker and the king.
pub fn check_king<V: Variant>(
    position: &Position<V>,
    mv: Move,
    [attacked, stands, opened]: [Reason; 3],
) -> Result<(), Refusal> {
    let us = position.turn();
    let after = position.after(mv);
    let Some(checker) = V::checkers(&after, us).first() else { return Ok(()) };
    let king = after.board().king(us).unwrap_or(mv.to);
    let reason = if position.board().king(us) == Some(mv.from) {
        attacked
    } else if V::checkers(position, us).has(checker) {
        stands
    } else {
        opened
    };
    Err(reason.at([checker, king]))
}
