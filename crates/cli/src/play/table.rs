//! The table of a terminal game: its players, and its moves with their effects. Clocks, offers, and endings are those
//! of the table in `faraday-play`.
//!
//! Must not know screens, lines, or threads.

use std::time::Duration;

use faraday_engine::Level;
use faraday_play::{Act, Action, Command, Offer, Refused, Terms, TimeControl, Timestamp, Venue, Verdict};
use faraday_rules::{Color, Move};
use faraday_variants::{AnyGame, ExplainedEvent};
use faraday_wire::Record;

/// The kind of player of a side: a person or the computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// A person at this terminal.
    Human,
    Computer,
}

/// The kinds of players of White and Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Players([PlayerKind; 2]);

/// A game to be played, which may have moves already.
pub struct Start {
    pub game: Box<dyn AnyGame>,
    /// The record from which it was loaded.
    pub record: Option<Record>,
}

impl From<Box<dyn AnyGame>> for Start {
    fn from(game: Box<dyn AnyGame>) -> Start {
        Start { game, record: None }
    }
}

/// A move that was played, with its effects.
#[derive(Clone, Debug)]
pub struct Ply {
    pub mv: Move,
    pub color: Color,
    /// The number of the move in the game.
    pub number: u32,
    pub san: String,
    /// The other pieces that it moved, in the club's short form.
    pub effects: Vec<String>,
    /// The events of the move.
    pub events: Vec<ExplainedEvent>,
}

/// A game at one terminal: the table, the players, and the moves as they are shown.
///
/// Invariant: `plies` has an entry for every move of the game.
pub struct Table {
    play: faraday_play::Table,
    players: Players,
    level: Level,
    plies: Vec<Ply>,
    /// The duration of the game so far.
    passed: Duration,
    /// The record from which the game was loaded, and its moves.
    loaded: Option<(Record, Vec<Move>)>,
}

impl Players {
    /// Returns players with a person on one side and the computer on the other.
    pub fn one(human: Color) -> Players {
        let mut players = [PlayerKind::Computer; 2];
        players[human as usize] = PlayerKind::Human;
        Players(players)
    }

    /// The same kind of player on both sides.
    pub const fn both(kind: PlayerKind) -> Players {
        Players([kind; 2])
    }

    /// Returns the player of a side.
    pub const fn of(self, color: Color) -> PlayerKind {
        self.0[color as usize]
    }

    /// Returns true if either side is played by a player of that kind.
    pub fn has(self, kind: PlayerKind) -> bool {
        self.0.contains(&kind)
    }
}

impl Ply {
    /// Returns the move with its effects in the club's notation.
    pub fn text(&self) -> String {
        if self.effects.is_empty() { self.san.clone() } else { format!("{}({})", self.san, self.effects.join(",")) }
    }
}

impl Table {
    /// Creates a table for a game.
    pub fn new(Start { game, record }: Start, players: Players, level: Level, control: Option<TimeControl>) -> Table {
        let plies = plies_of(game.as_ref());
        let loaded = record.map(|record| (record, game.moves()));
        let terms = control.map_or(Terms::UNLIMITED, Terms::timed);
        let play = faraday_play::Table::new(game, terms, Venue::Local, Timestamp::default());
        Table { play, players, level, plies, passed: Duration::ZERO, loaded }
    }

    pub fn game(&self) -> &dyn AnyGame {
        self.play.game()
    }

    /// Returns the player of each side.
    pub const fn players(&self) -> Players {
        self.players
    }

    /// Returns the level of the computer.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Returns the time control, if the game has clocks.
    pub const fn control(&self) -> Option<TimeControl> {
        self.play.terms().control()
    }

    /// Returns the time left to a side.
    pub fn left(&self, color: Color) -> Option<Duration> {
        self.play.left_at(color, self.now())
    }

    /// Returns the moves played.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns the last move played.
    pub fn last(&self) -> Option<&Ply> {
        self.plies.last()
    }

    /// Returns the result, if the game has ended.
    pub const fn verdict(&self) -> Option<Verdict> {
        self.play.verdict()
    }

    /// Returns the player to move, or `None` if the game is over.
    pub fn mover(&self) -> Option<PlayerKind> {
        self.verdict().is_none().then(|| self.players.of(self.game().turn()))
    }

