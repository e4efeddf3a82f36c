//! How hard a puzzle is, before anybody has tried it: by the effort that the engine needed.
//!
//! At each of the solver's turns the search looked at so many positions until it had found the move that it kept. The
//! hardest turn counts: each doubling is worth as much. Each further turn adds something, for it must be foreseen.

/// The easiest puzzle's rating.
pub const EASIEST: u16 = 800;
/// The hardest puzzle's rating.
pub const HARDEST: u16 = 2600;
/// A move found within so many positions is seen at once.
const AT_ONCE: u64 = 100;
/// What a doubling of the effort adds.
const DOUBLING: f64 = 100.0;
/// What each turn beyond the first adds.
const TURN: f64 = 130.0;

/// The rating of a puzzle in which the moves were found after so many positions.
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
    fn what_takes_more_effort_is_rated_higher_within_the_scale() {
        let ratings = [of(&[]), of(&[20]), of(&[2_000]), of(&[2_000, 20]), of(&[2_000_000, 20, 20])];
        assert!(ratings.is_sorted() && ratings[0] == EASIEST, "{ratings:?}");
        assert_eq!(of(&[u64::MAX; 6]), HARDEST);
    }
}
