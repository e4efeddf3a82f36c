//! Draws the board. A square has signs on both sides of its piece, so that it does not depend on color only, and the
//! overlay's mark below the piece.

use std::collections::HashMap;

use faraday_rules::{Event, Piece, Role, Square};
use faraday_variants::{AnyGame, ExplainedEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::layers::Marks;
use super::palette::{self, Background};
use crate::play::tui::appearance::{Appearance, ColorSupport, PieceStyle};
use crate::play::tui::game_screen::GameScreen;
use crate::play::tui::layout::{BoardLayout, BoardSize, Coordinates, all_squares};

/// The data that determine a square's appearance.
struct BoardContext<'a> {
    screen: &'a GameScreen,
    appearance: Appearance,
    destinations: Vec<Square>,
    last: Vec<Square>,
    checked: Vec<Square>,
    marks: HashMap<Square, String>,
}

/// Draws the board with its coordinates.
pub fn draw(screen: &GameScreen, board: &BoardLayout, appearance: Appearance, marks: Marks, buffer: &mut Buffer) {
    draw_labels(screen.board_size(), board, buffer);
    let context = BoardContext {
        screen,
        appearance,
        destinations: screen.destinations(),
        last: last_squares(screen),
        checked: checked(screen.table.game()),
        marks: marks.0,
    };
    for at in all_squares(screen.board_size()) {
        context.draw(at, board.square(at), buffer);
    }
}

fn draw_labels((files, ranks, levels): BoardSize, board: &BoardLayout, buffer: &mut Buffer) {
    let last = board.area.bottom() - 1;
    for level in 0..levels {
        if levels > 1 {
            let area = board.level(level);
            let style = palette::strong();
            buffer.set_string(area.x + area.width / 2 - 3, board.area.y, format!("Level {}", level + 1), style);
        }
        for file in 0..files {
            let area = board.square(Coordinates { level, file, rank: 0 });
            let letter = char::from(b'a' + file).to_string();
            buffer.set_string(area.x + area.width / 2, last, letter, palette::faint());
        }
    }
    for rank in 0..ranks {
        let area = board.square(Coordinates { level: 0, file: 0, rank });
        buffer.set_string(board.area.x, area.y + (area.height - 1) / 2, (rank + 1).to_string(), palette::faint());
    }
}

/// Returns the origin and the target of the last move, and the squares of displaced pieces.
fn last_squares(screen: &GameScreen) -> Vec<Square> {
    let Some(ply) = screen.table.last() else { return Vec::new() };
    let left_at = |told: &ExplainedEvent| match told.event {
        Event::Moved { to, .. } | Event::Pushed { to, .. } | Event::Pulled { to, .. } | Event::Ejected { to, .. } => {
            Some(to)
        }
        Event::Taken { .. }
        | Event::Absorbed { .. }
        | Event::Transformed { .. }
        | Event::Promoted { .. }
        | Event::Removed { .. } => None,
    };
    [ply.mv.from, ply.mv.to].into_iter().chain(ply.events.iter().filter_map(left_at)).collect()
}

/// Returns the king to move if it is in check.
fn checked(game: &dyn AnyGame) -> Vec<Square> {
    if game.checkers().is_empty() {
        return Vec::new();
    }
    let king = Piece { color: game.turn(), role: Role::King };
    game.pieces().into_iter().filter(|(_, piece)| *piece == king).map(|(square, _)| square).collect()
}

impl BoardContext<'_> {
    fn draw(&self, at: Coordinates, area: Rect, buffer: &mut Buffer) {
        let game = self.screen.table.game();
        let square = self.screen.square(at);
        let piece = game.piece_at(square);
        let is_dark = (at.level + at.file + at.rank).is_multiple_of(2);
        let background = self.background(at, square, is_dark);
        let style = palette::square(self.appearance.colors, background);
        let blank = if self.appearance.colors == ColorSupport::None && is_dark { "░" } else { " " };
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                buffer[(x, y)].set_symbol(blank).set_style(style);
            }
        }
        let (middle, row) = (area.x + area.width / 2, area.y + (area.height - 1) / 2);
        let put = |buffer: &mut Buffer, x: u16, sign: char| _ = buffer[(x, row)].set_char(sign);
        let [left, right] = self.signs(square, piece.is_some());
        let is_shown = piece.is_some() || self.destinations.contains(&square) || left != ' ';
        if is_shown {
            put(buffer, middle - 1, left);
            put(buffer, middle, self.figure(square, piece));
            put(buffer, middle + 1, if game.is_marked(square) { '~' } else { right });
        }
        if let Some(piece) = piece {
            buffer.set_style(Rect::new(middle - 1, row, 3, 1), palette::piece(self.appearance.colors, piece.color));
        }
        if at == self.screen.cursor {
            put(buffer, area.left(), '>');
            put(buffer, area.right() - 1, '<');
        }
        if let Some(mark) = self.marks.get(&square) {
            let mark = super::text::cut(mark, usize::from(area.width));
            let indent = (area.width - mark.chars().count() as u16) / 2;
            buffer.set_string(area.x + indent, area.bottom() - 1, mark, style);
        }
    }

    fn background(&self, at: Coordinates, square: Square, is_dark: bool) -> Background {
        if at == self.screen.cursor {
            Background::Cursor
        } else if self.screen.selected == Some(square) {
            Background::Selected
        } else if self.screen.marked.contains(&square) {
            Background::Marked
        } else if self.last.contains(&square) {
            Background::Last
        } else if self.checked.contains(&square) {
            Background::Check
        } else if is_dark {
            Background::Dark
        } else {
            Background::Light
        }
    }

    /// Returns the signs left and right of a piece.
    fn signs(&self, square: Square, is_occupied: bool) -> [char; 2] {
        if self.screen.selected == Some(square) {
            ['[', ']']
        } else if is_occupied && self.destinations.contains(&square) {
            ['x', 'x']
        } else if self.screen.marked.contains(&square) {
            ['{', '}']
        } else if self.last.contains(&square) {
            ['(', ')']
        } else if self.checked.contains(&square) {
            ['+', '+']
        } else {
            [' ', ' ']
        }
    }

    /// Returns the piece, or the sign of a square to which the selected piece may move.
    fn figure(&self, square: Square, piece: Option<Piece>) -> char {
        match (piece, self.appearance.piece_style) {
            (Some(piece), PieceStyle::Letters) => piece.letter(),
            (Some(piece), PieceStyle::Symbols) => chessman(piece),
            (None, _) if self.destinations.contains(&square) => '•',
            (None, _) => ' ',
        }
    }
}

const fn chessman(piece: Piece) -> char {
    use faraday_rules::Color::{Black, White};
    match (piece.color, piece.role) {
        (White, Role::King) => '♔',
        (White, Role::Queen) => '♕',
        (White, Role::Rook) => '♖',
        (White, Role::Bishop) => '♗',
        (White, Role::Knight) => '♘',
        (White, Role::Pawn) => '♙',
        (Black, Role::King) => '♚',
        (Black, Role::Queen) => '♛',
        (Black, Role::Rook) => '♜',
        (Black, Role::Bishop) => '♝',
        (Black, Role::Knight) => '♞',
        (Black, Role::Pawn) => '♟',
    }
}
