//! The handcrafted evaluation of Magnetic Chess: material, pawns that a push would promote, and the lines on which
//! pulses and captures reach the kings.

use faraday_engine::network::{AttackMap, InputFeatures, Planes};
use faraday_engine::tapered::{FULL_PHASE, PieceSquareTable, RoleValues, Taper, count, phase, taper};
use faraday_engine::{Evaluate, Handicap, Ladder, WdlModel};
use faraday_rules::{Board, Choice, Color, Flat, Geometry, Move, Position, Role, Set, Square, orthodox};

use super::Magnetic;

const TEMPO: i32 = 25;
/// The value of a pawn with an open file ahead, which promotes at once when a piece lands behind it.
const READY_PAWN: Taper = taper(55, 80);
/// The value of such a pawn if a friendly piece can land there.
const PUSHABLE_PAWN: Taper = taper(110, 140);
/// The value of an empty square on a line to the king, times the number of enemy sliders.
const EXPOSED: Taper = taper(-5, -3);
/// The value of an enemy attack on the king, or on a square next to it.
const KING_ATTACKED: Taper = taper(-45, -40);
const NEAR_KING: Taper = taper(-9, -6);
const REACH: Taper = taper(3, 4);

const PIECE_RANKS: [Taper; 8] =
    [taper(-10, -8), taper(0, 0), taper(4, 4), taper(8, 8), taper(10, 10), taper(8, 8), taper(4, 4), taper(0, 0)];
const KING_RANKS: [Taper; 8] = [
    taper(24, 0),
    taper(6, 0),
    taper(-16, 0),
    taper(-30, 0),
    taper(-36, 0),
    taper(-36, 0),
    taper(-36, 0),
    taper(-36, 0),
];

static PIECE_SQUARES: PieceSquareTable = PieceSquareTable::new(
    8,
    8,
    1,
    &[
        // Pawns are pushed and pulled around, so their number matters more than their advance.
        RoleValues { value: taper(90, 120), ranks: &[], files: &[], levels: &[] },
        RoleValues { value: taper(310, 310), ranks: &PIECE_RANKS, files: &[], levels: &[] },
        RoleValues { value: taper(330, 320), ranks: &PIECE_RANKS, files: &[], levels: &[] },
        RoleValues { value: taper(480, 520), ranks: &PIECE_RANKS, files: &[], levels: &[] },
        RoleValues { value: taper(950, 950), ranks: &PIECE_RANKS, files: &[], levels: &[] },
        RoleValues { value: taper(0, 0), ranks: &KING_RANKS, files: &[], levels: &[] },
    ],
);

impl Evaluate for Magnetic {
    fn evaluate(position: &Position<Self>) -> i32 {
        let board = position.board();
        let white = View::of(board, Color::White);
        let black = View::of(board, Color::Black);
        let sum = PIECE_SQUARES.sum(board) + white.terms(&black) - black.terms(&white);
        let phase = phase(board);
        sum.at(phase) * position.turn().sign() + TEMPO * phase / FULL_PHASE
    }

    #[cfg(feature = "networks")]
    const NETWORK: &'static [u8] = include_bytes!("magnetic.nnue");

    const WDL: WdlModel = WdlModel { half: 190, spread: 400 };

    const LADDER: Ladder = Ladder {
        handicaps: [
            Handicap::one_ply(300, 780),
            Handicap::one_ply(300, 560),
            Handicap::one_ply(300, 300),
            Handicap::one_ply(300, 180),
            Handicap::one_ply(250, 60),
            Handicap::one_ply(100, 0),
            Handicap::node_limit(560),
            Handicap::node_limit(1_800),
            Handicap::node_limit(4_200),
        ],
        ratings: [450, 720, 960, 1_090, 1_310, 1_510, 1_790, 2_050, 2_300],
    };

    const PLANES: Planes = Planes::beyond_pieces(5, 0);

    /// Returns attacked pieces, pawns with an open file ahead, and the empty squares on the lines of each king.
    fn input_features(position: &Position<Self>) -> InputFeatures<u64> {
        let board = position.board();
        let (white, black) = (AttackMap::orthodox(board, Color::White), AttackMap::orthodox(board, Color::Black));
        let mut features = InputFeatures::of(board);
        features.attacked::<Magnetic>(board, &white, &black);
        features.pair(ready_pawns(board, Color::White), ready_pawns(board, Color::Black));
        let lines = |color| board.king(color).map_or(0, |king| king_lines(board, king));
        features.pair(lines(Color::White), lines(Color::Black));
        features.hanging::<Magnetic>(board, &white, &black);
        features.around_kings(board, &white, &black);
        features
    }

