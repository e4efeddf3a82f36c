//! Sprint Chess: a pawn may step two squares from any rank. There is no en passant.

mod eval;

use faraday_rules::{
    Choices, Flat, Geometry, Move, Position, Refusal, Role, Set, Variant, Visit,
    orthodox::{self, CheckInfo, Way, reasons},
};

/// Sprint Chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sprint;

impl Variant for Sprint {
    type Geometry = Flat;
    type State = ();
    const ID: &'static str = "sprint";
    const EN_PASSANT_RANK: Option<u8> = None;

    fn generate(position: &Position<Self>, targets: u64, visit: &mut impl Visit<u64>) {
        orthodox::generate(position, targets, visit);
        sprints(position, targets, visit);
    }

    fn refuse(position: &Position<Self>, mv: Move) -> Option<Refusal> {
        judge(position, mv).err()
    }
}

/// Double steps from beyond the second rank (SP.1); those from the second are orthodox.
fn sprints(position: &Position<Sprint>, targets: u64, visit: &mut impl Visit<u64>) {
    let Some(info) = CheckInfo::<u64>::of(position) else { return };
    let board = position.board();
    let us = position.turn();
    let last = Flat::last_rank(us);
    let empty = !board.occupied();
    for from in (board.pieces(us, Role::Pawn) & !Flat::rank_set(us, 1)).squares() {
        let front = Flat::advance(us, u64::of(from)) & empty;
        let to = Flat::advance(us, front) & empty & targets & info.targets::<Flat>(from);
        visit.from(from, to & !last, Choices::PLAIN);
        visit.from(from, to & last, Choices::PROMOTION);
    }
}

fn judge(position: &Position<Sprint>, mv: Move) -> Result<(), Refusal> {
    let piece = orthodox::check_turn(position, mv)?;
    let way = match piece.role {
        Role::Pawn => orthodox::check_pawn(position, mv, 1..=5)?,
        _ => orthodox::check_way(position, piece, mv)?,
    };
    if let Way::Castle(castle) = way {
        orthodox::check_castling(position, castle)?;
    }
    let promotes = piece.role == Role::Pawn && Flat::last_rank(piece.color).has(mv.to);
    let allowed = if promotes { Choices::PROMOTION } else { Choices::PLAIN };
    orthodox::check_choice(mv, allowed, [reasons::CHOICE_MISSING, reasons::CHOICE_IDLE, reasons::CHOICE_WRONG])?;
    orthodox::check_king(position, mv, [reasons::KING_ATTACKED, reasons::CHECK_STANDS, reasons::PINNED])
}
