//! The only kind of cause of a move in Future Chess: a change of level.

use faraday_rules::{Cause, Geometry, Move, Position, Reason, Tower, Without};

use super::Future;
use super::climb::rule_of;

pub const ALL: &[Reason] = &[
    Reason::new("FC.5", "level"),
    Reason::new("FC.7", "level"),
    Reason::new("FC.8", "level"),
    Reason::new("FC.9", "level"),
    Reason::new("FC.10", "level"),
    Reason::new("FC.11", "level"),
];

pub fn of(position: &Position<Future>, mv: Move) -> Vec<Cause> {
    let rule = rule_of(position.board().standing(mv.from), true);
    let changes = Tower::level(mv.from) != Tower::level(mv.to);
    let reason = ALL.iter().copied().find(|reason| changes && reason.rule == rule);
    let squares = [mv.from, mv.to].into_iter().collect();
    reason.map(|reason| Cause { reason, squares, amount: 0, without: Without::Illegal }).into_iter().collect()
}
