//! A plain UCT engine with a UCI interface, as an opponent in matches: its search knows only the rules of a variant.
//!
//! Upper confidence bounds on trees (Kocsis and Szepesvári, 2006): each random playout adds one position to the tree,
//! and the most visited move is played. A king that can be captured is captured, and an immediate win counts as proven,
//! as is usual for UCT.
//!
//! `cargo build --release -p faraday-engine --example uct`

use std::io::{self, BufReader, LineWriter};
use std::time::{Duration, Instant};

use faraday_engine::network::NetworkError;
use faraday_engine::perft;
use faraday_engine::uci::{self, EngineFactory};
use faraday_engine::{
    AnyEngine, Control, Evaluate, Limits, NetworkSource, PositionError, Report, SearchRequest, SearchResult,
};
use faraday_rules::zobrist::mix;
use faraday_rules::{Ending, Game, Move, MoveTextError, Position, Variant};
use faraday_variants::{catalog, for_each_variant};

/// The exploration constant, which favors rarely tried moves.
const EXPLORATION: f64 = 0.7;
/// The length in plies at which a playout counts as a draw.
const LONGEST: usize = 300;
/// The maximum size of the tree in positions.
const MOST_NODES: usize = 4_000_000;
/// Playouts between checks of the clock.
const PERIOD: u64 = 16;

/// A position of the tree, from the point of view of the player who moved there.
struct Node {
    mv: Option<Move>,
    visits: u32,
    /// The number of wins; draws count half.
    wins: f64,
    /// The moves, once the node has been visited twice. Moves without a node have not been tried.
    children: Vec<Child>,
    is_open: bool,
}

struct Child {
    mv: Move,
    node: Option<u32>,
}

impl Node {
    fn new(mv: Option<Move>) -> Node {
        Node { mv, visits: 0, wins: 0.0, children: Vec::new(), is_open: false }
    }
}

struct Uct<V: Variant> {
    game: Game<V>,
    nodes: Vec<Node>,
    seed: u64,
}

impl<V: Evaluate> Uct<V> {
    fn new() -> Uct<V> {
        Uct { game: Game::new(Position::start()), nodes: Vec::new(), seed: 1 }
    }

    fn random(&mut self, below: usize) -> usize {
        self.seed = mix(self.seed);
        (self.seed % below as u64) as usize
    }

    /// Runs one playout: selection, expansion by one position, a random playout to the end, and backpropagation.
    fn playout(&mut self) {
        let first = self.game.position().turn();
        let mut path = vec![0];
        let ending = loop {
            if let Some(ending) = self.game.ending() {
                break Some(ending);
            }
            let at = path[path.len() - 1];
            let Some(child) = self.descend(at) else { break self.finish() };
            path.push(child);
            let mv = self.nodes[child].mv.expect("only the root has no move");
            self.game.play(mv).expect("the tree has legal moves");
        };
        for _ in 1..path.len() {
            self.game.undo();
        }
        let winner = ending.and_then(|ending| ending.winner);
        for (ply, at) in path.into_iter().enumerate() {
            let mover = if ply % 2 == 1 { first } else { !first };
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.wins += winner.map_or(0.5, |winner| if winner == mover { 1.0 } else { 0.0 });
        }
    }

    /// Returns the child to descend to; `None` at a leaf.
    fn descend(&mut self, at: usize) -> Option<usize> {
        if !self.nodes[at].is_open {
            if self.nodes[at].visits == 0 && at > 0 || self.nodes.len() >= MOST_NODES {
                return None;
            }
            let mut moves = moves_of(self.game.position());
            for last in (1..moves.len()).rev() {
                let other = self.random(last + 1);
                moves.swap(last, other);
            }
            self.nodes[at].children = moves.into_iter().map(|mv| Child { mv, node: None }).collect();
            self.nodes[at].is_open = true;
        }
        let untried = self.nodes[at].children.iter().position(|child| child.node.is_none());
        if let Some(index) = untried {
            let mv = self.nodes[at].children[index].mv;
            let new = self.nodes.len();
            self.nodes.push(Node::new(Some(mv)));
            self.nodes[at].children[index].node = Some(new as u32);
            return Some(new);
        }
        let total = f64::from(self.nodes[at].visits).ln();
        let bound = |index: usize| {
            let node = &self.nodes[index];
            let visits = f64::from(node.visits.max(1));
            node.wins / visits + EXPLORATION * (total / visits).sqrt()
        };
        let tried = self.nodes[at].children.iter().filter_map(|child| child.node).map(|node| node as usize);
        tried.max_by(|one, two| bound(*one).total_cmp(&bound(*two)))
    }

