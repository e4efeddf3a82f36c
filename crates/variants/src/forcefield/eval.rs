//! The handcrafted evaluation of Force Field Chess: material by intensity, control of empty squares, and attackers that
//! enemy fields keep away from the king.

use faraday_engine::network::{AttackMap, InputFeatures, Planes};
use faraday_engine::tapered::{FULL_PHASE, PieceSquareTable, RoleValues, Taper, count, phase, taper};
use faraday_engine::{Evaluate, Handicap, Ladder, WdlModel, see};
use faraday_rules::{Board, Color, Flat, Geometry, Position, Role, Set, Square, orthodox};

use super::charge::Charges;
use super::{ForceField, passage};

const CENTER: u64 = 0x0000_3C3C_3C3C_0000;
const TEMPO: i32 = 12;
/// The value of a controlled square, which blocks the enemy: in general, in the center, and next to a king.
const CONTROL: Taper = taper(4, 3);
const CENTRAL_CONTROL: Taper = taper(5, 2);
const OWN_KING_SQUARES: Taper = taper(7, 2);
const ENEMY_KING_SQUARES: Taper = taper(14, 8);
/// The value of a square that a piece can move to.
const REACH: Taper = taper(3, 4);
/// The value of an enemy slider or knight that would attack the king in FIDE chess and is only held off by fields.
const HELD_OFF: Taper = taper(-16, -10);
const BISHOP_PAIR: Taper = taper(20, 30);

const fn ranks(steps: [i32; 8]) -> [Taper; 8] {
    let mut ranks = [taper(0, 0); 8];
    let mut rank = 0;
    while rank < 8 {
        ranks[rank] = taper(steps[rank], 2 * steps[rank]);
        rank += 1;
    }
    ranks
}

static PIECE_SQUARES: PieceSquareTable = PieceSquareTable::new(
    8,
    8,
    1,
    &[
        RoleValues { value: taper(85, 105), ranks: &ranks([0, 0, 4, 10, 20, 36, 60, 0]), files: &[], levels: &[] },
        RoleValues { value: taper(280, 270), ranks: &ranks([-12, -4, 4, 8, 10, 8, 2, -8]), files: &[], levels: &[] },
        RoleValues { value: taper(350, 340), ranks: &ranks([-6, 4, 4, 4, 4, 2, 0, -2]), files: &[], levels: &[] },
        RoleValues { value: taper(500, 540), ranks: &ranks([0, 0, 0, 0, 2, 4, 8, 4]), files: &[], levels: &[] },
        RoleValues { value: taper(1_000, 980), ranks: &ranks([0, 0, 2, 2, 2, 2, 2, 0]), files: &[], levels: &[] },
        RoleValues { value: taper(0, 0), ranks: &KING_RANKS, files: &KING_FILES, levels: &[] },
    ],
);

const KING_RANKS: [Taper; 8] = [
    taper(16, -24),
    taper(0, -8),
    taper(-24, 4),
    taper(-40, 12),
    taper(-46, 16),
    taper(-46, 14),
    taper(-40, 4),
    taper(-40, -12),
];
const KING_FILES: [Taper; 8] = [
    taper(12, -14),
    taper(18, -4),
    taper(0, 4),
    taper(-12, 8),
    taper(-12, 8),
    taper(-6, 4),
    taper(20, -4),
    taper(14, -14),
];

impl Evaluate for ForceField {
    #[cfg(feature = "networks")]
    const NETWORK: &'static [u8] = include_bytes!("forcefield.nnue");

    fn evaluate(position: &Position<Self>) -> i32 {
        let board = position.board();
        let charges = Charges::of(board);
        let sum = PIECE_SQUARES.sum(board) + terms(board, charges, Color::White) - terms(board, charges, Color::Black);
        let phase = phase(board);
        sum.at(phase) * position.turn().sign() + TEMPO * phase / FULL_PHASE
    }

    const WDL: WdlModel = WdlModel { half: 130, spread: 300 };

    const LADDER: Ladder = Ladder {
        handicaps: [
            Handicap::one_ply(300, 680),
            Handicap::one_ply(300, 510),
            Handicap::one_ply(300, 320),
            Handicap::one_ply(300, 165),
            Handicap::one_ply(300, 65),
            Handicap::one_ply(190, 0),
            Handicap::node_limit(100),
            Handicap::node_limit(290),
            Handicap::node_limit(560),
        ],
        ratings: [390, 580, 790, 1_040, 1_230, 1_500, 1_720, 1_970, 2_240],
    };

