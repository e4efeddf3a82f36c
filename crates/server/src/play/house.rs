//! The search for the moves of the house, and for its answers to draw offers, on threads of their own.
//!
//! Every search ends after a number of positions and not after a time, so a level is equally strong on every machine.

use std::io;

use faraday_engine::{BookUse, Control, Level, Limits, Score, SearchRequest};
use faraday_ratings::Pace;
use faraday_rules::Color;
use faraday_store::{GameId, HouseLevel, PersonId};
use faraday_variants::find;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use thiserror::Error;

use crate::worker_pool::{QueueFull, WorkerPool};

/// The number of positions that a search at full strength visits. The limits of lower levels are lower.
const NODES: u64 = 200_000;

/// The sizes of the transposition tables at full strength and at lower levels, in megabytes. The search of the lower
/// levels also has a table of its own.
const FULL_HASH: usize = 16;
const LOW_HASH: usize = 1;

/// The maximum number of searches that wait for a thread.
const WAITING: usize = 64;

/// The search threads of the house, and the key of its random choices.
pub struct House {
    workers: WorkerPool,
    key: Hmac<Sha256>,
}

/// A position in a game against the house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HousePosition {
    pub game: GameId,
    pub variant: &'static str,
    /// The position from which the moves start.
    pub fen: String,
    /// The moves of the game, in UCI.
    pub moves: Vec<String>,
}

/// The reason why there is no move.
#[derive(Debug, Error)]
pub enum HouseError {
    #[error("too many searches of the house are waiting")]
    Full,
    #[error("the search panicked")]
    Panicked,
    #[error("the engine does not know the position: {0}")]
    Position(String),
}

/// The purpose of a search.
#[derive(Clone, Copy)]
enum Purpose {
    Move(Level),
    Score,
}

impl House {
    /// Starts the threads. The key of random choices is derived from a secret of the site. So every node chooses the
    /// same move, and no player can predict it.
    pub fn start(secret: &str, threads: usize) -> io::Result<House> {
        let key = mac(secret.as_bytes()).chain_update("house").finalize().into_bytes();
        Ok(House { workers: WorkerPool::start("house", threads, WAITING)?, key: mac(&key) })
    }

    /// Returns the move of a level, in UCI.
    pub async fn choose(&self, position: HousePosition, level: HouseLevel) -> Result<String, HouseError> {
        let seed = self.seed(position.game, position.moves.len());
        let level = Level::new(level.number()).expect("the house and the engine have the same levels");
        let (best, _) = self.search(position, Purpose::Move(level), seed).await?;
        Ok(best)
    }

    /// Returns the score of a position for the side to move.
    pub async fn score(&self, position: HousePosition) -> Result<Score, HouseError> {
        let (_, score) = self.search(position, Purpose::Score, 0).await?;
        Ok(score)
    }

    async fn search(
        &self,
        position: HousePosition,
        purpose: Purpose,
        seed: u64,
    ) -> Result<(String, Score), HouseError> {
        match self.workers.begin(move || search(&position, purpose, seed)) {
            Ok(answer) => answer.await.map_err(|_| HouseError::Panicked)?,
            Err(QueueFull) => Err(HouseError::Full),
        }
    }

    /// Returns the side of a player in a rated game at random. It stays the same until the next game for this rating
    /// counts, so that aborting a game or choosing another level does not change it.
    pub fn side(&self, who: PersonId, (variant, pace): (&str, Pace), games: u64) -> Color {
        let drawn = self.number(&format!("side/{who}/{variant}/{}/{games}", pace.as_str()));
        if drawn.is_multiple_of(2) { Color::White } else { Color::Black }
    }

    /// Returns the random seed for a ply of a game.
    fn seed(&self, game: GameId, ply: usize) -> u64 {
        self.number(&format!("{game}/{ply}"))
    }

