//! Random openings: random legal moves from the starting position, chosen by the seed. No two lead
//! to the same position.

use std::collections::HashSet;

use faraday_engine::{AnyEngine, Control, Limits, SearchRequest};
use faraday_rules::zobrist::mix;
use faraday_variants::Entry;

use super::{Opening, OpeningError};

/// The number of failed tries in a row after which the search for openings ends.
const MOST_TRIES: usize = 2000;
/// The number of nodes to check the balance of an opening.
const NODES: u64 = 10_000;
const HASH_MEGABYTES: usize = 4;

/// Random openings, no two of which lead to the same position.
pub struct RandomOpenings {
    entry: &'static Entry,
    plies: usize,
    evaluator: Option<(i32, Box<dyn AnyEngine>)>,
    seed: u64,
    /// The number of random playouts so far.
    drawn: u64,
    found: Vec<Opening>,
    seen: HashSet<String>,
}

impl RandomOpenings {
    /// Returns random openings of a length, optionally within a balance.
    pub fn new(entry: &'static Entry, plies: usize, balance: Option<i32>, seed: u64) -> RandomOpenings {
        let evaluator = balance.map(|balance| (balance, entry.engine(HASH_MEGABYTES)));
        RandomOpenings { entry, plies, evaluator, seed, drawn: 0, found: Vec::new(), seen: HashSet::new() }
    }

    /// Returns the opening with this number.
    pub fn get(&mut self, number: usize) -> Result<Opening, OpeningError> {
        if self.plies == 0 {
            return Ok(Opening::default());
        }
        while self.found.len() <= number {
            let next = (0..MOST_TRIES).find_map(|_| self.try_opening());
            self.found.push(next.ok_or_else(|| self.exhausted())?);
        }
        Ok(self.found[number].clone())
    }

    /// Returns a description that identifies these openings in records.
    pub fn fingerprint(&self) -> String {
        let balance = self.evaluator.as_ref().map(|(balance, _)| format!(" within {balance}")).unwrap_or_default();
        format!("random:{}{balance}", self.plies)
    }

    fn exhausted(&self) -> OpeningError {
        let filter = if self.evaluator.is_some() { " within the balance" } else { "" };
        OpeningError::Exhausted { found: self.found.len(), plies: self.plies, filter }
    }

    /// Returns the next random playout. `None` if the game ends, the final position was seen before, or
    /// it favors a side.
    fn try_opening(&mut self) -> Option<Opening> {
        let mut random = mix(self.seed ^ mix(self.drawn));
        self.drawn += 1;
        let mut game = self.entry.game(None).expect("every variant has a start");
        let mut moves = Vec::with_capacity(self.plies);
        for _ in 0..self.plies {
            let mut legal = game.legal();
            // The result must not depend on the order of move generation.
            legal.sort_by_key(|mv| (mv.from, mv.to, mv.choice));
            random = mix(random);
            let mv = *legal.get((random % legal.len().max(1) as u64) as usize)?;
            moves.push(game.uci(mv));
            game.play(mv).expect("the move is one of the legal ones");
        }
        if game.ending().is_some() || !self.seen.insert(game.fen()) {
            return None;
        }
        let opening = Opening { start: None, moves };
        self.is_balanced(&opening).then_some(opening)
    }

    fn is_balanced(&mut self, opening: &Opening) -> bool {
        let Some((balance, engine)) = &mut self.evaluator else { return true };
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        engine.new_game();
        engine.set_position(None, &moves).expect("the moves are legal");
        let request =
            SearchRequest { limits: Limits { nodes: Some(NODES), ..Limits::default() }, ..SearchRequest::default() };
        let score = engine.go(&request, &Control::new(), &mut |_| {}).score;
        score.is_some_and(|score| score.centipawns().abs() <= *balance)
    }
}
