//! Faraday as a player of the match, in process, on a thread of its own.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use faraday_engine::{AnyEngine, BookUse, Control, Level, Limits, SearchRequest, SearchResult};
use faraday_variants::Entry;

use super::{GRACE, MoveError, MoveReply, MoveRequest, RunningEngine, SearchInfo, StartError};
use crate::entrant::{FaradaySettings, NetworkChoice};
use crate::stop::Stop;
use crate::verdict::Foul;

enum Command {
    NewGame,
    Think { start: Option<String>, moves: Vec<String>, search: Box<SearchRequest>, control: Arc<Control> },
}

/// Faraday's engine, running on a thread of this process.
pub struct InProcess {
    commands: Sender<Command>,
    answers: Receiver<(Instant, Result<SearchResult, String>)>,
    level: Level,
    book: BookUse,
    overhead: Duration,
    seed: u64,
}

impl InProcess {
    /// Starts the thread with its engine.
    pub fn start(entry: &'static Entry, settings: &FaradaySettings) -> Result<InProcess, StartError> {
        let &FaradaySettings { level, hash, threads, overhead, ref network, book } = settings;
        let mut engine = entry.engine(1);
        if engine.set_hash(hash) < hash {
            return Err(StartError::Hash(hash));
        }
        engine.set_threads(threads);
        set_network(engine.as_mut(), network)?;
        let (commands, queue) = channel();
        let (reply, answers) = channel();
        let work = move || {
            for command in queue {
                match command {
                    Command::NewGame => engine.new_game(),
                    Command::Think { start, moves, search, control } => {
                        let answer = think(engine.as_mut(), start.as_deref(), &moves, &search, &control);
                        if reply.send((Instant::now(), answer)).is_err() {
                            return;
                        }
                    }
                }
            }
        };
        thread::Builder::new().name("player".to_owned()).spawn(work).map_err(StartError::Thread)?;
        Ok(InProcess { commands, answers, level, book: book.unwrap_or_default(), overhead, seed: 0 })
    }
}

impl RunningEngine for InProcess {
    fn new_game(&mut self, seed: u64, _: &Stop) -> Result<(), MoveError> {
        self.seed = seed;
        self.commands.send(Command::NewGame).map_err(|_| gone())
    }

    fn choose(&mut self, request: &MoveRequest, stop: &Stop) -> Result<MoveReply, MoveError> {
        let control = Arc::new(Control::new());
        let limits = Limits { overhead: self.overhead, ..request.limits.clone() };
        let command = Command::Think {
            start: request.start.map(str::to_owned),
            moves: request.moves.to_vec(),
            search: Box::new(SearchRequest {
                limits,
                level: self.level,
                seed: self.seed,
                book: self.book,
                ..SearchRequest::default()
            }),
            control: Arc::clone(&control),
        };
        let started = Instant::now();
        self.commands.send(command).map_err(|_| gone())?;
        let mut deadline = started + request.due;
        let mut is_stopped = false;
        loop {
            let now = Instant::now();
            if !is_stopped && (stop.is_set() || now >= deadline) {
                is_stopped = true;
                control.stop();
                deadline = now + GRACE;
            }
            let wait = deadline.saturating_duration_since(now);
            match self.answers.recv_timeout(if is_stopped { wait } else { wait.min(super::TICK) }) {
                Ok(_) if stop.is_set() => return Err(MoveError::Stopped),
                Ok((at, answer)) => return reply(answer, at - started),
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
                Err(RecvTimeoutError::Timeout) if is_stopped => {
                    return Err(if stop.is_set() { MoveError::Stopped } else { MoveError::Foul(Foul::Silent) });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

fn set_network(engine: &mut dyn AnyEngine, network: &NetworkChoice) -> Result<(), StartError> {
    let failed = |problem: String| match network {
        NetworkChoice::File(file) => StartError::Network(format!("`{}`: {problem}", file.display())),
        NetworkChoice::Embedded | NetworkChoice::None => StartError::Network(problem),
    };
    let bytes = network.read().map_err(|error| failed(error.to_string()))?;
    engine.set_network(network.source(&bytes)).map_err(|error| failed(error.to_string()))
}

fn think(
    engine: &mut dyn AnyEngine,
    start: Option<&str>,
    moves: &[String],
    search: &SearchRequest,
    control: &Control,
) -> Result<SearchResult, String> {
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    engine.set_position(start, &moves).map_err(|error| error.to_string())?;
    Ok(engine.go(search, control, &mut |_| {}))
}

fn reply(answer: Result<SearchResult, String>, elapsed: Duration) -> Result<MoveReply, MoveError> {
    let answer = answer.map_err(|problem| MoveError::Foul(Foul::Gone(problem)))?;
    let search = SearchInfo { score: answer.score, depth: Some(answer.depth), nodes: Some(answer.nodes) };
    Ok(MoveReply { word: answer.best.unwrap_or_default(), search, elapsed })
}

fn gone() -> MoveError {
    MoveError::Foul(Foul::Gone("its thread has ended".to_owned()))
}
