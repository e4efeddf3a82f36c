//! The handcrafted evaluation of FIDE chess: material and placement, mobility, pawns, king safety, and driving a bare
//! king to the edge.
//!
//! Every term is computed for one color and subtracted for the other, so that mirrored positions have the same value.

use faraday_engine::network::{InputFeatures, Planes};
use faraday_engine::tapered::{FULL_PHASE, PieceSquareTable, RoleValues, Taper, count, phase, taper};
use faraday_engine::{Evaluate, see};
use faraday_rules::{Board, Color, Flat, Geometry, Move, Position, Role, Set, Square, orthodox};

use super::{Chess, input_features};

const fn pairs<const N: usize>(middle: [i32; N], end: [i32; N]) -> [Taper; N] {
    let mut values = [taper(0, 0); N];
    let mut at = 0;
    while at < N {
        values[at] = taper(middle[at], end[at]);
        at += 1;
    }
    values
}

static PIECE_SQUARES: PieceSquareTable = PieceSquareTable::new(
    8,
    8,
    1,
    &[
        RoleValues {
            value: taper(82, 100),
            ranks: &pairs([0, -8, -4, 4, 14, 34, 62, 0], [0, 4, -2, 0, 12, 42, 84, 0]),
            files: &pairs([-14, -4, -4, 8, 8, -4, -2, -14], [4, 4, 0, -4, -4, 0, 4, 4]),
            levels: &[],
        },
        RoleValues {
            value: taper(335, 300),
            ranks: &pairs([-28, -14, 0, 10, 22, 28, 8, -40], [-24, -12, 2, 14, 16, 6, -8, -28]),
            files: &pairs([-28, -8, 4, 10, 10, 6, -6, -26], [-22, -6, 4, 10, 10, 4, -6, -22]),
            levels: &[],
        },
        RoleValues {
            value: taper(352, 315),
            ranks: &pairs([-14, 8, 10, 8, 8, 6, -10, -20], [-10, -6, 2, 6, 6, 4, -2, -8]),
            files: &pairs([-10, 4, 0, 4, 4, 0, 6, -10], [-8, -2, 2, 4, 4, 2, -2, -8]),
            levels: &[],
        },
        RoleValues {
            value: taper(470, 535),
            ranks: &pairs([-4, -14, -12, -8, 2, 12, 22, 16], [-6, -6, -4, 4, 8, 8, 10, 8]),
            files: &pairs([-10, -4, 4, 10, 10, 6, -4, -12], [2, 2, 2, 0, 0, -2, -2, -4]),
            levels: &[],
        },
        RoleValues {
            value: taper(1_010, 960),
            ranks: &pairs([-6, 2, 0, -4, -2, 6, 4, 10], [-32, -22, -4, 14, 22, 20, 20, 6]),
            files: &pairs([-8, -4, 0, 0, 0, 4, 8, 6], [-16, -4, 4, 10, 10, 6, 2, -8]),
            levels: &[],
        },
        RoleValues {
            value: taper(0, 0),
            ranks: &pairs([22, 4, -26, -48, -56, -50, -40, -40], [-40, -16, 2, 16, 24, 26, 12, -24]),
            files: &pairs([14, 26, 4, -18, -14, -12, 28, 20], [-24, -4, 6, 12, 12, 6, -4, -24]),
            levels: &[],
        },
    ],
);

/// The value of each reachable square, from knight to queen, and the number of squares that counts as normal.
const MOBILITY: [(Taper, i32); 4] = [(taper(5, 6), 4), (taper(6, 6), 6), (taper(3, 6), 7), (taper(2, 5), 13)];
/// The danger of a piece that attacks squares around the king, from knight to queen.
const ASSAULT: [i32; 4] = [22, 20, 34, 52];
/// The percentage of that danger that counts, by the number of attackers.
const SHARE: [i32; 8] = [0, 8, 45, 75, 95, 105, 112, 116];
const TEMPO: i32 = 14;
const BISHOP_PAIR: Taper = taper(26, 52);
const OPEN_FILE: Taper = taper(32, 10);
const HALF_OPEN_FILE: Taper = taper(14, 8);
const DOUBLED: Taper = taper(-8, -22);
const ISOLATED: Taper = taper(-14, -14);
const BACKWARD: Taper = taper(-8, -8);
const SUPPORTED: Taper = taper(10, 8);
const SHELTER: i32 = 13;
/// The value of a passed pawn by rank.
const PASSED: [Taper; 8] = pairs([0, 2, 2, 8, 26, 52, 92, 0], [0, 10, 14, 36, 68, 118, 190, 0]);
/// The value of each square by which a passed pawn's own king is nearer to its path than the enemy king.
const ESCORT: i32 = 5;
const FREE_STEP: Taper = taper(4, 18);
const THREAT_BY_PAWN: Taper = taper(48, 36);

