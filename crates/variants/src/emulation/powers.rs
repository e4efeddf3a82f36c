//! Borrowed powers in Emulation Chess, on sets of squares: borrowers of each power, squares reached with it, and
//! dangers to a king.
//!
//! The functions only read boards and depend on turns only through the given color.

use faraday_rules::{Board, Color, Flat, Geometry, Piece, Role, Set, Square};

/// The squares whose occupants borrow each power (EM.2).
pub struct Powers {
    roles: [u64; 6],
    double: u64,
}

impl Powers {
    /// Computes the powers lent on a board.
    #[inline]
    pub fn of(board: &Board<Flat>) -> Powers {
        let roles = Role::ALL.map(|role| Flat::beside(board.role(role)));
        let home = board.pieces(Color::White, Role::Pawn) & Flat::rank_set(Color::White, 1)
            | board.pieces(Color::Black, Role::Pawn) & Flat::rank_set(Color::Black, 1);
        Powers { roles, double: Flat::beside(home) }
    }

    /// Returns the squares that borrow a power.
    #[inline]
    pub fn lent(&self, role: Role) -> u64 {
        self.roles[role as usize]
    }

    /// Returns the squares that borrow any power.
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

    /// Returns the squares that a piece reaches with borrowed powers, without regard to the king's safety.
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

    /// Returns the squares that pieces of a color attack together, including those of their own color.
    #[inline]
    pub fn attacks(&self, us: Color, pieces: u64, occupied: u64) -> u64 {
        let steps = Flat::beside(pieces & self.lent(Role::King)) | Flat::pawns(us, pieces & self.lent(Role::Pawn));
        let leaps = (pieces & self.lent(Role::Knight)).squares().map(Flat::knight);
        let diagonals = (pieces & self.diagonal()).squares().map(|from| Flat::bishop(from, occupied));
        let straights = (pieces & self.straight()).squares().map(|from| Flat::rook(from, occupied));
        leaps.chain(diagonals).chain(straights).fold(steps, |all, to| all | to)
    }

    /// Returns the pieces of `by` that could capture on a square.
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

    /// Returns the targets on which the king is not in check. A king only lends its own power, so all other powers stay
    /// the same unless it captures.
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
        // Any piece next to the king borrows the king's own power.
        let alone = to & !Flat::beside(them);
        alone.squares().fold(0, |safe, to| {
            let is_safe = if them.has(to) { is_safe_after(board, us, Role::King, king, to) } else { !is_attacked(to) };
            safe | if is_safe { u64::of(to) } else { 0 }
        })
    }
}

/// Returns the pieces that give check to the king of a color (EM.6).
pub fn checkers(board: &Board<Flat>, color: Color) -> u64 {
    match board.king(color) {
        Some(king) => Powers::of(board).attackers(board, !color, king),
        None => 0,
    }
}

/// Returns true if the king of a color is in check.
#[inline]
pub fn is_check(board: &Board<Flat>, color: Color) -> bool {
    let Some(king) = board.king(color) else { return false };
    let occupied = board.occupied();
    let them = board.color(!color);
    let is_seen = |reached: u64, lenders: u64| {
        let seen = reached & them;
        seen != 0 && seen & Flat::beside(lenders) != 0
    };
    // Any piece next to the king borrows the king's own power.
    Flat::king(king) & them != 0
        || is_seen(Flat::bishop(king, occupied), board.diagonals())
        || is_seen(Flat::rook(king, occupied), board.straights())
        || is_seen(Flat::knight(king), board.role(Role::Knight))
        || is_seen(Flat::pawn(color, king), board.role(Role::Pawn))
}

/// Returns true if a move without promotion does not leave the mover's king in check.
#[inline]
pub fn is_safe_after(board: &Board<Flat>, us: Color, role: Role, from: Square, to: Square) -> bool {
    is_safe(board, us, (role, from), (role, to))
}

/// Returns true if a promotion to a role does not leave the mover's king in check.
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

/// Moves that cannot put the mover's own king in check, found without playing them.
///
/// If the king is not in check, a piece other than the king can expose it in only two ways. It leaves a line to the
/// king, or it lands next to an enemy that could capture the king with the mover's power.
///
/// In check, a move only helps if it touches the checker, its line to the king, or a piece that lends it power.
pub struct Danger {
    checker: Option<Square>,
    answers: u64,
    screens: u64,
    zones: [u64; 6],
}

impl Danger {
    /// Computes the dangers to the king of a color.
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

    /// Returns the targets that are certainly safe for a piece on `from` other than the king.
    #[inline]
    pub fn sure(&self, from: Square, role: Role) -> u64 {
        if self.checker.is_some() || self.screens.has(from) { 0 } else { !self.zones[role as usize] }
    }

    /// Returns the targets that may be safe for a piece on `from` other than the king.
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
    use crate::random_playouts;

    #[test]
    fn a_king_is_in_check_exactly_if_somebody_gives_it() {
        random_playouts::positions::<super::super::Emulation>(40, 80, |position| {
            for color in Color::ALL {
                let board = position.board();
                assert_eq!(is_check(board, color), checkers(board, color) != 0, "{}", position.to_fen());
            }
        });
    }
}
