//! Causes of a move in Magnetic Chess: the pieces displaced by its pulse, each of which is put back in turn.

use faraday_rules::{Cause, Event, Move, Piece, Position, Reason, Role, Without};

use super::Magnetic;

const PUSHED: Reason = Reason::new("MG.2", "pushed");
const PULLED: Reason = Reason::new("MG.2", "pulled");
const PROMOTED: Reason = Reason::new("MG.5", "promoted");

pub const ALL: &[Reason] = &[PUSHED, PULLED, PROMOTED];

pub fn of(position: &Position<Magnetic>, mv: Move) -> Vec<Cause> {
    let events = position.events(mv);
    let after = position.after(mv);
    let displaced = events.iter().filter_map(|(_, event)| match *event {
        Event::Pushed { piece, from, to } => {
            let promotes = piece.role == Role::Pawn && after.board().standing(to) != Role::Pawn;
            Some((if promotes { PROMOTED } else { PUSHED }, piece, from, to))
        }
        Event::Pulled { piece, from, to } => Some((PULLED, piece, from, to)),
        _ => None,
    });
    displaced
        .map(|(reason, piece, from, to)| {
            let mut without = after.clone();
            without.replace(to, Piece { role: after.board().standing(to), ..piece }, piece.role);
            without.shift(piece, to, from);
            Cause { reason, squares: [from, to].into_iter().collect(), amount: 0, without: Without::reaching(&without) }
        })
        .collect()
}
