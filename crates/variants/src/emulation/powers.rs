//! Powers on sets: who borrows what, what a piece reaches with it, and when a king is in danger.
//!
//! Reads boards only. Knows nothing of turns beyond the color it is asked about.

use faraday_rules::{Board, Color, Flat, Geometry, Piece, Role, Set, Square};

/// The squares whose occupant borrows each power (EM.2).
pub struct Powers {
    roles: [u64; 6],
    double: u64,
}

impl Powers {
    /// The powers lent on a board.
    #[inline]
    pub fn of(board: &Board<Flat>) -> Powers {
        let roles = Role::ALL.map(|role| Flat::beside(board.role(role)));
        let home = board.pieces(Color::White, Role::Pawn) & Flat::rank_set(Color::White, 1)
            | board.pieces(Color::Black, Role::Pawn) & Flat::rank_set(Color::Black, 1);
        Powers { roles, double: Flat::beside(home) }
    }

    /// The squares that borrow a power.
    #[inline]
    pub fn lent(&self, role: Role) -> u64 {
        self.roles[role as usize]
    }

    /// The squares that borrow any power.
    #[inline]
    pub fn any(&self) -> u64 {
        self.roles.into_iter().fold(0, |any, role| any | role)
    }

    #[inline]
    fn diagonal(&self) -> u64 {
        self.lent(Role::Bishop) | self.lent(Role::Queen)
    }

    #[inline]
    fn straight(&self) -> u64 {
        self.lent(Role::Rook) | self.lent(Role::Queen)
    }

    /// The squares that a piece reaches with its borrowed powers, kings' safety apart.
    #[inline]
    pub fn targets(&self, board: &Board<Flat>, us: Color, from: Square) -> u64 {
        let occupied = board.occupied();
        let mut to = 0;
        if self.diagonal().has(from) {
            to |= Flat::bishop(from, occupied);
        }
        if self.straight().has(from) {
            to |= Flat::rook(from, occupied);
        }
        if self.lent(Role::Knight).has(from) {
            to |= Flat::knight(from);
        }
        if self.lent(Role::King).has(from) {
            to |= Flat::king(from);
        }
        if self.lent(Role::Pawn).has(from) {
            let step = Flat::advance(us, u64::of(from)) & !occupied;
            to |= step | Flat::pawn(us, from) & occupied;
            if self.double.has(from) {
                to |= Flat::advance(us, step) & !occupied;
            }
        }
        to & !board.color(us)
    }

    /// The squares that pieces of a color attack together, those of their own color among them.
    #[inline]
    pub fn attacks(&self, us: Color, pieces: u64, occupied: u64) -> u64 {
        let steps = Flat::beside(pieces & self.lent(Role::King)) | Flat::pawns(us, pieces & self.lent(Role::Pawn));
        let leaps = (pieces & self.lent(Role::Knight)).squares().map(Flat::knight);
        let diagonals = (pieces & self.diagonal()).squares().map(|from| Flat::bishop(from, occupied));
        let straights = (pieces & self.straight()).squares().map(|from| Flat::rook(from, occupied));
        leaps.chain(diagonals).chain(straights).fold(steps, |all, to| all | to)
    }

    /// The pieces of `by` that could capture on a square.
    #[inline]
    pub fn attackers(&self, board: &Board<Flat>, by: Color, square: Square) -> u64 {
        let occupied = board.occupied();
        let found = Flat::bishop(square, occupied) & self.diagonal()
            | Flat::rook(square, occupied) & self.straight()
            | Flat::knight(square) & self.lent(Role::Knight)
            | Flat::king(square) & self.lent(Role::King)
            | Flat::pawn(!by, square) & self.lent(Role::Pawn);
        found & board.color(by)
    }

    /// Those of the king's targets where it is out of check. A king lends its own power only, so all others stay as they
    /// are unless it captures.
    #[inline]
    pub fn king_steps(&self, board: &Board<Flat>, us: Color, king: Square, to: u64) -> u64 {
        let them = board.color(!us);
        let without_king = board.occupied() ^ u64::of(king);
        let (diagonal, straight) = (self.diagonal() & them, self.straight() & them);
        let (knights, pawns) = (self.lent(Role::Knight) & them, self.lent(Role::Pawn) & them);
        let is_attacked = |to: Square| {
            Flat::knight(to) & knights
                | Flat::pawn(us, to) & pawns
                | Flat::bishop(to, without_king) & diagonal
                | Flat::rook(to, without_king) & straight
                != 0
        };
        // Whoever stands beside the king borrows the king's own power.
        let alone = to & !Flat::beside(them);
        alone.squares().fold(0, |safe, to| {
            let is_safe = if them.has(to) { is_safe_after(board, us, Role::King, king, to) } else { !is_attacked(to) };
            safe | if is_safe { u64::of(to) } else { 0 }
        })
    }
}

