//! Causes of a move in Particle Collision Chess: the form that its piece takes on energy, the energy that its capture
//! sends out, and the replies that energy forbids.

use faraday_rules::cause::barred;
use faraday_rules::{Cause, Count, Event, IgnoreEvents, Move, Piece, Position, Reason, Role, Square, Without};

use super::{CollisionWith, Fallback, SUM, collide, landing_sum, set_energy, settle};

const FORM: Reason = Reason::new("PC.5", "form");
const SENT: Reason = Reason::new("PC.3", "sent");
const BARRED: Reason = Reason::new("PC.5", "barred");

pub const ALL: &[Reason] = &[FORM, SENT, BARRED];

pub fn of<F: Fallback>(position: &Position<CollisionWith<F>>, mv: Move) -> Vec<Cause> {
    let mut causes: Vec<Cause> = form(position, mv).into_iter().collect();
    let after = position.after(mv);
    causes.extend(barred(
        &after,
        |_, refusal| (refusal.reason == SUM).then_some(BARRED),
        |position, reply| plain(position, reply),
    ));
    causes.extend(sent(position, &after, mv));
    causes
}

/// Compares a landing that changes the piece's form with the same landing without energy.
fn form<F: Fallback>(position: &Position<CollisionWith<F>>, mv: Move) -> Option<Cause> {
    let role = mv.choice?.role()?;
    let (lands, sum) = landing_sum(position, mv)?;
    if role == lands || position.castle(mv).is_some() {
        return None;
    }
    let mut without = position.clone();
    plain(&mut without, mv);
    let squares = [mv.to].into_iter().collect();
    Some(Cause { reason: FORM, squares, amount: sum, without: Without::reaching(&without) })
}

/// Compares each square to which the capture sends energy with the same position without that energy.
fn sent<F: Fallback>(
    position: &Position<CollisionWith<F>>,
    after: &Position<CollisionWith<F>>,
    mv: Move,
) -> Vec<Cause> {
    let told = position.events(mv).into_iter().filter_map(|(_, event)| match event {
        Event::Ejected { from, to, amount } if to != mv.to => Some((from, to, amount)),
        _ => None,
    });
    let cause = |(from, to, amount): (Square, Square, u16)| {
        let left = after.state().at(to).checked_sub(amount)?;
        let mut without = after.clone();
        set_energy(&mut without, to, left);
        let squares = [from, to].into_iter().collect();
        Some(Cause { reason: SENT, squares, amount: i32::from(amount), without: Without::reaching(&without) })
    };
    told.filter_map(cause).collect()
}

/// Plays a move as if its target had no energy, so that the piece keeps its form.
fn plain<F: Fallback>(position: &mut Position<CollisionWith<F>>, mv: Move) {
    let piece = Piece { color: position.turn(), role: position.board().standing(mv.from) };
    let (taken, _) = collide(position, piece, mv, &mut IgnoreEvents);
    set_energy(position, mv.to, 0);
    settle(position, piece, mv.to, None, &mut IgnoreEvents);
    position.set_en_passant(None);
    let anew = taken || piece.role == Role::Pawn;
    position.pass_turn(if anew { Count::Anew } else { Count::On });
}
