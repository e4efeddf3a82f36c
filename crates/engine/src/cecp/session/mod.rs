//! The state of a session, and the execution of commands.

mod thinking;

use std::io::{self, Write};
use std::sync::{Mutex, mpsc};
use std::thread::Scope;

use faraday_rules::Color;
use web_time::Instant;

use super::clock::Clock;
use super::command::Command;
use super::record::Record;
use super::thought::{Purpose, Thought, Told};
use super::{Heard, Offer, Rules, text};
use crate::session::{Flow, Seat, brief, print};
use crate::{Answer, MOST_THREADS};

/// The valid sizes of the transposition table in megabytes.
const MEMORY: std::ops::RangeInclusive<u64> = 1..=65_536;

/// The side that the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Neither side: moves are only recorded.
    Force,
    /// The engine plays this side.
    Playing(Color),
    /// Neither side: the engine analyzes.
    Analyzing,
}

/// The state of the `hard` and `easy` commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pondering {
    Off,
    On,
}

/// A session of XBoard's protocol.
pub struct Session<'scope, 'env, 'a, W> {
    output: &'env Mutex<W>,
    offer: &'a Offer<'a>,
    rules: &'a Rules<'a>,
    seat: Seat<'scope, 'a>,
    record: Record<'a>,
    mode: Mode,
    clock: Clock,
    pondering: Pondering,
    told: Told,
    done: mpsc::Sender<Heard>,
    thought: Option<Thought>,
    /// The number of searches so far.
    searches: u64,
    /// True if the engine's tables hold results of another game.
    is_new: bool,
    /// The result of the last search for a move.
    answer: Answer,
    /// Pings to answer once the engine has moved.
    pings: Vec<String>,
}

