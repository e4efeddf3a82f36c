//! The handcrafted evaluation of Particle Collision Chess: material, energy squares where a piece could take a better
//! form, squares closed by energy, and lines to the kings.

use faraday_engine::network::{AttackMap, InputFeatures, Planes};
use faraday_engine::tapered::{FULL_PHASE, PieceSquareTable, RoleValues, Taper, count, phase, taper};
use faraday_engine::{Evaluate, Handicap, Ladder, WdlModel};
use faraday_rules::{Board, Choice, Color, Flat, Geometry, Move, Position, Role, Set, Square, orthodox};

use super::landing::{mass, multiples};
use super::{Collision, CollisionWith, Energies, Fallback};

/// The number of energy amounts with a plane of their own in the network. Larger amounts share the last plane.
const AMOUNTS: usize = 12;
const TEMPO: i32 = 25;
/// The divisor for the gain from the best new form in reach.
const FORM_SHARE: i32 = 5;
const EXPOSED: Taper = taper(-5, -3);
const KING_ATTACKED: Taper = taper(-40, -40);
const NEAR_KING: Taper = taper(-9, -6);
const REACH: Taper = taper(3, 4);

const PIECE_RANKS: [Taper; 8] =
    [taper(-12, -10), taper(-2, 0), taper(4, 4), taper(10, 8), taper(12, 10), taper(10, 8), taper(6, 4), taper(0, 0)];
const KING_RANKS: [Taper; 8] = [
    taper(24, 0),
    taper(6, 4),
    taper(-16, 6),
    taper(-30, 8),
    taper(-36, 8),
    taper(-36, 6),
    taper(-36, 4),
    taper(-36, 0),
];
/// A pawn never promotes, and on its last rank it disappears. Its advance only serves to reach energy.
const PAWN_RANKS: [Taper; 8] =
    [taper(0, 0), taper(0, 6), taper(4, 6), taper(8, 4), taper(8, 0), taper(4, -10), taper(-8, -30), taper(0, 0)];

static PIECE_SQUARES: PieceSquareTable = PieceSquareTable::new(
    8,
    8,
    1,
    &[
        RoleValues { value: taper(100, 100), ranks: &PAWN_RANKS, files: &[], levels: &[] },
        RoleValues { value: taper(320, 310), ranks: &PIECE_RANKS, files: &[], levels: &[] },
        RoleValues { value: taper(330, 320), ranks: &PIECE_RANKS, files: &[], levels: &[] },
        RoleValues { value: taper(490, 520), ranks: &PIECE_RANKS, files: &[], levels: &[] },
        RoleValues { value: taper(930, 950), ranks: &PIECE_RANKS, files: &[], levels: &[] },
        RoleValues { value: taper(0, 0), ranks: &KING_RANKS, files: &[], levels: &[] },
    ],
);

impl<F: Fallback> Evaluate for CollisionWith<F> {
    fn evaluate(position: &Position<Self>) -> i32 {
        let board = position.board();
        let white = View::of(board, position.state(), Color::White);
        let black = View::of(board, position.state(), Color::Black);
        let sum = PIECE_SQUARES.sum(board) + white.terms(&black) - black.terms(&white);
        let phase = phase(board);
        sum.at(phase) * position.turn().sign() + TEMPO * phase / FULL_PHASE
    }

    #[cfg(feature = "networks")]
    const NETWORK: &'static [u8] = include_bytes!("collision.nnue");

    const WDL: WdlModel = WdlModel { half: 240, spread: 450 };

    const LADDER: Ladder = Ladder {
        handicaps: [
            Handicap::one_ply(300, 790),
            Handicap::one_ply(300, 600),
            Handicap::one_ply(300, 380),
            Handicap::one_ply(300, 200),
            Handicap::one_ply(300, 66),
            Handicap::one_ply(190, 0),
            Handicap::node_limit(340),
            Handicap::node_limit(850),
            Handicap::node_limit(2_000),
        ],
        ratings: [490, 730, 990, 1_180, 1_420, 1_650, 1_910, 2_110, 2_370],
    };

    const PLANES: Planes = Planes::beyond_pieces(3, AMOUNTS);
    const NETWORK_ID: &'static str = "collision";