    /// Returns the record from which the game was loaded, if nothing has happened in the game since.
    pub fn record(&self) -> Option<&Record> {
        let (record, moves) = self.loaded.as_ref()?;
        let is_as_loaded = matches!(self.verdict(), None | Some(Verdict::Ruled(_))) && self.game().moves() == *moves;
        is_as_loaded.then_some(record)
    }

    /// Plays a move for the side to move.
    pub fn play(&mut self, mv: Move) -> Result<(), Refused> {
        let game = self.play.game();
        let command = Command::to_move(game.turn(), self.play.ply(), game.uci(mv));
        let shown = game.refusal(mv).is_none().then(|| ply(game, mv));
        self.play.execute(&command, self.now())?;
        self.plies.extend(shown);
        Ok(())
    }

    /// Adds time to the clock of the side to move. Returns the verdict if that ends the game.
    pub fn advance_clock(&mut self, elapsed: Duration) -> Option<Verdict> {
        self.passed = self.passed.saturating_add(elapsed);
        let flag = self.play.flag(self.now(), Duration::ZERO)?;
        self.fold(&flag);
        self.verdict()
    }

    /// Returns the number of plies to take back so that the last person who moved is to move again.
    pub fn plies_to_undo(&self) -> usize {
        let back = self.plies.iter().rev().position(|ply| self.players.of(ply.color) == PlayerKind::Human);
        let count = back.map_or(0, |earlier| earlier + 1);
        self.play.undo(count, self.now()).map_or(0, |_| count)
    }

    /// Takes back [`Table::plies_to_undo`] plies, and with them an agreement or a resignation.
    pub fn undo(&mut self) -> usize {
        let count = self.plies_to_undo();
        if let Some(act) = self.play.undo(count, self.now()) {
            self.fold(&act);
            self.plies.truncate(self.plies.len() - count);
        }
        count
    }

    /// Resigns for a side. Does nothing if the game is over.
    pub fn resign(&mut self, color: Color) {
        // The only reason for a refusal is that the game is over.
        let _ = self.play.execute(&Command::of(color, Action::Resign), self.now());
    }

    /// Offers a draw for the side to move.
    pub fn offer_draw(&mut self) -> Result<(), Refused> {
        let command = Command::of(self.play.turn(), Action::Draw);
        self.play.execute(&command, self.now()).map(drop)
    }

    /// Declines the draw for the side that is not to move.
    pub fn decline_draw(&mut self) {
        let command = Command::of(!self.play.turn(), Action::Decline(None));
        // There is no offer if moves were played or taken back since.
        let _ = self.play.execute(&command, self.now());
    }

    /// Agrees on a draw for both sides. One of them may have offered it already.
    pub fn agree(&mut self) -> Result<(), Refused> {
        let turn = self.play.turn();
        let offered = Color::ALL.into_iter().find(|side| self.play.offers().of(*side, Offer::Draw).is_some());
        if offered.is_none() {
            self.offer_draw()?;
        }
        let command = Command::of(!offered.unwrap_or(turn), Action::Draw);
        self.play.execute(&command, self.now()).map(drop)
    }

    /// Returns a side's name for the PGN record.
    pub fn player(&self, color: Color) -> String {
        match self.players.of(color) {
            PlayerKind::Human => "Player".to_owned(),
            PlayerKind::Computer => format!("Faraday level {}", self.level.number()),
        }
    }

    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.passed.as_millis() as u64)
    }

    fn fold(&mut self, act: &Act) {
        self.play.fold(act).expect("an act of this table follows");
    }
}

/// Returns a legal move of the current position with its effects.
fn ply(game: &dyn AnyGame, mv: Move) -> Ply {
    Ply {
        mv,
        color: game.turn(),
        number: game.fullmoves(),
        san: game.san(mv),
        effects: game.effects(mv),
        events: game.events(mv),
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

/// Returns a color's name, capitalized.
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Formats a refusal as a sentence without its full stop.
pub fn refusal_text(game: &dyn AnyGame, refused: &Refused) -> String {
    match refused {
        Refused::Illegal(error) => game.complaint(error),
        other => other.to_string(),
    }
}
