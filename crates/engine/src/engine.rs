//! An engine with its variant erased, as protocol sessions, the server, and the web app use it: position,
//! options, book, and search.

use std::sync::Arc;

use faraday_rules::zobrist::mix;
use faraday_rules::{Ending, Move, MoveTextError, Position, Setup, SetupError};
use thiserror::Error;
use web_time::Duration;

use crate::network::{NetworkError, NetworkSource};
use crate::perft;
use crate::{AnyTablebases, Book, BookUse, Bound, Control, Evaluate, Level, Limits, Report, Score, Search, Task};

/// Plies without progress that make a draw (C.3). Play may continue after it.
const FIFTY_MOVES: u16 = 100;

/// The error for a FEN or a move from which an engine cannot reach a legal position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PositionError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("move {number}: {error}")]
    Move {
        /// The index of the move, from 1.
        number: usize,
        error: MoveTextError,
    },
}

/// A request for a move: the limits of the search, the strength, and the use of the book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchRequest {
    /// The conditions that end the search.
    pub limits: Limits,
    /// The moves to choose from; if empty, all legal moves.
    pub only: Vec<Move>,
    /// The strength of the choice.
    pub level: Level,
    /// The random seed of the lower levels.
    pub seed: u64,
    /// The use of the opening book, if there is one.
    pub book: BookUse,
}

/// The engine's move, with the expected reply and the score. Moves are in UCI notation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SearchResult {
    /// The best move; `None` if there is no legal move.
    pub best: Option<String>,
    /// The expected reply to `best`.
    pub ponder: Option<String>,
    /// The score of `best`, for the side that plays it.
    pub score: Option<Score>,
    pub nodes: u64,
    /// The last completed depth.
    pub depth: u32,
}

/// An engine with its variant erased: it has a current position and searches for the best move in it.
pub trait AnyEngine: Send {
    /// Returns the id of the variant.
    fn variant(&self) -> &'static str;

    /// Sets the position: a FEN or the starting position, then moves in UCI notation.
    ///
    /// # Errors
    ///
    /// If the FEN or a move is invalid. The position is then unchanged.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError>;

    /// Returns the FEN of the current position.
    fn fen(&self) -> String;

    /// Returns the legal moves in UCI notation; empty if the game is over.
    fn moves(&self) -> Vec<String>;

    /// Returns the result, if the position itself ends the game. The draws of C.3 are ignored, because a
    /// GUI may play on.
    fn ending(&self) -> Option<Ending>;

    /// Parses a legal move in UCI notation.
    ///
    /// # Errors
    ///
    /// If the text is not a move or the move is illegal.
    fn read_move(&self, text: &str) -> Result<Move, MoveTextError>;

    /// Returns the static evaluation for the side to move, in centipawns.
    fn evaluation(&mut self) -> i32;

    /// Returns the id of the networks that this engine accepts; variants that differ only in options share one.
    fn network(&self) -> &'static str;

    /// Replaces the network or removes it. Clears everything learned in earlier searches.
    ///
    /// # Errors
    ///
    /// If the bytes are not a network of this variant. Nothing is changed then.
    fn set_network(&mut self, source: NetworkSource) -> Result<(), NetworkError>;

    /// Uses these tablebases from now on, at full strength only, so that the lower levels keep their ratings.
    /// Tablebases of another variant are ignored, and an engine that cannot use any ignores them all. Clears
    /// everything learned in earlier searches.
    fn set_tablebases(&mut self, _: &AnyTablebases) {}

    /// Replaces the opening book or removes it.
    fn set_book(&mut self, _: Option<Arc<Book>>) {}

    /// Clears everything learned in earlier searches.
    fn new_game(&mut self);

    /// Replaces the transposition table with an empty one of about `megabytes`. Returns its size, which is
    /// smaller if memory is short.
    fn set_hash(&mut self, megabytes: usize) -> usize;

    /// Searches on `threads` threads from now on, except at the lower levels, which use one. Returns the number of
    /// threads, which is smaller if not all of them can be started.
    fn set_threads(&mut self, threads: usize) -> usize;

    /// Counts the legal move sequences of `depth` plies and reports the share of each first move, in UCI
    /// notation. Returns `None` if stopped.
    fn perft(&self, depth: u32, control: &Control, report: &mut dyn FnMut(&str, u64)) -> Option<u64>;

    /// Chooses a move and reports lines while searching: at least one if there is a legal move.
    fn go(
        &mut self,
        request: &SearchRequest,
        control: &Control,
        report: &mut dyn FnMut(Report<String>),
    ) -> SearchResult;
}

/// The [`AnyEngine`] of the variant `V`, with its position, search, and book.
pub struct Engine<V: Evaluate> {
    search: Search<V>,
    position: Position<V>,
    /// Hashes of the earlier positions, oldest first.
    past: Vec<u64>,
    book: Option<Arc<Book>>,
}

