//! Causes of a move in Force Field Chess: fields that protect its king or forbid replies, compared with orthodox chess.

use faraday_rules::cause::barred;
use faraday_rules::{Cause, IgnoreEvents, Move, Position, Reason, Set, Square, Variant, Without, orthodox};

use super::{EN_PASSANT, ENTRY, ForceField, KNIGHT_ENTRY, KNIGHT_ROUTES, PASSAGE};
use crate::Orthodox;

const NEUTRALIZED: Reason = Reason::new("FF.8", "neutralized");
const BARRED: Reason = Reason::new("FF.5", "barred");
const KNIGHT_BARRED: Reason = Reason::new("FF.6", "barred");
const FIELDS: Reason = Reason::new("FF.5", "fields");

pub const ALL: &[Reason] = &[NEUTRALIZED, BARRED, KNIGHT_BARRED, FIELDS];

pub fn of(position: &Position<ForceField>, mv: Move) -> Vec<Cause> {
    let after = position.after(mv);
    let mut causes: Vec<Cause> = neutralized(&after).into_iter().collect();
    causes.extend(barred(
        &after,
        |_, refusal| match refusal.reason {
            ENTRY | PASSAGE | EN_PASSANT => Some(BARRED),
            KNIGHT_ENTRY | KNIGHT_ROUTES => Some(KNIGHT_BARRED),
            _ => None,
        },
        |position, reply| orthodox::play(position, reply, &mut IgnoreEvents),
    ));
    let fen = after.to_fen();
    if Position::<Orthodox>::from_fen(&fen).is_ok() {
        let without = Without::Position { variant: Orthodox::ID, fen };
        causes.push(Cause { reason: FIELDS, squares: [].into_iter().collect(), amount: 0, without });
    }
    causes
}

/// Returns the field that protects the mover's king. In orthodox chess the king would be in check,
/// and the move illegal.
fn neutralized(after: &Position<ForceField>) -> Option<Cause> {
    let board = after.board();
    let king = board.king(!after.turn())?;
    let checker: Square = orthodox::attackers(board, after.turn(), king, board.occupied()).squares().next()?;
    let squares = [king, checker].into_iter().collect();
    Some(Cause { reason: NEUTRALIZED, squares, amount: 0, without: Without::Illegal })
}
