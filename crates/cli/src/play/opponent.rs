//! The computer opponent: its requests and answers, and the thread on which it searches.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::anyhow;
use faraday_engine::uci::DEFAULT_HASH;
use faraday_engine::{AnyEngine, BookUse, Clocks, Control, Level, Limits, Score, SearchRequest, SideClock};
use faraday_rules::Color;
use faraday_variants::Entry;

use super::table::{PlayerKind, Table};
use crate::tablebase;

/// The time per move of level 10 against a person, and against itself. The time of other levels is proportional to the
/// square of their number.
const AGAINST_PERSON: Duration = Duration::from_secs(3);
const SELF_PLAY: Duration = Duration::from_millis(150);

/// The time for a hint, or for the answer to a draw offer.
const SHORT: Duration = Duration::from_millis(500);

/// The time lost between the clock and the engine for each move.
const OVERHEAD: Duration = Duration::from_millis(30);

/// A request to the engine: a position and a time limit.
#[derive(Clone, Debug)]
pub struct EngineRequest {
    /// The FEN from which the game started.
    pub start: String,
    /// The moves since then, in UCI.
    pub moves: Vec<String>,
    pub level: Level,
    pub time_limit: TimeLimit,
}

/// The time limit of a search by the computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeLimit {
    /// A share of the time left on the clocks.
    Clocks(Clocks),
    /// The time per move against a person, by level.
    AgainstPerson,
    /// The time per move without a human player, by level.
    SelfPlay,
    /// A short time, at full strength.
    Short,
}

/// The answer of the engine: a move and its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineAnswer {
    /// The best move, in UCI.
    pub uci: String,
    /// The score from the point of view of the side to move.
    pub score: Score,
}

/// The engine as an opponent, with a seed for the random choices of lower levels.
pub struct Opponent {
    engine: Box<dyn AnyEngine>,
    seed: u64,
}

/// An opponent that searches on a separate thread, one request at a time.
pub struct OpponentThread {
    requests: Sender<(u64, EngineRequest, Arc<Control>)>,
    answers: Receiver<(u64, anyhow::Result<Option<EngineAnswer>>)>,
    control: Arc<Control>,
}

impl EngineRequest {
    /// Returns the request for the computer's move in the current position.
    pub fn move_at(table: &Table) -> EngineRequest {
        let time_limit = match table.control() {
            Some(control) => {
                let left = |color| table.left(color).unwrap_or_default();
                let side = |color| SideClock { left: left(color), increment: control.increment() };
                TimeLimit::Clocks(Clocks { sides: Color::ALL.map(side), moves_to_go: None })
            }
            None if table.players().has(PlayerKind::Human) => TimeLimit::AgainstPerson,
            None => TimeLimit::SelfPlay,
        };
        EngineRequest { time_limit, ..EngineRequest::hint_at(table) }
    }

    /// Returns the request for a hint and a score in the current position, at full strength.
    pub fn hint_at(table: &Table) -> EngineRequest {
        let game = table.game();
        EngineRequest {
            start: game.start_fen(),
            moves: game.moves().into_iter().map(|mv| game.uci(mv)).collect(),
            level: table.level(),
            time_limit: TimeLimit::Short,
        }
    }

    fn request(&self, seed: u64) -> SearchRequest {
        let by_level = |most: Duration| Some(most * u32::from(self.level.number()).pow(2) / 100);
        let (clocks, move_time) = match self.time_limit {
            TimeLimit::Clocks(clocks) => (Some(clocks), None),
            TimeLimit::AgainstPerson => (None, by_level(AGAINST_PERSON)),
            TimeLimit::SelfPlay => (None, by_level(SELF_PLAY)),
            TimeLimit::Short => (None, Some(SHORT)),
        };
        let level = match self.time_limit {
            TimeLimit::Short => Level::FULL,
            TimeLimit::Clocks(_) | TimeLimit::AgainstPerson | TimeLimit::SelfPlay => self.level,
        };
        let limits = Limits { clocks, move_time, overhead: OVERHEAD, ..Limits::default() };
        // A hint is always searched, because its score also decides on draw offers.
        let book = if self.time_limit == TimeLimit::Short { BookUse::Closed } else { BookUse::Open };
        SearchRequest { limits, level, seed, book, ..SearchRequest::default() }
    }
}

impl Opponent {
    /// Creates a player of a variant. Its seed differs from game to game.
    pub fn new(entry: &'static Entry) -> Opponent {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Opponent { engine: tablebase::engine(entry, DEFAULT_HASH), seed: since.as_nanos() as u64 }
    }

    /// Searches until there is an answer, or until it is stopped. Returns `None` if there is no legal move.
    pub fn think(&mut self, request: &EngineRequest, control: &Control) -> anyhow::Result<Option<EngineAnswer>> {
        let moves: Vec<&str> = request.moves.iter().map(String::as_str).collect();
        self.engine.set_position(Some(&request.start), &moves)?;
        let answer = self.engine.go(&request.request(self.seed), control, &mut |_| {});
        Ok(answer.best.zip(answer.score).map(|(uci, score)| EngineAnswer { uci, score }))
    }
}

impl EngineAnswer {
    /// Returns true if the side that is not to move would accept a draw after this number of plies.
    pub fn accepts_draw(&self, plies: usize) -> bool {
        (-self.score).accepts_draw(plies)
    }
}

impl OpponentThread {
    /// Starts a thread with an opponent.
    pub fn new(entry: &'static Entry) -> OpponentThread {
        let (requests, asked) = channel::<(u64, EngineRequest, Arc<Control>)>();
        let (reply, answers) = channel();
        thread::spawn(move || {
            let mut opponent = Opponent::new(entry);
            for (request_id, request, control) in asked {
                let answer = opponent.think(&request, &control);
                if reply.send((request_id, answer)).is_err() {
                    return;
                }
            }
        });
        OpponentThread { requests, answers, control: Arc::new(Control::new()) }
    }

    /// Sends a request, whose answer will carry its id, and cancels the search for an earlier one.
    pub fn ask(&mut self, request_id: u64, request: EngineRequest) {
        self.stop();
        self.control = Arc::new(Control::new());
        // A dead thread is noticed when its answer is read.
        let _ = self.requests.send((request_id, request, Arc::clone(&self.control)));
    }

    /// Stops the search, which then answers soon.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Returns the next answer if there is one.
    pub fn answer(&self) -> anyhow::Result<Option<(u64, Option<EngineAnswer>)>> {
        match self.answers.try_recv() {
            Ok((request_id, answer)) => Ok(Some((request_id, answer?))),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(anyhow!("the computer opponent has stopped working")),
        }
    }
}

impl Drop for OpponentThread {
    fn drop(&mut self) {
        self.stop();
    }
}
