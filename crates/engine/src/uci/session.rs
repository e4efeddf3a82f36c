//! The state of a session, and what each command does to it.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use web_time::{Duration, SystemTime, UNIX_EPOCH};

use super::command::{Command, Due, Go};
use super::options::{Change, Options, listed};
use super::{Offer, text};
use crate::{Brain, Control, Limits, NetworkSource, Order};

/// How often a finished search that must not answer yet looks whether it may.
const WAIT: Duration = Duration::from_millis(1);

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It does.
    On,
    /// It ends.
    Quit,
}

/// Where the player is.
enum Place<'scope> {
    Home(Box<dyn Brain>),
    Searching(ScopedJoinHandle<'scope, Box<dyn Brain>>, Arc<Control>),
}

/// A session.
pub struct Session<'scope, 'env, 'a, W> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Mutex<W>,
    offer: &'a Offer<'a>,
    options: Options,
    /// Empty only while a command is being obeyed.
    place: Option<Place<'scope>>,
}

impl<'scope, 'env, 'a, W: Write + Send> Session<'scope, 'env, 'a, W> {
    /// A session that begins with the first variant.
    pub fn new(
        scope: &'scope Scope<'scope, 'env>,
        output: &'env Mutex<W>,
        offer: &'a Offer<'a>,
    ) -> io::Result<Session<'scope, 'env, 'a, W>> {
        let brain =
            offer.variants.first().and_then(|id| (offer.brain)(id)).ok_or_else(|| {
                io::Error::new(io::ErrorKind::InvalidInput, "no variant is offered that could be played")
            })?;
        Ok(Session { scope, output, offer, options: Options::default(), place: Some(Place::Home(brain)) })
    }

    /// Does what a line asks for.
    pub fn obey(&mut self, line: &str) -> io::Result<Flow> {
        let command = match Command::parse(line) {
            Ok(command) => command,
            Err(error) => return self.tell(&error.to_string()).map(|()| Flow::On),
        };
        match command {
            Command::Nothing | Command::Debug => {}
            Command::Uci => self.introduce()?,
            Command::IsReady => self.print("readyok")?,
            Command::NewGame => self.brain().new_game(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position { fen, moves } => {
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                if let Err(error) = self.brain().set_position(fen.as_deref(), &moves) {
                    self.tell(&format!("the position stays as it was: {error}"))?;
                }
            }
            Command::Go(go) => self.go(&go)?,
            Command::PonderHit => {
                if let Some(Place::Searching(_, control)) = &self.place {
                    control.ponder_hit();
                }
            }
            Command::Stop => self.stop(),
            Command::Quit => return Ok(Flow::Quit),
            Command::Display | Command::Evaluate if self.is_searching() => {
                self.tell("a search is running: `stop` ends it")?;
            }
            Command::Display => {
                let text = format!("{} {}", self.brain().variant(), self.brain().fen());
                self.tell(&text)?;
            }
            Command::Evaluate => {
                let score = self.brain().evaluation();
                self.tell(&format!("evaluation {score} centipawns for the side to move"))?;
            }
        }
        Ok(Flow::On)
    }

    /// Ends a search that is running, so that its answer is printed.
    pub fn close(&mut self) {
        self.brain();
    }

    fn introduce(&self) -> io::Result<()> {
        let mut lines = vec![
            format!("id name Faraday {}", env!("CARGO_PKG_VERSION")),
            "id author the Faraday developers".to_owned(),
        ];
        lines.extend(listed(self.offer.variants));
        lines.push("uciok".to_owned());
        self.print(&lines.join("\n"))
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        let change = match self.options.set(self.offer.variants, name, value) {
            Ok(change) => change,
            Err(error) => return self.tell(&error.to_string()),
        };
        match change {
            Change::Noted => {}
            Change::Hash => {
                let wanted = self.options.hash;
                let megabytes = self.brain().set_hash(wanted);
                if megabytes < wanted {
                    self.tell(&format!("the memory is enough for {megabytes} megabytes of hash"))?;
                }
            }
            Change::Threads => {
                let wanted = self.options.threads;
                let threads = self.brain().set_threads(wanted);
                if threads < wanted {
                    self.tell(&format!("{wanted} threads are not to be had: searches run on {threads}"))?;
                }
            }
            Change::ClearHash => self.brain().new_game(),
            Change::Network => self.set_network()?,
            Change::Variant(id) if self.brain().variant() == id => {}
            Change::Variant(id) => match (self.offer.brain)(id) {
                Some(mut brain) => {
                    brain.set_hash(self.options.hash);
                    brain.set_threads(self.options.threads);
                    self.place = Some(Place::Home(brain));
                    if self.options.network_file.is_some() || !self.options.use_network {
                        self.set_network()?;
                    }
                }
                None => return self.tell(&format!("variant `{id}` cannot be played")),
            },
        }
        Ok(())
    }

    /// Evaluates as the options say. A network that cannot be used leaves the evaluation as it is.
    fn set_network(&mut self) -> io::Result<()> {
        let Options { use_network, network_file, .. } = self.options.clone();
        let result = match network_file {
            _ if !use_network => self.brain().set_network(NetworkSource::None),
            None => self.brain().set_network(NetworkSource::Embedded),
            Some(file) => match std::fs::read(&file) {
                Ok(bytes) => self.brain().set_network(NetworkSource::Bytes(&bytes)),
                Err(error) => return self.tell(&format!("the evaluation stays as it was: {file}: {error}")),
            },
        };
        match result {
            Ok(()) => Ok(()),
            Err(error) => self.tell(&format!("the evaluation stays as it was: {error}")),
        }
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        let mut only = Vec::new();
        for word in &go.only {
            match self.brain().read_move(word) {
                Ok(mv) => only.push(mv),
                Err(error) => self.tell(&format!("searchmoves: {error}"))?,
            }
        }
        let Options { lines, level, overhead, seed, .. } = self.options;
        let seed = if seed == 0 { clock_seed() } else { seed };
        let order = Order { limits: Limits { lines, overhead, ..go.limits.clone() }, only, level, seed };
        let control = Arc::new(match go.due {
            Due::AtEnd | Due::OnStop => Control::new(),
            Due::OnPonderHit => Control::pondering(),
        });
        let (due, output, heard) = (go.due, self.output, Arc::clone(&control));
        let mut brain = self.take_brain();
        let thread = self.scope.spawn(move || {
            // Nobody is left to be told when the output is closed; the session itself ends on its next line.
            let answer = brain.go(&order, &heard, &mut |report| {
                let _ = print(output, &text::info(&report));
            });
            wait_until_due(due, &heard);
            let _ = print(output, &text::best_move(&answer));
            brain
        });
        self.place = Some(Place::Searching(thread, control));
        Ok(())
    }

    fn is_searching(&self) -> bool {
        matches!(&self.place, Some(Place::Searching(thread, _)) if !thread.is_finished())
    }

    fn stop(&self) {
        if let Some(Place::Searching(_, control)) = &self.place {
            control.stop();
        }
    }

    /// The player, called back from a search if need be.
    fn brain(&mut self) -> &mut dyn Brain {
        let brain = self.take_brain();
        match self.place.insert(Place::Home(brain)) {
            Place::Home(brain) => brain.as_mut(),
            Place::Searching(..) => unreachable!("the player was put home in the line above"),
        }
    }

    fn take_brain(&mut self) -> Box<dyn Brain> {
        self.stop();
        match self.place.take().expect("the player is put back after every command") {
            Place::Home(brain) => brain,
            Place::Searching(thread, _) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        }
    }

    fn tell(&self, sentence: &str) -> io::Result<()> {
        self.print(&format!("info string {sentence}"))
    }

    fn print(&self, text: &str) -> io::Result<()> {
        print(self.output, text)
    }
}

fn print(output: &Mutex<impl Write>, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}

fn wait_until_due(due: Due, control: &Control) {
    let is_due = || match due {
        Due::AtEnd => true,
        Due::OnStop => control.is_stopped(),
        Due::OnPonderHit => control.is_stopped() || !control.is_pondering(),
    };
    while !is_due() {
        thread::sleep(WAIT);
    }
}

fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64)
}
