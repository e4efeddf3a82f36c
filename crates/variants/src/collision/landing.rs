//! Landings in Particle Collision Chess: the energy that stays on a capture square, and the forms that a sum of
//! energy and mass allows.

use faraday_rules::{Choice, Choices, Color, Flat, Geometry, Position, Role, Set, Square, Visit, orthodox};

use super::{CollisionWith, Fallback};

/// Returns the mass of a role (PC.2); a king has none (C.5).
#[inline]
pub const fn mass(role: Role) -> u16 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 7,
        Role::King => 0,
    }
}

/// Returns the forms for a sum's divisors among 3, 5, and 7 (PC.5).
#[inline]
pub const fn multiples(sum: u16) -> Choices {
    let mut found = Choices::NONE;
    if sum.is_multiple_of(3) {
        found = found.with(Choices::of(Choice::Knight)).with(Choices::of(Choice::Bishop));
    }
    if sum.is_multiple_of(5) {
        found = found.with(Choices::of(Choice::Rook));
    }
    if sum.is_multiple_of(7) {
        found = found.with(Choices::of(Choice::Queen));
    }
    found
}

/// Returns the choices for a sum on a charged square.
#[inline]
pub fn forms<F: Fallback>(sum: u16) -> Choices {
    let found = multiples(sum);
    if found.is_empty() { F::CHOICES } else { found }
}

/// A direction of flight, as a step of file and rank.
pub type Direction = (i8, i8);

/// Returns the order of directions in which a capturer's energy leaves: first toward its own side (PC.3).
#[inline]
pub const fn turning_order(capturer: Color) -> [Direction; 4] {
    match capturer {
        Color::White => [(0, -1), (-1, 0), (1, 0), (0, 1)],
        Color::Black => [(0, 1), (1, 0), (-1, 0), (0, -1)],
    }
}

/// Returns the number of units that leave in the direction of a turn, 0 to 3, out of `amount`.
#[inline]
pub const fn share(amount: u16, turn: usize) -> u16 {
    (amount + 3 - turn as u16) / 4
}

/// Returns the square where a unit of energy comes to rest: the last empty one before a piece or the edge. `None`
/// if it cannot leave.
#[inline]
pub fn rest(from: Square, (file, rank): Direction, occupied: u64) -> Option<Square> {
    let free = !occupied;
    let first = Flat::step(u64::of(from), file, rank) & free;
    let next = first.first()?;
    let ahead = Flat::rook(from, occupied) & Flat::line(from, next) & free;
    let below = u64::of(from) - 1;
    if file + 8 * rank > 0 { (ahead & !below).last() } else { (ahead & below).first() }
}

/// Returns the energy of a captured mass that cannot leave the capture square.
#[inline]
fn staying(capturer: Color, at: Square, mass: u16, occupied: u64) -> u16 {
    let free = !occupied;
    let mut staying = 0;
    for (turn, (file, rank)) in turning_order(capturer).into_iter().enumerate() {
        if Flat::step(u64::of(at), file, rank) & free == 0 {
            staying += share(mass, turn);
        }
    }
    staying
}

/// Generates all legal moves: orthodox ones without regard to check, each landing with its forms.
#[inline]
pub fn generate<F: Fallback>(position: &Position<CollisionWith<F>>, targets: u64, visit: &mut impl Visit<u64>) {
    let Some(info) = orthodox::without_checks(position) else { return };
    let board = position.board();
    let us = position.turn();
    let open = targets & !board.color(us);
    visit.from(info.king, Flat::king(info.king) & open, Choices::PLAIN);
    for castle in orthodox::open_castles(position).filter(|castle| targets.has(castle.king.1)) {
        let choices = match position.state().at(castle.rook.1) {
            0 => Choices::PLAIN,
            energy => forms::<F>(energy + mass(Role::Rook)),
        };
        visit.from(info.king, u64::of(castle.king.1), choices);
    }
    let mut colliding = Colliding { position, visit };
    orthodox::piece_moves(position, &info, open, &mut colliding);
    orthodox::pawn_moves(position, &info, targets, &mut colliding);
    if let Some(target) = position.en_passant().filter(|target| targets.has(*target)) {
        for from in (Flat::pawn(!us, target) & board.pieces(us, Role::Pawn)).squares() {
            colliding.from(from, u64::of(target), Choices::PLAIN);
        }
    }
}

/// A visitor that replaces the choices of bundles by those of the energy on each target.
pub struct Colliding<'a, F: Fallback, W> {
    position: &'a Position<CollisionWith<F>>,
    visit: &'a mut W,
}

impl<F: Fallback, W> Colliding<'_, F, W> {
    /// Returns the targets where energy may be after the capture.
    #[inline]
    fn special(&self, to: u64) -> u64 {
        to & (self.position.state().charged() | self.position.board().color(!self.position.turn()))
    }

    #[inline]
    fn choices(&self, from: Square, to: Square, role: Role) -> Choices {
        let board = self.position.board();
        let mut energy = self.position.state().at(to);
        if board.occupied().has(to) {
            let occupied = board.occupied() & !u64::of(from);
            energy += staying(self.position.turn(), to, mass(board.standing(to)), occupied);
        }
        if energy == 0 { Choices::PLAIN } else { forms::<F>(energy + mass(role)) }
    }
}

impl<F: Fallback, W: Visit<u64>> Visit<u64> for Colliding<'_, F, W> {
    #[inline]
    fn from(&mut self, from: Square, to: u64, _: Choices) {
        let special = self.special(to);
        self.visit.from(from, to & !special, Choices::PLAIN);
        if special != 0 {
            let role = self.position.board().standing(from);
            for to in special.squares() {
                self.visit.from(from, u64::of(to), self.choices(from, to, role));
            }
        }
    }
    #[inline]
    fn shifted(&mut self, to: u64, offset: i8, _: Choices) {
        let special = self.special(to);
        self.visit.shifted(to & !special, offset, Choices::PLAIN);
        for to in special.squares() {
            let from = to.offset(-offset);
            self.visit.from(from, u64::of(to), self.choices(from, to, Role::Pawn));
        }
    }
}
