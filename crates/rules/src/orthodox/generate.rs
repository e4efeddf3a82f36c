//! The legal move generator of FIDE chess. It emits moves in bundles and resolves pins and checks on sets, so that
//! counting needs no move list.

use super::check::{CheckInfo, is_attacked};
use crate::{Board, Castle, Choices, Color, Geometry, Position, Role, Set, SetOf, Square, Variant, Visit};

/// Returns check info without restrictions, for variants without check, or `None` if the king of the side
/// to move was captured.
#[inline]
pub fn without_checks<V: Variant>(position: &Position<V>) -> Option<CheckInfo<SetOf<V>>> {
    let king = position.board().king(position.turn())?;
    let none = SetOf::<V>::EMPTY;
    Some(CheckInfo { king, checkers: none, pinned: none, check_mask: V::Geometry::ALL })
}

/// Returns the castlings with a remaining right and nothing between king and rook.
#[inline]
pub fn open_castles<V: Variant>(position: &Position<V>) -> impl Iterator<Item = &'static Castle> {
    let occupied = position.board().occupied();
    let is_open = move |castle: &&Castle| (V::Geometry::between(castle.king.0, castle.rook.0) & occupied).is_empty();
    position.rights().of(position.turn()).filter(is_open)
}

/// Generates every legal move of FIDE chess to squares of `targets`.
#[inline]
pub fn generate<V: Variant>(position: &Position<V>, targets: SetOf<V>, visit: &mut impl Visit<SetOf<V>>) {
    let Some(info) = CheckInfo::<SetOf<V>>::of(position) else { return };
    king_moves(position, info, targets, visit);
    if info.checkers.is_many() {
        return;
    }
    let open = targets & info.check_mask;
    piece_moves(position, &info, open & !position.board().color(position.turn()), visit);
    pawn_moves(position, &info, open, visit);
    if let Some(target) = position.en_passant().filter(|target| targets.has(*target)) {
        en_passant(position, info.king, target, visit);
    }
}

/// Generates the legal steps and castlings of the king.
#[inline]
pub fn king_moves<V: Variant>(
    position: &Position<V>,
    info: CheckInfo<SetOf<V>>,
    targets: SetOf<V>,
    visit: &mut impl Visit<SetOf<V>>,
) {
    let board = position.board();
    let us = position.turn();
    let steps = V::Geometry::king(info.king) & targets & !board.color(us);
    if steps.any() {
        let safe = safe_steps(board, us, info.king, steps);
        visit.from(info.king, safe, Choices::PLAIN);
    }
    if info.checkers.any() || position.rights().is_empty() {
        return;
    }
    let occupied = board.occupied();
    for castle in open_castles(position) {
        if targets.has(castle.king.1)
            && !is_attacked(board, !us, castle.rook.1, occupied)
            && !is_attacked(board, !us, castle.king.1, occupied)
        {
            visit.from(info.king, SetOf::<V>::of(castle.king.1), Choices::PLAIN);
        }
    }
}

/// Returns the king steps to squares that are not attacked once the king has left its own square.
#[inline]
pub fn safe_steps<G: Geometry>(board: &Board<G>, us: Color, king: Square, mut steps: G::Set) -> G::Set {
    let them = board.color(!us);
    let occupied = board.occupied() ^ G::Set::of(king);
    steps &= !G::pawns(!us, them & board.role(Role::Pawn));
    for knight in (them & board.role(Role::Knight)).squares() {
        steps &= !G::knight(knight);
    }
    for king in (them & board.role(Role::King)).squares() {
        steps &= !G::king(king);
    }
    let (diagonals, straights) = (board.diagonals() & them, board.straights() & them);
    let mut others = steps;
    others.pop();
    // With three or more steps, sliders are rarely more numerous, so the attacks of each slider are computed instead.
    if others.is_many() {
        for from in diagonals.squares() {
            steps &= !G::bishop(from, occupied);
        }
        for from in straights.squares() {
            steps &= !G::rook(from, occupied);
        }
        return steps;
    }
    let mut safe = G::Set::EMPTY;
    for step in steps.squares() {
        let seen = G::bishop(step, occupied) & diagonals | G::rook(step, occupied) & straights;
        if seen.is_empty() {
            safe |= G::Set::of(step);
        }
    }
    safe
}