impl Evaluate for Chess {
    #[cfg(feature = "networks")]
    const NETWORK: &'static [u8] = include_bytes!("chess.nnue");

    const PLANES: Planes = Planes::beyond_pieces(input_features::PAIRS, 0);

    #[inline]
    fn input_features(position: &Position<Self>) -> InputFeatures<u64> {
        input_features::input_features(position.board())
    }

    fn evaluate(position: &Position<Self>) -> i32 {
        let board = position.board();
        let phase = phase(board);
        let white = Side::of(board, Color::White);
        let black = Side::of(board, Color::Black);
        let mut sum = PIECE_SQUARES.sum(board) + white.terms(&black) - black.terms(&white);
        sum.middle += white.assault(&black) - black.assault(&white);
        let score = sum.at(phase) * scale(board, sum.end) / FULL_SCALE + drive(board);
        score * position.turn().sign() + TEMPO * phase.min(FULL_PHASE) / FULL_PHASE
    }

    #[inline]
    fn is_see_below(position: &Position<Self>, mv: Move, least: i32) -> bool {
        see::is_orthodox_below(position, mv, least)
    }

    #[inline]
    fn lookback(position: &Position<Self>) -> usize {
        usize::from(position.halfmoves())
    }

    #[inline]
    fn is_dead(position: &Position<Self>) -> bool {
        let board = position.board();
        (board.role(Role::Pawn) | board.straights()).is_empty() && orthodox::is_insufficient(position)
    }
}

/// The pieces and attacks of one color.
struct Side<'a> {
    board: &'a Board<Flat>,
    us: Color,
    king: Square,
    pawns: u64,
    pawn_attacks: u64,
    /// The squares around the king.
    zone: u64,
}

