//! The session of a line-by-line game. Does not depend on the source of the lines.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use faraday_engine::Control;
use faraday_rules::{Color, Move};

use super::command::{Command, HELP};
use super::diagram;
use crate::play::opponent::{EngineRequest, Opponent};
use crate::play::record;
use crate::play::table::{self, PlayerKind, Table};

/// The length limit for a line in bytes. No move is longer.
const LINE_LIMIT: usize = 256;

/// A line-by-line game: its table, its opponent, and its output.
pub struct Session<'a> {
    pub table: Table,
    pub opponent: &'a mut Opponent,
    pub out: &'a mut dyn Write,
    /// Called with the number and the error of each rejected line.
    pub on_error: &'a mut dyn FnMut(u64, &str),
    /// Today's date, for the record.
    pub date: String,
}

impl Session<'_> {
    /// Plays until the game or the input ends, writes the record, and returns the number of rejected lines.
    pub fn run(mut self, input: &mut dyn BufRead) -> anyhow::Result<u64> {
        let mut error_count = 0;
        let mut number = 0;
        self.play_computer_moves()?;
        while self.table.mover() == Some(PlayerKind::Human) {
            self.out.flush()?;
            let asked = Instant::now();
            let Some(line) = read_line(input)? else { break };
            number += 1;
            if self.table.advance_clock(asked.elapsed()).is_some() {
                break;
            }
            let Some(command) = Command::parse(&line) else { continue };
            match self.execute(command)? {
                Ok(ControlFlow::Continue(())) => self.play_computer_moves()?,
                Ok(ControlFlow::Break(())) => break,
                Err(problem) => {
                    (self.on_error)(number, &problem);
                    error_count += 1;
                }
            }
        }
        if self.table.players().has(PlayerKind::Human) {
            writeln!(self.out)?;
        }
        write!(self.out, "{}", record::write(&self.table, &self.date))?;
        self.out.flush()?;
        Ok(error_count)
    }

    /// Runs a command. The inner error is a sentence for the user.
    fn execute(&mut self, command: Command<'_>) -> anyhow::Result<Result<ControlFlow<()>, String>> {
        match command {
            Command::Move(text) => return Ok(self.play(text).map(ControlFlow::Continue)),
            Command::Undo if self.table.undo() == 0 => return Ok(Err("there is no move to take back".to_owned())),
            Command::Undo => {}
            Command::Board => write!(self.out, "{}", diagram::draw(self.table.game()))?,
            Command::Moves => self.list_moves()?,
            Command::Hint => self.hint()?,
            Command::Resign => self.table.resign(self.table.game().turn()),
            Command::Draw => return Ok(self.offer_draw()?.map(ControlFlow::Continue)),
            Command::Help => writeln!(self.out, "{HELP}")?,
            Command::Quit => return Ok(Ok(ControlFlow::Break(()))),
        }
        Ok(Ok(ControlFlow::Continue(())))
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        if text.len() > LINE_LIMIT {
            return Err(format!("a move is not longer than {LINE_LIMIT} bytes"));
        }
        let game = self.table.game();
        let legal = game.read_move(text).map_err(|error| game.complaint(&error))?;
        self.table.play(legal.mv()).map_err(|refused| table::refusal_text(self.table.game(), &refused))
    }

    /// Lets the computer move while it is its turn.
    fn play_computer_moves(&mut self) -> anyhow::Result<()> {
        while self.table.mover() == Some(PlayerKind::Computer) {
            let asked = Instant::now();
            let request = EngineRequest::move_at(&self.table);
            let Some(answer) = self.opponent.think(&request, &Control::new())? else { anyhow::bail!("no move found") };
            let legal = self.table.game().read_uci(&answer.uci)?;
            if self.table.advance_clock(asked.elapsed()).is_some() {
                break;
            }
            if self.table.players().has(PlayerKind::Human) {
                self.write_move(legal.mv(), "")?;
            }
            self.table
                .play(legal.mv())
                .map_err(|refused| anyhow::anyhow!("{}", table::refusal_text(self.table.game(), &refused)))?;
        }
        Ok(())
    }

    /// Writes a move before it is played, or one that could be: first for programs, then for people.
    fn write_move(&mut self, mv: Move, before: &str) -> io::Result<()> {
        let game = self.table.game();
        let dots = if game.turn() == Color::White { "." } else { "..." };
        let effects = game.effects(mv);
        let effects = if effects.is_empty() { String::new() } else { format!("({})", effects.join(",")) };
        let (uci, number, san) = (game.uci(mv), game.fullmoves(), game.san(mv));
        writeln!(self.out, "{before}{uci} {number}{dots} {san}{effects}")
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let game = self.table.game();
        let moves: Vec<String> = game.legal().into_iter().map(|mv| game.san(mv)).collect();
        writeln!(self.out, "{}", moves.join(" "))
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let request = EngineRequest::hint_at(&self.table);
        let Some(answer) = self.opponent.think(&request, &Control::new())? else { return Ok(()) };
        let legal = self.table.game().read_uci(&answer.uci)?;
        self.write_move(legal.mv(), "hint ")?;
        Ok(())
    }

    /// Offers a draw. The computer evaluates the offer; two people at one stream agree as soon as one of them offers.
    fn offer_draw(&mut self) -> anyhow::Result<Result<(), String>> {
        if self.table.players().has(PlayerKind::Computer) {
            if let Err(refused) = self.table.offer_draw() {
                return Ok(Err(table::refusal_text(self.table.game(), &refused)));
            }
            let answer = self.opponent.think(&EngineRequest::hint_at(&self.table), &Control::new())?;
            if !answer.is_some_and(|answer| answer.accepts_draw(self.table.plies().len())) {
                self.table.decline_draw();
                writeln!(self.out, "draw declined")?;
                return Ok(Ok(()));
            }
            writeln!(self.out, "draw accepted")?;
        }
        Ok(self.table.agree().map_err(|refused| table::refusal_text(self.table.game(), &refused)))
    }
}

/// Reads the next line in any encoding. Returns `None` at the end of the input.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    // One byte more than the limit, so that a truncated line can be recognized by its length.
    let mut limited = io::Read::take(&mut *input, LINE_LIMIT as u64 + 1);
    if limited.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() > LINE_LIMIT && bytes.last() != Some(&b'\n') {
        skip_line(input)?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        input.consume(length);
        if end.is_some() || length == 0 {
            return Ok(());
        }
    }
}
