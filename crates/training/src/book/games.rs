//! Engine games that begin in a book, by which its moves get their results. Each first move is played equally often,
//! and later moves by their weights. Out of book, the engine plays on against itself.
//!
//! Out of book, the number of nodes varies from move to move, because games that leave the book in the same position
//! would otherwise be identical. The result of a game counts for every book move played in it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};

use faraday_engine::book::draw;
use faraday_engine::{Book, Evaluate, Search};
use faraday_rules::zobrist::mix;
use faraday_rules::{self as rules, Color, Move, Position};

use super::{BookBuildError, BookBuilder, BookProgress, BookRecord, in_parallel};
use crate::file::Outcome;
use crate::selfplay::{play_out, think};

/// The results of games by position and move: the number of games, and the half points of the side that moved.
#[derive(Default)]
pub struct MoveResults(HashMap<(u64, Move), (u32, u32)>);

impl MoveResults {
    /// Returns the number of games with a move in a position, and the half points of the side that played it.
    pub fn of(&self, position: u64, mv: Move) -> (u32, u32) {
        self.0.get(&(position, mv)).copied().unwrap_or_default()
    }

    fn add<V: Evaluate>(&mut self, opening: &rules::Game<V>, white: u32) {
        for (position, mv) in opening.positions().iter().zip(opening.moves()) {
            let (games, half_points) = self.0.entry((position.hash(), *mv)).or_default();
            *games += 1;
            *half_points += match position.turn() {
                Color::White => white,
                Color::Black => 2 - white,
            };
        }
    }
}

/// Plays the games missing in the record, and counts all of them.
pub fn play<V: Evaluate>(
    builder: &BookBuilder,
    searchers: &mut [Search<V>],
    book: &Book,
    known: &HashMap<u32, u32>,
) -> Result<MoveResults, BookBuildError> {
    let numbers: Vec<u32> = (0..builder.plan.games).collect();
    let count = AtomicU32::new(0);
    let found = in_parallel(searchers, &numbers, |search, _, &number| {
        let mut seed = mix(builder.plan.seed ^ u64::from(number) << 20);
        let opening = opening::<V>(book, &mut seed, number);
        let white = match known.get(&number) {
            Some(white) => (*white).min(2),
            None if builder.stop.load(Ordering::Relaxed) => return Err(BookBuildError::Stopped),
            None => {
                search.clear();
                let white = play_on(search, builder.plan.game_nodes, opening.clone(), seed) as u32;
                builder.record(BookRecord::Game { game: number, white })?;
                white
            }
        };
        (builder.report)(BookProgress::Games(count.fetch_add(1, Ordering::Relaxed) + 1));
        Ok((opening, white))
    });
    let mut results = MoveResults::default();
    for game in found {
        let (opening, white) = game?;
        results.add(&opening, white);
    }
    Ok(results)
}

/// Returns a game that follows the book until the book ends.
fn opening<V: Evaluate>(book: &Book, seed: &mut u64, number: u32) -> rules::Game<V> {
    let mut game = rules::Game::new(Position::<V>::start());
    let first = book.moves(game.position().hash());
    let mut next = first.get(number as usize % first.len().max(1)).copied();
    while let Some(known) = next {
        if game.ending().is_some() || game.play(known.mv).is_err() {
            break;
        }
        *seed = mix(*seed);
        next = draw(book.moves(game.position().hash()), *seed);
    }
    game
}

/// Returns the result of a game that the engine continues with about `nodes` nodes per move.
fn play_on<V: Evaluate>(search: &mut Search<V>, nodes: u64, game: rules::Game<V>, mut seed: u64) -> Outcome {
    let choose = |game: &rules::Game<V>| {
        seed = mix(seed);
        think(search, nodes.div_ceil(2) + seed % nodes.max(1), game)
    };
    play_out(game, choose).1
}
