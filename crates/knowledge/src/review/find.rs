//! The engine asked about positions of one game.

use faraday_engine::{Bound, Brain, Control, Limits, Order, Score};
use faraday_rules::Move;
use faraday_variants::{AnyGame, Entry};

use super::Found;

/// Megabytes for a player of another variant.
const HASH_MEGABYTES: usize = 8;

/// A player with a game in front of it.
pub(super) struct Finder<'a> {
    brain: &'a mut dyn Brain,
    control: &'a Control,
    entry: &'static Entry,
    start: String,
    moves: Vec<String>,
    /// A player of the variant that was last asked about beside the game's own.
    other: Option<Box<dyn Brain>>,
}

impl<'a> Finder<'a> {
    /// Puts a game in front of a player, who forgets what it knows: so a review is a function of the game.
    pub fn new(game: &dyn AnyGame, brain: &'a mut dyn Brain, control: &'a Control) -> Finder<'a> {
        brain.new_game();
        let moves = game.moves().into_iter().map(|mv| game.uci(mv)).collect();
        Finder { brain, control, entry: game.entry(), start: game.start_fen(), moves, other: None }
    }

    /// Searches the position after so many plies for the best of some moves; no moves means all. None if it was stopped.
    pub fn find(&mut self, ply: usize, only: Option<Move>, nodes: u64) -> Option<Found> {
        let moves: Vec<&str> = self.moves[..ply].iter().map(String::as_str).collect();
        self.brain.set_position(Some(&self.start), &moves).expect("the game was played by the rules");
        ask(self.brain, self.control, self.entry, only, nodes)
    }

    /// Searches the start of some other game, which is not over. None if it was stopped.
    pub fn find_apart(&mut self, game: &dyn AnyGame, nodes: u64) -> Option<Found> {
        let (entry, fen) = (game.entry(), game.fen());
        if entry.id == self.entry.id {
            self.brain.set_position(Some(&fen), &[]).expect("the game has this position");
            return ask(self.brain, self.control, entry, None, nodes);
        }
        let brain = match self.other.take().filter(|brain| brain.variant() == entry.id) {
            Some(brain) => brain,
            None => entry.brain(HASH_MEGABYTES),
        };
        let brain = self.other.insert(brain);
        brain.set_position(Some(&fen), &[]).expect("the game has this position");
        ask(&mut **brain, self.control, entry, None, nodes)
    }
}

fn ask(brain: &mut dyn Brain, control: &Control, entry: &Entry, only: Option<Move>, nodes: u64) -> Option<Found> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let order = Order { limits, only: only.into_iter().collect(), ..Order::default() };
    let mut words: Vec<String> = Vec::new();
    let answer = brain.go(&order, control, &mut |report| {
        if report.line == 1 && report.bound == Bound::Exact {
            words = report.moves;
        }
    });
    if control.is_stopped() {
        return None;
    }
    // A search that ends within an iteration may have found a better move than the last line that it told.
    if words.first() != answer.best.as_ref() {
        words = answer.best.into_iter().chain(answer.ponder).collect();
    }
    let line = words.iter().map_while(|word| (entry.parse_uci)(word).ok()).collect();
    Some(Found { score: answer.score.unwrap_or(Score::Centipawns(0)), line, depth: answer.depth })
}
