//! The state of the game screen apart from the game: cursor, selection, input, and the last notice.

use std::time::Duration;

use faraday_rules::{Color, Move, Overlay, Square};
use faraday_variants::AnyGame;

use super::layout::{BoardSize, Coordinates, Orientation};
use crate::play::opponent::EngineAnswer;
use crate::play::table::{PlayerKind, Table};

/// A message to the player below the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    Info(String),
    /// The reason for a refusal.
    Refused(String),
}

/// The purpose of a search by the computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchPurpose {
    Move,
    /// A hint for the player.
    Hint,
    /// An answer to a draw offer.
    Draw,
}

/// A search by the computer that has not been answered yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PendingSearch {
    /// The number by which the answer is recognized.
    pub request_id: u64,
    pub purpose: SearchPurpose,
}

/// The state of a game on the screen.
pub struct GameScreen {
    pub table: Table,
    pub cursor: Coordinates,
    /// The selected square, with a piece of the side to move.
    pub selected: Option<Square>,
    /// The side at the bottom.
    pub view: Orientation,
    /// The name of the overlay that is shown.
    pub overlay: Option<&'static str>,
    /// The text typed so far.
    pub input: String,
    pub notice: Option<Notice>,
    /// The squares that the notice refers to.
    pub marked: Vec<Square>,
    /// The search that the computer is working on.
    pub pending: Option<PendingSearch>,
    /// A move of the computer that is delayed so that the position before it can be seen.
    pub delayed_answer: Option<EngineAnswer>,
    /// The time since the position was reached.
    pub shown_for: Duration,
    /// The number of lines by which the list of moves is scrolled back.
    pub scrolled: usize,
    /// The number of plies at the last save.
    pub saved: Option<usize>,
}

/// An overlay in the parts that are drawn.
pub struct OverlayParts {
    /// The overlay of the whole board.
    pub whole: Overlay,
    /// The squares that the piece selected, or under the cursor, may enter; and the effects of a landing on the cursor.
    pub focus: Overlay,
}

impl GameScreen {
    /// Creates the state of a game. The first overlay is shown, because it is what distinguishes the variant.
    pub fn new(table: Table) -> GameScreen {
        let only_black = table.players().of(Color::White) == PlayerKind::Computer
            && table.players().of(Color::Black) == PlayerKind::Human;
        let view = if only_black { Orientation::Black } else { Orientation::White };
        let cursor = king(table.game()).unwrap_or(Coordinates { level: 0, file: 0, rank: 0 });
        let overlay = table.game().entry().overlays.first().copied();
        GameScreen {
            table,
            cursor,
            selected: None,
            view,
            overlay,
            input: String::new(),
            notice: None,
            marked: Vec::new(),
            pending: None,
            delayed_answer: None,
            shown_for: Duration::ZERO,
            scrolled: 0,
            saved: None,
        }
    }

    /// Returns the size of the board.
    pub fn board_size(&self) -> BoardSize {
        self.table.game().size()
    }

    /// Returns the square under the cursor.
    pub fn under_cursor(&self) -> Square {
        self.square(self.cursor)
    }

    /// Returns the square at these coordinates.
    pub fn square(&self, Coordinates { level, file, rank }: Coordinates) -> Square {
        self.table.game().square_at(level, file, rank).expect("a spot is on the board")
    }

    /// Returns the legal moves from one square to another: several if there is a choice.
    pub fn moves(&self, from: Square, to: Square) -> Vec<Move> {
        let fits = |mv: &Move| mv.from == from && mv.to == to;
        self.table.game().legal().into_iter().filter(fits).collect()
    }

    /// Returns the squares to which the selected piece may move.
    pub fn destinations(&self) -> Vec<Square> {
        let Some(from) = self.selected else { return Vec::new() };
        self.table.game().legal().into_iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect()
    }

    /// Returns the move that Enter would play, or would offer a choice for.
    pub fn preview(&self) -> Option<Move> {
        self.moves(self.selected?, self.under_cursor()).first().copied()
    }

    /// Returns the layers of the current overlay.
    pub fn layers(&self) -> Option<OverlayParts> {
        let game = self.table.game();
        let name = self.overlay?;
        let cursor = self.under_cursor();
        let mut focus = game.overlay(name, Some(self.selected.unwrap_or(cursor)))?;
        focus.lines = game.overlay(name, Some(cursor))?.lines;
        Some(OverlayParts { whole: game.overlay(name, None)?, focus })
    }

    /// Shows a notice in place of the previous one.
    pub fn show_notice(&mut self, notice: Notice) {
        self.marked.clear();
        self.notice = Some(notice);
    }

    /// Shows the result if the game has ended.
    pub fn show_result(&mut self) {
        if let Some(verdict) = self.table.verdict() {
            let sentence = verdict.sentence(self.table.game().text());
            self.show_notice(Notice::Info(format!("{sentence} Press n for a new game, s to save this one.")));
        }
    }

    /// Clears everything that belongs to the previous position.
    pub fn begin_position(&mut self) {
        self.selected = None;
        self.input.clear();
        self.notice = None;
        self.marked.clear();
        self.pending = None;
        self.delayed_answer = None;
        self.shown_for = Duration::ZERO;
        self.scrolled = 0;
    }

    /// Returns true if leaving would lose unsaved moves.
    pub fn is_unfinished(&self) -> bool {
        let plies = self.table.plies().len();
        self.table.verdict().is_none() && plies > 0 && self.saved != Some(plies)
    }
}

/// Returns the square of the king of the side to move.
fn king(game: &dyn AnyGame) -> Option<Coordinates> {
    use faraday_rules::Role;
    let pieces = game.pieces();
    let (king, _) = pieces.iter().find(|(_, piece)| piece.role == Role::King && piece.color == game.turn())?;
    super::layout::all_squares(game.size()).find(|at| game.square_at(at.level, at.file, at.rank) == Some(*king))
}