    const PLANES: Planes = Planes::beyond_pieces(6, 0);

    /// Returns the squares that each color controls (FF.4), the pieces attacked through the fields, passed pawns, and
    /// the pieces that only fields hold off from the enemy king.
    #[inline]
    fn input_features(position: &Position<Self>) -> InputFeatures<u64> {
        let board = position.board();
        let charges = Charges::of(board);
        let mut features = InputFeatures::of(board);
        features.pair(charges.controlled_by(Color::White), charges.controlled_by(Color::Black));
        let (white, black) = (attacks(board, charges, Color::White), attacks(board, charges, Color::Black));
        features.attacked::<ForceField>(board, &white, &black);
        features.hanging::<ForceField>(board, &white, &black);
        features.passed_pawns(board);
        features.around_kings(board, &white, &black);
        let held_off = |us| passage::held_off(board, us, charges.controlled_by(!us));
        features.pair(held_off(Color::White), held_off(Color::Black));
        features
    }

    #[inline]
    fn is_threatened(position: &Position<Self>) -> bool {
        passage::is_check(position.board(), position.turn())
    }

    #[inline]
    fn capturers(position: &Position<Self>, by: Color, at: Square) -> u64 {
        orthodox::attackers(position.board(), by, at, position.board().occupied())
    }

    #[inline]
    fn most_form(at: Square) -> i32 {
        see::most_promotion::<Self>(at)
    }

    fn is_dead(position: &Position<Self>) -> bool {
        orthodox::has_lone_minor_at_most(position)
    }
}

fn terms(board: &Board<Flat>, charges: Charges, us: Color) -> Taper {
    let held = charges.controlled_by(us);
    let closed = charges.controlled_by(!us);
    let around = |color| board.king(color).map_or(0, Flat::king);
    let mut sum = CONTROL * count(held)
        + CENTRAL_CONTROL * count(held & CENTER)
        + OWN_KING_SQUARES * count(held & around(us))
        + ENEMY_KING_SQUARES * count(held & around(!us))
        + REACH * reach(board, us, closed);
    if board.pieces(us, Role::Bishop).is_many() {
        sum += BISHOP_PAIR;
    }
    if let Some(king) = board.king(us) {
        let classical = orthodox::attackers(board, !us, king, board.occupied());
        sum += HELD_OFF * count(classical);
    }
    sum
}

/// Returns the squares that the pieces of a color attack through the fields.
#[inline]
fn attacks(board: &Board<Flat>, charges: Charges, us: Color) -> AttackMap<u64> {
    let closed = charges.controlled_by(!us);
    let past = board.occupied() | closed;
    AttackMap::with_pawns(board, us, |role, from| match role {
        Role::Knight => passage::knight(from, closed),
        _ => Flat::attacks(us, role, from, past),
    })
}

/// Returns the number of squares that the pieces of a color can move to.
fn reach(board: &Board<Flat>, us: Color, closed: u64) -> i32 {
    let ours = board.color(us);
    let open = !ours & !closed;
    let past = board.occupied() | closed;
    let knights = (ours & board.role(Role::Knight)).squares().map(|from| passage::knight(from, closed));
    let diagonals = (ours & board.diagonals()).squares().map(|from| Flat::bishop(from, past));
    let straights = (ours & board.straights()).squares().map(|from| Flat::rook(from, past));
    knights.chain(diagonals).chain(straights).map(|to| count(to & open)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input_features;

    #[test]
    fn whoever_can_be_captured_is_seen_as_attacked() {
        input_features::shows_captures::<ForceField>(7, 8);
    }

    #[test]
    fn who_is_held_off_by_fields_alone_is_seen() {
        // White's queen closes d7 to Black's rook, which would otherwise give check.
        let held_off = |fen| input_features::pair::<ForceField>(fen, 11);
        assert_eq!(held_off("3r2k1/8/8/8/Q7/8/8/3K4 w - - 0 1"), ["", "d8"]);
        assert_eq!(held_off("3r2k1/8/8/8/8/8/8/3K4 w - - 0 1"), ["", ""]);
    }
}
