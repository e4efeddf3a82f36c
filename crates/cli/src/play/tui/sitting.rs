//! What one player sees of a table: the cursor, what is selected, what is typed, what the program last said.

use std::time::Duration;

use faraday_rules::{Color, Move, Overlay, Square};
use faraday_variants::AnyGame;

use super::plan::{Shape, Spot, View};
use crate::play::opponent::Thought;
use crate::play::table::{Seat, Table};

/// What the program has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// Something to know.
    Told(String),
    /// Something that cannot be done.
    Refused(String),
}

/// What the computer was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Its move.
    Move,
    /// A hint for the player.
    Hint,
    /// An answer to the offer of a draw.
    Draw,
}

/// A question that is not answered yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// What the answer is known by.
    pub ticket: u64,
    /// What it is for.
    pub purpose: Purpose,
}

/// A player at a table.
pub struct Sitting {
    /// The table.
    pub table: Table,
    /// Where the cursor is.
    pub cursor: Spot,
    /// The selected square: a piece of the side to move stands there.
    pub selected: Option<Square>,
    /// Whose side is below.
    pub view: View,
    /// The overlay that is shown.
    pub overlay: Option<&'static str>,
    /// What is being typed.
    pub input: String,
    /// What the program last said.
    pub notice: Option<Notice>,
    /// The squares that the notice is about.
    pub marked: Vec<Square>,
    /// What is awaited from the computer.
    pub waiting: Option<Waiting>,
    /// A move of the computer that is held back so that the one before can be seen.
    pub held: Option<Thought>,
    /// How long the position has stood.
    pub stood: Duration,
    /// How many lines the list of moves is scrolled back.
    pub scrolled: usize,
    /// The ply that was saved last.
    pub saved: Option<usize>,
}

/// The overlay, in the parts that are drawn.
pub struct Layers {
    /// What holds for the whole board.
    pub whole: Overlay,
    /// What the selected piece, or the one under the cursor, may enter; and what a landing on the cursor would do.
    pub focus: Overlay,
}

impl Sitting {
    /// Sits down. The first overlay is shown: it is what is new in the game.
    pub fn new(table: Table) -> Sitting {
        let only_black =
            table.seats().of(Color::White) == Seat::Computer && table.seats().of(Color::Black) == Seat::Human;
        let view = if only_black { View::Black } else { View::White };
        let cursor = king(table.game()).unwrap_or(Spot { level: 0, file: 0, rank: 0 });
        let overlay = table.game().entry().overlays.first().copied();
        Sitting {
            table,
            cursor,
            selected: None,
            view,
            overlay,
            input: String::new(),
            notice: None,
            marked: Vec::new(),
            waiting: None,
            held: None,
            stood: Duration::ZERO,
            scrolled: 0,
            saved: None,
        }
    }

    /// The board's shape.
    pub fn shape(&self) -> Shape {
        self.table.game().size()
    }

    /// The square under the cursor.
    pub fn under_cursor(&self) -> Square {
        self.square(self.cursor)
    }

    /// The square of coordinates on the board.
    pub fn square(&self, Spot { level, file, rank }: Spot) -> Square {
        self.table.game().square_at(level, file, rank).expect("a spot is on the board")
    }

    /// The legal moves from one square to another: several if there is a choice.
    pub fn moves(&self, from: Square, to: Square) -> Vec<Move> {
        let fits = |mv: &Move| mv.from == from && mv.to == to;
        self.table.game().legal().into_iter().filter(fits).collect()
    }

    /// Where the selected piece may go.
    pub fn destinations(&self) -> Vec<Square> {
        let Some(from) = self.selected else { return Vec::new() };
        self.table.game().legal().into_iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect()
    }

    /// The move that Enter would play, or would open the choice for.
    pub fn preview(&self) -> Option<Move> {
        self.moves(self.selected?, self.under_cursor()).first().copied()
    }

    /// The overlay's layers.
    pub fn layers(&self) -> Option<Layers> {
        let game = self.table.game();
        let name = self.overlay?;
        let cursor = self.under_cursor();
        let mut focus = game.overlay(name, Some(self.selected.unwrap_or(cursor)))?;
        focus.lines = game.overlay(name, Some(cursor))?.lines;
        Some(Layers { whole: game.overlay(name, None)?, focus })
    }

    /// Says something, and forgets what was said before.
    pub fn say(&mut self, notice: Notice) {
        self.marked.clear();
        self.notice = Some(notice);
    }

    /// Says how the game has ended, if it has.
    pub fn tell_end(&mut self) {
        if let Some(verdict) = self.table.verdict() {
            let sentence = verdict.sentence(self.table.game().text());
            self.say(Notice::Told(format!("{sentence} Press n for a new game, s to save this one.")));
        }
    }

    /// Drops all that belonged to the position before.
    pub fn begin_position(&mut self) {
        self.selected = None;
        self.input.clear();
        self.notice = None;
        self.marked.clear();
        self.waiting = None;
        self.held = None;
        self.stood = Duration::ZERO;
        self.scrolled = 0;
    }

    /// Whether leaving would lose something.
    pub fn is_unfinished(&self) -> bool {
        let plies = self.table.plies().len();
        self.table.verdict().is_none() && plies > 0 && self.saved != Some(plies)
    }
}

/// Where the king of the first person at the table stands.
fn king(game: &dyn AnyGame) -> Option<Spot> {
    use faraday_rules::Role;
    let pieces = game.pieces();
    let (king, _) = pieces.iter().find(|(_, piece)| piece.role == Role::King && piece.color == game.turn())?;
    super::plan::spots(game.size()).find(|spot| game.square_at(spot.level, spot.file, spot.rank) == Some(*king))
}
