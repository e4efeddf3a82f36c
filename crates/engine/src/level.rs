//! Ten levels of strength, which limit the number of nodes, add errors to scores, and play some moves at random.
//!
//! From the top down, levels first search fewer nodes, then also add errors to scores, and only the lowest play random
//! moves. So a level without random moves takes hanging pieces, plays a win within its depth, and does not lose its
//! king. Handicap and rating of each level are in the variant's [`Ladder`]. The move is a function of the position, the
//! seed, and the limits, and must not depend on clocks.

use faraday_rules::Move;
use faraday_rules::zobrist::mix;

use crate::book::{self, BookMove};
use crate::score::WON;
use crate::search::PvLine;
use crate::{Ladder, Limits};

/// A level of strength, from 1 to 10. Level 10 is full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// Node limits vary by this percentage either way from move to move, so that games do not repeat.
const NODES_SPREAD: u64 = 20;

/// A stream of random numbers: each purpose has its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stream {
    Nodes,
    IsRandom,
    Move,
    Noise,
    Book,
}

/// Returns a random number from the seed, the stream, and the index of a move or 0.
fn random(seed: u64, stream: Stream, number: usize) -> u64 {
    mix(mix(seed ^ mix(stream as u64 + 1)) ^ number as u64)
}

impl Level {
    /// The level of the weakest play.
    pub const LOWEST: Level = Level(1);
    /// Full strength, without a handicap.
    pub const FULL: Level = Level(10);

    /// The lowest level that plays from a book.
    const LOWEST_WITH_BOOK: u8 = 8;

