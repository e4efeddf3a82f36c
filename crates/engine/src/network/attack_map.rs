//! Attack maps as input planes of a network. It could learn them from piece planes, but only from far more games.

use faraday_rules::{Board, Color, Geometry, Kings, Role, Set, Square};

use super::InputFeatures;
use crate::Evaluate;

/// The difference in value, in centipawns, from which a piece counts as less valuable than another: a bishop that
/// takes a knight wins nothing.
const LESS: i32 = 50;

/// The squares that one color attacks, by role of the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttackMap<S> {
    us: Color,
    by: [S; 6],
    all: S,
}

impl<S: Set> AttackMap<S> {
    /// Returns the attacks of a color, from a function that returns the attacks of all its pieces of a role.
    #[inline]
    pub fn of(us: Color, by: impl Fn(Role) -> S) -> AttackMap<S> {
        // Written out, so that each role's attacks are specialized.
        let by = [by(Role::Pawn), by(Role::Knight), by(Role::Bishop), by(Role::Rook), by(Role::Queen), by(Role::King)];
        AttackMap { us, by, all: by.into_iter().fold(S::EMPTY, |all, by| all | by) }
    }

    /// Returns the attacks of a color whose pawns attack as in FIDE chess, from a function that returns
    /// those of any other piece.
    #[inline]
    pub fn with_pawns<G: Geometry<Set = S>>(
        board: &Board<G>,
        us: Color,
        attacks: impl Fn(Role, Square) -> S,
    ) -> AttackMap<S> {
        AttackMap::of(us, |role| match role {
            Role::Pawn => G::pawns(us, board.pieces(us, role)),
            _ => board.pieces(us, role).squares().fold(S::EMPTY, |all, from| all | attacks(role, from)),
        })
    }

    /// Returns the attacks of a color whose pieces all attack as in FIDE chess.
    #[inline]
    pub fn orthodox<G: Geometry<Set = S>>(board: &Board<G>, us: Color) -> AttackMap<S> {
        let occupied = board.occupied();
        AttackMap::with_pawns(board, us, |role, from| G::attacks(us, role, from, occupied))
    }

    /// Returns the pieces and pawns that the enemy attacks, without the king if kings can be in
    /// check, which search handles.
    #[inline]
    fn attacked<V: Evaluate<Geometry: Geometry<Set = S>>>(&self, board: &Board<V::Geometry>, them: &AttackMap<S>) -> S {
        let attacked = board.color(self.us) & them.all;
        if V::KINGS == Kings::Captured { attacked } else { attacked & !board.role(Role::King) }
    }

    /// Returns the attacked pieces that are undefended, or attacked by a less valuable piece.
    #[inline]
    fn hanging<V: Evaluate<Geometry: Geometry<Set = S>>>(&self, board: &Board<V::Geometry>, them: &AttackMap<S>) -> S {
        let outranked = Role::ALL.into_iter().fold(S::EMPTY, |set, role| {
            let lesser = Role::ALL.into_iter().filter(|by| V::value(*by) + LESS < V::value(role));
            set | board.role(role) & lesser.fold(S::EMPTY, |all, by| all | them.by[by as usize])
        });
        self.attacked::<V>(board, them) & (!self.all | outranked)
    }
}

impl<S: Set> InputFeatures<S> {
    /// Adds a pair: each color's attacked pieces.
    #[inline]
    pub fn attacked<V: Evaluate<Geometry: Geometry<Set = S>>>(
        &mut self,
        board: &Board<V::Geometry>,
        white: &AttackMap<S>,
        black: &AttackMap<S>,
    ) {
        self.pair(white.attacked::<V>(board, black), black.attacked::<V>(board, white));
    }

    /// Adds a pair: each color's attacked pieces that are undefended, or attacked by a less valuable piece.
    #[inline]
    pub fn hanging<V: Evaluate<Geometry: Geometry<Set = S>>>(
        &mut self,
        board: &Board<V::Geometry>,
        white: &AttackMap<S>,
        black: &AttackMap<S>,
    ) {
        self.pair(white.hanging::<V>(board, black), black.hanging::<V>(board, white));
    }

    /// Adds a pair: the squares around each king that the enemy attacks.
    #[inline]
    pub fn around_kings<G: Geometry<Set = S>>(&mut self, board: &Board<G>, white: &AttackMap<S>, black: &AttackMap<S>) {
        let around = |color| board.king(color).map_or(S::EMPTY, G::king);
        self.pair(around(Color::White) & black.all, around(Color::Black) & white.all);
    }

    /// Adds a pair: passed pawns, on boards of one level.
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
