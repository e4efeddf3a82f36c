//! Starting and finishing searches in a session: moves, pondering, draw offers and delayed answers.

use std::io::{self, Write};
use std::mem;

use web_time::Instant;

use super::{Mode, Pondering, Session};
use crate::cecp::text;
use crate::cecp::thought::{Purpose, Thought};
use crate::session::{Flow, brief};
use crate::{Control, Limits};

impl<'scope, 'env: 'scope, W: Write + Send> Session<'scope, 'env, '_, W> {
    /// Handles the end of a search.
    pub fn done(&mut self, number: u64) -> io::Result<Flow> {
        if let Some(thought) = self.thought.as_mut().filter(|thought| thought.number == number) {
            thought.is_over = true;
            if thought.purpose == Purpose::Move {
                self.conclude()?;
            }
        }
        Ok(Flow::On)
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
        if let Some(sentence) = self.seat.seat(self.record.variant()) {
            self.remark(&sentence)?;
        }
        if mem::take(&mut self.is_new) {
            self.seat.brain().new_game();
        }
        let (side, made) = (self.record.turn(), self.record.plies() / 2);
        let (next, limits, control) = match &purpose {
            Purpose::Move => (None, self.clock.limits(side, made), Control::new()),
            Purpose::Ponder { expected } => {
                (Some(expected.as_str()), self.clock.limits(!side, made + 1), Control::pondering())
            }
            Purpose::Analysis => (None, Limits::default(), Control::new()),
        };
        if let Err(error) = self.record.show(self.seat.brain(), next) {
            return self.remark(&format!("this position cannot be searched: {error}"));
        }
        self.searches += 1;
        let order = self.seat.order(&limits);
        let work = self.told.work(order, self.output, self.searches, self.done.clone());
        self.seat.send(control, work);
        self.thought = Some(Thought { purpose, number: self.searches, start: Instant::now(), is_over: false });
        Ok(())
    }

    pub(super) fn is_moving(&self) -> bool {
        self.thought.as_ref().is_some_and(|thought| thought.purpose == Purpose::Move)
    }

    /// Plays the move that is being searched.
    pub(super) fn conclude(&mut self) -> io::Result<()> {
        self.seat.stop();
        self.answer = self.seat.wait().unwrap_or_default();
        if let Some(thought) = self.thought.take() {
            self.clock.spend(thought.start.elapsed());
        }
        if let Some(best) = self.answer.best.clone() {
            match self.record.play(&best) {
                Ok(played) => {
                    let line = format!("move {}", text::carried(played));
                    self.print(&line)?;
                }
                Err(sentence) => self.remark(&format!("{best}: {sentence}"))?,
            }
        }
        self.tell_end()?;
        self.answer_pings()?;
        self.proceed()
    }

    /// Stops the current search and discards its result.
    pub(super) fn abandon(&mut self) -> io::Result<()> {
        if self.thought.take().is_some() {
            self.seat.stop();
            self.seat.wait();
        }
        self.answer_pings()
    }

    fn answer_pings(&mut self) -> io::Result<()> {
        for number in mem::take(&mut self.pings) {
            self.print(&format!("pong {}", brief(&number)))?;
        }
        Ok(())
    }

    /// Accepts a draw offer if the engine is clearly worse, or not better in a long game.
    pub(super) fn consider_draw(&self) -> io::Result<()> {
        let accepts = self.answer.score.is_some_and(|score| score.accepts_draw(self.record.plies()));
        if accepts { self.print("offer draw") } else { Ok(()) }
    }
}
