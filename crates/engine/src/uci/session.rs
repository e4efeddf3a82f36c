//! The state of a UCI session, and the execution of its commands.

use std::io::{self, Write};
use std::sync::Mutex;
use std::thread::Scope;

use super::command::Command;
use super::go::{Go, GoMode};
use super::text::{self, NoMove};
use crate::session::{EngineFactory, EngineHandle, Flow, print, sanitize, wait_until};
use crate::{Control, SearchRequest, SearchResult};

/// The maximum number of rejected `searchmoves` that are explained.
const MOST_REFUSED: usize = 8;

/// The state of the last `position` command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PositionState {
    Valid,
    /// It was invalid: a move in the previous position would be a wrong answer.
    Invalid,
}

/// The state of a UCI session.
pub struct Session<'scope, 'env, 'a, W> {
    output: &'env Mutex<W>,
    factory: &'a EngineFactory<'a>,
    handle: EngineHandle<'scope, 'a>,
    position_state: PositionState,
}

impl<'scope, 'env: 'scope, 'a, W: Write + Send> Session<'scope, 'env, 'a, W> {
    /// Creates a session with the first variant.
    pub fn new(
        scope: &'scope Scope<'scope, 'env>,
        output: &'env Mutex<W>,
        factory: &'a EngineFactory<'a>,
    ) -> io::Result<Session<'scope, 'env, 'a, W>> {
        Ok(Session {
            output,
            factory,
            handle: EngineHandle::new(scope, factory)?,
            position_state: PositionState::Valid,
        })
    }

    /// Executes a command line.
    pub fn execute(&mut self, line: &str) -> io::Result<Flow> {
        let (command, errors) = Command::parse(line);
        for error in errors.into_sentences() {
            self.info_string(&error)?;
        }
        match command {
            Command::Nothing | Command::Debug => {}
            Command::Uci => self.introduce()?,
            Command::IsReady => self.print("readyok")?,
            Command::NewGame => self.handle.engine().new_game(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position { fen, moves } => {
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                match self.handle.engine().set_position(fen.as_deref(), &moves) {
                    Ok(()) => self.position_state = PositionState::Valid,
                    Err(error) => {
                        self.position_state = PositionState::Invalid;
                        self.info_string(&format!("the position stays as it was: {error}"))?;
                    }
                }
            }
            Command::UnreadablePosition => self.position_state = PositionState::Invalid,
            Command::Go(go) => self.go(&go)?,
            Command::PonderHit => self.handle.ponder_hit(),
            Command::Stop => self.handle.stop(),
            Command::XBoard => {
                self.info_string("this is UCI; for XBoard's protocol, run `faraday cecp`")?;
            }
            Command::Quit => return Ok(Flow::Quit),
            Command::Display | Command::Evaluate if self.handle.is_searching() => {
                self.info_string("a search is running: `stop` ends it")?;
            }
            Command::Display => {
                let text = format!("{} {}", self.handle.engine().variant(), self.handle.engine().fen());
                self.info_string(&text)?;
            }
            Command::Evaluate => {
                let score = self.handle.engine().evaluation();
                self.info_string(&format!("evaluation {score} centipawns for the side to move"))?;
            }
        }
        Ok(Flow::Continue)
    }

    /// Stops a running search, so that its answer is printed.
    pub fn close(&mut self) {
        self.handle.engine();
    }

    fn introduce(&self) -> io::Result<()> {
        let mut lines = vec![
            format!("id name Faraday {}", env!("CARGO_PKG_VERSION")),
            "id author the Faraday developers".to_owned(),
        ];
        lines.extend(text::options(self.factory.variants));
        lines.push("uciok".to_owned());
        self.print(&lines.join("\n"))
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        match self.handle.set_option(name, value) {
            Ok(None) => Ok(()),
            Ok(Some(sentence)) => self.info_string(&sentence),
            Err(error) => self.info_string(&error.to_string()),
        }
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        let no_move = match self.position_state {
            PositionState::Invalid => Some(NoMove::InvalidPosition),
            PositionState::Valid => self.handle.engine().ending().map(NoMove::GameOver),
        };
        if let (Some(depth), None | Some(NoMove::GameOver(_))) = (go.perft, no_move) {
            self.perft(depth);
            return Ok(());
        }
        let (mut only, mut refused) = (Vec::new(), 0);
        for word in &go.only {
            match self.handle.engine().read_move(word) {
                Ok(mv) => only.push(mv),
                Err(error) => {
                    refused += 1;
                    if refused <= MOST_REFUSED {
                        self.info_string(&format!("searchmoves: {error}"))?;
                    }
                }
            }
        }
        let request = SearchRequest { only, ..self.handle.request(&go.limits) };
        let control = match go.mode {
            GoMode::Normal | GoMode::Infinite => Control::new(),
            GoMode::Ponder => Control::pondering(),
        };
        let (mode, output, show) = (go.mode, self.output, self.handle.show());
        self.handle.start(
            control,
            Box::new(move |engine, control| {
                // A closed output cannot be reported; the session ends at its next line.
                let answer = match no_move {
                    Some(_) => SearchResult::default(),
                    None => engine.go(&request, control, &mut |report| {
                        let _ = print(output, &text::info(&report, show));
                    }),
                };
                wait_until(|| is_due(mode, control));
                let _ = print(output, &text::best_move(&answer, no_move, show));
                answer
            }),
        );
        Ok(())
    }

    fn perft(&mut self, depth: u32) {
        let output = self.output;
        self.handle.start(
            Control::new(),
            Box::new(move |engine, control| {
                let counted = engine.perft(depth, control, &mut |mv, share| {
                    let _ = print(output, &format!("{mv}: {share}"));
                });
                let _ = match counted {
                    Some(nodes) => print(output, &format!("\nNodes searched: {nodes}")),
                    None => print(output, "info string perft was stopped"),
                };
                SearchResult::default()
            }),
        );
    }

    fn info_string(&self, sentence: &str) -> io::Result<()> {
        self.print(&format!("info string {}", sanitize(sentence)))
    }

    fn print(&self, text: &str) -> io::Result<()> {
        print(self.output, text)
    }
}

fn is_due(mode: GoMode, control: &Control) -> bool {
    match mode {
        GoMode::Normal => true,
        GoMode::Infinite => control.is_stopped(),
        GoMode::Ponder => control.is_stopped() || !control.is_pondering(),
    }
}
