//! The state of an XBoard session, and the execution of its commands.

mod thinking;

use std::io::{self, Write};
use std::sync::{Mutex, mpsc};
use std::thread::Scope;

use faraday_rules::Color;
use web_time::Instant;

use super::clock::Clock;
use super::command::Command;
use super::record::Record;
use super::search::{PendingSearch, Purpose, ThinkingOutput};
use super::{EngineFactory, Rules, SessionEvent, text};
use crate::session::{EngineHandle, Flow, print, sanitize};
use crate::{MOST_THREADS, SearchResult};

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

/// A session of XBoard's protocol, with its engine and the current game.
pub struct Session<'scope, 'env, 'a, W> {
    output: &'env Mutex<W>,
    factory: &'a EngineFactory<'a>,
    rules: &'a Rules<'a>,
    handle: EngineHandle<'scope, 'a>,
    record: Record<'a>,
    mode: Mode,
    clock: Clock,
    pondering: Pondering,
    thinking_output: ThinkingOutput,
    done: mpsc::Sender<SessionEvent>,
    pending: Option<PendingSearch>,
    /// The number of searches so far.
    searches: u64,
    /// True if the engine's tables hold results of another game.
    is_new: bool,
    /// The result of the last search for a move.
    answer: SearchResult,
    /// Pings to answer once the engine has moved.
    pings: Vec<String>,
}

