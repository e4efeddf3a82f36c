//! The board. A square has signs on both sides of its piece, so that it does not depend on color only, and the
//! overlay's mark below the piece.

use std::collections::HashMap;

use faraday_rules::{Event, Piece, Role, Square};
use faraday_variants::{AnyGame, Told};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::layers::Marks;
use super::palette::{self, Ground};
use crate::play::tui::look::{Figures, Inks, Look};
use crate::play::tui::plan::{Plan, Shape, Spot, spots};
use crate::play::tui::sitting::Sitting;

/// The data that determine a square's appearance.
struct Sight<'a> {
    sitting: &'a Sitting,
    look: Look,
    destinations: Vec<Square>,
    last: Vec<Square>,
    checked: Vec<Square>,
    marks: HashMap<Square, String>,
}

/// Draws the board with its coordinates.
pub fn draw(sitting: &Sitting, plan: &Plan, look: Look, marks: Marks, buffer: &mut Buffer) {
    draw_labels(sitting.shape(), plan, buffer);
    let sight = Sight {
        sitting,
        look,
        destinations: sitting.destinations(),
        last: last_squares(sitting),
        checked: checked(sitting.table.game()),
        marks: marks.0,
    };
    for spot in spots(sitting.shape()) {
        sight.draw(spot, plan.square(spot), buffer);
    }
}

fn draw_labels((files, ranks, levels): Shape, plan: &Plan, buffer: &mut Buffer) {
    let last = plan.area.bottom() - 1;
    for level in 0..levels {
        if levels > 1 {
            let area = plan.level(level);
            let style = palette::strong();
            buffer.set_string(area.x + area.width / 2 - 3, plan.area.y, format!("Level {}", level + 1), style);
        }
        for file in 0..files {
            let area = plan.square(Spot { level, file, rank: 0 });
            let letter = char::from(b'a' + file).to_string();
            buffer.set_string(area.x + area.width / 2, last, letter, palette::faint());
        }
    }
    for rank in 0..ranks {
        let area = plan.square(Spot { level: 0, file: 0, rank });
        buffer.set_string(plan.area.x, area.y + (area.height - 1) / 2, (rank + 1).to_string(), palette::faint());
    }
}

/// Returns the origin and the target of the last move, and the squares of displaced pieces.
fn last_squares(sitting: &Sitting) -> Vec<Square> {
    let Some(ply) = sitting.table.last() else { return Vec::new() };
    let left_at = |told: &Told| match told.event {
        Event::Moved { to, .. } | Event::Pushed { to, .. } | Event::Pulled { to, .. } | Event::Ejected { to, .. } => {
            Some(to)
        }
        Event::Taken { .. }
        | Event::Absorbed { .. }
        | Event::Transformed { .. }
        | Event::Promoted { .. }
        | Event::Removed { .. } => None,
    };
    [ply.mv.from, ply.mv.to].into_iter().chain(ply.told.iter().filter_map(left_at)).collect()
}

/// Returns the king to move if it is in check.
fn checked(game: &dyn AnyGame) -> Vec<Square> {
    if game.checkers().is_empty() {
        return Vec::new();
    }
    let king = Piece { color: game.turn(), role: Role::King };
    game.pieces().into_iter().filter(|(_, piece)| *piece == king).map(|(square, _)| square).collect()
}

impl Sight<'_> {
    fn draw(&self, spot: Spot, area: Rect, buffer: &mut Buffer) {
        let game = self.sitting.table.game();
        let square = self.sitting.square(spot);
        let piece = game.piece_at(square);
        let is_dark = (spot.level + spot.file + spot.rank).is_multiple_of(2);
        let ground = self.ground(spot, square, is_dark);
        let style = palette::square(self.look.inks, ground);
        let blank = if self.look.inks == Inks::Absent && is_dark { "░" } else { " " };
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
            buffer.set_style(Rect::new(middle - 1, row, 3, 1), palette::piece(self.look.inks, piece.color));
        }
        if spot == self.sitting.cursor {
            put(buffer, area.left(), '>');
            put(buffer, area.right() - 1, '<');
        }
        if let Some(mark) = self.marks.get(&square) {
            let mark = super::words::cut(mark, usize::from(area.width));
            let indent = (area.width - mark.chars().count() as u16) / 2;
            buffer.set_string(area.x + indent, area.bottom() - 1, mark, style);
        }
    }

    fn ground(&self, spot: Spot, square: Square, is_dark: bool) -> Ground {
        if spot == self.sitting.cursor {
            Ground::Cursor
        } else if self.sitting.selected == Some(square) {
            Ground::Selected
        } else if self.sitting.marked.contains(&square) {
            Ground::Marked
        } else if self.last.contains(&square) {
            Ground::Last
        } else if self.checked.contains(&square) {
            Ground::Check
        } else if is_dark {
            Ground::Dark
        } else {
            Ground::Light
        }
    }

    /// Returns the signs left and right of a piece.
    fn signs(&self, square: Square, is_occupied: bool) -> [char; 2] {
        if self.sitting.selected == Some(square) {
            ['[', ']']
        } else if is_occupied && self.destinations.contains(&square) {
            ['x', 'x']
        } else if self.sitting.marked.contains(&square) {
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
        match (piece, self.look.figures) {
            (Some(piece), Figures::Letters) => piece.letter(),
            (Some(piece), Figures::Chessmen) => chessman(piece),
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
