//! Ten strengths: how far a search may look, and how far from the best its choice may stray.
//!
//! Weak by short sight, not by blunders on purpose: the choice falls among moves that look nearly as good, so even the
//! lowest level takes what hangs, mates when it sees a mate, and keeps its king.

use faraday_rules::zobrist::mix;

use crate::Limits;
use crate::score::WON;
use crate::search::PvLine;

/// A strength from 1 to 10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// What a level may do.
struct Caps {
    depth: u32,
    nodes: u64,
    /// How many moves are considered for the choice.
    lines: usize,
    /// How much worse than the best, in hundredths of a pawn, the chosen move may look.
    margin: i32,
}

const fn caps(depth: u32, nodes: u64, lines: usize, margin: i32) -> Caps {
    Caps { depth, nodes, lines, margin }
}

/// Levels 1 to 9; the tenth has no caps.
const CAPS: [Caps; 9] = [
    caps(1, 20_000, 12, 300),
    caps(1, 20_000, 10, 150),
    caps(2, 40_000, 8, 110),
    caps(3, 60_000, 6, 80),
    caps(4, 100_000, 5, 55),
    caps(5, 200_000, 4, 35),
    caps(6, 400_000, 3, 20),
    caps(8, 1_000_000, 2, 10),
    caps(11, 4_000_000, 1, 0),
];

impl Level {
    /// The weakest.
    pub const LOWEST: Level = Level(1);
    /// Full strength.
    pub const FULL: Level = Level(10);

    /// The level of a number from 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= Self::LOWEST.0 && number <= Self::FULL.0 { Some(Level(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    fn caps(self) -> Option<&'static Caps> {
        CAPS.get(usize::from(self.0) - 1)
    }

    /// The limits that this level keeps to.
    pub(crate) fn cap(self, limits: &Limits) -> Limits {
        let Some(caps) = self.caps() else { return limits.clone() };
        Limits {
            depth: Some(limits.depth.map_or(caps.depth, |depth| depth.min(caps.depth))),
            nodes: Some(limits.nodes.map_or(caps.nodes, |nodes| nodes.min(caps.nodes))),
            lines: limits.lines.max(caps.lines),
            ..limits.clone()
        }
    }

    /// The line to play, among the best of a search. A win in sight is taken, a loss in sight is not chosen.
    pub(crate) fn choose(self, lines: &[PvLine], seed: u64) -> Option<&PvLine> {
        let best = lines.first()?;
        let Some(caps) = self.caps().filter(|_| best.value.abs() < WON) else { return Some(best) };
        let near = lines[..caps.lines.min(lines.len())].iter().filter(|line| line.value >= best.value - caps.margin);
        let count = near.clone().count() as u64;
        near.clone().nth((mix(seed) % count) as usize)
    }
}

impl Default for Level {
    fn default() -> Level {
        Level::FULL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;
    use crate::score::won_at;

    fn lines(values: &[i32]) -> Vec<PvLine> {
        values.iter().map(|&value| PvLine { moves: Vec::new(), score: Score::of(value), value }).collect()
    }

    #[test]
    fn a_win_in_sight_is_taken_at_every_level() {
        let lines = lines(&[won_at(1), 900, 890]);
        for number in 1..=10 {
            let level = Level::new(number).expect("a level");
            for seed in 0..50 {
                assert_eq!(level.choose(&lines, seed), Some(&lines[0]));
            }
        }
    }

    #[test]
    fn the_choice_stays_within_the_margin_and_uses_it() {
        let lines = lines(&[50, 30, -90, -251, won_at(2) - 2 * won_at(2)]);
        let chosen: Vec<i32> =
            (0..200).filter_map(|seed| Level::LOWEST.choose(&lines, seed)).map(|l| l.value).collect();
        assert!(chosen.iter().all(|value| *value >= -250));
        for value in [50, 30, -90] {
            assert!(chosen.contains(&value));
        }
        assert_eq!(Level::FULL.choose(&lines, 3), Some(&lines[0]));
    }

    #[test]
    fn there_are_ten_levels() {
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(11), None);
        assert_eq!(Level::new(10), Some(Level::FULL));
    }
}
