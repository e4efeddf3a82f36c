//! The legal move generator of Force Field Chess.
//!
//! Fields only remove attacks: a move that leaves the king safe in FIDE chess also leaves it safe here. Only the other
//! moves are played and checked with their fields.

use faraday_rules::{
    Choice, Choices, Flat, Geometry, Move, Piece, Position, Role, Set, Square, Variant, Visit,
    orthodox::{self, CheckInfo},
};

use super::{ForceField, controlled_by, passage};

/// Generates all legal moves to squares of `targets`.
pub fn generate(position: &Position<ForceField>, targets: u64, visit: &mut impl Visit<u64>) {
    let Some(info) = CheckInfo::<u64>::of(position) else { return };
    let closed = closed_to(position, targets);
    let open = targets & !position.board().color(position.turn());
    king_moves(position, info.king, open, visit);
    piece_moves(position, &info, open & !closed, closed, visit);
    pawn_moves(position, &info, targets & !closed, closed, visit);
    if let Some(target) = position.en_passant().filter(|target| (targets & !closed).has(*target)) {
        let us = position.turn();
        for from in (Flat::pawn(!us, target) & position.board().pieces(us, Role::Pawn)).squares() {
            let safe = judged(position, from, u64::of(target), None);
            visit.from(from, safe, Choices::PLAIN);
        }
    }
}

/// Returns the squares that the side to move may not pass; the empty set if moves to the targets pass no square.
fn closed_to(position: &Position<ForceField>, targets: u64) -> u64 {
    let board = position.board();
    let us = position.turn();
    if let Some(only) = targets.first()
        && !targets.is_many()
        && board.occupied().has(only)
    {
        let capturers = orthodox::attackers(board, us, only, board.occupied());
        if capturers & !Flat::king(only) == 0 {
            return 0;
        }
    }
    controlled_by(position, !us)
}

/// Returns the targets of moves, except castling, that do not leave the king in check.
#[inline]
fn judged(position: &Position<ForceField>, from: Square, to: u64, choice: Option<Choice>) -> u64 {
    // Usually there are no targets to check.
    if to == 0 { 0 } else { tried(position, from, to, choice) }
}

/// Like `judged`, with each move played on a copy of the board.
#[inline(never)]
fn tried(position: &Position<ForceField>, from: Square, to: u64, choice: Option<Choice>) -> u64 {
    let board = position.board();
    let us = position.turn();
    let mover = Piece { color: us, role: board.standing(from) };
    let landed = Piece { color: us, role: choice.and_then(Choice::role).unwrap_or(mover.role) };
    let is_safe = |to: &Square| {
        let mut after = *board;
        after.toggle(from, mover);
        let passed =
            if mover.role == Role::Pawn { position.en_passant_victim(Move { from, to: *to, choice }) } else { None };
        let victim = passed.unwrap_or(*to);
        if let Some(role) = board.role_at(victim) {
            after.toggle(victim, Piece { color: !us, role });
        }
        after.toggle(*to, landed);
        !passage::is_check(&after, us)
    };
    to.squares().filter(is_safe).fold(0, |set, square| set | u64::of(square))
}

/// Returns the targets of moves that do not leave the king in check. Only moves that do so in FIDE chess are tried.
#[inline]
fn safe(position: &Position<ForceField>, info: &CheckInfo<u64>, from: Square, to: u64) -> u64 {
    let sure = info.targets::<Flat>(from);
    let doubtful = to & !sure;
    if doubtful == 0 { to } else { to & sure | judged(position, from, doubtful, None) }
}

