//! A game at one terminal: who sits where, and its moves as they are shown. What holds beside the board is the table's of
//! `faraday-play`.
//!
//! Knows nothing of screens, lines or threads.

use std::time::Duration;

use faraday_engine::Level;
use faraday_play::{Act, Command, Offer, Refused, Terms, TimeControl, Timestamp, Venue, Verdict, Wish};
use faraday_rules::{Color, Move};
use faraday_variants::{AnyGame, Told};

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

/// A game at one terminal: the table, who sits there, and the moves as they are shown.
///
/// Invariant: `plies` has an entry for every move of the game.
pub struct Table {
    play: faraday_play::Table,
    seats: Seats,
    level: Level,
    plies: Vec<Ply>,
    /// How long the game has lasted.
    passed: Duration,
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
        let terms = control.map_or(Terms::UNLIMITED, Terms::timed);
        let play = faraday_play::Table::new(game, terms, Venue::Local, Timestamp::default());
        Table { play, seats, level, plies, passed: Duration::ZERO }
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        self.play.game()
    }

    /// Who sits where.
    pub const fn seats(&self) -> Seats {
        self.seats
    }

    /// How strong the computer plays.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// The time control, if the game has clocks.
    pub const fn control(&self) -> Option<TimeControl> {
        self.play.terms().control()
    }

    /// What a side has left.
    pub fn left(&self, color: Color) -> Option<Duration> {
        self.play.left_at(color, self.now())
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
    pub const fn verdict(&self) -> Option<Verdict> {
        self.play.verdict()
    }

    /// Who is to move; nobody once the game is over.
    pub fn mover(&self) -> Option<Seat> {
        self.verdict().is_none().then(|| self.seats.of(self.game().turn()))
    }

    /// Plays a move for the side whose turn it is.
    pub fn play(&mut self, mv: Move) -> Result<(), Refused> {
        let game = self.play.game();
        let command = Command::to_move(game.turn(), self.play.ply(), game.uci(mv));
        let shown = game.refusal(mv).is_none().then(|| ply(game, mv));
        self.play.enact(&command, self.now())?;
        self.plies.extend(shown);
        Ok(())
    }

    /// Lets time pass for the side to move, and tells if that ends the game.
    pub fn spend(&mut self, elapsed: Duration) -> Option<Verdict> {
        self.passed = self.passed.saturating_add(elapsed);
        let flag = self.play.flag(self.now(), Duration::ZERO)?;
        self.fold(&flag);
        self.verdict()
    }

    /// How many plies a person takes back at once: as many as it needs until that person is to move again.
    pub fn plies_to_undo(&self) -> usize {
        let back = self.plies.iter().rev().position(|ply| self.seats.of(ply.color) == Seat::Human);
        let count = back.map_or(0, |earlier| earlier + 1);
        self.play.undo(count, self.now()).map_or(0, |_| count)
    }

    /// Takes back as many plies as [`Table::plies_to_undo`] says; an agreement or a resignation is void with them.
    pub fn undo(&mut self) -> usize {
        let count = self.plies_to_undo();
        if let Some(act) = self.play.undo(count, self.now()) {
            self.fold(&act);
            self.plies.truncate(self.plies.len() - count);
        }
        count
    }

    /// A side gives up. Nothing happens once the game is over.
    pub fn resign(&mut self, color: Color) {
        // What is refused is refused because the game is over.
        let _ = self.play.enact(&Command::of(color, Wish::Resign), self.now());
    }

    /// The side to move offers a draw.
    pub fn offer_draw(&mut self) -> Result<(), Refused> {
        let command = Command::of(self.play.turn(), Wish::Draw);
        self.play.enact(&command, self.now()).map(drop)
    }

    /// The other side does not take the draw.
    pub fn decline_draw(&mut self) {
        let command = Command::of(!self.play.turn(), Wish::No(None));
        // Nothing was offered if the game has gone on, or back, since.
        let _ = self.play.enact(&command, self.now());
    }

    /// Both sides agree on a draw, which one of them may have offered already.
    pub fn agree(&mut self) -> Result<(), Refused> {
        let turn = self.play.turn();
        let offered = Color::ALL.into_iter().find(|side| self.play.offers().of(*side, Offer::Draw).is_some());
        if offered.is_none() {
            self.offer_draw()?;
        }
        let command = Command::of(!offered.unwrap_or(turn), Wish::Draw);
        self.play.enact(&command, self.now()).map(drop)
    }

    /// What the names in a record say of a side.
    pub fn player(&self, color: Color) -> String {
        match self.seats.of(color) {
            Seat::Human => "Player".to_owned(),
            Seat::Computer => format!("Faraday level {}", self.level.number()),
        }
    }

    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.passed.as_millis() as u64)
    }

    fn fold(&mut self, act: &Act) {
        self.play.fold(act).expect("an act of this table follows");
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

/// A color's name at the start of a sentence.
pub const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Why a player cannot have something, in a sentence without its full stop.
pub fn complaint(game: &dyn AnyGame, refused: &Refused) -> String {
    match refused {
        Refused::Illegal(error) => game.complaint(error),
        other => other.to_string(),
    }
}
