//! Emulation Chess: pieces have no moves of their own and borrow those of their neighbors.

mod causes;
mod eval;
mod powers;

use faraday_rules::{
    Cause, Choices, Color, Count, EndReason, Ending, EventSink, Flat, Geometry, LentMoves, Move, Overlay, Piece,
    Position, Reason, Refusal, Role, RuleId, Set, Setup, SetupError, Square, Variant, Visit, WithRule, orthodox, setup,
};
use powers::{Danger, Powers};

/// Emulation Chess, in which pieces borrow the moves of their neighbors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Emulation;

const BORROWING: RuleId = RuleId("EM.2");
const PROMOTION: RuleId = RuleId("EM.5");

const ALONE: Reason = Reason::new("EM.4", "alone");
const NOT_LENT: Reason = Reason::new("EM.2", "not-lent");
const BLOCKED: Reason = Reason::new("EM.2", "blocked");
const PAWN_STEP: Reason = Reason::new("EM.3", "occupied");
const PAWN_CAPTURE: Reason = Reason::new("EM.3", "nothing-there");
const DOUBLE_STEP: Reason = Reason::new("EM.3", "double-step");
const CHOICE_MISSING: Reason = Reason::new("EM.5", "missing");
const CHOICE_IDLE: Reason = Reason::new("EM.5", "idle");
const CHOICE_WRONG: Reason = Reason::new("EM.5", "wrong");
const KING_ATTACKED: Reason = Reason::new("EM.6", "king-attacked");
const CHECK_STANDS: Reason = Reason::new("EM.6", "check-stands");
const CHECK_OPENED: Reason = Reason::new("EM.6", "check-opened");

impl Variant for Emulation {
    type Geometry = Flat;
    type State = ();
    const ID: &'static str = "emulation";
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    const CASTLES: &'static [faraday_rules::Castle] = &[];
    const EN_PASSANT_RANK: Option<u8> = None;
    const OVERLAYS: &'static [&'static str] = &["powers"];
    const CAUSES: &'static [Reason] = causes::ALL;
    const REASONS: &'static [Reason] = &[
        ALONE,
        NOT_LENT,
        BLOCKED,
        PAWN_STEP,
        PAWN_CAPTURE,
        DOUBLE_STEP,
        CHOICE_MISSING,
        CHOICE_IDLE,
        CHOICE_WRONG,
        KING_ATTACKED,
        CHECK_STANDS,
        CHECK_OPENED,
    ];

    fn generate(position: &Position<Self>, targets: u64, visit: &mut impl Visit<u64>) {
        let board = position.board();
        let us = position.turn();
        let powers = Powers::of(board);
        let Some(king) = board.king(us) else { return };
        let movers = match targets.first() {
            Some(only) if !targets.is_many() && board.occupied().has(only) => powers.attackers(board, us, only),
            Some(_) | None => board.color(us) & powers.any(),
        };
        if movers == 0 {
            return;
        }
        let danger = Danger::of(board, us, king, &powers);
        let last = Flat::last_rank(us);
        for from in movers.squares() {
            let to = powers.targets(board, us, from) & targets;
            if to == 0 {
                continue;
            }
            if from == king {
                visit.from(from, powers.king_steps(board, us, king, to), Choices::PLAIN);
                continue;
            }
            let role = board.standing(from);
            let mut safe = to & danger.sure(from, role);
            for square in (to & !safe & danger.possible(from)).squares() {
                if powers::is_safe_after(board, us, role, from, square) {
                    safe |= u64::of(square);
                }
            }
            if role == Role::Pawn {
                promotions(position, from, to & last, visit);
                safe &= !last;
            }
            visit.from(from, safe, Choices::PLAIN);
        }
    }

    fn refuse(position: &Position<Self>, mv: Move) -> Option<Refusal> {
        judge(position, mv).err()
    }

    fn play(position: &mut Position<Self>, mv: Move, sink: &mut impl EventSink) {
        let piece = Piece { color: position.turn(), role: position.board().standing(mv.from) };
        let (taken, _) = orthodox::relocate(position, piece, mv, &mut WithRule { rule: BORROWING, sink });
        orthodox::promote(position, mv.to, piece, mv.choice, PROMOTION, sink);
        position.pass_turn(if taken.is_some() || piece.role == Role::Pawn { Count::Anew } else { Count::On });
    }

    fn checkers(position: &Position<Self>, color: Color) -> u64 {
        powers::checkers(position.board(), color)
    }

    /// Returns the loss of a player without a legal move, in check or not (EM.1).
    fn ending(position: &Position<Self>) -> Option<Ending> {
        (position.count() == 0).then(|| {
            let reason = if position.is_check() { EndReason::Checkmate } else { EndReason::Stalemate };
            Ending::win(!position.turn(), reason)
        })
    }

    /// Always returns false, because a player who cannot move loses.
    fn has_insufficient_material(_: &Position<Self>, _: Color) -> bool {
        false
    }

    fn check_setup(facts: &Setup<Self>) -> Result<(), SetupError> {
        setup::check_kings(facts, None)?;
        setup::check_last_rank(facts)?;
        setup::check_opponent(facts)
    }

    /// Returns powers with their lenders, of the selected piece or of all pieces.
    fn overlay(position: &Position<Self>, name: &str, selected: Option<Square>) -> Option<Overlay> {
        let board = position.board();
        let lent_to = |(to, _): (Square, Piece)| {
            let lenders = Flat::king(to) & board.occupied();
            lenders.squares().map(move |from| LentMoves { from, to, role: board.standing(from) })
        };
        let borrowers = board.placed().filter(|(square, _)| selected.is_none_or(|selected| selected == *square));
        (name == "powers").then(|| Overlay { lent: borrowers.flat_map(lent_to).collect(), ..Overlay::default() })
    }

    fn causes(position: &Position<Self>, mv: Move) -> Vec<Cause> {
        causes::of(position, mv)
    }
}

