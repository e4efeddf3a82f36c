//! Measures strength: a hundred games of every variant against a random mover, and of each level against the
//! one two below it.
//!
//! `cargo bench --bench strength -- [random|levels] [VARIANT…] [--games N] [--time MS]`

use std::time::Duration;

use faraday_engine::{AnyEngine, Control, Level, Limits, SearchRequest};
use faraday_rules::{Color, zobrist::mix};
use faraday_variants::{AnyGame, Entry, catalog};

/// The maximum length of a game, which then counts as a draw.
const PLIES: usize = 400;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let value = |name: &str, default: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(default)
    };
    let named = |name: &str| arguments.iter().any(|argument| argument == name);
    let chosen: Vec<&Entry> = catalog().iter().filter(|entry| named(entry.id)).collect();
    let games = if chosen.is_empty() { catalog().iter().collect() } else { chosen };
    for entry in games {
        if !named("levels") {
            against_random(entry, value("--games", 100));
        }
        if !named("random") {
            ladder(entry, value("--games", 12), Duration::from_millis(value("--time", 100)));
        }
    }
}

/// Plays with a thousand nodes per move, with each color in turn.
fn against_random(entry: &Entry, games: u64) {
    let mut score = [0; 3];
    let mut engine = entry.engine(4);
    for seed in 0..games {
        let us = if seed % 2 == 0 { Color::White } else { Color::Black };
        let request =
            SearchRequest { limits: Limits { nodes: Some(1_000), ..Limits::default() }, ..SearchRequest::default() };
        let mut chance = mix(seed);
        let winner = play(entry, &[], |game| {
            if game.turn() == us {
                return decide(&mut *engine, game, &request);
            }
            let moves = game.legal();
            chance = mix(chance);
            game.uci(moves[chance as usize % moves.len()])
        });
        score[outcome(winner, us)] += 1;
    }
    println!("{:<24} against a random mover: {} won, {} drawn, {} lost", entry.id, score[0], score[1], score[2]);
}

/// Plays each level against the one two below it, from random openings with both colors.
fn ladder(entry: &Entry, games: u64, time: Duration) {
    println!("{:<24} level against the one two below, {games} games, at most {} ms a move", entry.id, time.as_millis());
    for number in 3..=10 {
        let levels = [number, number - 2].map(|number| Level::new(number).expect("a level from 1 to 10"));
        let mut engines = [entry.engine(8), entry.engine(8)];
        let mut score = [0; 3];
        for seed in 0..games {
            let stronger = if seed % 2 == 0 { Color::White } else { Color::Black };
            let opening = opening(entry, seed / 2);
            engines.iter_mut().for_each(|engine| engine.new_game());
            let winner = play(entry, &opening, |game| {
                let side = usize::from(game.turn() != stronger);
                let limits = Limits { move_time: Some(time), ..Limits::default() };
                let request = SearchRequest { limits, level: levels[side], seed, ..SearchRequest::default() };
                decide(&mut *engines[side], game, &request)
            });
            score[outcome(winner, stronger)] += 1;
        }
        let points = f64::from(score[0]) + f64::from(score[1]) / 2.0;
        let [won, drawn, lost] = score;
        println!("  {number:>2} v {:>2}: +{won} ={drawn} -{lost}   {:.0} %", number - 2, 100.0 * points / games as f64);
    }
}

fn outcome(winner: Option<Color>, us: Color) -> usize {
    match winner {
        Some(winner) if winner == us => 0,
        None => 1,
        Some(_) => 2,
    }
}

fn opening(entry: &Entry, seed: u64) -> Vec<String> {
    let mut game = entry.game(None).expect("a game from its start");
    let mut seed = mix(seed);
    let mut played = Vec::new();
    for _ in 0..4 {
        let moves = game.legal();
        seed = mix(seed);
        let Some(mv) = moves.get(seed as usize % moves.len().max(1)) else { break };
        played.push(game.uci(*mv));
        game.play(*mv).expect("a legal move");
    }
    played
}

fn decide(engine: &mut dyn AnyEngine, game: &dyn AnyGame, request: &SearchRequest) -> String {
    let moves: Vec<String> = game.moves().into_iter().map(|mv| game.uci(mv)).collect();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    engine.set_position(Some(&game.start_fen()), &moves).expect("a game so far");
    engine.go(request, &Control::new(), &mut |_| {}).best.expect("a move, for the game goes on")
}

fn play(entry: &Entry, opening: &[String], mut next: impl FnMut(&dyn AnyGame) -> String) -> Option<Color> {
    let mut game = entry.game(None).expect("a game from its start");
    for ply in 0..PLIES {
        if let Some(ending) = game.ending() {
            return ending.winner;
        }
        let text = opening.get(ply).cloned().unwrap_or_else(|| next(&*game));
        let mv = game.read_move(&text).expect("a legal move");
        game.play_legal(mv);
    }
    None
}
