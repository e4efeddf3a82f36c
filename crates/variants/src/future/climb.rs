//! Pawns and levels of Future Chess: the stages of a pawn, steps upward, and the level changes that cannot capture.

use faraday_rules::{
    Board, Choices, Color, Geometry, Move, Position, Role, RuleId, Set, Setup, SetupError, Square, State, Tower, Visit,
    orthodox::CheckInfo, zobrist,
};

use super::Future;

/// The rule of promotion (FC.6).
pub const PROMOTION: RuleId = RuleId("FC.6");

const LIGHT: u128 = {
    let mut light = 0;
    let mut index = 0;
    while index < 75 {
        if (index % 5 + index / 5 % 5 + index / 25) % 2 == 1 {
            light |= 1 << index;
        }
        index += 1;
    }
    light
};

/// Returns the rule by which a role moves.
#[inline]
pub const fn rule_of(role: Role, changes_level: bool) -> RuleId {
    RuleId(match role {
        Role::Pawn if changes_level => "FC.5",
        Role::Pawn => "FC.4",
        Role::Bishop => "FC.7",
        Role::Knight => "FC.8",
        Role::Rook => "FC.9",
        Role::Queen => "FC.10",
        Role::King => "FC.11",
    })
}

/// The pawns on the second level of their way (FC.6).
///
/// Invariant: every square of the set has a pawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Climbed(u128);

impl State for Climbed {
    fn key(&self) -> u64 {
        self.0.squares().fold(0, |hash, square| hash ^ key(square))
    }
}

#[inline]
fn key(square: Square) -> u64 {
    zobrist::mix(0x5_0000 + square.index() as u64)
}

impl Climbed {
    /// Creates the set of pawns on the given squares.
    pub fn new(squares: &[Square]) -> Climbed {
        Climbed(squares.iter().fold(0, |set, square| set | u128::of(*square)))
    }

    /// Returns true if the pawn on a square is on its second level.
    #[inline]
    pub fn is_second(&self, square: Square) -> bool {
        self.0.has(square)
    }

    /// Returns all pawns on their second level.
    #[inline]
    pub fn second(&self) -> u128 {
        self.0
    }
}

/// Changes the recorded stage of a square, and updates the hash.
#[inline]
pub fn set(position: &mut Position<Future>, square: Square, before: bool, after: bool) {
    if before != after {
        position.state_mut().0 ^= u128::of(square);
        position.toggle_key(key(square));
    }
}

/// Returns the last level on a pawn's way, beyond which it cannot climb.
#[inline]
pub const fn final_level(color: Color) -> u8 {
    match color {
        Color::White => 2,
        Color::Black => 0,
    }
}

/// Refuses marks on squares where no pawn can be on its second level (N.4).
pub fn check(facts: &Setup<Future>) -> Result<(), SetupError> {
    let pawns = facts.board.role(Role::Pawn);
    let white = pawns & facts.board.color(Color::White) & !Tower::floor(0);
    let black = pawns & facts.board.color(Color::Black) & !Tower::floor(2);
    match (facts.state.second() & !(white | black)).first() {
        Some(square) => Err(SetupError::Mark { square: Tower::name(square) }),
        None => Ok(()),
    }
}

/// Returns true if a pawn's move is a promotion (FC.6).
pub fn promotes(position: &Position<Future>, mv: Move) -> bool {
    let us = position.turn();
    let at_end = position.state().is_second(mv.from) || Tower::level(mv.from) == final_level(us);
    position.board().pieces(us, Role::Pawn).has(mv.from)
        && at_end
        && (Tower::last_rank(us) & Tower::floor(Tower::level(mv.from))).has(mv.to)
}

/// Returns the empty squares of other levels to which a bishop, rook, or queen may move without
/// capturing (FC.7, FC.9, FC.10).
///
/// Directly above and below, a rook and a queen may also capture, so those squares are among their attacks.
#[inline]
pub fn level_changes(board: &Board<Tower>, role: Role, from: Square) -> u128 {
    let level = Tower::level(from);
    let empty = Tower::ALL & !board.occupied();
    let adjacent = match level {
        1 => Tower::floor(0) | Tower::floor(2),
        _ => Tower::floor(1),
    };
    match role {
        Role::Bishop => {
            let colored = if LIGHT.has(from) { LIGHT } else { !LIGHT };
            adjacent & colored & empty
        }
        Role::Rook => {
            let slides = Tower::rook_on_level(from, board.occupied()) & empty;
            (slides << 25 | slides >> 25) & empty
        }
        Role::Queen => {
            let across = match level {
                0 => u128::of(from) << 50,
                2 => u128::of(from) >> 50,
                _ => 0,
            };
            (adjacent & !Tower::above_and_below(from) | across) & empty
        }
        Role::Pawn | Role::Knight | Role::King => 0,
    }
}

/// Generates steps, steps to the next level, captures, and promotions of pawns to squares of `open`.
#[inline]
pub fn pawn_moves(position: &Position<Future>, info: &CheckInfo<u128>, open: u128, visit: &mut impl Visit<u128>) {
    let pawns = position.board().pieces(position.turn(), Role::Pawn);
    pawn_bundle(position, pawns & !info.pinned, open, visit);
    for from in (pawns & info.pinned).squares() {
        pawn_bundle(position, u128::of(from), open & Tower::line(info.king, from), visit);
    }
}

#[inline]
fn pawn_bundle(position: &Position<Future>, pawns: u128, open: u128, visit: &mut impl Visit<u128>) {
    let board = position.board();
    let us = position.turn();
    let ahead = Tower::ahead(us);
    let enemies = board.color(!us) & open;
    let last = Tower::last_rank(us);
    let at_end = position.state().second() | Tower::floor(final_level(us));
    // One offset serves both steps: the square ahead of a level's last rank is on the first rank of the next level.
    let single = pawns.shifted(ahead) & Tower::ALL & !board.occupied() & open;
    visit.shifted(single & !(last & (pawns & at_end).shifted(ahead)), ahead, Choices::PLAIN);
    let front = Tower::advance(us, pawns);
    let front_at_end = Tower::advance(us, pawns & at_end) & last;
    for side in [-1, 1] {
        let promoting = Tower::step(front_at_end, side, 0) & enemies;
        let captures = Tower::step(front, side, 0) & enemies;
        visit.shifted(captures & !promoting, ahead + side, Choices::PLAIN);
        visit.shifted(promoting, ahead + side, Choices::PROMOTION);
    }
    visit.shifted(single & front_at_end, ahead, Choices::PROMOTION);
}