/// Generates the king's moves, which fields do not restrict, and castling under the conditions on check (FF.7).
fn king_moves(position: &Position<ForceField>, king: Square, open: u64, visit: &mut impl Visit<u64>) {
    let board = position.board();
    let us = position.turn();
    let steps = Flat::king(king) & open;
    let sure = orthodox::safe_steps(board, us, king, steps);
    visit.from(king, sure | judged(position, king, steps & !sure, None), Choices::PLAIN);
    for castle in orthodox::open_castles(position).filter(|castle| open.has(castle.king.1)) {
        if orthodox::check_castling(position, castle).is_ok() {
            let mv = Move { from: king, to: castle.king.1, choice: None };
            if !passage::is_check(position.after(mv).board(), us) {
                visit.from(king, u64::of(mv.to), Choices::PLAIN);
            }
        }
    }
}

#[inline]
fn piece_moves(
    position: &Position<ForceField>,
    info: &CheckInfo<u64>,
    open: u64,
    closed: u64,
    visit: &mut impl Visit<u64>,
) {
    let board = position.board();
    let ours = board.color(position.turn());
    let past = board.occupied() | closed;
    for from in (ours & board.role(Role::Knight)).squares() {
        let to = Flat::knight(from) & open;
        if to != 0 {
            visit.from(from, safe(position, info, from, to & passage::knight(from, closed)), Choices::PLAIN);
        }
    }
    for from in (ours & board.diagonals()).squares() {
        visit.from(from, safe(position, info, from, Flat::bishop(from, past) & open), Choices::PLAIN);
    }
    for from in (ours & board.straights()).squares() {
        visit.from(from, safe(position, info, from, Flat::rook(from, past) & open), Choices::PLAIN);
    }
}

/// Generates steps, double steps, captures, and promotions. `open` has the targets, and `closed` blocks the first half
/// of a double step.
fn pawn_moves(
    position: &Position<ForceField>,
    info: &CheckInfo<u64>,
    open: u64,
    closed: u64,
    visit: &mut impl Visit<u64>,
) {
    let board = position.board();
    let us = position.turn();
    let pawns = board.pieces(us, Role::Pawn);
    let passable = !(board.occupied() | closed);
    if info.pinned & pawns == 0 && info.check_mask == u64::MAX {
        return orthodox_bundles(position, pawns, open, passable, visit);
    }
    let last = Flat::last_rank(us);
    for from in pawns.squares() {
        let to = targets(position, u64::of(from), open, passable).into_iter().fold(0, |set, (to, _)| set | to);
        visit.from(from, safe(position, info, from, to & !last), Choices::PLAIN);
        let sure = to & last & info.targets::<Flat>(from);
        visit.from(from, sure, Choices::PROMOTION);
        // The new piece has its own field, so each promotion is checked separately.
        for choice in Choices::PROMOTION.offered().flatten() {
            visit.from(from, judged(position, from, to & last & !sure, Some(choice)), Choices::of(choice));
        }
    }
}

/// Returns the targets of pawns with the offset by which they are reached.
#[inline]
fn targets(position: &Position<ForceField>, pawns: u64, open: u64, passable: u64) -> [(u64, i8); 4] {
    let us = position.turn();
    let enemies = position.board().color(!us) & open;
    let ahead = Flat::ahead(us);
    let front = Flat::advance(us, pawns);
    let single = front & passable;
    let double = Flat::advance(us, single & Flat::rank_set(us, 2)) & passable;
    [
        (single & open, ahead),
        (double & open, 2 * ahead),
        (Flat::step(front, -1, 0) & enemies, ahead - 1),
        (Flat::step(front, 1, 0) & enemies, ahead + 1),
    ]
}

#[inline]
fn orthodox_bundles(
    position: &Position<ForceField>,
    pawns: u64,
    open: u64,
    passable: u64,
    visit: &mut impl Visit<u64>,
) {
    let last = <ForceField as Variant>::Geometry::last_rank(position.turn());
    for (to, offset) in targets(position, pawns, open, passable) {
        visit.shifted(to & !last, offset, Choices::PLAIN);
        if to & last != 0 {
            visit.shifted(to & last, offset, Choices::PROMOTION);
        }
    }
}