    /// Creates the level with a number from 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= Self::LOWEST.0 && number <= Self::FULL.0 { Some(Level(number)) } else { None }
    }

    /// Returns the number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the caller's limits, tightened to those of this level.
    pub(crate) fn cap(self, ladder: &Ladder, limits: &Limits, seed: u64) -> Limits {
        let Some(handicap) = ladder.handicap(self) else { return limits.clone() };
        let part = 100 - NODES_SPREAD + random(seed, Stream::Nodes, 0) % (2 * NODES_SPREAD + 1);
        let nodes = (u64::from(handicap.nodes) * part / 100).max(1);
        let lines = if handicap.score_noise > 0 { usize::MAX } else { limits.lines };
        Limits {
            depth: Some(limits.depth.map_or(handicap.depth, |depth| depth.min(handicap.depth))),
            nodes: Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes))),
            lines,
            ..limits.clone()
        }
    }

    /// Returns the random move to play instead of searching, if this move is to be random.
    pub(crate) fn random_move(self, ladder: &Ladder, moves: &[Move], seed: u64) -> Option<Move> {
        let handicap = ladder.handicap(self)?;
        let is_random = random(seed, Stream::IsRandom, 0) % 1_000 < u64::from(handicap.random_moves);
        let number = random(seed, Stream::Move, 0).checked_rem(moves.len() as u64)?;
        is_random.then(|| moves[number as usize])
    }

    /// Returns the book move to play. The lower levels have none, because it would raise them above their ratings.
    pub(crate) fn book_move(self, moves: &[BookMove], seed: u64) -> Option<BookMove> {
        if self.0 < Self::LOWEST_WITH_BOOK { None } else { book::draw(moves, random(seed, Stream::Book, 0)) }
    }

    /// Returns the line to play: the best one after adding random errors to the scores. If the best line wins or loses
    /// by force, no errors are added.
    pub(crate) fn choose<'a>(self, ladder: &Ladder, lines: &'a [PvLine], seed: u64) -> Option<&'a PvLine> {
        let best = lines.first()?;
        let score_noise = ladder.handicap(self).map_or(0, |handicap| handicap.score_noise);
        if score_noise == 0 || best.value.abs() >= WON {
            return Some(best);
        }
        let noisy = |(number, line): (usize, &PvLine)| {
            let error = (random(seed, Stream::Noise, number) % (u64::from(score_noise) + 1)) as i32;
            (line.value + error, std::cmp::Reverse(number))
        };
        let seen = lines.iter().enumerate().max_by_key(|(number, line)| noisy((*number, line)));
        seen.map(|(_, line)| line)
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
    use crate::score::won_at;
    use crate::{Handicap, Score};

    const NOISE: i32 = 300;

    fn ladder(random_moves: u16) -> Ladder {
        let handicap = Handicap { depth: 1, nodes: 1_000, score_noise: NOISE as u16, random_moves };
        Ladder { handicaps: [handicap; 9], ratings: [0; 9] }
    }

    fn lines(values: &[i32]) -> Vec<PvLine> {
        values.iter().map(|&value| PvLine { moves: Vec::new(), score: Score::of(value), value }).collect()
    }

    #[test]
    fn a_win_in_sight_is_taken_at_every_level() {
        let lines = lines(&[won_at(1), 900, 890]);
        for number in 1..=10 {
            let level = Level::new(number).expect("a level");
            for seed in 0..50 {
                assert_eq!(level.choose(&ladder(0), &lines, seed), Some(&lines[0]));
            }
        }
    }

    #[test]
    fn the_choice_stays_within_the_score_noise_and_uses_it() {
        let lines = lines(&[50, 30, -90, -251, -won_at(2)]);
        let chosen: Vec<i32> =
            (0..200).filter_map(|seed| Level::LOWEST.choose(&ladder(0), &lines, seed)).map(|line| line.value).collect();
        assert!(chosen.iter().all(|value| *value >= 50 - NOISE));
        for value in [50, 30, -90] {
            assert!(chosen.contains(&value));
        }
        assert_eq!(Level::FULL.choose(&ladder(0), &lines, 3), Some(&lines[0]));
    }

    #[test]
    fn random_moves_are_as_frequent_as_the_ladder_says_and_absent_at_full_strength() {
        let moves = [1, 2, 3].map(Move::unpack);
        let played_randomly = |level: Level, permille| {
            (0..10_000).filter_map(move |seed| level.random_move(&ladder(permille), &moves, seed))
        };
        assert_eq!(played_randomly(Level::LOWEST, 0).count(), 0);
        assert_eq!(played_randomly(Level::FULL, 1_000).count(), 0);
        let played: Vec<Move> = played_randomly(Level::LOWEST, 300).collect();
        assert!((2_700..3_300).contains(&played.len()));
        assert!(moves.iter().all(|mv| played.contains(mv)));
        assert_eq!(Level::LOWEST.random_move(&ladder(1_000), &[], 1), None);
    }

    #[test]
    fn a_cap_keeps_to_tighter_limits_and_varies_by_seed() {
        let own = Limits { depth: Some(0), nodes: Some(5), ..Limits::default() };
        let capped = Level::LOWEST.cap(&ladder(0), &own, 1);
        assert_eq!((capped.depth, capped.nodes), (Some(0), Some(5)));
        let nodes = |seed| Level::LOWEST.cap(&ladder(0), &Limits::default(), seed).nodes.unwrap();
        let all: Vec<u64> = (0..100).map(nodes).collect();
        assert!(all.iter().all(|nodes| (800..=1_200).contains(nodes)));
        assert!(all.iter().any(|nodes| *nodes != all[0]));
        assert_eq!(Level::FULL.cap(&ladder(0), &own, 1), own);
    }

    #[test]
    fn the_three_highest_levels_play_from_a_book() {
        let moves =
            [1, 2].map(|number| BookMove { mv: Move::unpack(number), score: 0, weight: 50, games: 0, half_points: 0 });
        for number in 1..=10 {
            let level = Level::new(number).expect("a level");
            let drawn: Vec<_> = (0..200).filter_map(|seed| level.book_move(&moves, seed)).collect();
            assert_eq!(drawn.len(), if number >= 8 { 200 } else { 0 });
            assert_eq!(level.book_move(&moves, 5), level.book_move(&moves, 5));
            assert!(number < 8 || moves.iter().all(|known| drawn.contains(known)));
        }
    }

    #[test]
    fn there_are_ten_levels() {
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(11), None);
        assert_eq!(Level::new(10), Some(Level::FULL));
    }
}
