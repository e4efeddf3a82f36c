//! Self-play: games that begin with random moves and go on with a search of a fixed number of nodes.
//!
//! A game is a function of its number and the recipe, so a run that was broken off goes on with the numbers that are
//! missing, on as many threads as there are.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use faraday_engine::network::{NetworkError, NetworkSource};
use faraday_engine::{Control, Evaluate, Limits, Score, Search, Task};
use faraday_rules::zobrist::mix;
use faraday_rules::{self as rules, Color, Move, Position};
use faraday_variants::Entry;

use crate::file::{Game, Outcome, Ply};
use crate::{Errand, on_threads, run};

/// Megabytes of the transposition table: a game in hand needs few.
pub const HASH_MEGABYTES: usize = 8;
/// A score from which a game is not begun: its result would say nothing of the moves.
const DECIDED_OPENING: i16 = 150;
/// A game is given up once both sides have agreed on such a score for so many plies.
const DECIDED: i16 = 1_200;
const DECIDED_PLIES: usize = 6;
/// From this ply on, a game is drawn once both sides have seen no more than this for so many plies.
const EVEN_FROM: usize = 100;
const EVEN: i16 = 5;
const EVEN_PLIES: usize = 16;
/// A game this long is drawn.
const MOST_PLIES: usize = 400;
/// What a forced win counts.
const WIN: i16 = 10_000;

/// How games are made.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// What all random moves are drawn from.
    pub seed: u64,
    /// Nodes of each search.
    pub nodes: u64,
    /// How many random moves a game begins with; every other one has one more, so that both sides begin.
    pub opening: usize,
}

/// Games to be played.
pub struct Selfplay<'a> {
    /// How they are made.
    pub recipe: Recipe,
    /// What evaluates.
    pub network: NetworkSource<'a>,
    /// On how many threads.
    pub threads: usize,
}

impl Selfplay<'_> {
    /// What makes the games what they are, in words: those of one recipe belong in one file.
    pub fn recipe(&self, entry: &'static Entry) -> Result<String, NetworkError> {
        let Recipe { seed, nodes, opening } = self.recipe;
        let network = run(entry, Fingerprint(self.network))?;
        Ok(format!("seed {seed}, {nodes} nodes, {opening} random plies, {network}"))
    }

    /// Plays games until the listener, who hears of each, has enough. Numbers of games played before are left out.
    /// Answers on how many threads: fewer where there are not so many to be had.
    pub fn play(
        &self,
        entry: &'static Entry,
        played: &HashSet<u32>,
        enough: &(dyn Fn(Game) -> bool + Sync),
    ) -> Result<usize, NetworkError> {
        run(entry, Play { selfplay: self, played, enough })
    }
}

struct Fingerprint<'a>(NetworkSource<'a>);

impl Errand for Fingerprint<'_> {
    type Result = Result<String, NetworkError>;

    fn run<V: Evaluate>(self) -> Result<String, NetworkError> {
        let network = self.0.load::<V>()?;
        Ok(network.map_or("no network".to_owned(), |network| format!("network {:016x}", network.fingerprint())))
    }
}

struct Play<'a, 'b> {
    selfplay: &'a Selfplay<'b>,
    played: &'a HashSet<u32>,
    enough: &'a (dyn Fn(Game) -> bool + Sync),
}

impl Errand for Play<'_, '_> {
    type Result = Result<usize, NetworkError>;

    fn run<V: Evaluate>(self) -> Result<usize, NetworkError> {
        let Play { selfplay: Selfplay { recipe, network, threads }, played, enough } = self;
        let network = network.load::<V>()?;
        let (next, over) = (AtomicU32::new(0), Mutex::new(false));
        let work = || {
            let mut search = Search::<V>::new(HASH_MEGABYTES);
            search.set_network(network.clone());
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if played.contains(&number) {
                    continue;
                }
                if is_over(&over) {
                    return;
                }
                let game = play(&mut search, recipe, number);
                let mut over = over.lock().unwrap_or_else(PoisonError::into_inner);
                if *over {
                    return;
                }
                *over = enough(game);
            }
        };
        Ok(on_threads(*threads, "player", work))
    }
}

