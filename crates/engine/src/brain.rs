//! A player whose variant is hidden: what a session, a server or a page needs of the engine.

use std::sync::Arc;

use faraday_rules::zobrist::mix;
use faraday_rules::{Ending, Move, MoveTextError, Position, Setup, SetupError};
use thiserror::Error;
use web_time::Duration;

use crate::network::{NetworkError, NetworkSource};
use crate::perft;
use crate::{AnyEndgames, Book, BookUse, Bound, Control, Evaluate, Level, Limits, Report, Score, Search, Task};

/// Plies without progress that make a draw (C.3). A game may be played on after it.
const FIFTY_MOVES: u16 = 100;

/// Why a position cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BrainError {
    /// The FEN is wrong.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move is wrong.
    #[error("move {number}: {error}")]
    Move {
        /// Which of the moves, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveTextError,
    },
}

/// What a player is to do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Order {
    /// What ends the search.
    pub limits: Limits,
    /// The moves to choose from; none means all.
    pub only: Vec<Move>,
    /// How strong the choice is to be.
    pub level: Level,
    /// What the choices of the lower levels are drawn from.
    pub seed: u64,
    /// Whether moves of the book are played, if there is one.
    pub book: BookUse,
}

/// What a player has decided. Moves are in UCI.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The move; none if there is none.
    pub best: Option<String>,
    /// The reply that is expected.
    pub ponder: Option<String>,
    /// What the position is worth to the side to move after that.
    pub score: Option<Score>,
    /// Positions visited.
    pub nodes: u64,
    /// The last depth that was finished.
    pub depth: u32,
}

/// A player of some variant.
pub trait Brain: Send {
    /// The variant's id.
    fn variant(&self) -> &'static str;

    /// Sets a position: the start or a FEN, then moves in UCI.
    ///
    /// # Errors
    ///
    /// If the FEN or a move is wrong. The position stays as it is.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), BrainError>;

    /// The FEN of the position.
    fn fen(&self) -> String;

    /// The legal moves in UCI; none if the position is decided.
    fn moves(&self) -> Vec<String>;

    /// How the game has ended, if the position itself is decided. The draws of C.3 are not looked at: an interface may play on.
    fn ending(&self) -> Option<Ending>;

    /// Reads a legal move in UCI.
    ///
    /// # Errors
    ///
    /// If the text is not a move, or the move is not legal.
    fn read_move(&self, text: &str) -> Result<Move, MoveTextError>;

    /// What the position is worth to the side to move without any search, in hundredths of a pawn.
    fn evaluation(&mut self) -> i32;

    /// The id of the networks that it can take: options of one game share theirs.
    fn network(&self) -> &'static str;

    /// Takes another network, or none. What earlier searches found out is forgotten.
    ///
    /// # Errors
    ///
    /// If the bytes are not those of a network of the variant. All stays as it is.
    fn set_network(&mut self, source: NetworkSource) -> Result<(), NetworkError>;

    /// Uses these endings from here on, at full strength only: weaker levels keep their rating. Those of another variant
    /// are left alone, and so are all of them by a player who has no use for them. What earlier searches found out is
    /// forgotten.
    fn set_endgames(&mut self, _: &AnyEndgames) {}

    /// Takes another opening book, or none.
    fn set_book(&mut self, _: Option<Arc<Book>>) {}

    /// Forgets what earlier searches found out.
    fn new_game(&mut self);

    /// Replaces the transposition table by an empty one of about so many megabytes. Answers its size, less if memory is
    /// short.
    fn set_hash(&mut self, megabytes: usize) -> usize;

    /// Thinks on so many threads from here on, but for the lower levels, which think on one. Answers how many they are,
    /// fewer if there are not so many to be had.
    fn set_threads(&mut self, threads: usize) -> usize;

    /// Counts the legal move sequences of a length, and reports the share of every first move, in UCI. None if it was
    /// stopped.
    fn perft(&self, depth: u32, control: &Control, report: &mut dyn FnMut(&str, u64)) -> Option<u64>;

    /// Decides on a move, and reports the lines on the way: at least one if there is a move.
    fn go(&mut self, order: &Order, control: &Control, report: &mut dyn FnMut(Report<String>)) -> Answer;
}

/// The player of a variant.
pub struct Player<V: Evaluate> {
    search: Search<V>,
    position: Position<V>,
    /// The hashes of the positions before, oldest first.
    past: Vec<u64>,
    book: Option<Arc<Book>>,
}

impl<V: Evaluate> Player<V> {
    /// A player at the start, with a transposition table of about so many megabytes.
    ///
    /// # Panics
    ///
    /// If the network that comes with the program is damaged, which tests rule out.
    pub fn new(megabytes: usize) -> Player<V> {
        Player { search: Search::new(megabytes), position: Position::start(), past: Vec::new(), book: None }
    }

    /// The legal moves among some; none means all.
    fn choices(&self, only: &[Move]) -> Vec<Move> {
        if self.position.ending().is_some() {
            return Vec::new();
        }
        self.position.moves().into_iter().filter(|mv| only.is_empty() || only.contains(mv)).collect()
    }

    /// The position to search. Where the game is played on after fifty moves without progress, they are counted again:
    /// every line would be drawn, and all moves the same.
    fn root(&self) -> Position<V> {
        if self.position.halfmoves() < FIFTY_MOVES {
            return self.position.clone();
        }
        let setup = Setup { halfmoves: 0, ..self.position.to_setup() };
        Position::from_setup(setup).expect("the counts decide nothing")
    }