    fn gain(position: &Position<Self>, mv: Move) -> i32 {
        let taken = position.board().role_at(mv.to).map_or(0, Self::value);
        let formed = mv.choice.and_then(Choice::role);
        taken + formed.map_or(0, |role| Self::value(role) - Self::value(Role::Pawn))
    }

    #[inline]
    fn capturers(position: &Position<Self>, by: Color, at: Square) -> u64 {
        orthodox::attackers(position.board(), by, at, position.board().occupied())
    }
}

/// The squares that a color's pieces reach.
struct View<'a> {
    board: &'a Board<Flat>,
    us: Color,
    reached: u64,
    squares: i32,
}

impl<'a> View<'a> {
    fn of(board: &'a Board<Flat>, us: Color) -> View<'a> {
        let ours = board.color(us);
        let mut view = View { board, us, reached: pawn_reach(board, us), squares: 0 };
        for to in landings(board, us) {
            view.reached |= to;
            view.squares += count(to & !ours);
        }
        view
    }

    fn terms(&self, them: &View) -> Taper {
        let mut sum = REACH * self.squares + self.pawns();
        if let Some(king) = self.board.king(self.us) {
            let sliders = count((self.board.diagonals() | self.board.straights()) & self.board.color(!self.us));
            sum += EXPOSED * (count(king_lines(self.board, king)) * sliders / 4);
            sum += NEAR_KING * count(them.reached & Flat::king(king));
            if them.reached.has(king) {
                sum += KING_ATTACKED;
            }
        }
        sum
    }

    /// Scores pawns that would promote if pushed from behind (MG.5).
    fn pawns(&self) -> Taper {
        let occupied = self.board.occupied();
        let mut sum = Taper::default();
        for pawn in ready_pawns(self.board, self.us).squares() {
            let file = Flat::FILE_A << Flat::file(pawn);
            let below = u64::of(pawn) - 1;
            let back = match self.us {
                Color::White => file & below,
                Color::Black => file & !below & !u64::of(pawn),
            };
            let landings = Flat::rook(pawn, occupied) & back & !self.board.color(self.us);
            sum += if landings & self.reached == 0 { READY_PAWN } else { PUSHABLE_PAWN };
        }
        sum
    }
}

/// Returns the squares that a color's pawns attack.
fn pawn_reach(board: &Board<Flat>, us: Color) -> u64 {
    Flat::pawns(us, board.pieces(us, Role::Pawn))
}

/// Returns the squares that each of a color's pieces reaches, except for the king.
fn landings(board: &Board<Flat>, us: Color) -> impl Iterator<Item = u64> {
    let (ours, occupied) = (board.color(us), board.occupied());
    let knights = (ours & board.role(Role::Knight)).squares().map(Flat::knight);
    let diagonals = (ours & board.diagonals()).squares().map(move |from| Flat::bishop(from, occupied));
    let straights = (ours & board.straights()).squares().map(move |from| Flat::rook(from, occupied));
    knights.chain(diagonals).chain(straights)
}

/// Returns the pawns with an open file ahead: a landing behind one promotes it (MG.5).
fn ready_pawns(board: &Board<Flat>, color: Color) -> u64 {
    let occupied = board.occupied();
    let stopped = match color {
        Color::White => [8, 16, 32].iter().fold(occupied >> 8, |below, shift| below | below >> shift),
        Color::Black => [8, 16, 32].iter().fold(occupied << 8, |above, shift| above | above << shift),
    };
    board.pieces(color, Role::Pawn) & !stopped
}

/// Returns the empty squares from which a slider would attack a king.
fn king_lines(board: &Board<Flat>, king: Square) -> u64 {
    let occupied = board.occupied();
    (Flat::rook(king, occupied) | Flat::bishop(king, occupied)) & !occupied
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input_features;

    #[test]
    fn whoever_can_be_captured_is_seen_as_attacked() {
        input_features::shows_captures::<Magnetic>(6, 9);
    }
}
