//! A mistake of the reviewed game, as the search for its reasons takes it.

use faraday_engine::Score;
use faraday_rules::Move;
use faraday_variants::AnyGame;

/// A mistake: the positions before and after it, each with the score for its side to move.
pub struct Mistake<'a> {
    pub before: &'a dyn AnyGame,
    pub after: &'a dyn AnyGame,
    pub mv: Move,
    pub scores: [Score; 2],
}
