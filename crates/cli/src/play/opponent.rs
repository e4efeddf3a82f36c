//! The computer at the table: what it is asked, what it answers, and the thread on which it thinks.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::anyhow;
use faraday_engine::uci::DEFAULT_HASH;
use faraday_engine::{BookUse, Brain, Clocks, Control, Level, Limits, Order, Purse, Score};
use faraday_rules::Color;
use faraday_variants::Entry;

use super::table::{Seat, Table};
use crate::tablebase;

/// What the highest level takes for a move against a person, and against itself. Others take less, by their square.
const COMPANY: Duration = Duration::from_secs(3);
const ALONE: Duration = Duration::from_millis(150);

/// What a hint or the answer to an offer takes.
const MOMENT: Duration = Duration::from_millis(500);

/// What a move loses between the clock and the engine.
const OVERHEAD: Duration = Duration::from_millis(30);

/// What is asked about a position.
#[derive(Clone, Debug)]
pub struct Question {
    /// The FEN from which the game started.
    pub start: String,
    /// The moves since, in UCI.
    pub moves: Vec<String>,
    /// How strong the answer is to be.
    pub level: Level,
    /// How long it may take.
    pub pace: Pace,
}

/// How long an answer may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// A share of what the clocks leave.
    Clocks(Clocks),
    /// As long as a person at the other side likes to wait, by level.
    Company,
    /// As short as a game without company needs, by level.
    Alone,
    /// A moment, at full strength.
    Moment,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move it would play, in UCI.
    pub uci: String,
    /// What the position is worth to the side to move.
    pub score: Score,
}

/// The engine as a player at the table.
pub struct Opponent {
    brain: Box<dyn Brain>,
    seed: u64,
}

/// An opponent on a thread of its own.
pub struct Worker {
    questions: Sender<(u64, Question, Arc<Control>)>,
    answers: Receiver<(u64, anyhow::Result<Option<Thought>>)>,
    control: Arc<Control>,
}

impl Question {
    /// What to play in the position at a table.
    pub fn move_at(table: &Table) -> Question {
        let pace = match table.control() {
            Some(control) => {
                let left = |color| table.left(color).unwrap_or_default();
                let purse = |color| Purse { left: left(color), increment: control.increment() };
                Pace::Clocks(Clocks { purses: Color::ALL.map(purse), moves_to_go: None })
            }
            None if table.seats().has(Seat::Human) => Pace::Company,
            None => Pace::Alone,
        };
        Question { pace, ..Question::hint_at(table) }
    }

    /// What a strong player would do in the position at a table, and what it is worth.
    pub fn hint_at(table: &Table) -> Question {
        let game = table.game();
        Question {
            start: game.start_fen(),
            moves: game.moves().into_iter().map(|mv| game.uci(mv)).collect(),
            level: table.level(),
            pace: Pace::Moment,
        }
    }

    fn order(&self, seed: u64) -> Order {
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
        // A hint is thought about, and says what the position is worth.
        let book = if self.pace == Pace::Moment { BookUse::Closed } else { BookUse::Open };
        Order { limits, level, seed, book, ..Order::default() }
    }
}

impl Opponent {
    /// A player of a variant. What it draws its choices from differs from game to game.
    pub fn new(entry: &'static Entry) -> Opponent {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Opponent { brain: tablebase::brain(entry, DEFAULT_HASH), seed: since.as_nanos() as u64 }
    }

    /// Thinks until it has an answer or is stopped. None if there is no move to play.
    pub fn think(&mut self, question: &Question, control: &Control) -> anyhow::Result<Option<Thought>> {
        let moves: Vec<&str> = question.moves.iter().map(String::as_str).collect();
        self.brain.set_position(Some(&question.start), &moves)?;
        let answer = self.brain.go(&question.order(self.seed), control, &mut |_| {});
        Ok(answer.best.zip(answer.score).map(|(uci, score)| Thought { uci, score }))
    }
}

impl Thought {
    /// Whether the side that is not to move would take a draw after so many plies.
    pub fn accepts_draw(&self, plies: usize) -> bool {
        (-self.score).accepts_draw(plies)
    }
}

impl Worker {
    /// Starts the thread.
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

    /// Asks a question; the answer will carry the ticket. An earlier question is dropped.
    pub fn ask(&mut self, ticket: u64, question: Question) {
        self.stop();
        self.control = Arc::new(Control::new());
        // A thread that is gone is noticed where its answer is awaited.
        let _ = self.questions.send((ticket, question, Arc::clone(&self.control)));
    }

    /// Ends the thinking.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// The next answer, if there is one by now.
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
