//! The handcrafted evaluation of Sprint Chess: material.

use faraday_engine::Evaluate;
use faraday_rules::{Position, Role, Set};

use super::Sprint;

impl Evaluate for Sprint {
    fn evaluate(position: &Position<Self>) -> i32 {
        let worth = |role| {
            let count = |color| position.board().pieces(color, role).count() as i32;
            Self::value(role) * (count(position.turn()) - count(!position.turn()))
        };
        Role::ALL.into_iter().map(worth).sum()
    }
}
