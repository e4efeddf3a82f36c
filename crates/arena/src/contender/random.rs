//! A random mover, the zero point of all ratings.

use std::time::Instant;

use faraday_rules::zobrist::mix;
use faraday_variants::Entry;

use super::{Contender, Question, Reply, Thought, Trouble};
use crate::stop::Stop;
use crate::verdict::Foul;

/// A player of random legal moves, all equally likely. The choice depends on the seed and the earlier moves.
pub struct Random {
    entry: &'static Entry,
    seed: u64,
}

impl Random {
    /// Returns a random mover for a variant.
    pub fn new(entry: &'static Entry) -> Random {
        Random { entry, seed: 0 }
    }
}

impl Contender for Random {
    fn new_game(&mut self, seed: u64, _: &Stop) -> Result<(), Trouble> {
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, question: &Question, _: &Stop) -> Result<Reply, Trouble> {
        let started = Instant::now();
        let gone = |problem: String| Trouble::Foul(Foul::Gone(problem));
        let mut game = self.entry.game(question.start).map_err(|error| gone(error.to_string()))?;
        for text in question.moves {
            let mv = game.read_move(text).map_err(|error| gone(error.to_string()))?;
            game.play_legal(mv);
        }
        let moves = game.legal();
        let lot = mix(self.seed ^ mix(question.moves.len() as u64));
        let word = moves.get(lot as usize % moves.len().max(1)).map(|mv| game.uci(*mv)).unwrap_or_default();
        Ok(Reply { word, thought: Thought::default(), elapsed: started.elapsed() })
    }
}
