//! Searches started and finished by an XBoard session: moves, pondering, draw offers, and delayed answers.

use std::io::{self, Write};
use std::mem;

use web_time::Instant;

use super::{Mode, Pondering, Session};
use crate::cecp::search::{PendingSearch, Purpose};
use crate::cecp::text;
use crate::session::{Flow, sanitize};
use crate::{Control, Limits};

impl<'scope, 'env: 'scope, W: Write + Send> Session<'scope, 'env, '_, W> {
    /// Handles the end of the search with this number.
    pub fn done(&mut self, number: u64) -> io::Result<Flow> {
        if let Some(search) = self.pending.as_mut().filter(|search| search.number == number) {
            search.is_over = true;
            if search.purpose == Purpose::Move {
                self.finish_move()?;
            }
        }
        Ok(Flow::Continue)
    }

    /// Searches if it is the engine's turn or an analysis is on; otherwise ponders, if enabled.
    pub(super) fn proceed(&mut self) -> io::Result<()> {
        if self.record.end().is_some() {
            return Ok(());
        }
        match self.mode {
            Mode::Force => Ok(()),
            Mode::Analyzing => self.think(Purpose::Analysis),
            Mode::Playing(side) if side == self.record.turn() => self.think(Purpose::Move),
            Mode::Playing(_) => match (self.pondering, &self.answer.ponder) {
                (Pondering::On, Some(expected)) => self.think(Purpose::Ponder { expected: expected.clone() }),
                (Pondering::On, None) | (Pondering::Off, _) => Ok(()),
            },
        }
    }

    pub(super) fn proceed_with_analysis(&mut self) -> io::Result<()> {
        if self.mode == Mode::Analyzing { self.proceed() } else { Ok(()) }
    }

    fn think(&mut self, purpose: Purpose) -> io::Result<()> {
        if let Some(sentence) = self.handle.set_variant(self.record.variant()) {
            self.comment(&sentence)?;
        }
        if mem::take(&mut self.is_new) {
            self.handle.engine().new_game();
        }
        let (side, made) = (self.record.turn(), self.record.plies() / 2);
        let (next, limits, control) = match &purpose {
            Purpose::Move => (None, self.clock.limits(side, made), Control::new()),
            Purpose::Ponder { expected } => {
                (Some(expected.as_str()), self.clock.limits(!side, made + 1), Control::pondering())
            }
            Purpose::Analysis => (None, Limits::default(), Control::new()),
        };
        if let Err(error) = self.record.show(self.handle.engine(), next) {
            return self.comment(&format!("this position cannot be searched: {error}"));
        }
        self.searches += 1;
        let request = self.handle.request(&limits);
        let job = self.thinking_output.job(request, self.output, self.searches, self.done.clone());
        self.handle.start(control, job);
        self.pending = Some(PendingSearch { purpose, number: self.searches, start: Instant::now(), is_over: false });
        Ok(())
    }

    pub(super) fn is_moving(&self) -> bool {
        self.pending.as_ref().is_some_and(|search| search.purpose == Purpose::Move)
    }

    /// Plays the move that is being searched.
    pub(super) fn finish_move(&mut self) -> io::Result<()> {
        self.handle.stop();
        self.answer = self.handle.wait().unwrap_or_default();
        if let Some(search) = self.pending.take() {
            self.clock.spend(search.start.elapsed());
        }
        if let Some(best) = self.answer.best.clone() {
            match self.record.play(&best) {
                Ok(played) => {
                    let line = format!("move {}", text::to_xboard(played));
                    self.print(&line)?;
                }
                Err(sentence) => self.comment(&format!("{best}: {sentence}"))?,
            }
        }
        self.announce_result()?;
        self.answer_pings()?;
        self.proceed()
    }

    /// Stops the current search and discards its result.
    pub(super) fn cancel_search(&mut self) -> io::Result<()> {
        if self.pending.take().is_some() {
            self.handle.stop();
            self.handle.wait();
        }
        self.answer_pings()
    }

    fn answer_pings(&mut self) -> io::Result<()> {
        for number in mem::take(&mut self.pings) {
            self.print(&format!("pong {}", sanitize(&number)))?;
        }
        Ok(())
    }

    /// Accepts a draw offer if the engine is clearly worse, or not better in a long game.
    pub(super) fn consider_draw(&self) -> io::Result<()> {
        let accepts = self.answer.score.is_some_and(|score| score.accepts_draw(self.record.plies()));
        if accepts { self.print("offer draw") } else { Ok(()) }
    }
}