fn is_over(over: &Mutex<bool>) -> bool {
    *over.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays the game of a number.
fn play<V: Evaluate>(search: &mut Search<V>, recipe: &Recipe, number: u32) -> Game {
    let mut seed = mix(recipe.seed ^ u64::from(number) << 20);
    loop {
        seed = mix(seed);
        let plies = recipe.opening + (number as usize & 1);
        let Some(game) = opening::<V>(&mut seed, plies) else { continue };
        search.clear();
        if let Some(found) = play_on(search, recipe, number, game) {
            return found;
        }
    }
}

/// So many random moves that do not end the game.
pub fn opening<V: Evaluate>(seed: &mut u64, plies: usize) -> Option<rules::Game<V>> {
    let mut game = rules::Game::new(Position::<V>::start());
    for _ in 0..plies {
        let moves = game.legal();
        *seed = mix(*seed);
        let mv = *moves.get((*seed % moves.len().max(1) as u64) as usize)?;
        game.play(mv).ok()?;
    }
    game.ending().is_none().then_some(game)
}

fn play_on<V: Evaluate>(search: &mut Search<V>, recipe: &Recipe, number: u32, game: rules::Game<V>) -> Option<Game> {
    let opening = game.moves().to_vec();
    let first = think(search, recipe.nodes, &game);
    if first.1.abs() >= DECIDED_OPENING {
        return None;
    }
    let mut first = Some(first);
    let (plies, outcome) = play_out(game, |game| first.take().unwrap_or_else(|| think(search, recipe.nodes, game)));
    Some(Game { number, outcome, opening, plies })
}

/// Plays a game until it ends or both sides agree on it: the moves that were chosen, and the outcome.
pub fn play_out<V: Evaluate>(
    mut game: rules::Game<V>,
    mut choose: impl FnMut(&rules::Game<V>) -> (Move, i16),
) -> (Vec<Ply>, Outcome) {
    let mut plies = Vec::new();
    let outcome = loop {
        if let Some(ending) = game.ending() {
            break outcome_of(ending.winner);
        }
        let (mv, score) = choose(&game);
        plies.push(Ply { mv, score });
        if let Some(outcome) = adjudicated(&plies, game.position().turn()) {
            break outcome;
        }
        game.play(mv).expect("the search plays legal moves");
    };
    (plies, outcome)
}

/// The outcome of a game with this winner.
fn outcome_of(winner: Option<Color>) -> Outcome {
    match winner {
        Some(Color::White) => Outcome::WhiteWon,
        Some(Color::Black) => Outcome::BlackWon,
        None => Outcome::Drawn,
    }
}

/// The move that a search of so many nodes chooses, and its score.
pub fn think<V: Evaluate>(search: &mut Search<V>, nodes: u64, game: &rules::Game<V>) -> (Move, i16) {
    let past: Vec<u64> = game.positions()[..game.moves().len()].iter().map(Position::hash).collect();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let root = game.position();
    let task = Task { root, past: &past, only: &[], limits: &limits, control: &Control::new() };
    let line = search.go(&task, &mut |_| {}).lines.swap_remove(0);
    let score = match line.score {
        Score::Centipawns(score) => score.clamp(i32::from(-WIN) + 1, i32::from(WIN) - 1) as i16,
        Score::Mate(moves) => WIN * moves.signum() as i16,
    };
    (line.moves[0], score)
}

/// The outcome of a game that both sides agree on; `turn` played the last ply.
fn adjudicated(plies: &[Ply], turn: Color) -> Option<Outcome> {
    let last = |count: usize| plies.len().checked_sub(count).map(|first| &plies[first..]);
    let for_mover = |(back, ply): (usize, &Ply)| if back % 2 == 0 { ply.score } else { -ply.score };
    if let Some(last) = last(DECIDED_PLIES) {
        let scores = || last.iter().rev().enumerate().map(for_mover);
        if scores().all(|score| score >= DECIDED) {
            return Some(outcome_of(Some(turn)));
        }
        if scores().all(|score| score <= -DECIDED) {
            return Some(outcome_of(Some(!turn)));
        }
    }
    let is_even =
        plies.len() >= EVEN_FROM && last(EVEN_PLIES).is_some_and(|last| last.iter().all(|ply| ply.score.abs() <= EVEN));
    (is_even || plies.len() >= MOST_PLIES).then_some(Outcome::Drawn)
}