    /// Returns a number that depends on a text and the secret.
    fn number(&self, text: &str) -> u64 {
        let hash = self.key.clone().chain_update(text).finalize().into_bytes();
        hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

fn mac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes a key of any length")
}

fn search(position: &HousePosition, purpose: Purpose, seed: u64) -> Result<(String, Score), HouseError> {
    let HousePosition { variant, fen, moves, .. } = position;
    let unknown = |error: &dyn ToString| HouseError::Position(error.to_string());
    let entry = find(variant).ok_or_else(|| unknown(variant))?;
    // The book is not used for a score, because its moves have none.
    let (level, book) = match purpose {
        Purpose::Move(level) => (level, BookUse::Open),
        Purpose::Score => (Level::FULL, BookUse::Closed),
    };
    let mut engine = entry.engine(if level == Level::FULL { FULL_HASH } else { LOW_HASH });
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    engine.set_position(Some(fen), &moves).map_err(|error| unknown(&error))?;
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let request = SearchRequest { limits, level, seed, book, ..SearchRequest::default() };
    let answer = engine.go(&request, &Control::new(), &mut |_| {});
    answer.best.zip(answer.score).ok_or_else(|| unknown(&"there is no legal move"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(variant: &'static str, moves: &[&str]) -> HousePosition {
        HousePosition {
            game: GameId::parse("aB3dE6g8").unwrap(),
            variant,
            fen: find(variant).unwrap().start.to_owned(),
            moves: moves.iter().map(|&uci| uci.to_owned()).collect(),
        }
    }

    #[tokio::test]
    async fn every_node_of_a_site_chooses_the_same_move() {
        let [one, other] = [House::start("secret", 1).unwrap(), House::start("secret", 1).unwrap()];
        for level in HouseLevel::ALL {
            let position = position("chess", &["e2e4"]);
            let chosen = one.choose(position.clone(), level).await.unwrap();
            assert_eq!(other.choose(position, level).await.unwrap(), chosen, "{level:?}");
        }
    }

    #[test]
    fn the_choice_depends_on_the_secret_the_game_and_the_ply() {
        let house = House::start("secret", 1).unwrap();
        let [game, another] = ["aB3dE6g8", "aB3dE6g9"].map(|id| GameId::parse(id).unwrap());
        let seed = house.seed(game, 4);
        assert_ne!(house.seed(another, 4), seed);
        assert_ne!(house.seed(game, 5), seed);
        assert_ne!(House::start("another", 1).unwrap().seed(game, 4), seed);
    }

    #[test]
    fn the_side_depends_on_the_secret_the_person_the_pool_and_the_number_of_games() {
        let house = House::start("secret", 1).unwrap();
        let [ada, ben] = ["adaadaadaada", "benbenbenben"].map(|id| PersonId::parse(id).unwrap());
        let sides = |house: &House, who, variant, pace| -> Vec<Color> {
            (0..64).map(|games| house.side(who, (variant, pace), games)).collect()
        };
        let drawn = sides(&house, ada, "chess", Pace::Live);
        assert_eq!(sides(&house, ada, "chess", Pace::Live), drawn);
        let whites = drawn.iter().filter(|side| **side == Color::White).count();
        assert!((16..=48).contains(&whites), "{whites} of 64");
        assert_ne!(sides(&house, ben, "chess", Pace::Live), drawn);
        assert_ne!(sides(&house, ada, "collision", Pace::Live), drawn);
        assert_ne!(sides(&house, ada, "chess", Pace::Days), drawn);
        assert_ne!(sides(&House::start("another", 1).unwrap(), ada, "chess", Pace::Live), drawn);
    }

    #[tokio::test]
    async fn a_score_is_that_of_the_side_to_move() {
        let house = House::start("secret", 1).unwrap();
        let mut lost = position("chess", &[]);
        lost.fen = "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1".to_owned();
        assert!(house.score(lost.clone()).await.unwrap().centipawns() < -500);
        lost.fen = "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1".to_owned();
        assert!(house.score(lost).await.unwrap().centipawns() > 500);
    }

    #[tokio::test]
    async fn a_position_that_the_engine_does_not_know_is_an_error() {
        let house = House::start("secret", 1).unwrap();
        let refused = house.choose(position("chess", &["e2e5"]), HouseLevel::ALL[0]).await;
        assert!(matches!(refused, Err(HouseError::Position(_))), "{refused:?}");
    }
}