impl<'a> Side<'a> {
    fn of(board: &'a Board<Flat>, us: Color) -> Side<'a> {
        let pawns = board.pieces(us, Role::Pawn);
        let king = board.king(us).unwrap_or(Square::new(0));
        let around = Flat::king(king);
        let zone = around | Flat::advance(us, around);
        Side { board, us, king, pawns, pawn_attacks: Flat::pawns(us, pawns), zone }
    }

    fn terms(&self, them: &Side) -> Taper {
        let bishops = self.board.pieces(self.us, Role::Bishop);
        let mut sum = self.pawn_structure(them) + self.mobility(them);
        if bishops.is_many() {
            sum += BISHOP_PAIR;
        }
        for rook in self.board.pieces(self.us, Role::Rook).squares() {
            let file = Flat::FILE_A << Flat::file(rook);
            if file & self.pawns == 0 {
                sum += if file & them.pawns == 0 { OPEN_FILE } else { HALF_OPEN_FILE };
            }
        }
        let pieces = self.board.color(!self.us) & !them.pawns;
        sum += THREAT_BY_PAWN * count(self.pawn_attacks & pieces);
        sum.middle += SHELTER * self.shelter();
        sum
    }

    /// Counts pawns near the king, on its file and the adjacent ones.
    fn shelter(&self) -> i32 {
        let rank = Flat::rank_of(self.us, self.king);
        if rank > 1 {
            return -1;
        }
        let near = beside_files(self.king) & Flat::rank_set(self.us, rank + 1);
        let far = Flat::advance(self.us, near);
        2 * count(self.pawns & near) + count(self.pawns & far)
    }

    fn pawn_structure(&self, them: &Side) -> Taper {
        let mut sum = Taper::default();
        let chained = self.pawns & (self.pawn_attacks | Flat::step(self.pawns, 1, 0) | Flat::step(self.pawns, -1, 0));
        sum += SUPPORTED * count(chained);
        for pawn in self.pawns.squares() {
            let file = Flat::FILE_A << Flat::file(pawn);
            let ahead = ahead_of(self.us, pawn);
            if self.pawns & file & ahead != 0 {
                sum += DOUBLED;
            }
            let beside = beside_files(pawn) & !file;
            if self.pawns & beside == 0 {
                sum += ISOLATED;
            } else if self.pawns & beside & !ahead == 0
                && Flat::advance(self.us, u64::of(pawn)) & them.pawn_attacks != 0
            {
                sum += BACKWARD;
            }
            if them.pawns & beside_files(pawn) & ahead == 0 && self.pawns & file & ahead == 0 {
                sum += self.passed(pawn, them);
            }
        }
        sum
    }

    fn passed(&self, pawn: Square, them: &Side) -> Taper {
        let rank = Flat::rank_of(self.us, pawn);
        let mut worth = PASSED[usize::from(rank)];
        let step = pawn.offset(Flat::ahead(self.us));
        if rank >= 3 {
            let weight = i32::from(rank) - 2;
            worth.end += ESCORT * weight * (distance(them.king, step) - distance(self.king, step));
            if !self.board.occupied().has(step) {
                worth += FREE_STEP * weight;
            }
        }
        worth
    }

    /// Scores the reachable squares that no enemy pawn guards.
    fn mobility(&self, them: &Side) -> Taper {
        let mut sum = Taper::default();
        let open = !self.board.color(self.us) & !them.pawn_attacks;
        for (role, (worth, ordinary)) in PIECES.into_iter().zip(MOBILITY) {
            for square in self.board.pieces(self.us, role).squares() {
                sum += worth * (count(self.reach(role, square) & open) - ordinary);
            }
        }
        sum
    }

    /// Returns the squares that a piece reaches. Bishops reach through friendly queens, and rooks through friendly
    /// rooks and queens, because they work together on a line.
    fn reach(&self, role: Role, square: Square) -> u64 {
        let occupied = self.board.occupied();
        let ours = self.board.color(self.us);
        match role {
            Role::Bishop => Flat::bishop(square, occupied & !(ours & self.board.role(Role::Queen))),
            Role::Rook => Flat::rook(square, occupied & !(ours & self.board.straights())),
            role => Flat::attacks(self.us, role, square, occupied),
        }
    }

    /// Scores attacks on the squares around the enemy king. Two attackers count more than twice as much as one.
    fn assault(&self, them: &Side) -> i32 {
        let (mut attackers, mut weight) = (0, 0);
        for (role, danger) in PIECES.into_iter().zip(ASSAULT) {
            for square in self.board.pieces(self.us, role).squares() {
                let hits = count(self.reach(role, square) & them.zone);
                if hits > 0 {
                    attackers += 1;
                    weight += danger + 7 * hits;
                }
            }
        }
        weight * SHARE[(attackers as usize).min(7)] / 100
    }
}

const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Returns the file of a square and the adjacent files.
fn beside_files(square: Square) -> u64 {
    let file = Flat::FILE_A << Flat::file(square);
    file | Flat::step(file, 1, 0) | Flat::step(file, -1, 0)
}

/// Returns all squares on ranks further ahead.
fn ahead_of(us: Color, square: Square) -> u64 {
    let rank = u32::from(Flat::rank(square));
    match us {
        Color::White => !0 << 8 << (8 * rank),
        Color::Black => !(!0 << (8 * rank)),
    }
}

fn distance(a: Square, b: Square) -> i32 {
    let files = Flat::file(a).abs_diff(Flat::file(b));
    let ranks = Flat::rank(a).abs_diff(Flat::rank(b));
    i32::from(files.max(ranks))
}

const FULL_SCALE: i32 = 16;

/// Returns the scale of an advantage, which is low without pawns and without a rook's worth of extra material.
fn scale(board: &Board<Flat>, advantage: i32) -> i32 {
    let strong = if advantage > 0 { Color::White } else { Color::Black };
    if advantage == 0 || board.pieces(strong, Role::Pawn).any() {
        return FULL_SCALE;
    }
    let (ours, theirs) = (pieces_worth(board, strong), pieces_worth(board, !strong));
    if ours - theirs >= Chess::value(Role::Rook) - 50 { FULL_SCALE } else { 3 }
}

fn pieces_worth(board: &Board<Flat>, color: Color) -> i32 {
    PIECES.into_iter().map(|role| Chess::value(role) * board.pieces(color, role).count() as i32).sum()
}

/// Scores a bare king, lower at the edge and with the other king near, so that mates beyond the
/// search horizon are found.
fn drive(board: &Board<Flat>) -> i32 {
    const EDGE: i32 = 12;
    const NEAR: i32 = 5;
    let (Some(white), Some(black)) = (board.king(Color::White), board.king(Color::Black)) else { return 0 };
    Color::ALL
        .into_iter()
        .filter(|weak| !board.color(*weak).is_many() && pieces_worth(board, !*weak) >= Chess::value(Role::Rook))
        .map(|weak| {
            let king = if weak == Color::White { white } else { black };
            let from_center = |line: u8| i32::from(line.max(7 - line)) - 4;
            let edge = from_center(Flat::file(king)) + from_center(Flat::rank(king));
            -weak.sign() * (EDGE * edge + NEAR * (7 - distance(white, black)))
        })
        .sum()
}
