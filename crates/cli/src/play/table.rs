//! The table at which a game is played: the game, who sits where, the clocks, and what is agreed beside the board.
//!
//! Knows nothing of screens, lines or threads.

use std::time::Duration;

use faraday_engine::Level;
use faraday_rules::{Color, Move, Refusal};
use faraday_variants::{AnyGame, Told};

use super::clock::{Clock, TimeControl};
use super::verdict::Verdict;

/// Who moves for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// A person at this terminal.
    Human,
    /// The engine.
    Computer,
}

/// Who moves for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seats([Seat; 2]);

/// A move that was played, and what it did.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Who played it.
    pub color: Color,
    /// The number of the move.
    pub number: u32,
    /// The move in SAN.
    pub san: String,
    /// What it moved besides, in the club's short form.
    pub effects: Vec<String>,
    /// What happened.
    pub told: Vec<Told>,
}

/// A game in progress or over.
///
/// Invariant: `plies` has an entry for every move of the game.
pub struct Table {
    game: Box<dyn AnyGame>,
    seats: Seats,
    level: Level,
    clock: Option<Clock>,
    plies: Vec<Ply>,
    /// An end that the board does not show.
    beside: Option<Verdict>,
}

impl Seats {
    /// A person on one side, the computer on the other.
    pub fn one(human: Color) -> Seats {
        let mut seats = [Seat::Computer; 2];
        seats[human as usize] = Seat::Human;
        Seats(seats)
    }

    /// The same on both sides.
    pub const fn both(seat: Seat) -> Seats {
        Seats([seat; 2])
    }

    /// Who moves for a side.
    pub const fn of(self, color: Color) -> Seat {
        self.0[color as usize]
    }

    /// Whether anybody sits in a seat of that kind.
    pub fn has(self, seat: Seat) -> bool {
        self.0.contains(&seat)
    }
}

impl Ply {
    /// The move with its effects, as the club writes it.
    pub fn text(&self) -> String {
        if self.effects.is_empty() { self.san.clone() } else { format!("{}({})", self.san, self.effects.join(",")) }
    }
}

impl Table {
    /// Sits down at a game, which may have moves already.
    pub fn new(game: Box<dyn AnyGame>, seats: Seats, level: Level, control: Option<TimeControl>) -> Table {
        let plies = plies_of(game.as_ref());
        Table { game, seats, level, clock: control.map(Clock::new), plies, beside: None }
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
    }

    /// Who sits where.
    pub const fn seats(&self) -> Seats {
        self.seats
    }

    /// How strong the computer plays.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// The clocks, if the game has any.
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// The moves played.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The last move played.
    pub fn last(&self) -> Option<&Ply> {
        self.plies.last()
    }

    /// How the game has ended.
    pub fn verdict(&self) -> Option<Verdict> {
        self.beside.or_else(|| self.game.ending().map(Verdict::Ruled))
    }

    /// Who is to move; nobody once the game is over.
    pub fn mover(&self) -> Option<Seat> {
        self.verdict().is_none().then(|| self.seats.of(self.game.turn()))
    }

    /// Plays a move for the side whose turn it is. The game must not have ended beside the board.
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        if let Some(refusal) = self.game.refusal(mv) {
            return Err(refusal);
        }
        self.plies.push(ply(self.game.as_ref(), mv));
        let color = self.game.turn();
        self.game.play(mv)?;
        if let Some(clock) = &mut self.clock {
            clock.press(color);
        }
        Ok(())
    }

    /// Lets time pass for the side to move, and tells if that ends the game.
    pub fn spend(&mut self, elapsed: Duration) -> Option<Verdict> {
        if self.verdict().is_some() {
            return None;
        }
        let color = self.game.turn();
        let clock = self.clock.as_mut()?;
        clock.spend(color, elapsed);
        if clock.is_up(color) {
            let is_drawn = self.game.has_insufficient_material(!color);
            self.beside = Some(if is_drawn { Verdict::TimedOutDrawn(color) } else { Verdict::TimedOut(color) });
        }
        self.beside
    }

    /// How many plies a person takes back at once: as many as it needs until that person is to move again.
    pub fn plies_to_undo(&self) -> usize {
        if matches!(self.beside, Some(Verdict::TimedOut(_) | Verdict::TimedOutDrawn(_))) || !self.seats.has(Seat::Human)
        {
            return 0;
        }
        let back = self.plies.iter().rev().position(|ply| self.seats.of(ply.color) == Seat::Human);
        back.map_or(0, |earlier| earlier + 1)
    }

    /// Takes back as many plies as [`Table::plies_to_undo`] says; an agreement or a resignation is void with them.
    pub fn undo(&mut self) -> usize {
        let count = self.plies_to_undo();
        for _ in 0..count {
            self.game.undo();
            self.plies.pop();
        }
        if count > 0 {
            self.beside = None;
        }
        count
    }

    /// A side gives up. Nothing happens once the game is over.
    pub fn resign(&mut self, color: Color) {
        self.end(Verdict::Resigned(color));
    }

    /// Both sides agree on a draw. Nothing happens once the game is over.
    pub fn agree(&mut self) {
        self.end(Verdict::Agreed);
    }

    /// What the names in a record say of a side.
    pub fn player(&self, color: Color) -> String {
        match self.seats.of(color) {
            Seat::Human => "Player".to_owned(),
            Seat::Computer => format!("Faraday level {}", self.level.number()),
        }
    }

    fn end(&mut self, verdict: Verdict) {
        if self.verdict().is_none() {
            self.beside = Some(verdict);
        }
    }
}

/// A legal move of the position reached, with what it does.
fn ply(game: &dyn AnyGame, mv: Move) -> Ply {
    Ply {
        mv,
        color: game.turn(),
        number: game.fullmoves(),
        san: game.san(mv),
        effects: game.effects(mv),
        told: game.events(mv),
    }
}

fn plies_of(game: &dyn AnyGame) -> Vec<Ply> {
    let mut earlier = game.boxed();
    let mut plies = Vec::new();
    while let Some(mv) = earlier.undo() {
        plies.push(ply(earlier.as_ref(), mv));
    }
    plies.reverse();
    plies
}
