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

use super::table::{Seat, Table};
use crate::tablebase;

/// The time per move of level 10 against a person, and against itself. The time of other levels is proportional to the
/// square of their number.
const COMPANY: Duration = Duration::from_secs(3);
const ALONE: Duration = Duration::from_millis(150);

/// The time for a hint, or for the answer to a draw offer.
const MOMENT: Duration = Duration::from_millis(500);

/// The time lost between the clock and the engine for each move.
const OVERHEAD: Duration = Duration::from_millis(30);

/// A question to the engine about a position.
#[derive(Clone, Debug)]
pub struct Question {
    /// The FEN from which the game started.
    pub start: String,
    /// The moves since then, in UCI.
    pub moves: Vec<String>,
    pub level: Level,
    pub pace: Pace,
}

/// The time limit for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// A share of the time left on the clocks.
    Clocks(Clocks),
    /// The time per move against a person, by level.
    Company,
    /// The time per move without a human player, by level.
    Alone,
    /// A moment, at full strength.
    Moment,
}

/// An answer of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The best move, in UCI.
    pub uci: String,
    /// The score from the point of view of the side to move.
    pub score: Score,
}

/// The engine as a player.
pub struct Opponent {
    engine: Box<dyn AnyEngine>,
    seed: u64,
}

/// An opponent on its own thread.
pub struct Worker {
    questions: Sender<(u64, Question, Arc<Control>)>,
    answers: Receiver<(u64, anyhow::Result<Option<Thought>>)>,
    control: Arc<Control>,
}

impl Question {
    /// Returns the question for the computer's move in the current position.
    pub fn move_at(table: &Table) -> Question {
        let pace = match table.control() {
            Some(control) => {
                let left = |color| table.left(color).unwrap_or_default();
                let side = |color| SideClock { left: left(color), increment: control.increment() };
                Pace::Clocks(Clocks { sides: Color::ALL.map(side), moves_to_go: None })
            }
            None if table.seats().has(Seat::Human) => Pace::Company,
            None => Pace::Alone,
        };
        Question { pace, ..Question::hint_at(table) }
    }

    /// Returns the question for a hint and a score in the current position, at full strength.
    pub fn hint_at(table: &Table) -> Question {
        let game = table.game();
        Question {
            start: game.start_fen(),
            moves: game.moves().into_iter().map(|mv| game.uci(mv)).collect(),
            level: table.level(),
            pace: Pace::Moment,
        }
    }

    fn request(&self, seed: u64) -> SearchRequest {
        let by_level = |most: Duration| Some(most * u32::from(self.level.number()).pow(2) / 100);
        let (clocks, move_time) = match self.pace {
            Pace::Clocks(clocks) => (Some(clocks), None),
            Pace::Company => (None, by_level(COMPANY)),
            Pace::Alone => (None, by_level(ALONE)),
            Pace::Moment => (None, Some(MOMENT)),
        };
        let level = match self.pace {
            Pace::Moment => Level::FULL,
            Pace::Clocks(_) | Pace::Company | Pace::Alone => self.level,
        };
        let limits = Limits { clocks, move_time, overhead: OVERHEAD, ..Limits::default() };
        // A hint is always searched, because its score also decides on draw offers.
        let book = if self.pace == Pace::Moment { BookUse::Closed } else { BookUse::Open };
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
    pub fn think(&mut self, question: &Question, control: &Control) -> anyhow::Result<Option<Thought>> {
        let moves: Vec<&str> = question.moves.iter().map(String::as_str).collect();
        self.engine.set_position(Some(&question.start), &moves)?;
        let answer = self.engine.go(&question.request(self.seed), control, &mut |_| {});
        Ok(answer.best.zip(answer.score).map(|(uci, score)| Thought { uci, score }))
    }
}

impl Thought {
    /// Returns true if the side that is not to move would accept a draw after this number of plies.
    pub fn accepts_draw(&self, plies: usize) -> bool {
        (-self.score).accepts_draw(plies)
    }
}

impl Worker {
    /// Starts a thread with an opponent.
    pub fn new(entry: &'static Entry) -> Worker {
        let (questions, asked) = channel::<(u64, Question, Arc<Control>)>();
        let (reply, answers) = channel();
        thread::spawn(move || {
            let mut opponent = Opponent::new(entry);
            for (ticket, question, control) in asked {
                let thought = opponent.think(&question, &control);
                if reply.send((ticket, thought)).is_err() {
                    return;
                }
            }
        });
        Worker { questions, answers, control: Arc::new(Control::new()) }
    }

    /// Sends a question, whose answer will carry the ticket, and cancels the search for an earlier one.
    pub fn ask(&mut self, ticket: u64, question: Question) {
        self.stop();
        self.control = Arc::new(Control::new());
        // A dead thread is noticed when its answer is read.
        let _ = self.questions.send((ticket, question, Arc::clone(&self.control)));
    }

    /// Stops the search, which then answers soon.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Returns the next answer if there is one.
    pub fn answer(&self) -> anyhow::Result<Option<(u64, Option<Thought>)>> {
        match self.answers.try_recv() {
            Ok((ticket, thought)) => Ok(Some((ticket, thought?))),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(anyhow!("the computer opponent has stopped working")),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}
