//! The `Engine` class: a search on its own thread, while Python continues and handles signals.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use faraday_engine::{AnyEngine, Control, Level, Limits, MOST_THREADS, Report, SearchRequest, SearchResult};
use faraday_variants::{AnyGame, Entry};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::tables::{LastReadError, Tables};
use crate::{check_signals, find_or_first, shapes};

/// The time after which Python handles signals.
const TICK: Duration = Duration::from_millis(20);

/// The maximum size of a transposition table in megabytes.
const MOST_MEGABYTES: usize = 65_536;

/// An engine for a variant. It searches one position at a time, and keeps its transposition table between searches.
#[pyclass(module = "faraday", frozen)]
pub struct Engine {
    entry: &'static Entry,
    inner: Mutex<Box<dyn AnyEngine>>,
    /// The last read error of its endgame tables.
    read_error: LastReadError,
}

/// The subject of a search.
#[derive(FromPyObject)]
enum Subject<'py> {
    #[pyo3(transparent, annotation = "Position")]
    Position(Bound<'py, Position>),
    #[pyo3(transparent, annotation = "Game")]
    Game(Bound<'py, Game>),
}

/// The result of a search, with the last reported line.
struct SearchOutcome {
    answer: SearchResult,
    line: Vec<String>,
    elapsed: Duration,
}

#[pymethods]
impl Engine {
    /// Creates an engine with a transposition table of `hash` megabytes that searches on `threads` threads. The
    /// default variant is chess.
    ///
    /// At full strength it uses endgame tablebases: `tables`, or else those that come with the package.
    #[new]
    #[pyo3(signature = (variant = None, hash = 16, threads = 1, tables = None))]
    fn new(
        py: Python<'_>,
        variant: Option<&str>,
        hash: usize,
        threads: usize,
        tables: Option<&Bound<'_, Tables>>,
    ) -> PyResult<Engine> {
        let entry = find_or_first(variant)?;
        check("hash", hash, MOST_MEGABYTES)?;
        check("threads", threads, MOST_THREADS)?;
        let shipped;
        let tables = match tables {
            Some(tables) => tables.get(),
            None => {
                shipped = Tables::shipped(entry);
                &shipped
            }
        };
        if tables.entry.id != entry.id {
            let (other, own) = (tables.entry.id, entry.id);
            return Err(PyValueError::new_err(format!("an engine for {own} does not know tables of {other}")));
        }
        let engine = py.detach(|| {
            let mut engine = tables.shared.engine(hash);
            engine.set_threads(threads);
            engine
        });
        Ok(Engine { entry, inner: Mutex::new(engine), read_error: tables.read_error.clone() })
    }

    /// The id of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.entry.id
    }

    /// Searches for the best move until a limit is reached: `time` in seconds, `nodes`, `depth` in plies, or a win in
    /// `mate` moves. Levels from 1 to 9 have limits of their own. The history of a `Game` counts for repetitions.
    ///
    /// Other threads can run during the search, and Ctrl-C interrupts it.
    #[pyo3(signature = (position, *, time = None, nodes = None, depth = None, mate = None, level = 10, seed = 0))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn search<'py>(
        &self,
        py: Python<'py>,
        position: Subject<'py>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        mate: Option<u32>,
        level: u8,
        seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let level = Level::new(level).ok_or_else(|| PyValueError::new_err("a level is a number from 1 to 10"))?;
        let move_time = time.map(seconds).transpose()?;
        let limits = Limits { move_time, nodes, depth, mate, ..Limits::default() };
        if limits == Limits::default() && level == Level::FULL {
            return Err(PyValueError::new_err("say when to stop: by `time`, `nodes`, `depth` or `mate`"));
        }
        let game = match position {
            Subject::Position(position) => position.get().game.boxed(),
            Subject::Game(game) => game.try_borrow()?.any.boxed(),
        };
        if game.entry().id != self.entry.id {
            let (played, own) = (game.entry().id, self.entry.id);
            return Err(PyValueError::new_err(format!("an engine for {own} does not play {played}")));
        }
        if let Some(ending) = game.ending() {
            return Err(PyValueError::new_err(game.text().ending(ending)));
        }
        let request = SearchRequest { limits, level, seed, ..SearchRequest::default() };
        let found = py.detach(|| self.think(&*game, &request))?;
        self.read_error.warn(py)?;
        self.thought(py, found)
    }

    /// Clears the results of earlier searches.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            self.lock()?.new_game();
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        format!("<Engine for {}>", self.entry.id)
    }
}

impl Engine {
    /// Waits until no other thread uses the engine, and locks it.
    fn lock(&self) -> PyResult<MutexGuard<'_, Box<dyn AnyEngine>>> {
        loop {
            match self.inner.try_lock() {
                Ok(engine) => return Ok(engine),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    thread::sleep(TICK);
                    check_signals()?;
                }
            }
        }
    }

    /// Searches on a separate thread, while this one handles signals. Python handles them on its main thread only.
    fn think(&self, game: &dyn AnyGame, request: &SearchRequest) -> PyResult<SearchOutcome> {
        let mut locked = self.lock()?;
        let engine = &mut **locked;
        let moves: Vec<String> = game.moves().into_iter().map(|mv| game.uci(mv)).collect();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        engine
            .set_position(Some(&game.start_fen()), &moves)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let control = Control::new();
        let started = Instant::now();
        let mut line = Vec::new();
        let (over, is_over) = channel::<()>();
        let answer = thread::scope(|scope| {
            let search = || {
                // Dropped at the end of the search, even after a panic.
                let _over = over;
                engine.go(request, &control, &mut |report: Report<String>| line = report.moves)
            };
            let searcher = Builder::new().spawn_scoped(scope, search)?;
            let mut signaled = Ok(());
            while signaled.is_ok() && is_over.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                signaled = check_signals();
            }
            control.stop();
            let answer = searcher.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            signaled.map(|()| answer)
        })?;
        Ok(SearchOutcome { answer, line, elapsed: started.elapsed() })
    }

    fn thought<'py>(&self, py: Python<'py>, found: SearchOutcome) -> PyResult<Bound<'py, PyAny>> {
        let SearchOutcome { answer, line, elapsed } = found;
        let read = |uci: &String| (self.entry.parse_uci)(uci).ok().map(|mv| Move::of(self.entry, mv));
        // A lower level may choose another move than the first one of the best line.
        let pv = if line.first() == answer.best.as_ref() {
            line
        } else {
            answer.best.iter().chain(&answer.ponder).cloned().collect()
        };
        let score = answer.score.map(|score| shapes::score(py, score)).transpose()?;
        let pv = PyTuple::new(py, pv.iter().filter_map(read).collect::<Vec<_>>())?;
        let (best, ponder) = (answer.best.as_ref().and_then(read), answer.ponder.as_ref().and_then(read));
        shapes::make(py, "Thought", (best, ponder, score, pv, answer.nodes, answer.depth, elapsed.as_secs_f64()))
    }
}

fn check(name: &str, value: usize, most: usize) -> PyResult<()> {
    if (1..=most).contains(&value) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("`{name}` is {value}: it must be a number from 1 to {most}")))
}

fn seconds(time: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(time).map_err(|_| PyValueError::new_err(format!("{time} is not a number of seconds")))
}
