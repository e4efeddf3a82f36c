//! An engine set up with one game, for searches of its positions and of counterfactual ones.

use faraday_engine::{AnyEngine, Bound, Control, Limits, Score, SearchRequest};
use faraday_rules::Move;
use faraday_variants::{AnyGame, Entry};

use super::PositionResult;

/// The size of the table, in megabytes, for another variant's engine.
const HASH_MEGABYTES: usize = 8;

/// An engine with a game set up.
pub(super) struct Searcher<'a> {
    engine: &'a mut dyn AnyEngine,
    control: &'a Control,
    entry: &'static Entry,
    start: String,
    moves: Vec<String>,
    /// The engine of another variant, kept from the last search that needed one.
    other: Option<Box<dyn AnyEngine>>,
}

impl<'a> Searcher<'a> {
    /// Sets up a game in an engine and clears its tables, so that a review is a function of the game.
    pub fn new(game: &dyn AnyGame, engine: &'a mut dyn AnyEngine, control: &'a Control) -> Searcher<'a> {
        engine.new_game();
        let moves = game.moves().into_iter().map(|mv| game.uci(mv)).collect();
        Searcher { engine, control, entry: game.entry(), start: game.start_fen(), moves, other: None }
    }

    /// Searches the position after `ply` plies, or only one move in it. Returns `None` if stopped.
    pub fn search(&mut self, ply: usize, only: Option<Move>, nodes: u64) -> Option<PositionResult> {
        let moves: Vec<&str> = self.moves[..ply].iter().map(String::as_str).collect();
        self.engine.set_position(Some(&self.start), &moves).expect("the game was played by the rules");
        search(self.engine, self.control, self.entry, only, nodes)
    }

    /// Searches the current position of another game that is not over. Returns `None` if stopped.
    pub fn search_other(&mut self, game: &dyn AnyGame, nodes: u64) -> Option<PositionResult> {
        let (entry, fen) = (game.entry(), game.fen());
        if entry.id == self.entry.id {
            self.engine.set_position(Some(&fen), &[]).expect("the game has this position");
            return search(self.engine, self.control, entry, None, nodes);
        }
        let engine = match self.other.take().filter(|engine| engine.variant() == entry.id) {
            Some(engine) => engine,
            None => entry.engine(HASH_MEGABYTES),
        };
        let engine = self.other.insert(engine);
        engine.set_position(Some(&fen), &[]).expect("the game has this position");
        search(&mut **engine, self.control, entry, None, nodes)
    }
}

fn search(
    engine: &mut dyn AnyEngine,
    control: &Control,
    entry: &Entry,
    only: Option<Move>,
    nodes: u64,
) -> Option<PositionResult> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = SearchRequest { limits, only: only.into_iter().collect(), ..SearchRequest::default() };
    let mut words: Vec<String> = Vec::new();
    let answer = engine.go(&request, control, &mut |report| {
        if report.line == 1 && report.bound == Bound::Exact {
            words = report.moves;
        }
    });
    if control.is_stopped() {
        return None;
    }
    // A search that was cut short may have found a better move than the last reported line.
    if words.first() != answer.best.as_ref() {
        words = answer.best.into_iter().chain(answer.ponder).collect();
    }
    let line = words.iter().map_while(|word| (entry.parse_uci)(word).ok()).collect();
    Some(PositionResult { score: answer.score.unwrap_or(Score::Centipawns(0)), line, depth: answer.depth })
}
