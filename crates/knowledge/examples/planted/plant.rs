//! Games with one planted blunder: the engine plays itself from a random opening, and once, in an equal position, it
//! plays a move that loses much.

use faraday_engine::{AnyEngine, Control, Limits, Score, SearchRequest};
use faraday_knowledge::expected_score;
use faraday_rules::zobrist::mix;
use faraday_rules::{Ending, Move};
use faraday_variants::{AnyGame, Entry};

/// The minimum loss of expected score by the planted move.
const PLANTED: f64 = 0.3;
/// The maximum distance of an equal position from an expected score of one half.
const LEVEL: f64 = 0.12;
/// The number of random plies at the start.
const OPENING: u64 = 4;
/// The minimum number of engine plies before the blunder, and the size of the range.
const BEFORE: u64 = 6;
const MORE: u64 = 24;
/// The number of plies after the blunder.
const AFTER: usize = 20;

/// The nodes of a search, by purpose.
#[derive(Clone, Copy)]
pub struct Effort {
    pub play: u64,
    pub plant: u64,
}

pub struct Planted {
    pub game: Box<dyn AnyGame>,
    /// The blunder's ply, from 0.
    pub ply: usize,
}

/// Creates the game with this number. The result is the same every time.
pub fn plant(entry: &'static Entry, engine: &mut dyn AnyEngine, number: u64, effort: Effort) -> Planted {
    (0..)
        .find_map(|attempt| attempted(entry, engine, mix((number << 16) | attempt), effort))
        .expect("there is always another")
}

fn attempted(entry: &'static Entry, engine: &mut dyn AnyEngine, seed: u64, effort: Effort) -> Option<Planted> {
    let mut dice = Dice(seed);
    let mut player = Player { engine, control: Control::new() };
    player.engine.new_game();
    let mut game = entry.game(None).expect("a variant's start is a position");
    for _ in 0..OPENING + dice.below(3) {
        let moves = game.legal();
        game.play(*moves.get(dice.below(moves.len() as u64) as usize)?).ok()?;
    }
    for _ in 0..BEFORE + dice.below(MORE) {
        let mv = player.best(&*game, &[], effort.play)?.0;
        game.play(mv).ok()?;
    }
    let ply = game.moves().len();
    let before = player.best(&*game, &[], effort.plant)?.1;
    if (expected_score(before) - 0.5).abs() > LEVEL {
        return None;
    }
    let mut moves = game.legal();
    let blunder = loop {
        let mv = moves.swap_remove(dice.below(moves.len() as u64) as usize);
        // A cheap search first: most moves are not bad enough.
        let is_bad = |player: &mut Player<'_>, nodes| {
            let kept = player.kept(&*game, mv, nodes)?;
            Some(expected_score(before) - kept >= PLANTED)
        };
        if is_bad(&mut player, effort.play)? && is_bad(&mut player, effort.plant)? {
            break mv;
        }
        if moves.is_empty() {
            return None;
        }
    };
    game.play(blunder).ok()?;
    for _ in 0..AFTER {
        let Some((mv, _)) = player.best(&*game, &[], effort.play) else { break };
        game.play(mv).ok()?;
    }
    Some(Planted { game, ply })
}

struct Player<'a> {
    engine: &'a mut dyn AnyEngine,
    control: Control,
}

impl Player<'_> {
    /// Returns the best move and its score; `None` if the game is over.
    fn best(&mut self, game: &dyn AnyGame, only: &[Move], nodes: u64) -> Option<(Move, Score)> {
        if game.ending().is_some() {
            return None;
        }
        let words: Vec<String> = game.moves().into_iter().map(|mv| game.uci(mv)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        self.engine.set_position(Some(&game.start_fen()), &words).expect("the game was played by the rules");
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let request = SearchRequest { limits, only: only.to_vec(), ..SearchRequest::default() };
        let answer = self.engine.go(&request, &self.control, &mut |_| {});
        Some((game.read_uci(&answer.best?).ok()?.mv(), answer.score?))
    }

    /// Returns the expected score of a side after its move.
    fn kept(&mut self, game: &dyn AnyGame, mv: Move, nodes: u64) -> Option<f64> {
        let mut after = game.boxed();
        after.play(mv).ok()?;
        match after.ending() {
            Some(Ending { winner: Some(winner), .. }) => Some(if winner == game.turn() { 1.0 } else { 0.0 }),
            Some(Ending { winner: None, .. }) => Some(0.5),
            None => Some(1.0 - expected_score(self.best(&*after, &[], nodes)?.1)),
        }
    }
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = mix(self.0);
        self.0 % end.max(1)
    }
}