    /// What the book plays, if it is to be asked and has a move. The reply that is expected is the one that it likes best.
    fn recalled(&self, order: &Order, choices: &[Move], seed: u64) -> Option<Answer> {
        let book = self.book.as_deref().filter(|_| order.book == BookUse::Open)?;
        let known = book.moves(self.position.hash()).iter().copied().filter(|known| choices.contains(&known.mv));
        let chosen = order.level.recalled(&known.collect::<Vec<_>>(), seed)?;
        let after = self.position.after(chosen.mv);
        let reply = book.moves(after.hash()).iter().max_by_key(|known| known.weight).map(|known| known.mv);
        Some(Answer {
            best: Some(Position::<V>::write_uci(chosen.mv)),
            ponder: reply.filter(|mv| after.is_legal(*mv)).map(Position::<V>::write_uci),
            score: Some(Score::Centipawns(chosen.score)),
            ..Answer::default()
        })
    }
}

impl<V: Evaluate> Brain for Player<V> {
    fn variant(&self) -> &'static str {
        V::ID
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), BrainError> {
        let mut position = Position::<V>::from_fen(fen.unwrap_or(V::START))?;
        let mut past = Vec::with_capacity(moves.len());
        for (index, text) in moves.iter().enumerate() {
            let mv = position.read_uci(text).map_err(|error| BrainError::Move { number: index + 1, error })?;
            past.push(position.hash());
            position.play(mv, &mut faraday_rules::Silent);
        }
        self.position = position;
        self.past = past;
        Ok(())
    }

    fn fen(&self) -> String {
        self.position.to_fen()
    }

    fn moves(&self) -> Vec<String> {
        self.choices(&[]).into_iter().map(Position::<V>::write_uci).collect()
    }

    fn ending(&self) -> Option<Ending> {
        self.position.ending()
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveTextError> {
        self.position.read_uci(text)
    }

    fn evaluation(&mut self) -> i32 {
        self.search.evaluate(&self.position)
    }

    fn network(&self) -> &'static str {
        V::NETWORK_ID
    }

    fn set_network(&mut self, source: NetworkSource) -> Result<(), NetworkError> {
        self.search.set_network(source.load::<V>()?);
        Ok(())
    }

    fn set_endgames(&mut self, endgames: &AnyEndgames) {
        if let Some(endgames) = endgames.of() {
            self.search.set_endgames(Some(endgames));
        }
    }

    fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.book = book;
    }

    fn new_game(&mut self) {
        self.search.clear();
    }

    fn set_hash(&mut self, megabytes: usize) -> usize {
        self.search.resize(megabytes)
    }

    fn set_threads(&mut self, threads: usize) -> usize {
        self.search.set_threads(threads)
    }

    fn perft(&self, depth: u32, control: &Control, report: &mut dyn FnMut(&str, u64)) -> Option<u64> {
        perft::divide(&self.position, depth, control, report)
    }

    fn go(&mut self, order: &Order, control: &Control, report: &mut dyn FnMut(Report<String>)) -> Answer {
        let seed = mix(order.seed) ^ self.position.hash();
        let choices = self.choices(&order.only);
        if let Some(answer) = self.recalled(order, &choices, seed) {
            report_answer::<V>(&answer, report);
            return answer;
        }
        let stray = order.level.stray(&V::LADDER, &choices, seed);
        let only = stray.map_or_else(|| order.only.clone(), |mv| vec![mv]);
        let limits = order.level.cap(&V::LADDER, &order.limits, seed);
        let shown = order.limits.lines.max(1);
        let root = self.root();
        let task = Task { root: &root, past: &self.past, only: &only, limits: &limits, control };
        let mut is_told = false;
        let tell = &mut |line: Report<Move>| {
            if line.line <= shown {
                is_told = true;
                report(line.map(Position::<V>::write_uci));
            }
        };
        // The handicap of a lower level is measured on one thread that knows nothing: more would make it stronger.
        let outcome =
            if order.level == Level::FULL { self.search.go(&task, tell) } else { self.search.go_alone(&task, tell) };
        let chosen = order.level.choose(&V::LADDER, &outcome.lines, seed);
        let word = |at: usize| chosen.and_then(|line| line.moves.get(at)).map(|mv| Position::<V>::write_uci(*mv));
        let answer = Answer {
            best: word(0),
            ponder: word(1),
            score: chosen.map(|line| line.score),
            nodes: outcome.nodes,
            depth: outcome.depth,
        };
        if !is_told {
            report_answer::<V>(&answer, report);
        }
        answer
    }
}

/// Reports an answer to which no search has led.
fn report_answer<V: Evaluate>(answer: &Answer, report: &mut dyn FnMut(Report<String>)) {
    let Some(score) = answer.score else { return };
    report(Report {
        depth: answer.depth,
        deepest: answer.depth,
        line: 1,
        score,
        chances: V::WDL.of(score),
        bound: Bound::Exact,
        nodes: answer.nodes,
        elapsed: Duration::ZERO,
        permille: 0,
        tablebase_hits: 0,
        moves: answer.best.iter().chain(&answer.ponder).cloned().collect(),
    });
}