impl<'scope, 'env: 'scope, 'a, W: Write + Send> Session<'scope, 'env, 'a, W> {
    /// Creates a session with the first variant.
    pub fn new(
        scope: &'scope Scope<'scope, 'env>,
        output: &'env Mutex<W>,
        (factory, rules): (&'a EngineFactory<'a>, &'a Rules<'a>),
        done: mpsc::Sender<SessionEvent>,
    ) -> io::Result<Session<'scope, 'env, 'a, W>> {
        let handle = EngineHandle::new(scope, factory)?;
        let first = factory.variants.first().copied().unwrap_or_default();
        let record = Record::new(rules, first, None)
            .map_err(|sentence| io::Error::new(io::ErrorKind::InvalidInput, sentence))?;
        Ok(Session {
            output,
            factory,
            rules,
            handle,
            record,
            mode: Mode::Playing(Color::Black),
            clock: Clock::default(),
            pondering: Pondering::Off,
            thinking_output: ThinkingOutput::default(),
            done,
            pending: None,
            searches: 0,
            is_new: true,
            answer: SearchResult::default(),
            pings: Vec::new(),
        })
    }

    /// Executes a command line.
    pub fn execute(&mut self, line: &str) -> io::Result<Flow> {
        let command = match Command::parse(line) {
            Ok(command) => command,
            Err(error) => return self.report_error(&format!("Error ({error})"), line).map(|()| Flow::Continue),
        };
        match command {
            Command::Features => self.print(&text::features(self.rules.boards).join("\n"))?,
            Command::Quit => return Ok(Flow::Quit),
            Command::New => self.begin()?,
            Command::Variant(name) => self.set_variant(&name, line)?,
            Command::SetBoard(fen) => self.set_board(fen)?,
            Command::Force | Command::Exit | Command::Result => {
                self.cancel_search()?;
                self.mode = Mode::Force;
            }
            Command::Go => self.play_for(self.record.turn())?,
            Command::PlayOther => self.play_for(!self.record.turn())?,
            Command::Analyze => {
                self.cancel_search()?;
                self.mode = Mode::Analyzing;
                self.thinking_output.enable();
                self.proceed()?;
            }
            Command::Move(text) => self.opponent_move(&text)?,
            Command::Undo => self.take_back(1)?,
            Command::Remove => self.take_back(2)?,
            Command::MoveNow if self.is_moving() => self.finish_move()?,
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
                    self.print(&format!("Hint: {}", text::to_xboard(expected)))?;
                }
            }
            Command::Status => {
                if let Some(report) = self.thinking_output.latest() {
                    self.print(&text::status(&report))?;
                }
            }
            Command::Ping(number) if self.is_moving() => self.pings.push(number),
            Command::Ping(number) => self.print(&format!("pong {}", sanitize(&number)))?,
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
                    self.cancel_search()?;
                }
            }
            Command::Post => self.thinking_output.enable(),
            Command::NoPost => self.thinking_output.disable(),
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
        Ok(Flow::Continue)
    }

    /// Ends the session. If a move is being searched, it is played first.
    pub fn close(&mut self) -> io::Result<()> {
        if self.is_moving() {
            self.pondering = Pondering::Off;
            self.finish_move()?;
        }
        self.cancel_search()
    }

    fn begin(&mut self) -> io::Result<()> {
        self.cancel_search()?;
        let first = self.factory.variants.first().copied().unwrap_or_default();
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
            return self.report_error("Error (unsupported variant)", line);
        };
        self.cancel_search()?;
        self.start(board.id, None)?;
        // A GUI that requests an unlisted variant supplies its own board.
        if index > 0 && text::is_displayable(board) {
            self.print(&text::setup(board))?;
        }
        self.proceed_with_analysis()
    }

    fn set_board(&mut self, fen: String) -> io::Result<()> {
        self.cancel_search()?;
        self.start(self.record.variant(), Some(fen))?;
        self.proceed_with_analysis()
    }

    /// Starts another game, unless the position is invalid.
    fn start(&mut self, variant: &'a str, fen: Option<String>) -> io::Result<()> {
        match Record::new(self.rules, variant, fen) {
            Ok(record) => {
                self.record = record;
                self.answer = SearchResult::default();
                self.is_new = true;
                Ok(())
            }
            Err(sentence) => self.print(&format!("tellusererror Illegal position: {}", sanitize(&sentence))),
        }
    }

    fn play_for(&mut self, side: Color) -> io::Result<()> {
        self.cancel_search()?;
        self.mode = Mode::Playing(side);
        self.proceed()
    }

    fn opponent_move(&mut self, text: &str) -> io::Result<()> {
        if self.is_moving() {
            return self.report_error("Illegal move (the engine is about to move)", text);
        }
        let played = match self.record.play(&text::from_xboard(text)) {
            Ok(played) => played.to_owned(),
            Err(sentence) => return self.report_error(&format!("Illegal move ({sentence})"), text),
        };
        let end = self.record.end();
        if let (None, Some(PendingSearch { purpose, start, is_over, .. })) = (end, &mut self.pending)
            && matches!(purpose, Purpose::Ponder { expected } if *expected == played)
        {
            (*purpose, *start) = (Purpose::Move, Instant::now());
            self.handle.ponder_hit();
            return if *is_over { self.finish_move() } else { Ok(()) };
        }
        self.cancel_search()?;
        self.answer.ponder = None;
        self.announce_result()?;
        self.proceed()
    }

    fn take_back(&mut self, plies: usize) -> io::Result<()> {
        self.cancel_search()?;
        for _ in 0..plies {
            self.record.undo();
        }
        self.answer = SearchResult::default();
        self.proceed_with_analysis()
    }

    fn announce_result(&self) -> io::Result<()> {
        match self.record.end() {
            Some(end) => self.print(&format!("{} {{{}}}", end.result, end.text)),
            None => Ok(()),
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, line: &str) -> io::Result<()> {
        // Some options need the engine, so its move is played first.
        if self.is_moving() {
            self.finish_move()?;
        }
        self.cancel_search()?;
        let value = value.map(|value| text::option_value(name, value));
        match self.handle.set_option(name, value) {
            Ok(None) => {}
            Ok(Some(sentence)) => self.comment(&sentence)?,
            Err(error) => self.report_error(&format!("Error ({error})"), line)?,
        }
        self.proceed_with_analysis()
    }

    /// Prints a comment that only appears in the session's log.
    fn comment(&self, sentence: &str) -> io::Result<()> {
        self.print(&format!("# {}", sanitize(sentence)))
    }

    /// Reports an error in a command.
    fn report_error(&self, problem: &str, quoted: &str) -> io::Result<()> {
        self.print(&format!("{}: {}", sanitize(problem), sanitize(quoted)))
    }

    fn print(&self, text: &str) -> io::Result<()> {
        print(self.output, text)
    }
}
