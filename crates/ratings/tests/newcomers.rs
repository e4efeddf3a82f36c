//! Simulated newcomers whom the house places: after 10 games, their ratings must be near their true strengths.

use faraday_ratings::{Rating, Score};
use faraday_variants::{Entry, catalog};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

const NEWCOMERS: u32 = 20_000;
const GAMES: usize = 10;

/// The range of true strengths, in points.
const STRENGTHS: std::ops::Range<f64> = 1100.0..1900.0;

/// The error up to which a newcomer counts as placed, in points.
const ERROR: f64 = 150.0;

/// The minimum share of newcomers who are placed.
const PLACED: f64 = 0.78;

/// Selects the next level from the current rating, the index of the last level, and its result.
type Choice = fn(&[f64], Rating, Option<(usize, Score)>) -> usize;

/// The level whose rating is nearest, which the lobby recommends.
fn nearest(levels: &[f64], current: Rating, _: Option<(usize, Score)>) -> usize {
    let distance = |at: &usize| (levels[*at] - current.rating).abs();
    (0..levels.len()).min_by(|one, two| distance(one).total_cmp(&distance(two))).expect("there are levels")
}

/// One level up after a win and one down after a loss, from level 3, which the form offers at first.
fn step_by_step(levels: &[f64], _: Rating, last: Option<(usize, Score)>) -> usize {
    match last {
        None | Some((_, Score::Draw)) => last.map_or(2, |(level, _)| level),
        Some((level, Score::Win)) => (level + 1).min(levels.len() - 1),
        Some((level, Score::Loss)) => level.saturating_sub(1),
    }
}

/// Plays a game by the expected score of Elo. A draw is most frequent between equals: 10% there.
fn play(strength: f64, level: f64, rng: &mut SmallRng) -> Score {
    let expected = 1.0 / (1.0 + 10f64.powf((level - strength) / 400.0));
    let draw = 0.4 * expected * (1.0 - expected);
    match rng.random::<f64>() {
        one if one < expected - draw / 2.0 => Score::Win,
        one if one < expected + draw / 2.0 => Score::Draw,
        _ => Score::Loss,
    }
}

/// Returns the share of newcomers to a variant who are placed. Games count while the rating is provisional (T.7c).
fn placed(entry: &Entry, choice: Choice) -> f64 {
    let levels: Vec<f64> = entry.ladder.ratings.map(f64::from).into();
    let mut rng = SmallRng::seed_from_u64(1);
    let is_placed = |_: &u32| {
        let strength = rng.random_range(STRENGTHS);
        let (mut rating, mut last) = (Rating::START, None);
        for _ in 0..GAMES {
            if !rating.is_provisional() {
                break;
            }
            let level = choice(&levels, rating, last);
            let score = play(strength, levels[level], &mut rng);
            rating = rating.after_game(Rating::fixed(levels[level]), score);
            last = Some((level, score));
        }
        (rating.rating - strength).abs() <= ERROR
    };
    f64::from((0..NEWCOMERS).filter(is_placed).count() as u32) / f64::from(NEWCOMERS)
}

#[test]
fn the_house_places_newcomers() {
    println!("{:<24} {:>8} {:>13}", "variant", "nearest", "step by step");
    for entry in catalog() {
        let share = placed(entry, nearest);
        println!("{:<24} {share:>8.3} {:>13.3}", entry.id, placed(entry, step_by_step));
        assert!(share >= PLACED, "{}: only {share:.3} of the newcomers are placed", entry.id);
    }
}