impl<V: Evaluate> Engine<V> {
    /// Creates an engine at the starting position, with a transposition table of about `megabytes`.
    ///
    /// # Panics
    ///
    /// If the embedded network is damaged, which tests rule out.
    pub fn new(megabytes: usize) -> Engine<V> {
        Engine { search: Search::new(megabytes), position: Position::start(), past: Vec::new(), book: None }
    }

    /// Returns the legal moves among `only`, or all legal moves if that is empty.
    fn choices(&self, only: &[Move]) -> Vec<Move> {
        if self.position.ending().is_some() {
            return Vec::new();
        }
        self.position.moves().into_iter().filter(|mv| only.is_empty() || only.contains(mv)).collect()
    }

    /// Returns the position to search. If the game goes on after fifty moves without progress, the halfmove clock
    /// restarts at zero: otherwise every line would be a draw and all moves equal.
    fn root(&self) -> Position<V> {
        if self.position.halfmoves() < FIFTY_MOVES {
            return self.position.clone();
        }
        let setup = Setup { halfmoves: 0, ..self.position.to_setup() };
        Position::from_setup(setup).expect("the counts decide nothing")
    }

    /// Returns the book move, if the book may be used and has one. The expected reply is the book's most frequent one.
    fn book_move(&self, request: &SearchRequest, choices: &[Move], seed: u64) -> Option<SearchResult> {
        let book = self.book.as_deref().filter(|_| request.book == BookUse::Open)?;
        let known = book.moves(self.position.hash()).iter().copied().filter(|known| choices.contains(&known.mv));
        let chosen = request.level.book_move(&known.collect::<Vec<_>>(), seed)?;
        let after = self.position.after(chosen.mv);
        let reply = book.moves(after.hash()).iter().max_by_key(|known| known.weight).map(|known| known.mv);
        Some(SearchResult {
            best: Some(Position::<V>::write_uci(chosen.mv)),
            ponder: reply.filter(|mv| after.is_legal(*mv)).map(Position::<V>::write_uci),
            score: Some(Score::Centipawns(chosen.score)),
            ..SearchResult::default()
        })
    }
}

impl<V: Evaluate> AnyEngine for Engine<V> {
    fn variant(&self) -> &'static str {
        V::ID
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        let mut position = Position::<V>::from_fen(fen.unwrap_or(V::START))?;
        let mut past = Vec::with_capacity(moves.len());
        for (index, text) in moves.iter().enumerate() {
            let mv = position.read_uci(text).map_err(|error| PositionError::Move { number: index + 1, error })?;
            past.push(position.hash());
            position.play(mv, &mut faraday_rules::IgnoreEvents);
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

    fn set_tablebases(&mut self, tablebases: &AnyTablebases) {
        if let Some(tablebases) = tablebases.of() {
            self.search.set_tablebases(Some(tablebases));
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

    fn go(
        &mut self,
        request: &SearchRequest,
        control: &Control,
        report: &mut dyn FnMut(Report<String>),
    ) -> SearchResult {
        let seed = mix(request.seed) ^ self.position.hash();
        let choices = self.choices(&request.only);
        if let Some(answer) = self.book_move(request, &choices, seed) {
            report_answer::<V>(&answer, report);
            return answer;
        }
        let random_move = request.level.random_move(&V::LADDER, &choices, seed);
        let only = random_move.map_or_else(|| request.only.clone(), |mv| vec![mv]);
        let limits = request.level.cap(&V::LADDER, &request.limits, seed);
        let shown = request.limits.lines.max(1);
        let root = self.root();
        let task = Task { root: &root, past: &self.past, only: &only, limits: &limits, control };
        let mut is_told = false;
        let tell = &mut |line: Report<Move>| {
            if line.line <= shown {
                is_told = true;
                report(line.map(Position::<V>::write_uci));
            }
        };
        // The handicap of a lower level is measured on one thread with an empty table: more would make it stronger.
        let outcome =
            if request.level == Level::FULL { self.search.go(&task, tell) } else { self.search.go_alone(&task, tell) };
        let chosen = request.level.choose(&V::LADDER, &outcome.lines, seed);
        let word = |at: usize| chosen.and_then(|line| line.moves.get(at)).map(|mv| Position::<V>::write_uci(*mv));
        let answer = SearchResult {
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

/// Reports an answer that no search has reported.
fn report_answer<V: Evaluate>(answer: &SearchResult, report: &mut dyn FnMut(Report<String>)) {
    let Some(score) = answer.score else { return };
    report(Report {
        depth: answer.depth,
        seldepth: answer.depth,
        line: 1,
        score,
        wdl: V::WDL.of(score),
        bound: Bound::Exact,
        nodes: answer.nodes,
        elapsed: Duration::ZERO,
        hashfull: 0,
        tablebase_hits: 0,
        moves: answer.best.iter().chain(&answer.ponder).cloned().collect(),
    });
}
