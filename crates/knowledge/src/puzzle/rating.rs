//! The initial rating of a puzzle, before any attempt, by the effort of the engine.
//!
//! The effort of a turn is the number of nodes until the search settled on the move. The hardest turn counts,
//! logarithmically. Each further turn adds a constant, because it must be foreseen.

/// The rating of the easiest puzzles.
pub const EASIEST: u16 = 800;
/// The rating of the hardest puzzles.
pub const HARDEST: u16 = 2600;
/// Up to this number of nodes, a move counts as found at once.
const AT_ONCE: u64 = 100;
/// The rating points for a doubling of the effort.
const DOUBLING: f64 = 100.0;
/// The rating points for each turn beyond the first.
const TURN: f64 = 130.0;

/// Returns the rating of a puzzle from the nodes of its turns.
pub(crate) fn of(efforts: &[u64]) -> u16 {
    let hardest = efforts.iter().copied().max().unwrap_or_default();
    let doublings = (1.0 + hardest as f64 / AT_ONCE as f64).log2();
    let turns = efforts.len().saturating_sub(1) as f64;
    let rating = f64::from(EASIEST) + DOUBLING * doublings + TURN * turns;
    rating.min(f64::from(HARDEST)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_effort_gives_a_higher_rating_within_the_scale() {
        let ratings = [of(&[]), of(&[20]), of(&[2_000]), of(&[2_000, 20]), of(&[2_000_000, 20, 20])];
        assert!(ratings.is_sorted() && ratings[0] == EASIEST, "{ratings:?}");
        assert_eq!(of(&[u64::MAX; 6]), HARDEST);
    }
}
