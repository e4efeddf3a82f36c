//! The state of a UCI session, and the execution of commands.

use std::io::{self, Write};
use std::sync::Mutex;
use std::thread::Scope;

use super::command::Command;
use super::go::{Due, Go};
use super::text::{self, NoMove};
use crate::session::{Flow, Offer, Seat, brief, print, wait_until};
use crate::{Answer, Control, Order};

/// The maximum number of rejected `searchmoves` that are explained.
const MOST_REFUSED: usize = 8;

/// The state of the last `position` command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Placement {
    Set,
    /// It was invalid: a move in the previous position would be a wrong answer.
    Unreadable,
}

/// The state of a UCI session.
pub struct Session<'scope, 'env, 'a, W> {
    output: &'env Mutex<W>,
    offer: &'a Offer<'a>,
    seat: Seat<'scope, 'a>,
    placement: Placement,
}

impl<'scope, 'env: 'scope, 'a, W: Write + Send> Session<'scope, 'env, 'a, W> {
    /// Creates a session with the first variant.
    pub fn new(
        scope: &'scope Scope<'scope, 'env>,
        output: &'env Mutex<W>,
        offer: &'a Offer<'a>,
    ) -> io::Result<Session<'scope, 'env, 'a, W>> {
        Ok(Session { output, offer, seat: Seat::new(scope, offer)?, placement: Placement::Set })
    }

    /// Executes a command line.
    pub fn obey(&mut self, line: &str) -> io::Result<Flow> {
        let (command, remarks) = Command::parse(line);
        for remark in remarks.into_sentences() {
            self.tell(&remark)?;
        }
        match command {
            Command::Nothing | Command::Debug => {}
            Command::Uci => self.introduce()?,
            Command::IsReady => self.print("readyok")?,
            Command::NewGame => self.seat.brain().new_game(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position { fen, moves } => {
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                match self.seat.brain().set_position(fen.as_deref(), &moves) {
                    Ok(()) => self.placement = Placement::Set,
                    Err(error) => {
                        self.placement = Placement::Unreadable;
                        self.tell(&format!("the position stays as it was: {error}"))?;
                    }
                }
            }
            Command::UnreadablePosition => self.placement = Placement::Unreadable,
            Command::Go(go) => self.go(&go)?,
            Command::PonderHit => self.seat.ponder_hit(),
            Command::Stop => self.seat.stop(),
            Command::XBoard => {
                self.tell("this is UCI; for XBoard's protocol, run `faraday cecp`")?;
            }
            Command::Quit => return Ok(Flow::Quit),
            Command::Display | Command::Evaluate if self.seat.is_searching() => {
                self.tell("a search is running: `stop` ends it")?;
            }
            Command::Display => {
                let text = format!("{} {}", self.seat.brain().variant(), self.seat.brain().fen());
                self.tell(&text)?;
            }
            Command::Evaluate => {
                let score = self.seat.brain().evaluation();
                self.tell(&format!("evaluation {score} centipawns for the side to move"))?;
            }
        }
        Ok(Flow::On)
    }

    /// Stops a running search, so that its answer is printed.
    pub fn close(&mut self) {
        self.seat.brain();
    }

    fn introduce(&self) -> io::Result<()> {
        let mut lines = vec![
            format!("id name Faraday {}", env!("CARGO_PKG_VERSION")),
            "id author the Faraday developers".to_owned(),
        ];
        lines.extend(text::options(self.offer.variants));
        lines.push("uciok".to_owned());
        self.print(&lines.join("\n"))
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        match self.seat.set_option(name, value) {
            Ok(None) => Ok(()),
            Ok(Some(sentence)) => self.tell(&sentence),
            Err(error) => self.tell(&error.to_string()),
        }
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        let no_move = match self.placement {
            Placement::Unreadable => Some(NoMove::Unplaced),
            Placement::Set => self.seat.brain().ending().map(NoMove::Over),
        };
        if let (Some(depth), None | Some(NoMove::Over(_))) = (go.perft, no_move) {
            self.perft(depth);
            return Ok(());
        }
        let (mut only, mut refused) = (Vec::new(), 0);
        for word in &go.only {
            match self.seat.brain().read_move(word) {
                Ok(mv) => only.push(mv),
                Err(error) => {
                    refused += 1;
                    if refused <= MOST_REFUSED {
                        self.tell(&format!("searchmoves: {error}"))?;
                    }
                }
            }
        }
        let order = Order { only, ..self.seat.order(&go.limits) };
        let control = match go.due {
            Due::AtEnd | Due::OnStop => Control::new(),
            Due::OnPonderHit => Control::pondering(),
        };
        let (due, output, show) = (go.due, self.output, self.seat.show());
        self.seat.send(
            control,
            Box::new(move |brain, control| {
                // A closed output cannot be reported; the session ends at its next line.
                let answer = match no_move {
                    Some(_) => Answer::default(),
                    None => brain.go(&order, control, &mut |report| {
                        let _ = print(output, &text::info(&report, show));
                    }),
                };
                wait_until(|| is_due(due, control));
                let _ = print(output, &text::best_move(&answer, no_move, show));
                answer
            }),
        );
        Ok(())
    }

    fn perft(&mut self, depth: u32) {
        let output = self.output;
        self.seat.send(
            Control::new(),
            Box::new(move |brain, control| {
                let counted = brain.perft(depth, control, &mut |mv, share| {
                    let _ = print(output, &format!("{mv}: {share}"));
                });
                let _ = match counted {
                    Some(nodes) => print(output, &format!("\nNodes searched: {nodes}")),
                    None => print(output, "info string perft was stopped"),
                };
                Answer::default()
            }),
        );
    }

    fn tell(&self, sentence: &str) -> io::Result<()> {
        self.print(&format!("info string {}", brief(sentence)))
    }

    fn print(&self, text: &str) -> io::Result<()> {
        print(self.output, text)
    }
}

fn is_due(due: Due, control: &Control) -> bool {
    match due {
        Due::AtEnd => true,
        Due::OnStop => control.is_stopped(),
        Due::OnPonderHit => control.is_stopped() || !control.is_pondering(),
    }
}