/// Generates the moves of knights, bishops, rooks, and queens to squares of `open`.
#[inline]
pub fn piece_moves<V: Variant>(
    position: &Position<V>,
    info: &CheckInfo<SetOf<V>>,
    open: SetOf<V>,
    visit: &mut impl Visit<SetOf<V>>,
) {
    let board = position.board();
    let ours = board.color(position.turn());
    let occupied = board.occupied();
    for from in (ours & board.role(Role::Knight) & !info.pinned).squares() {
        visit.from(from, V::Geometry::knight(from) & open, Choices::PLAIN);
    }
    for from in (ours & board.diagonals() & !info.pinned).squares() {
        visit.from(from, V::Geometry::bishop(from, occupied) & open, Choices::PLAIN);
    }
    for from in (ours & board.straights() & !info.pinned).squares() {
        visit.from(from, V::Geometry::rook(from, occupied) & open, Choices::PLAIN);
    }
    if info.pinned.any() {
        for from in (ours & board.diagonals() & info.pinned).squares() {
            let line = V::Geometry::line(info.king, from);
            visit.from(from, V::Geometry::bishop(from, occupied) & open & line, Choices::PLAIN);
        }
        for from in (ours & board.straights() & info.pinned).squares() {
            let line = V::Geometry::line(info.king, from);
            visit.from(from, V::Geometry::rook(from, occupied) & open & line, Choices::PLAIN);
        }
    }
}

/// Generates steps, double steps, captures, and promotions of pawns to squares of `open`, without en passant.
#[inline]
pub fn pawn_moves<V: Variant>(
    position: &Position<V>,
    info: &CheckInfo<SetOf<V>>,
    open: SetOf<V>,
    visit: &mut impl Visit<SetOf<V>>,
) {
    let board = position.board();
    let pawns = board.pieces(position.turn(), Role::Pawn);
    pawn_bundle(position, pawns & !info.pinned, open, visit);
    if info.pinned.any() {
        for from in (pawns & info.pinned).squares() {
            pawn_bundle(position, SetOf::<V>::of(from), open & V::Geometry::line(info.king, from), visit);
        }
    }
}

#[inline]
fn pawn_bundle<V: Variant>(position: &Position<V>, pawns: SetOf<V>, open: SetOf<V>, visit: &mut impl Visit<SetOf<V>>) {
    let board = position.board();
    let us = position.turn();
    let ahead = V::Geometry::ahead(us);
    let empty = !board.occupied();
    let them = board.color(!us);
    let last = V::Geometry::last_rank(us);
    let single = V::Geometry::advance(us, pawns) & empty;
    let double = V::Geometry::advance(us, single & V::Geometry::rank_set(us, 2)) & empty & open;
    let front = V::Geometry::advance(us, pawns);
    let left = V::Geometry::step(front, -1, 0) & them & open;
    let right = V::Geometry::step(front, 1, 0) & them & open;
    let single = single & open;
    visit.shifted(single & !last, ahead, Choices::PLAIN);
    visit.shifted(double, 2 * ahead, Choices::PLAIN);
    visit.shifted(left & !last, ahead - 1, Choices::PLAIN);
    visit.shifted(right & !last, ahead + 1, Choices::PLAIN);
    if ((single | left | right) & last).any() {
        visit.shifted(single & last, ahead, Choices::PROMOTION);
        visit.shifted(left & last, ahead - 1, Choices::PROMOTION);
        visit.shifted(right & last, ahead + 1, Choices::PROMOTION);
    }
}

/// Generates en-passant captures. Two pieces leave one rank at once, so the king's safety is checked again.
fn en_passant<V: Variant>(position: &Position<V>, king: Square, target: Square, visit: &mut impl Visit<SetOf<V>>) {
    let board = position.board();
    let us = position.turn();
    let victim = target.offset(V::Geometry::ahead(!us));
    for from in (V::Geometry::pawn(!us, target) & board.pieces(us, Role::Pawn)).squares() {
        let occupied = board.occupied() ^ SetOf::<V>::of(from) ^ SetOf::<V>::of(victim) | SetOf::<V>::of(target);
        if !is_attacked(board, !us, king, occupied) {
            visit.from(from, SetOf::<V>::of(target), Choices::PLAIN);
        }
    }
}
