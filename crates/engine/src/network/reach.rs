//! What pieces attack, as planes. A network could learn it from the pieces alone, but from far more games.

use faraday_rules::{Board, Color, Geometry, Kings, Role, Set, Square};

use super::Sight;
use crate::Evaluate;

/// A role is of less worth than another if this much is between them, in hundredths of a pawn: a bishop that takes a
/// knight wins nothing.
const LESS: i32 = 50;

/// The squares that one color attacks, and with what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach<S> {
    us: Color,
    by: [S; 6],
    all: S,
}

impl<S: Set> Reach<S> {
    /// What the pieces of a color attack, as the function says of all those of a role.
    #[inline]
    pub fn of(us: Color, by: impl Fn(Role) -> S) -> Reach<S> {
        // One by one, so that each role's attacks are compiled for it alone.
        let by = [by(Role::Pawn), by(Role::Knight), by(Role::Bishop), by(Role::Rook), by(Role::Queen), by(Role::King)];
        Reach { us, by, all: by.into_iter().fold(S::EMPTY, |all, by| all | by) }
    }

    /// The same where pawns attack as in FIDE chess, and the function says of each other piece what it attacks.
    #[inline]
    pub fn with_pawns<G: Geometry<Set = S>>(
        board: &Board<G>,
        us: Color,
        attacks: impl Fn(Role, Square) -> S,
    ) -> Reach<S> {
        Reach::of(us, |role| match role {
            Role::Pawn => G::pawns(us, board.pieces(us, role)),
            _ => board.pieces(us, role).squares().fold(S::EMPTY, |all, from| all | attacks(role, from)),
        })
    }

    /// The same where all pieces attack as the geometry says.
    #[inline]
    pub fn orthodox<G: Geometry<Set = S>>(board: &Board<G>, us: Color) -> Reach<S> {
        let occupied = board.occupied();
        Reach::with_pawns(board, us, |role, from| G::attacks(us, role, from, occupied))
    }

    /// The pieces and pawns that the enemy attacks. Where there is check, search sees to kings.
    #[inline]
    fn attacked<V: Evaluate<Geometry: Geometry<Set = S>>>(&self, board: &Board<V::Geometry>, them: &Reach<S>) -> S {
        let attacked = board.color(self.us) & them.all;
        if V::KINGS == Kings::Captured { attacked } else { attacked & !board.role(Role::King) }
    }

    /// Those that nothing defends, or that something of less worth attacks.
    #[inline]
    fn hanging<V: Evaluate<Geometry: Geometry<Set = S>>>(&self, board: &Board<V::Geometry>, them: &Reach<S>) -> S {
        let outranked = Role::ALL.into_iter().fold(S::EMPTY, |set, role| {
            let lesser = Role::ALL.into_iter().filter(|by| V::value(*by) + LESS < V::value(role));
            set | board.role(role) & lesser.fold(S::EMPTY, |all, by| all | them.by[by as usize])
        });
        self.attacked::<V>(board, them) & (!self.all | outranked)
    }
}

impl<S: Set> Sight<S> {
    /// Adds a pair: the pieces of each color that the other attacks.
    #[inline]
    pub fn attacked<V: Evaluate<Geometry: Geometry<Set = S>>>(
        &mut self,
        board: &Board<V::Geometry>,
        white: &Reach<S>,
        black: &Reach<S>,
    ) {
        self.pair(white.attacked::<V>(board, black), black.attacked::<V>(board, white));
    }

    /// Adds a pair: those of them that nothing defends, or that something of less worth attacks.
    #[inline]
    pub fn hanging<V: Evaluate<Geometry: Geometry<Set = S>>>(
        &mut self,
        board: &Board<V::Geometry>,
        white: &Reach<S>,
        black: &Reach<S>,
    ) {
        self.pair(white.hanging::<V>(board, black), black.hanging::<V>(board, white));
    }

    /// Adds a pair: the squares around each king that the enemy attacks.
    #[inline]
    pub fn around_kings<G: Geometry<Set = S>>(&mut self, board: &Board<G>, white: &Reach<S>, black: &Reach<S>) {
        let around = |color| board.king(color).map_or(S::EMPTY, G::king);
        self.pair(around(Color::White) & black.all, around(Color::Black) & white.all);
    }

    /// Adds a pair: the pawns that no enemy pawn can stop or capture on their way, on boards of one level.
    #[inline]
    pub fn passed_pawns<G: Geometry<Set = S>>(&mut self, board: &Board<G>) {
        let passed = |us: Color| {
            let enemies = board.pieces(!us, Role::Pawn);
            let ahead = G::advance(!us, enemies) | G::pawns(!us, enemies);
            let way = (0..3).fold(ahead, |way, step| way | way.shifted(G::ahead(!us) << step));
            board.pieces(us, Role::Pawn) & !way
        };
        self.pair(passed(Color::White), passed(Color::Black));
    }
}
