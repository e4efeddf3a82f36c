//! Causes of a move in Emulation Chess: its only lender, and the powers that it takes from enemy pieces.

use faraday_rules::cause::barred;
use faraday_rules::{Cause, Flat, Geometry, IgnoreEvents, Move, Position, Reason, Role, Set, Variant, Without};

use super::powers::Powers;
use super::{Emulation, PAWN_CAPTURE};

const LENDER: Reason = Reason::new("EM.2", "lender");
const PAWN_LENDER: Reason = Reason::new("EM.3", "lender");
const CUT: Reason = Reason::new("EM.2", "cut");

pub const ALL: &[Reason] = &[LENDER, PAWN_LENDER, CUT];

pub fn of(position: &Position<Emulation>, mv: Move) -> Vec<Cause> {
    let mut causes = lenders(position, mv);
    causes.extend(cuts(position, mv));
    causes
}

/// Returns the neighbors without which the move would have no lender.
fn lenders(position: &Position<Emulation>, mv: Move) -> Vec<Cause> {
    let board = position.board();
    let needed = (Flat::king(mv.from) & board.occupied()).squares().filter(|lender| {
        let mut without = *board;
        if let Some(piece) = board.piece_at(*lender) {
            without.toggle(*lender, piece);
        }
        !Powers::of(&without).targets(&without, position.turn(), mv.from).has(mv.to)
    });
    needed
        .map(|lender| {
            let is_pawn = board.standing(lender) == Role::Pawn;
            let reason = if is_pawn { PAWN_LENDER } else { LENDER };
            Cause { reason, squares: [lender].into_iter().collect(), amount: 0, without: Without::Illegal }
        })
        .collect()
}

/// Returns the replies that enemy pieces could have made with their powers before the move.
fn cuts(position: &Position<Emulation>, mv: Move) -> Vec<Cause> {
    let powers = Powers::of(position.board());
    let after = position.after(mv);
    let had = |reply: Move| powers.targets(after.board(), after.turn(), reply.from).has(reply.to);
    let is_power = |reason: Reason| ["EM.2", "EM.3", "EM.4"].contains(&reason.rule.0) && reason != PAWN_CAPTURE;
    barred(
        &after,
        |reply, refusal| (is_power(refusal.reason) && had(reply)).then_some(CUT),
        |position, reply| Emulation::play(position, reply, &mut IgnoreEvents),
    )
}
