//! Long random games, generated once and replayed by the load generator.

use std::sync::Arc;

use faraday_variants::Entry;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;

/// The minimum and maximum length of a recorded game in plies.
const PLIES: std::ops::RangeInclusive<usize> = 150..=200;

/// The number of attempts at a long enough game before a variant is skipped.
const ATTEMPTS: u64 = 200;

/// The moves of a game.
pub type Moves = Arc<[String]>;

/// Returns a long enough random game of each variant that has one.
pub fn games(seed: u64) -> Vec<(&'static str, Moves)> {
    faraday_variants::catalog().iter().filter_map(|entry| Some((entry.id, game(entry, seed)?))).collect()
}

fn game(entry: &Entry, seed: u64) -> Option<Moves> {
    (0..ATTEMPTS).find_map(|attempt| {
        let mut rng = SmallRng::seed_from_u64(seed.wrapping_add(attempt));
        let moves = walk(entry, &mut rng)?;
        (moves.len() >= *PLIES.start()).then_some(moves)
    })
}

/// Plays random moves that do not end the game.
fn walk(entry: &Entry, rng: &mut SmallRng) -> Option<Moves> {
    let mut game = entry.game(None).ok()?;
    let mut moves = Vec::new();
    while moves.len() < *PLIES.end() {
        let mut legal = game.legal();
        legal.shuffle(rng);
        let went_on = legal.into_iter().any(|mv| {
            let uci = game.uci(mv);
            if game.play(mv).is_err() {
                return false;
            }
            if game.ending().is_some() {
                game.undo();
                return false;
            }
            moves.push(uci);
            true
        });
        if !went_on {
            break;
        }
    }
    Some(moves.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_a_long_game_that_does_not_end() {
        let games = games(1);
        assert_eq!(games.len(), faraday_variants::catalog().len());
        for (variant, moves) in games {
            let mut game = faraday_variants::find(variant).unwrap().game(None).unwrap();
            for uci in moves.iter() {
                let mv = game.read_uci(uci).unwrap();
                game.play_legal(mv);
                assert_eq!(game.ending(), None, "{variant}");
            }
            assert!(PLIES.contains(&moves.len()), "{variant}: {}", moves.len());
        }
    }
}
