//! The handcrafted evaluation of Future Chess: material, the climb of pawns, attacks, and the squares around the kings
//! on their own level and directly above and below.

use faraday_engine::network::{AttackMap, InputFeatures, Planes};
use faraday_engine::tapered::{FULL_PHASE, PieceSquareTable, RoleValues, Taper, count, phase, taper};
use faraday_engine::{Evaluate, Handicap, Ladder, WdlModel, see};
use faraday_rules::{Board, Color, Geometry, Position, Role, Set, Square, Tower, orthodox};

use super::Future;
use super::climb::{Climbed, final_level};

const TEMPO: i32 = 18;
const BEARS_ON: Taper = taper(4, 5);
const NEAR_KING: Taper = taper(-14, -8);
const KING_COVER: Taper = taper(8, 2);
/// The value of a pawn by the number of ranks left to its promotion, from none.
const TO_GO: [Taper; 10] = [
    taper(0, 0),
    taper(130, 220),
    taper(80, 150),
    taper(50, 100),
    taper(34, 70),
    taper(24, 50),
    taper(16, 34),
    taper(10, 20),
    taper(4, 8),
    taper(0, 0),
];

const fn anywhere(middle: i32, end: i32) -> RoleValues {
    RoleValues { value: taper(middle, end), ranks: &[], files: &CENTER_FILES, levels: &[] }
}

const CENTER_FILES: [Taper; 5] = [taper(-4, -4), taper(2, 2), taper(6, 6), taper(2, 2), taper(-4, -4)];

static PIECE_SQUARES: PieceSquareTable = PieceSquareTable::new(
    5,
    5,
    3,
    &[
        RoleValues { value: taper(80, 100), ranks: &[], files: &[], levels: &[] },
        anywhere(390, 380),
        anywhere(260, 250),
        anywhere(400, 430),
        anywhere(850, 880),
        RoleValues { value: taper(0, 0), ranks: &[], files: &[], levels: &[] },
    ],
);

impl Evaluate for Future {
    fn evaluate(position: &Position<Self>) -> i32 {
        let board = position.board();
        let white = View::of(board, Color::White);
        let black = View::of(board, Color::Black);
        let sum = PIECE_SQUARES.sum(board) + white.terms(board, position.state(), &black)
            - black.terms(board, position.state(), &white);
        let phase = phase(board);
        sum.at(phase) * position.turn().sign() + TEMPO * phase / FULL_PHASE
    }

    #[cfg(feature = "networks")]
    const NETWORK: &'static [u8] = include_bytes!("future.nnue");

    const WDL: WdlModel = WdlModel { half: 290, spread: 290 };

    const LADDER: Ladder = Ladder {
        handicaps: [
            Handicap::one_ply(300, 640),
            Handicap::one_ply(300, 430),
            Handicap::one_ply(300, 300),
            Handicap::one_ply(300, 165),
            Handicap::one_ply(250, 60),
            Handicap::one_ply(80, 0),
            Handicap::node_limit(500),
            Handicap::node_limit(1_850),
            Handicap::node_limit(5_400),
        ],
        ratings: [440, 680, 820, 1_010, 1_220, 1_480, 1_760, 1_930, 2_050],
    };

    const PLANES: Planes = Planes::beyond_pieces(4, 0);

    /// Returns the pawns on their second level (FC.6), and attacked pieces.
    #[inline]
    fn input_features(position: &Position<Self>) -> InputFeatures<u128> {
        let board = position.board();
        let climbed = position.state().second();
        let mut features = InputFeatures::of(board);
        features.pair(board.color(Color::White) & climbed, board.color(Color::Black) & climbed);
        let (white, black) = (AttackMap::orthodox(board, Color::White), AttackMap::orthodox(board, Color::Black));
        features.attacked::<Future>(board, &white, &black);
        features.hanging::<Future>(board, &white, &black);
        features.around_kings(board, &white, &black);
        features
    }

    /// Returns the value of a piece. On such a small board a knight, with sixteen leaps, outweighs a bishop, which
    /// attacks on one level only.
    #[inline]
    fn value(role: Role) -> i32 {
        match role {
            Role::Pawn => 100,
            Role::Knight => 390,
            Role::Bishop => 260,
            Role::Rook => 420,
            Role::Queen => 860,
            Role::King => 20_000,
        }
    }

    /// Returns the targets of captures and promotions. A pawn promotes only at the end of its second level.
    fn forcing(position: &Position<Self>) -> u128 {
        let board = position.board();
        let us = position.turn();
        let at_end = position.state().second() | Tower::floor(final_level(us));
        let promotions = Tower::advance(us, board.pieces(us, Role::Pawn) & at_end) & Tower::last_rank(us);
        board.color(!us) | promotions & !board.occupied()
    }

    #[inline]
    fn capturers(position: &Position<Self>, by: Color, at: Square) -> u128 {
        orthodox::attackers(position.board(), by, at, position.board().occupied())
    }

    #[inline]
    fn most_form(at: Square) -> i32 {
        see::most_promotion::<Self>(at)
    }

    fn is_dead(position: &Position<Self>) -> bool {
        position.board().occupied().count() == 2
    }
}

/// The squares on which a color's pieces could capture.
struct View {
    us: Color,
    reached: u128,
    squares: i32,
}

impl View {
    fn of(board: &Board<Tower>, us: Color) -> View {
        let ours = board.color(us);
        let pawns = ours & board.role(Role::Pawn);
        let mut view = View { us, reached: Tower::pawns(us, pawns), squares: 0 };
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in (ours & board.role(role)).squares() {
                let to = Tower::attacks(us, role, from, board.occupied());
                view.reached |= to;
                view.squares += count(to & !ours);
            }
        }
        view
    }

    fn terms(&self, board: &Board<Tower>, climbed: &Climbed, them: &View) -> Taper {
        let mut sum = BEARS_ON * self.squares;
        for pawn in board.pieces(self.us, Role::Pawn).squares() {
            let on_last_stage = climbed.is_second(pawn) || Tower::level(pawn) == final_level(self.us);
            let rank = usize::from(Tower::rank_of(self.us, pawn));
            sum += TO_GO[if on_last_stage { 4 - rank } else { 9 - rank }];
        }
        if let Some(king) = board.king(self.us) {
            let around = Tower::king(king) | Tower::above_and_below(king);
            sum += NEAR_KING * count(them.reached & around);
            sum += KING_COVER * count(board.color(self.us) & around);
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
        input_features::shows_captures::<Future>(7, 8);
    }
}
