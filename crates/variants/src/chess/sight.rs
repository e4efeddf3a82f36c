//! What the network sees of a position of FIDE chess besides the pieces: which of them are attacked, which the enemy may
//! win, which pawns are passed, and where the enemy bears on the king. It could learn all that from the pieces alone, but
//! from far more games.

use faraday_engine::network::Sight;
use faraday_rules::{Board, Color, Flat, Geometry, Role, Set, Square};

/// Pairs of planes besides the pieces.
pub const PAIRS: usize = 4;

/// The planes of a board.
#[inline]
pub fn sight(board: &Board<Flat>) -> Sight<u64> {
    let mut sight = Sight::of(board);
    let (white, black) = (Reach::of(board, Color::White), Reach::of(board, Color::Black));
    sight.pair(white.attacked_by(&black), black.attacked_by(&white));
    sight.pair(white.hanging(&black), black.hanging(&white));
    sight.pair(white.passed(&black), black.passed(&white));
    sight.pair(white.around_king & black.all, black.around_king & white.all);
    sight
}

/// The squares that one color attacks, and with what.
struct Reach<'a> {
    board: &'a Board<Flat>,
    us: Color,
    pawns: u64,
    minors: u64,
    rooks: u64,
    all: u64,
    around_king: u64,
}

impl<'a> Reach<'a> {
    #[inline]
    fn of(board: &'a Board<Flat>, us: Color) -> Reach<'a> {
        let occupied = board.occupied();
        let by = |role: Role, reach: fn(Square, u64) -> u64| {
            board.pieces(us, role).squares().fold(0, |all, from| all | reach(from, occupied))
        };
        let pawns = Flat::pawns(us, board.pieces(us, Role::Pawn));
        let minors = by(Role::Knight, |from, _| Flat::knight(from)) | by(Role::Bishop, Flat::bishop);
        let rooks = by(Role::Rook, Flat::rook);
        let queens = by(Role::Queen, |from, occupied| Flat::bishop(from, occupied) | Flat::rook(from, occupied));
        let around_king = board.king(us).map_or(0, Flat::king);
        Reach { board, us, pawns, minors, rooks, all: pawns | minors | rooks | queens | around_king, around_king }
    }

    /// The pieces and pawns that the enemy attacks. Kings in check are seen to by search.
    #[inline]
    fn attacked_by(&self, them: &Reach) -> u64 {
        self.board.color(self.us) & !self.board.role(Role::King) & them.all
    }

    /// Those that nothing defends, or that something of less worth attacks.
    #[inline]
    fn hanging(&self, them: &Reach) -> u64 {
        let board = self.board;
        let queens = board.role(Role::Queen);
        let outranked = (them.pawns & !board.role(Role::Pawn))
            | (them.minors & (queens | board.role(Role::Rook)))
            | (them.rooks & queens);
        self.attacked_by(them) & (!self.all | outranked)
    }

    /// The pawns that no enemy pawn can stop or capture on their way.
    #[inline]
    fn passed(&self, them: &Reach) -> u64 {
        let ahead = Flat::advance(!self.us, self.board.pieces(!self.us, Role::Pawn)) | them.pawns;
        let way = (0..3).fold(ahead, |way, step| {
            way | match self.us {
                Color::White => way >> (8 << step),
                Color::Black => way << (8 << step),
            }
        });
        self.board.pieces(self.us, Role::Pawn) & !way
    }
}

#[cfg(test)]
mod tests {
    use faraday_rules::Position;

    use super::*;
    use crate::Chess;

    fn planes(fen: &str) -> Vec<String> {
        let position = Position::<Chess>::from_fen(fen).expect("a position");
        let names = |set: &u64| set.squares().map(Flat::name).collect::<Vec<_>>().join(" ");
        sight(position.board()).planes()[12..].iter().map(names).collect()
    }

    #[test]
    fn planes_show_what_the_pieces_do_to_each_other() {
        let found = planes("4k3/p6p/8/3q4/2P5/5N2/1P3r2/R3K3 w - - 0 1");
        assert_eq!(found[0..2], ["b2 f3 c4", "f2 d5 a7"], "attacked");
        assert_eq!(found[2..4], ["b2 f3 c4", "f2 d5 a7"], "hanging");
        assert_eq!(found[4..6], ["c4", "h7"], "passed");
        assert_eq!(found[6..8], ["d1 f1 d2 e2", ""], "around the king");
    }
    #[test]
    fn what_is_defended_hangs_only_if_the_attacker_is_worth_less() {
        let found = planes("3rk3/8/2p5/3q4/8/3R1B2/8/3QK3 w - - 0 1");
        assert_eq!(found[0..2], ["d3 f3", "d5"], "attacked");
        assert_eq!(found[2..4], ["", "d5"], "hanging");
        let found = planes("3rk3/8/2p5/3b4/8/3R1B2/8/3QK3 w - - 0 1");
        assert_eq!(found[2..4], ["", ""], "hanging");
    }
}