    /// Returns attacked pieces, and the energy of squares: one plane for each small amount and one for all others.
    fn input_features(position: &Position<Self>) -> InputFeatures<u64> {
        let board = position.board();
        let energies = position.state();
        let (white, black) = (AttackMap::orthodox(board, Color::White), AttackMap::orthodox(board, Color::Black));
        let mut features = InputFeatures::of(board);
        features.attacked::<Self>(board, &white, &black);
        features.hanging::<Self>(board, &white, &black);
        features.around_kings(board, &white, &black);
        let mut amounts = [0; AMOUNTS];
        for square in energies.charged().squares() {
            amounts[usize::from(energies.at(square)).min(AMOUNTS) - 1] |= u64::of(square);
        }
        amounts.into_iter().for_each(|set| features.plane(set));
        features
    }

    /// Returns the targets of captures, and of landings on energy, which may bring a better form.
    fn forcing(position: &Position<Self>) -> u64 {
        let passing = position.en_passant().map_or(0, u64::of);
        position.board().color(!position.turn()) | position.state().charged() | passing
    }

    fn gain(position: &Position<Self>, mv: Move) -> i32 {
        let board = position.board();
        let role = match board.standing(mv.from) {
            Role::King => Role::Rook,
            role => role,
        };
        let taken = match board.role_at(mv.to) {
            Some(role) => Self::value(role),
            None if role == Role::Pawn && position.en_passant_victim(mv).is_some() => Self::value(Role::Pawn),
            None => 0,
        };
        taken + mv.choice.and_then(Choice::role).map_or(0, |form| Self::value(form) - Self::value(role))
    }

    #[inline]
    fn capturers(position: &Position<Self>, by: Color, at: Square) -> u64 {
        orthodox::attackers(position.board(), by, at, position.board().occupied())
    }
}

/// The squares that a color's pieces reach, and the best form that each could take next.
struct View<'a> {
    board: &'a Board<Flat>,
    us: Color,
    reached: u64,
    squares: i32,
    forms: i32,
}

impl<'a> View<'a> {
    fn of(board: &'a Board<Flat>, energies: &Energies, us: Color) -> View<'a> {
        let occupied = board.occupied();
        let ours = board.color(us);
        let pawns = ours & board.role(Role::Pawn);
        let mut view = View { board, us, reached: Flat::pawns(us, pawns), squares: 0, forms: 0 };
        for from in (ours & !pawns & !board.role(Role::King)).squares() {
            let role = board.standing(from);
            let to = Flat::attacks(us, role, from, occupied);
            view.reached |= to;
            let charged = to & energies.charged();
            view.squares += count(to & !ours & !charged);
            view.forms += best_gain(energies, role, charged);
        }
        let steps = Flat::advance(us, pawns) & energies.charged();
        for to in steps.squares() {
            view.forms += best_gain(energies, Role::Pawn, u64::of(to));
        }
        view
    }

    fn terms(&self, them: &View) -> Taper {
        let mut sum = REACH * self.squares;
        sum += taper(self.forms / FORM_SHARE, self.forms / FORM_SHARE);
        if let Some(king) = self.board.king(self.us) {
            let occupied = self.board.occupied();
            let lines = Flat::rook(king, occupied) | Flat::bishop(king, occupied);
            let sliders = count((self.board.diagonals() | self.board.straights()) & self.board.color(!self.us));
            sum += EXPOSED * (count(lines & !occupied) * sliders / 4);
            sum += NEAR_KING * count(them.reached & Flat::king(king));
            if them.reached.has(king) {
                sum += KING_ATTACKED;
            }
        }
        sum
    }
}

/// Returns the most that a role can gain by changing form on one of the charged squares.
fn best_gain(energies: &Energies, role: Role, charged: u64) -> i32 {
    let gain = |square: Square| {
        let forms = multiples(energies.at(square) + mass(role));
        let best = [Choice::Queen, Choice::Rook, Choice::Bishop].into_iter().find(|form| forms.has(Some(*form)));
        best.and_then(Choice::role).map_or(0, |form| Collision::value(form) - Collision::value(role))
    };
    charged.squares().map(gain).max().unwrap_or(0).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input_features;

    #[test]
    fn whoever_can_be_captured_is_seen_as_attacked() {
        input_features::shows_captures::<Collision>(6, 7);
    }
}