    /// Plays random moves to the end; `None` if the game gets too long.
    fn finish(&mut self) -> Option<Ending> {
        let mut position = self.game.position().clone();
        for _ in 0..LONGEST {
            if let Some(ending) = position.ending() {
                return Some(ending);
            }
            if position.halfmoves() >= 100 {
                return None;
            }
            let moves = moves_of(&position);
            let mv = moves[self.random(moves.len())];
            position = position.after(mv);
        }
        None
    }

    fn best(&self) -> Option<usize> {
        let tried = self.nodes[0].children.iter().filter_map(|child| child.node).map(|node| node as usize);
        tried.max_by_key(|node| self.nodes[*node].visits)
    }
}

/// Returns the moves to consider: only the capture of a king, if there is one.
fn moves_of<V: Evaluate>(position: &Position<V>) -> Vec<Move> {
    let moves = position.moves();
    let king = position.board().king(!position.turn());
    match moves.iter().find(|mv| Some(mv.to) == king) {
        Some(mv) => vec![*mv],
        None => moves,
    }
}

/// Returns the time to search.
fn time(limits: &Limits, turn: faraday_rules::Color) -> Option<Duration> {
    let shared = limits.clocks.map(|clocks| {
        let side = clocks.sides[turn as usize];
        let left = side.left.saturating_sub(limits.overhead);
        (left / clocks.moves_to_go.unwrap_or(30).clamp(1, 30) + side.increment * 3 / 4).min(left / 2)
    });
    limits.move_time.map(|time| time.saturating_sub(limits.overhead)).or(shared)
}

impl<V: Evaluate> AnyEngine for Uct<V> {
    fn variant(&self) -> &'static str {
        V::ID
    }

    fn network(&self) -> &'static str {
        V::NETWORK_ID
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        let mut game = Game::new(Position::<V>::from_fen(fen.unwrap_or(V::START))?);
        for (index, text) in moves.iter().enumerate() {
            let mv =
                game.position().read_uci(text).map_err(|error| PositionError::Move { number: index + 1, error })?;
            // If the history has ended the game, no move will be requested.
            let _ = game.play(mv);
        }
        self.game = game;
        Ok(())
    }

    fn fen(&self) -> String {
        self.game.position().to_fen()
    }

    fn moves(&self) -> Vec<String> {
        self.game.legal().into_iter().map(Position::<V>::write_uci).collect()
    }

    fn ending(&self) -> Option<Ending> {
        self.game.position().ending()
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveTextError> {
        self.game.position().read_uci(text)
    }

    fn evaluation(&mut self) -> i32 {
        0
    }

    fn new_game(&mut self) {
        self.nodes.clear();
    }

    fn set_hash(&mut self, megabytes: usize) -> usize {
        megabytes
    }

    fn set_threads(&mut self, _: usize) -> usize {
        1
    }

    fn set_network(&mut self, _: NetworkSource) -> Result<(), NetworkError> {
        Ok(())
    }

    fn perft(&self, depth: u32, control: &Control, report: &mut dyn FnMut(&str, u64)) -> Option<u64> {
        perft::divide(self.game.position(), depth, control, report)
    }

    fn go(&mut self, request: &SearchRequest, control: &Control, _: &mut dyn FnMut(Report<String>)) -> SearchResult {
        let start = Instant::now();
        let time = time(&request.limits, self.game.position().turn());
        self.seed ^= request.seed;
        self.nodes.clear();
        self.nodes.push(Node::new(None));
        if self.game.ending().is_some() {
            return SearchResult::default();
        }
        let mut count = 0;
        while !control.is_stopped() && request.limits.nodes.is_none_or(|most| count < most) {
            if count % PERIOD == 0 && count > 0 && time.is_some_and(|time| start.elapsed() >= time) {
                break;
            }
            self.playout();
            count += 1;
        }
        let best = self.best().and_then(|node| self.nodes[node].mv).map(Position::<V>::write_uci);
        SearchResult { best, nodes: count, ..SearchResult::default() }
    }
}

fn engine(id: &str) -> Option<Box<dyn AnyEngine>> {
    macro_rules! by_id {
        ($($variant:ident $folder:literal,)+) => {
            $(if id == <faraday_variants::$variant as Variant>::ID {
                return Some(Box::new(Uct::<faraday_variants::$variant>::new()));
            })+
        };
    }
    for_each_variant!(by_id);
    None
}

fn main() -> io::Result<()> {
    let variants: Vec<&str> = catalog().iter().map(|entry| entry.id).collect();
    uci::run(
        BufReader::new(io::stdin()),
        LineWriter::new(io::stdout()),
        &EngineFactory { variants: &variants, create: &engine },
    )
}