/// Checks each promotion separately, because the new piece lends its own power at once.
fn promotions(position: &Position<Emulation>, from: Square, to: u64, visit: &mut impl Visit<u64>) {
    for to in to.squares() {
        let mut safe = Choices::NONE;
        for choice in Choices::PROMOTION.offered().flatten() {
            let role = choice.role().unwrap_or(Role::Pawn);
            if powers::is_promotion_safe(position.board(), position.turn(), role, from, to) {
                safe = safe.with(Choices::of(choice));
            }
        }
        if !safe.is_empty() {
            visit.from(from, u64::of(to), safe);
        }
    }
}

fn judge(position: &Position<Emulation>, mv: Move) -> Result<(), Refusal> {
    let piece = orthodox::check_turn(position, mv)?;
    check_powers(position, piece, mv)?;
    let allowed = orthodox::promotion(position, piece, mv);
    orthodox::check_choice(mv, allowed, [CHOICE_MISSING, CHOICE_IDLE, CHOICE_WRONG])?;
    orthodox::check_king(position, mv, [KING_ATTACKED, CHECK_STANDS, CHECK_OPENED])
}

/// Checks that a neighbor lends a move to the target (EM.2–EM.4). Reports the reason of the
/// neighbor that comes nearest.
fn check_powers(position: &Position<Emulation>, piece: Piece, mv: Move) -> Result<(), Refusal> {
    let board = position.board();
    let mut nearest = ALONE.at([]);
    for lender in (Flat::king(mv.from) & board.occupied()).squares() {
        let tried = match board.standing(lender) {
            Role::Pawn => check_pawn_power(position, piece, mv, lender),
            role => orthodox::reach(position, role, mv).map_err(|refusal| {
                if refusal.reason == orthodox::reasons::BLOCKED {
                    BLOCKED.at([refusal.squares[0], lender])
                } else {
                    NOT_LENT.at([])
                }
            }),
        };
        match tried {
            Ok(()) => return Ok(()),
            Err(refusal) if nearest.reason == ALONE || refusal.reason != NOT_LENT => nearest = refusal,
            Err(_) => {}
        }
    }
    Err(nearest)
}

fn check_pawn_power(position: &Position<Emulation>, piece: Piece, mv: Move, lender: Square) -> Result<(), Refusal> {
    let board = position.board();
    let ahead = Flat::ahead(piece.color);
    let rank = Flat::rank_of(piece.color, mv.from);
    if Flat::pawn(piece.color, mv.from).has(mv.to) {
        return if board.occupied().has(mv.to) { Ok(()) } else { Err(PAWN_CAPTURE.at([lender])) };
    }
    let front = mv.from.offset(ahead);
    let is_double = rank < 6 && mv.to == front.offset(ahead);
    if rank == 7 || mv.to != front && !is_double {
        return Err(NOT_LENT.at([]));
    }
    let home = board.piece_at(lender).is_some_and(|pawn| Flat::rank_of(pawn.color, lender) == 1);
    if is_double && !home {
        return Err(DOUBLE_STEP.at([lender]));
    }
    match [front, mv.to].into_iter().find(|square| board.occupied().has(*square)) {
        Some(blocker) => Err(PAWN_STEP.at([blocker, lender])),
        None => Ok(()),
    }
}
