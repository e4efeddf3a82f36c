//! Execution of a legal move of FIDE chess, split into steps that variants reuse.

use crate::{
    Castle, Choice, Count, Event, EventSink, Geometry, Move, Piece, Position, Role, RuleId, Set, SetOf, Square, Variant,
};

/// The rule under which the events of an orthodox move are reported (C.2).
pub const FIDE: RuleId = RuleId("C.2");

/// Plays a legal move: castling, capture, step, promotion, rights, en-passant square, clocks, and turn.
#[inline]
pub fn play<V: Variant>(position: &mut Position<V>, mv: Move, sink: &mut impl EventSink) {
    let us = position.turn();
    let role = position.board().standing(mv.from);
    let piece = Piece { color: us, role };
    if role == Role::King
        && let Some(rook) = position.castle(mv)
    {
        position.set_en_passant(None);
        castle(position, rook, sink);
        position.pass_turn(Count::On);
        return;
    }
    let (count, double) = step(position, piece, mv, sink);
    position.set_en_passant(double);
    position.pass_turn(count);
}

/// Moves a piece, captures, and promotes a pawn that has a choice. Does not update castling rights,
/// clocks, or the turn.
///
/// Returns the effect on the fifty-move count, and the square passed by a double step.
#[inline]
pub fn step<V: Variant>(
    position: &mut Position<V>,
    piece: Piece,
    mv: Move,
    sink: &mut impl EventSink,
) -> (Count, Option<Square>) {
    let (taken, double) = relocate(position, piece, mv, sink);
    let is_pawn = piece.role == Role::Pawn;
    if is_pawn && V::Geometry::last_rank(piece.color).has(mv.to) {
        promote(position, mv.to, piece, mv.choice, FIDE, sink);
    }
    (if is_pawn || taken.is_some() { Count::Anew } else { Count::On }, double)
}

/// Replaces a pawn by the chosen piece.
#[inline]
pub fn promote<V: Variant>(
    position: &mut Position<V>,
    at: Square,
    piece: Piece,
    choice: Option<Choice>,
    rule: RuleId,
    sink: &mut impl EventSink,
) {
    if let Some(role) = choice.and_then(Choice::role) {
        position.replace(at, piece, role);
        sink.emit(rule, || Event::Promoted { piece, role, at });
    }
}

/// Moves the king and the rook of a castling.
pub fn castle<V: Variant>(position: &mut Position<V>, castle: &Castle, sink: &mut impl EventSink) {
    for (role, (from, to)) in [(Role::King, castle.king), (Role::Rook, castle.rook)] {
        let piece = Piece { color: castle.color, role };
        position.shift(piece, from, to);
        sink.emit(FIDE, || Event::Moved { piece, from, to });
    }
    position.lose_rights(castle.king.0);
}

/// Moves a piece and captures on its target or en passant.
///
/// Returns the captured role and its square, and the square passed by a double step if an enemy
/// pawn could capture there.
#[inline]
pub fn relocate<V: Variant>(
    position: &mut Position<V>,
    piece: Piece,
    mv: Move,
    sink: &mut impl EventSink,
) -> (Option<(Role, Square)>, Option<Square>) {
    let victim = match piece.role {
        Role::Pawn => position.en_passant_victim(mv).unwrap_or(mv.to),
        _ => mv.to,
    };
    let taken = position.take(victim, FIDE, sink).map(|role| (role, victim));
    land(position, piece, mv, sink);
    let double = if piece.role == Role::Pawn { passed(position, piece, mv) } else { None };
    (taken, double)
}

/// Puts a piece down on an empty target.
#[inline]
pub fn land<V: Variant>(position: &mut Position<V>, piece: Piece, mv: Move, sink: &mut impl EventSink) {
    position.shift(piece, mv.from, mv.to);
    position.lose_rights(mv.from);
    sink.emit(FIDE, || Event::Moved { piece, from: mv.from, to: mv.to });
}

#[inline]
fn passed<V: Variant>(position: &Position<V>, pawn: Piece, mv: Move) -> Option<Square> {
    let ahead = V::Geometry::ahead(pawn.color);
    if mv.to != mv.from.offset(2 * ahead) {
        return None;
    }
    let square = mv.from.offset(ahead);
    if Some(V::Geometry::rank_of(!pawn.color, square)) != V::EN_PASSANT_RANK {
        return None;
    }
    let enemies: SetOf<V> = position.board().pieces(!pawn.color, Role::Pawn);
    (V::Geometry::pawn(pawn.color, square) & enemies).any().then_some(square)
}
