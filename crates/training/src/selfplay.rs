//! Self-play games for training, which begin with random moves and continue with searches of a fixed number of nodes.
//!
//! A game depends only on its number and the settings. An interrupted run can therefore be resumed with the missing
//! numbers, on any number of threads.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use faraday_engine::network::{NetworkError, NetworkSource};
use faraday_engine::{Control, Evaluate, Limits, Score, Search, Task};
use faraday_rules::zobrist::mix;
use faraday_rules::{self as rules, Color, Move, Position};
use faraday_variants::Entry;

use crate::file::{Game, Outcome, Ply};
use crate::{VariantTask, on_threads, run};

/// The size of the transposition table in megabytes. Searches with few nodes need little.
pub const HASH_MEGABYTES: usize = 8;
/// The score from which an opening is discarded, because the result would not depend on the moves.
const DECIDED_OPENING: i16 = 150;
/// The score for adjudication. A game ends once both sides have reported such a score for the same
/// winner for `DECIDED_PLIES` plies.
const DECIDED: i16 = 1_200;
const DECIDED_PLIES: usize = 6;
/// The ply from which games can be adjudicated as drawn: once both scores have been at most
/// `EVEN` for `EVEN_PLIES` plies.
const EVEN_FROM: usize = 100;
const EVEN: i16 = 5;
const EVEN_PLIES: usize = 16;
/// The number of plies after which a game is drawn.
const MOST_PLIES: usize = 400;
/// The score of a forced win.
const WIN: i16 = 10_000;

/// The settings that determine the games of a self-play run.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SelfplaySettings {
    pub seed: u64,
    /// The number of nodes in each search.
    pub nodes: u64,
    /// The number of random moves at the beginning. Every other game has one more, so that both sides make
    /// the first searched move.
    pub opening: usize,
}

/// A self-play run, which plays games with one network on several threads.
#[expect(missing_docs, reason = "the names say it")]
pub struct Selfplay<'a> {
    pub settings: SelfplaySettings,
    /// The network used for evaluation.
    pub network: NetworkSource<'a>,
    pub threads: usize,
}

impl Selfplay<'_> {
    /// Returns the description of the settings. Only games with the same description belong in one file.
    pub fn description(&self, entry: &'static Entry) -> Result<String, NetworkError> {
        let SelfplaySettings { seed, nodes, opening } = self.settings;
        let network = run(entry, FingerprintTask(self.network))?;
        Ok(format!("seed {seed}, {nodes} nodes, {opening} random plies, {network}"))
    }

    /// Plays games until `enough`, which is called with each game, returns true. The numbers in `played` are skipped.
    /// Returns the number of threads, which is lower if the system cannot start enough.
    pub fn play(
        &self,
        entry: &'static Entry,
        played: &HashSet<u32>,
        enough: &(dyn Fn(Game) -> bool + Sync),
    ) -> Result<usize, NetworkError> {
        run(entry, PlayTask { selfplay: self, played, enough })
    }
}

struct FingerprintTask<'a>(NetworkSource<'a>);

impl VariantTask for FingerprintTask<'_> {
    type Result = Result<String, NetworkError>;

    fn run<V: Evaluate>(self) -> Result<String, NetworkError> {
        let network = self.0.load::<V>()?;
        Ok(network.map_or("no network".to_owned(), |network| format!("network {:016x}", network.fingerprint())))
    }
}

struct PlayTask<'a, 'b> {
    selfplay: &'a Selfplay<'b>,
    played: &'a HashSet<u32>,
    enough: &'a (dyn Fn(Game) -> bool + Sync),
}

impl VariantTask for PlayTask<'_, '_> {
    type Result = Result<usize, NetworkError>;

    fn run<V: Evaluate>(self) -> Result<usize, NetworkError> {
        let PlayTask { selfplay: Selfplay { settings, network, threads }, played, enough } = self;
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
                let game = play(&mut search, settings, number);
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

/// Plays the game with this number.
fn play<V: Evaluate>(search: &mut Search<V>, settings: &SelfplaySettings, number: u32) -> Game {
    let mut seed = mix(settings.seed ^ u64::from(number) << 20);
    loop {
        seed = mix(seed);
        let plies = settings.opening + (number as usize & 1);
        let Some(game) = opening::<V>(&mut seed, plies) else { continue };
        search.clear();
        if let Some(found) = play_on(search, settings, number, game) {
            return found;
        }
    }
}

/// Plays random moves. `None` if they end the game.
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

fn play_on<V: Evaluate>(
    search: &mut Search<V>,
    settings: &SelfplaySettings,
    number: u32,
    game: rules::Game<V>,
) -> Option<Game> {
    let opening = game.moves().to_vec();
    let first = think(search, settings.nodes, &game);
    if first.1.abs() >= DECIDED_OPENING {
        return None;
    }
    let mut first = Some(first);
    let (plies, outcome) = play_out(game, |game| first.take().unwrap_or_else(|| think(search, settings.nodes, game)));
    Some(Game { number, outcome, opening, plies })
}

/// Plays a game until it ends or is adjudicated. Returns the chosen moves and the result.
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

/// Returns the result of a game with this winner.
fn outcome_of(winner: Option<Color>) -> Outcome {
    match winner {
        Some(Color::White) => Outcome::WhiteWon,
        Some(Color::Black) => Outcome::BlackWon,
        None => Outcome::Drawn,
    }
}

/// Returns the move and the score of a search with this number of nodes.
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

/// Returns the result of an adjudicated game. `turn` is the side that played the last ply.
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
