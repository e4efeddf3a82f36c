//! A player that chooses legal moves at random. It is the zero point of all ratings.

use std::time::Instant;

use faraday_rules::zobrist::mix;
use faraday_variants::Entry;

use super::{MoveError, MoveReply, MoveRequest, RunningEngine, SearchInfo};
use crate::stop::Stop;
use crate::verdict::Foul;

/// A player of random legal moves, all equally likely. The choice depends on the seed and the earlier moves.
pub struct RandomMover {
    entry: &'static Entry,
    seed: u64,
}

impl RandomMover {
    /// Returns a random mover for a variant.
    pub fn new(entry: &'static Entry) -> RandomMover {
        RandomMover { entry, seed: 0 }
    }
}

impl RunningEngine for RandomMover {
    fn new_game(&mut self, seed: u64, _: &Stop) -> Result<(), MoveError> {
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest, _: &Stop) -> Result<MoveReply, MoveError> {
        let started = Instant::now();
        let gone = |problem: String| MoveError::Foul(Foul::Gone(problem));
        let mut game = self.entry.game(request.start).map_err(|error| gone(error.to_string()))?;
        for text in request.moves {
            let mv = game.read_move(text).map_err(|error| gone(error.to_string()))?;
            game.play_legal(mv);
        }
        let moves = game.legal();
        let number = mix(self.seed ^ mix(request.moves.len() as u64));
        let word = moves.get(number as usize % moves.len().max(1)).map(|mv| game.uci(*mv)).unwrap_or_default();
        Ok(MoveReply { word, search: SearchInfo::default(), elapsed: started.elapsed() })
    }
}