impl<'scope, 'env: 'scope, 'a, W: Write + Send> Session<'scope, 'env, 'a, W> {
    /// Creates a session with the first variant.
    pub fn new(
        scope: &'scope Scope<'scope, 'env>,
        output: &'env Mutex<W>,
        (offer, rules): (&'a Offer<'a>, &'a Rules<'a>),
        done: mpsc::Sender<Heard>,
    ) -> io::Result<Session<'scope, 'env, 'a, W>> {
        let seat = Seat::new(scope, offer)?;
        let first = offer.variants.first().copied().unwrap_or_default();
        let record = Record::new(rules, first, None)
            .map_err(|sentence| io::Error::new(io::ErrorKind::InvalidInput, sentence))?;
        Ok(Session {
            output,
            offer,
            rules,
            seat,
            record,
            mode: Mode::Playing(Color::Black),
            clock: Clock::default(),
            pondering: Pondering::Off,
            told: Told::default(),
            done,
            thought: None,
            searches: 0,
            is_new: true,
            answer: Answer::default(),
            pings: Vec::new(),
        })
    }

    /// Executes a command line.
    pub fn obey(&mut self, line: &str) -> io::Result<Flow> {
        let command = match Command::parse(line) {
            Ok(command) => command,
            Err(error) => return self.complain(&format!("Error ({error})"), line).map(|()| Flow::On),
        };
        match command {
            Command::Features => self.print(&text::features(self.rules.boards).join("\n"))?,
            Command::Quit => return Ok(Flow::Quit),
            Command::New => self.begin()?,
            Command::Variant(name) => self.set_variant(&name, line)?,
            Command::SetBoard(fen) => self.set_board(fen)?,
            Command::Force | Command::Exit | Command::Result => {
                self.abandon()?;
                self.mode = Mode::Force;
            }
            Command::Go => self.play_for(self.record.turn())?,
            Command::PlayOther => self.play_for(!self.record.turn())?,
            Command::Analyze => {
                self.abandon()?;
                self.mode = Mode::Analyzing;
                self.told.post();
                self.proceed()?;
            }
            Command::Move(text) => self.hear_move(&text)?,
            Command::Undo => self.take_back(1)?,
            Command::Remove => self.take_back(2)?,
            Command::MoveNow if self.is_moving() => self.conclude()?,
            Command::MoveNow | Command::Nothing => {}
            Command::Lift(square) => {
                let board = self.rules.boards.iter().find(|board| board.id == self.record.variant());
                if let Some(board) = board {
                    self.print(&text::highlight(board, &square, &self.record.legal()))?;
                }
            }
            Command::Draw => self.consider_draw()?,
            Command::Hint => {
                if let Some(expected) = &self.answer.ponder {
                    self.print(&format!("Hint: {}", text::carried(expected)))?;
                }
            }
            Command::Status => {
                if let Some(report) = self.told.latest() {
                    self.print(&text::status(&report))?;
                }
            }
            Command::Ping(number) if self.is_moving() => self.pings.push(number),
            Command::Ping(number) => self.print(&format!("pong {}", brief(&number)))?,
            Command::Level(period) => self.clock.set_period(period),
            Command::MoveTime(time) => self.clock.set_move_time(time),
            Command::Depth(depth) => self.clock.set_depth(depth),
            Command::Rate(rate) => self.clock.set_rate(rate),
            Command::Time(left) => self.clock.set_left(left),
            Command::OpponentTime(left) => self.clock.set_opponent(left),
            Command::Hard => self.pondering = Pondering::On,
            Command::Easy => {
                self.pondering = Pondering::Off;
                if !self.is_moving() && self.mode != Mode::Analyzing {
                    self.abandon()?;
                }
            }
            Command::Post => self.told.post(),
            Command::NoPost => self.told.fall_silent(),
            Command::Memory(megabytes) => {
                let megabytes = megabytes.clamp(*MEMORY.start(), *MEMORY.end()).to_string();
                self.set_option("Hash", Some(&megabytes), line)?;
            }
            Command::Cores(cores) => {
                let cores = cores.clamp(1, MOST_THREADS as u64).to_string();
                self.set_option("Threads", Some(&cores), line)?;
            }
            Command::Option { name, value } => self.set_option(&name, value.as_deref(), line)?,
        }
        Ok(Flow::On)
    }

    /// Ends the session. If a move is being searched, it is played first.
    pub fn close(&mut self) -> io::Result<()> {
        if self.is_moving() {
            self.pondering = Pondering::Off;
            self.conclude()?;
        }
        self.abandon()
    }

    fn begin(&mut self) -> io::Result<()> {
        self.abandon()?;
        let first = self.offer.variants.first().copied().unwrap_or_default();
        self.start(first, None)?;
        if self.mode != Mode::Analyzing {
            self.mode = Mode::Playing(Color::Black);
        }
        self.clock.restart();
        self.proceed_with_analysis()
    }

    fn set_variant(&mut self, name: &str, line: &str) -> io::Result<()> {
        let boards = self.rules.boards;
        let named = |(index, board): &(usize, &super::Board)| board.id == name || *index == 0 && name == text::NORMAL;
        let Some((index, board)) = boards.iter().enumerate().find(named) else {
            return self.complain("Error (unsupported variant)", line);
        };
        self.abandon()?;
        self.start(board.id, None)?;
        // A GUI that asks for an unlisted variant supplies its own board.
        if index > 0 && text::is_shown(board) {
            self.print(&text::setup(board))?;
        }
        self.proceed_with_analysis()
    }

    fn set_board(&mut self, fen: String) -> io::Result<()> {
        self.abandon()?;
        self.start(self.record.variant(), Some(fen))?;
        self.proceed_with_analysis()
    }

    /// Starts another game, unless the position is invalid.
    fn start(&mut self, variant: &'a str, fen: Option<String>) -> io::Result<()> {
        match Record::new(self.rules, variant, fen) {
            Ok(record) => {
                self.record = record;
                self.answer = Answer::default();
                self.is_new = true;
                Ok(())
            }
            Err(sentence) => self.print(&format!("tellusererror Illegal position: {}", brief(&sentence))),
        }
    }

    fn play_for(&mut self, side: Color) -> io::Result<()> {
        self.abandon()?;
        self.mode = Mode::Playing(side);
        self.proceed()
    }

    fn hear_move(&mut self, text: &str) -> io::Result<()> {
        if self.is_moving() {
            return self.complain("Illegal move (the engine is about to move)", text);
        }
        let played = match self.record.play(&text::taken_over(text)) {
            Ok(played) => played.to_owned(),
            Err(sentence) => return self.complain(&format!("Illegal move ({sentence})"), text),
        };
        let end = self.record.end();
        if let (None, Some(Thought { purpose, start, is_over, .. })) = (end, &mut self.thought)
            && matches!(purpose, Purpose::Ponder { expected } if *expected == played)
        {
            (*purpose, *start) = (Purpose::Move, Instant::now());
            self.seat.ponder_hit();
            return if *is_over { self.conclude() } else { Ok(()) };
        }
        self.abandon()?;
        self.answer.ponder = None;
        self.tell_end()?;
        self.proceed()
    }

    fn take_back(&mut self, plies: usize) -> io::Result<()> {
        self.abandon()?;
        for _ in 0..plies {
            self.record.undo();
        }
        self.answer = Answer::default();
        self.proceed_with_analysis()
    }

    fn tell_end(&self) -> io::Result<()> {
        match self.record.end() {
            Some(end) => self.print(&format!("{} {{{}}}", end.result, end.text)),
            None => Ok(()),
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, line: &str) -> io::Result<()> {
        // Some options need the engine, so its move is played first.
        if self.is_moving() {
            self.conclude()?;
        }
        self.abandon()?;
        let value = value.map(|value| text::option_value(name, value));
        match self.seat.set_option(name, value) {
            Ok(None) => {}
            Ok(Some(sentence)) => self.remark(&sentence)?,
            Err(error) => self.complain(&format!("Error ({error})"), line)?,
        }
        self.proceed_with_analysis()
    }

    /// Prints a comment that only appears in the session's log.
    fn remark(&self, sentence: &str) -> io::Result<()> {
        self.print(&format!("# {}", brief(sentence)))
    }

    /// Reports an error in a command.
    fn complain(&self, problem: &str, quoted: &str) -> io::Result<()> {
        self.print(&format!("{}: {}", brief(problem), brief(quoted)))
    }

    fn print(&self, text: &str) -> io::Result<()> {
        print(self.output, text)
    }
}
