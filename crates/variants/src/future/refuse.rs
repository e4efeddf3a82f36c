//! The reason why a move of Future Chess is illegal, independently of the move generator.

use faraday_rules::{Choices, Geometry, Move, Piece, Position, Reason, Refusal, Role, Set, Square, Tower, orthodox};

use super::{Future, promotes};

macro_rules! reasons {
    ($($name:ident = $rule:literal $key:literal;)+) => {
        $(const $name: Reason = Reason::new($rule, $key);)+
        /// All reasons of Future Chess.
        pub const REASONS: &[Reason] = &[$($name),+];
    };
}

reasons! {
    PAWN_WAY = "FC.4" "way";
    PAWN_BLOCKED = "FC.4" "blocked";
    PAWN_DOUBLE = "FC.4" "double-step";
    PAWN_CAPTURE = "FC.4" "nothing-there";
    PAWN_CLIMB = "FC.5" "occupied";
    CHOICE_MISSING = "FC.6" "missing";
    CHOICE_IDLE = "FC.6" "idle";
    CHOICE_WRONG = "FC.6" "wrong";
    BISHOP_WAY = "FC.7" "way";
    BISHOP_BLOCKED = "FC.7" "blocked";
    BISHOP_COLOR = "FC.7" "color";
    BISHOP_FAR = "FC.7" "far";
    BISHOP_CAPTURE = "FC.7" "capture";
    KNIGHT_WAY = "FC.8" "way";
    ROOK_WAY = "FC.9" "way";
    ROOK_BLOCKED = "FC.9" "blocked";
    ROOK_LEVEL = "FC.9" "level";
    ROOK_FAR = "FC.9" "far";
    ROOK_CAPTURE = "FC.9" "capture";
    QUEEN_WAY = "FC.10" "way";
    QUEEN_BLOCKED = "FC.10" "blocked";
    QUEEN_FAR = "FC.10" "far";
    QUEEN_CAPTURE = "FC.10" "capture";
    KING_WAY = "FC.11" "way";
    KING_ATTACKED = "FC.11" "attacked";
    CHECK_STANDS = "FC.12" "check-stands";
    PINNED = "FC.12" "pinned";
}

/// Checks a move and returns the first reason why it is illegal.
pub fn judge(position: &Position<Future>, mv: Move) -> Result<(), Refusal> {
    let piece = orthodox::check_turn(position, mv)?;
    match piece.role {
        Role::Pawn => check_pawn(position, piece, mv)?,
        Role::Knight if !Tower::knight(mv.from).has(mv.to) => return Err(KNIGHT_WAY.at([])),
        Role::King if !Tower::king(mv.from).has(mv.to) => return Err(KING_WAY.at([])),
        Role::Knight | Role::King => {}
        Role::Bishop => check_bishop(position, mv)?,
        Role::Rook => check_rook(position, mv)?,
        Role::Queen => check_queen(position, mv)?,
    }
    let allowed = if promotes(position, mv) { Choices::PROMOTION } else { Choices::PLAIN };
    orthodox::check_choice(mv, allowed, [CHOICE_MISSING, CHOICE_IDLE, CHOICE_WRONG])?;
    orthodox::check_king(position, mv, [KING_ATTACKED, CHECK_STANDS, PINNED])
}

fn levels_apart(mv: Move) -> u8 {
    Tower::level(mv.from).abs_diff(Tower::level(mv.to))
}

/// Returns true if the two squares of a move are directly above each other.
fn is_straight(mv: Move) -> bool {
    Tower::file(mv.from) == Tower::file(mv.to) && Tower::rank(mv.from) == Tower::rank(mv.to)
}

fn is_occupied(position: &Position<Future>, square: Square) -> bool {
    position.board().occupied().has(square)
}

/// Returns the first piece between two squares of one level.
fn blocker(position: &Position<Future>, from: Square, to: Square) -> Option<Square> {
    let between = Tower::between(from, to) & position.board().occupied();
    if from < to { between.first() } else { between.last() }
}

fn check_pawn(position: &Position<Future>, piece: Piece, mv: Move) -> Result<(), Refusal> {
    let us = piece.color;
    if Tower::pawn(us, mv.from).has(mv.to) {
        return if is_occupied(position, mv.to) { Ok(()) } else { Err(PAWN_CAPTURE.at([])) };
    }
    let to_next = mv.from.offset(Tower::ahead(us)) == mv.to;
    let climbs = Tower::last_rank(us).has(mv.from);
    if to_next && is_occupied(position, mv.to) {
        return Err(if climbs { PAWN_CLIMB } else { PAWN_BLOCKED }.at([mv.to]));
    }
    if to_next {
        return Ok(());
    }
    let is_double = levels_apart(mv) == 0 && mv.from.offset(2 * Tower::ahead(us)) == mv.to;
    Err(if is_double { PAWN_DOUBLE } else { PAWN_WAY }.at([]))
}

fn check_slide(
    position: &Position<Future>,
    mv: Move,
    attacks: u128,
    [way, blocked]: [Reason; 2],
) -> Result<(), Refusal> {
    if !attacks.has(mv.to) {
        return Err(way.at([]));
    }
    match blocker(position, mv.from, mv.to) {
        Some(square) => Err(blocked.at([square])),
        None => Ok(()),
    }
}

fn check_bishop(position: &Position<Future>, mv: Move) -> Result<(), Refusal> {
    match levels_apart(mv) {
        0 => check_slide(position, mv, Tower::bishop(mv.from, 0), [BISHOP_WAY, BISHOP_BLOCKED]),
        1 if Tower::is_light(mv.from) != Tower::is_light(mv.to) => Err(BISHOP_COLOR.at([])),
        1 if is_occupied(position, mv.to) => Err(BISHOP_CAPTURE.at([mv.to])),
        1 => Ok(()),
        _ => Err(BISHOP_FAR.at([])),
    }
}

fn check_rook(position: &Position<Future>, mv: Move) -> Result<(), Refusal> {
    match levels_apart(mv) {
        0 => check_slide(position, mv, Tower::rook_on_level(mv.from, 0), [ROOK_WAY, ROOK_BLOCKED]),
        1 if is_straight(mv) => Ok(()),
        1 => {
            let under = Tower::at(Tower::level(mv.from), Tower::file(mv.to), Tower::rank(mv.to));
            let Some(under) = under.filter(|square| Tower::rook_on_level(mv.from, 0).has(*square)) else {
                return Err(ROOK_WAY.at([]));
            };
            let in_way = if is_occupied(position, under) { Some(under) } else { None };
            match blocker(position, mv.from, under).or(in_way) {
                Some(square) => Err(ROOK_LEVEL.at([square, under])),
                None if is_occupied(position, mv.to) => Err(ROOK_CAPTURE.at([mv.to])),
                None => Ok(()),
            }
        }
        _ => Err(ROOK_FAR.at([])),
    }
}

fn check_queen(position: &Position<Future>, mv: Move) -> Result<(), Refusal> {
    match levels_apart(mv) {
        0 => {
            let slides = Tower::rook_on_level(mv.from, 0) | Tower::bishop(mv.from, 0);
            check_slide(position, mv, slides, [QUEEN_WAY, QUEEN_BLOCKED])
        }
        1 if is_straight(mv) => Ok(()),
        2 if !is_straight(mv) => Err(QUEEN_FAR.at([])),
        _ if is_occupied(position, mv.to) => Err(QUEEN_CAPTURE.at([mv.to])),
        _ => Ok(()),
    }
}
