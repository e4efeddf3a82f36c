//! Faraday on a separate thread.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use faraday_engine::{AnyEngine, BookUse, Control, Level, Limits, SearchRequest, SearchResult};
use faraday_variants::Entry;

use super::{Contender, GRACE, Question, Reply, StartError, Thought, Trouble};
use crate::entrant::{NetworkWanted, OwnSettings};
use crate::stop::Stop;
use crate::verdict::Foul;

enum Task {
    NewGame,
    Think { start: Option<String>, moves: Vec<String>, order: Box<SearchRequest>, control: Arc<Control> },
}

/// Faraday as a contender.
pub struct Own {
    tasks: Sender<Task>,
    answers: Receiver<(Instant, Result<SearchResult, String>)>,
    level: Level,
    book: BookUse,
    overhead: Duration,
    seed: u64,
}

impl Own {
    /// Starts the thread with its engine.
    pub fn start(entry: &'static Entry, settings: &OwnSettings) -> Result<Own, StartError> {
        let &OwnSettings { level, hash, threads, overhead, ref network, book } = settings;
        let mut engine = entry.engine(1);
        if engine.set_hash(hash) < hash {
            return Err(StartError::Hash(hash));
        }
        engine.set_threads(threads);
        set_network(engine.as_mut(), network)?;
        let (tasks, asked) = channel();
        let (reply, answers) = channel();
        let work = move || {
            for task in asked {
                match task {
                    Task::NewGame => engine.new_game(),
                    Task::Think { start, moves, order, control } => {
                        let answer = think(engine.as_mut(), start.as_deref(), &moves, &order, &control);
                        if reply.send((Instant::now(), answer)).is_err() {
                            return;
                        }
                    }
                }
            }
        };
        thread::Builder::new().name("player".to_owned()).spawn(work).map_err(StartError::Thread)?;
        Ok(Own { tasks, answers, level, book: book.unwrap_or_default(), overhead, seed: 0 })
    }
}

impl Contender for Own {
    fn new_game(&mut self, seed: u64, _: &Stop) -> Result<(), Trouble> {
        self.seed = seed;
        self.tasks.send(Task::NewGame).map_err(|_| gone())
    }

    fn choose(&mut self, question: &Question, stop: &Stop) -> Result<Reply, Trouble> {
        let control = Arc::new(Control::new());
        let limits = Limits { overhead: self.overhead, ..question.limits.clone() };
        let task = Task::Think {
            start: question.start.map(str::to_owned),
            moves: question.moves.to_vec(),
            order: Box::new(SearchRequest {
                limits,
                level: self.level,
                seed: self.seed,
                book: self.book,
                ..SearchRequest::default()
            }),
            control: Arc::clone(&control),
        };
        let started = Instant::now();
        self.tasks.send(task).map_err(|_| gone())?;
        let mut deadline = started + question.due;
        let mut is_told = false;
        loop {
            let now = Instant::now();
            if !is_told && (stop.is_set() || now >= deadline) {
                is_told = true;
                control.stop();
                deadline = now + GRACE;
            }
            let wait = deadline.saturating_duration_since(now);
            match self.answers.recv_timeout(if is_told { wait } else { wait.min(super::TICK) }) {
                Ok(_) if stop.is_set() => return Err(Trouble::Stopped),
                Ok((at, answer)) => return reply(answer, at - started),
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
                Err(RecvTimeoutError::Timeout) if is_told => {
                    return Err(if stop.is_set() { Trouble::Stopped } else { Trouble::Foul(Foul::Silent) });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

fn set_network(engine: &mut dyn AnyEngine, network: &NetworkWanted) -> Result<(), StartError> {
    let failed = |problem: String| match network {
        NetworkWanted::File(file) => StartError::Network(format!("`{}`: {problem}", file.display())),
        NetworkWanted::Embedded | NetworkWanted::None => StartError::Network(problem),
    };
    let bytes = network.read().map_err(|error| failed(error.to_string()))?;
    engine.set_network(network.source(&bytes)).map_err(|error| failed(error.to_string()))
}

fn think(
    engine: &mut dyn AnyEngine,
    start: Option<&str>,
    moves: &[String],
    order: &SearchRequest,
    control: &Control,
) -> Result<SearchResult, String> {
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    engine.set_position(start, &moves).map_err(|error| error.to_string())?;
    Ok(engine.go(order, control, &mut |_| {}))
}

fn reply(answer: Result<SearchResult, String>, elapsed: Duration) -> Result<Reply, Trouble> {
    let answer = answer.map_err(|problem| Trouble::Foul(Foul::Gone(problem)))?;
    let thought = Thought { score: answer.score, depth: Some(answer.depth), nodes: Some(answer.nodes) };
    Ok(Reply { word: answer.best.unwrap_or_default(), thought, elapsed })
}

fn gone() -> Trouble {
    Trouble::Foul(Foul::Gone("its thread has ended".to_owned()))
}
