//! The handcrafted evaluation of Emulation Chess: pieces as lenders, squares reached with borrowed powers, pieces that
//! cannot move, and the squares around the kings.

use faraday_engine::network::{AttackMap, InputFeatures, Planes};
use faraday_engine::tapered::{FULL_PHASE, PieceSquareTable, RoleValues, Taper, count, phase, taper};
use faraday_engine::{Evaluate, Handicap, Ladder, WdlModel, see};
use faraday_rules::{Board, Color, Flat, Geometry, Position, Role, Set, Square};

use super::Emulation;
use super::powers::{self, Powers};

const TEMPO: i32 = 15;
const REACH: Taper = taper(4, 6);
/// The value of a piece without neighbors.
const STRANDED: Taper = taper(-30, -40);
/// The value of a power lent to a friendly piece. Powers lent to the enemy count through the enemy's reach.
const BORROWED: Taper = taper(4, 6);
const KING_REACH: Taper = taper(2, 6);
const KING_ALONE: Taper = taper(-40, -120);
const NEAR_KING: Taper = taper(-10, -8);

const PAWN_RANKS: [Taper; 8] =
    [taper(0, 0), taper(0, 0), taper(4, 6), taper(8, 14), taper(14, 26), taper(24, 44), taper(40, 70), taper(0, 0)];

const fn anywhere(middle: i32, end: i32) -> RoleValues {
    RoleValues { value: taper(middle, end), ranks: &[], files: &[], levels: &[] }
}

static PIECE_SQUARES: PieceSquareTable = PieceSquareTable::new(
    8,
    8,
    1,
    &[
        RoleValues { value: taper(110, 140), ranks: &PAWN_RANKS, files: &[], levels: &[] },
        anywhere(210, 210),
        anywhere(220, 220),
        anywhere(270, 280),
        anywhere(400, 420),
        anywhere(0, 0),
    ],
);

impl Evaluate for Emulation {
    #[cfg(feature = "networks")]
    const NETWORK: &'static [u8] = include_bytes!("emulation.nnue");

    fn evaluate(position: &Position<Self>) -> i32 {
        let board = position.board();
        let powers = Powers::of(board);
        let white = View::of(board, &powers, Color::White);
        let black = View::of(board, &powers, Color::Black);
        let sum = PIECE_SQUARES.sum(board) + white.terms(board, &powers, &black) - black.terms(board, &powers, &white);
        let phase = phase(board);
        sum.at(phase) * position.turn().sign() + TEMPO * phase / FULL_PHASE
    }

    const WDL: WdlModel = WdlModel { half: 40, spread: 280 };

    const LADDER: Ladder = Ladder {
        handicaps: [
            Handicap::one_ply(300, 720),
            Handicap::one_ply(300, 580),
            Handicap::one_ply(300, 410),
            Handicap::one_ply(300, 210),
            Handicap::one_ply(300, 75),
            Handicap::one_ply(300, 0),
            Handicap::one_ply(0, 0),
            Handicap::node_limit(700),
            Handicap::node_limit(3_000),
        ],
        ratings: [390, 520, 710, 930, 1_140, 1_300, 1_450, 1_660, 1_890],
    };

    const PLANES: Planes = Planes::beyond_pieces(10, 0);

    /// Returns the borrowers of each power (EM.2), the pieces without a neighbor (EM.4), and the pieces
    /// attacked with borrowed powers.
    #[inline]
    fn input_features(position: &Position<Self>) -> InputFeatures<u64> {
        let board = position.board();
        let powers = Powers::of(board);
        let mut features = InputFeatures::of(board);
        for role in Role::ALL {
            let lent = powers.lent(role);
            features.pair(board.color(Color::White) & lent, board.color(Color::Black) & lent);
        }
        let occupied = board.occupied();
        let reach = |us| AttackMap::of(us, |role| powers.attacks(us, board.pieces(us, role), occupied));
        let (white, black) = (reach(Color::White), reach(Color::Black));
        features.attacked::<Emulation>(board, &white, &black);
        features.hanging::<Emulation>(board, &white, &black);
        features.around_kings(board, &white, &black);
        let alone = !powers.any();
        features.pair(board.color(Color::White) & alone, board.color(Color::Black) & alone);
        features
    }

    /// Returns the value of the power of a piece, which has no moves of its own. The differences are smaller
    /// than in FIDE chess.
    #[inline]
    fn value(role: Role) -> i32 {
        match role {
            Role::Pawn => 120,
            Role::Knight => 230,
            Role::Bishop => 240,
            Role::Rook => 300,
            Role::Queen => 430,
            Role::King => 20_000,
        }
    }

    #[inline]
    fn is_threatened(position: &Position<Self>) -> bool {
        powers::is_check(position.board(), position.turn())
    }

    #[inline]
    fn capturers(position: &Position<Self>, by: Color, at: Square) -> u64 {
        Powers::of(position.board()).attackers(position.board(), by, at)
    }

    #[inline]
    fn most_form(at: Square) -> i32 {
        see::most_promotion::<Self>(at)
    }

    /// Always returns false: a lone king cannot move and loses.
    fn is_dead(_: &Position<Self>) -> bool {
        false
    }
}

/// The squares that a color's pieces reach with borrowed powers.
struct View {
    us: Color,
    reached: u64,
    squares: i32,
    king: Option<Square>,
    king_squares: i32,
}

impl View {
    fn of(board: &Board<Flat>, powers: &Powers, us: Color) -> View {
        let king = board.king(us);
        let mut view = View { us, reached: 0, squares: 0, king, king_squares: 0 };
        for from in (board.color(us) & powers.any()).squares() {
            let to = powers.targets(board, us, from);
            if Some(from) == king {
                view.king_squares = count(to);
            } else {
                view.reached |= to;
                view.squares += count(to);
            }
        }
        view
    }

    fn terms(&self, board: &Board<Flat>, powers: &Powers, them: &View) -> Taper {
        let ours = board.color(self.us);
        let lent = Role::ALL.into_iter().map(|role| count(ours & powers.lent(role))).sum::<i32>();
        let mut sum = REACH * self.squares
            + BORROWED * lent
            + STRANDED * count(ours & !powers.any())
            + KING_REACH * self.king_squares.min(12);
        if self.king_squares == 0 {
            sum += KING_ALONE;
        }
        if let Some(king) = self.king {
            sum += NEAR_KING * count(them.reached & Flat::king(king));
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input_features;

    #[test]
    fn whoever_can_be_captured_is_seen_as_attacked() {
        input_features::shows_captures::<Emulation>(12, 13);
    }

    #[test]
    fn pieces_without_a_neighbor_are_seen() {
        let alone = input_features::pair::<Emulation>("4k3/4q3/8/r7/8/8/1P6/4K2R w - - 0 1", 15);
        assert_eq!(alone, ["e1 h1 b2", "a5"]);
    }
}