/// The pieces that give check to the king of a color (EM.6).
pub fn checkers(board: &Board<Flat>, color: Color) -> u64 {
    match board.king(color) {
        Some(king) => Powers::of(board).attackers(board, !color, king),
        None => 0,
    }
}

/// Whether the king of a color is in check.
#[inline]
pub fn is_check(board: &Board<Flat>, color: Color) -> bool {
    let Some(king) = board.king(color) else { return false };
    let occupied = board.occupied();
    let them = board.color(!color);
    let is_seen = |reached: u64, lenders: u64| {
        let seen = reached & them;
        seen != 0 && seen & Flat::beside(lenders) != 0
    };
    // Whoever stands beside the king borrows the king's own power.
    Flat::king(king) & them != 0
        || is_seen(Flat::bishop(king, occupied), board.diagonals())
        || is_seen(Flat::rook(king, occupied), board.straights())
        || is_seen(Flat::knight(king), board.role(Role::Knight))
        || is_seen(Flat::pawn(color, king), board.role(Role::Pawn))
}

/// Whether one's own king is out of check after a move that promotes nothing.
#[inline]
pub fn is_safe_after(board: &Board<Flat>, us: Color, role: Role, from: Square, to: Square) -> bool {
    is_safe(board, us, (role, from), (role, to))
}

/// Whether one's own king is out of check after a pawn has promoted to a role.
pub fn is_promotion_safe(board: &Board<Flat>, us: Color, role: Role, from: Square, to: Square) -> bool {
    is_safe(board, us, (Role::Pawn, from), (role, to))
}

#[inline]
fn is_safe(board: &Board<Flat>, us: Color, from: (Role, Square), to: (Role, Square)) -> bool {
    let mut after = *board;
    after.toggle(from.1, Piece { color: us, role: from.0 });
    if board.occupied().has(to.1) {
        after.toggle(to.1, Piece { color: !us, role: board.standing(to.1) });
    }
    after.toggle(to.1, Piece { color: us, role: to.0 });
    !is_check(&after, us)
}

/// Which moves cannot put one's own king in check, found without playing them.
///
/// With the king not in check, a piece other than the king can do so in two ways only: it leaves a line to the king, or
/// it lands beside an enemy that could capture the king if it had the mover's power.
///
/// In check, a move helps only if it touches the checker, its line to the king, or somebody who lends it power.
pub struct Danger {
    checker: Option<Square>,
    answers: u64,
    screens: u64,
    zones: [u64; 6],
}

impl Danger {
    /// The dangers to the king of a color.
    #[inline]
    pub fn of(board: &Board<Flat>, us: Color, king: Square, powers: &Powers) -> Danger {
        let them = board.color(!us);
        let occupied = board.occupied();
        let checker = powers.attackers(board, !us, king).first();
        let answers = checker
            .map_or(u64::MAX, |checker| u64::of(checker) | Flat::between(king, checker) | Flat::king(checker) & them);
        let (diagonal, straight) = (Flat::bishop(king, occupied), Flat::rook(king, occupied));
        let near = (diagonal | straight) & board.color(us);
        let behind =
            (Flat::bishop(king, occupied ^ near) | Flat::rook(king, occupied ^ near)) & !(diagonal | straight) & them;
        let screens = behind.squares().fold(0, |set, enemy| set | Flat::between(king, enemy) & near);
        let zone = |seen: u64| Flat::beside(seen & them);
        let (by_bishop, by_rook) = (zone(diagonal), zone(straight));
        let zones = [zone(Flat::pawn(us, king)), zone(Flat::knight(king)), by_bishop, by_rook, by_bishop | by_rook, 0];
        Danger { checker, answers, screens, zones }
    }

    /// The targets that are safe for sure for a piece on `from` that is not the king.
    #[inline]
    pub fn sure(&self, from: Square, role: Role) -> u64 {
        if self.checker.is_some() || self.screens.has(from) { 0 } else { !self.zones[role as usize] }
    }

    /// The targets that may be safe for a piece on `from` that is not the king.
    #[inline]
    pub fn possible(&self, from: Square) -> u64 {
        match self.checker {
            Some(checker) if !Flat::king(checker).has(from) => self.answers,
            Some(_) | None => u64::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk;

    #[test]
    fn a_king_is_in_check_exactly_if_somebody_gives_it() {
        walk::positions::<super::super::Emulation>(40, 80, |position| {
            for color in Color::ALL {
                let board = position.board();
                assert_eq!(is_check(board, color), checkers(board, color) != 0, "{}", position.to_fen());
            }
        });
    }
}
