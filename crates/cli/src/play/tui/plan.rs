//! The layout of the window and the squares of the board. Knows nothing of pieces.

use ratatui::layout::{Position, Rect, Size};

use super::action::Direction;

/// The smallest window that can show a game.
pub const LEAST: Size = Size::new(80, 24);

/// Sizes of a square in columns and rows, the largest first.
const CELLS: [Size; 3] = [Size::new(9, 4), Size::new(7, 3), Size::new(5, 2)];

/// The columns of the rank numbers on the left.
const LABELS: u16 = 2;

/// The minimum number of columns of a panel next to the board.
const BESIDE: u16 = 36;

/// The minimum number of rows of a panel below the board.
const BELOW: u16 = 6;

/// The rows above the board (the title), and at the bottom (two for the notice, the input, and the keys).
const ABOVE: u16 = 1;
const FOOT: u16 = 4;

/// The number of files, ranks and levels of a board.
pub type Shape = (u8, u8, u8);

/// The coordinates of a square, each from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    pub level: u8,
    pub file: u8,
    pub rank: u8,
}

/// The side at the bottom of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    White,
    Black,
}

/// The squares of a board on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The whole board with its labels.
    pub area: Rect,
    /// The size of a square.
    pub cell: Size,
    shape: Shape,
    view: View,
}

/// The parts of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// One row with the variant and the side to move.
    pub title: Rect,
    pub board: Plan,
    /// The players, the moves, and the effects of the last one.
    pub panel: Panel,
    /// Two rows for messages.
    pub notice: Rect,
    /// One row with the text being typed.
    pub input: Rect,
    /// One row with the keys.
    pub keys: Rect,
}

/// The position of the panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Panel {
    /// Columns to the right of the board.
    Beside(Rect),
    /// Rows below the board.
    Below(Rect),
}

impl View {
    /// Returns the view from the other side.
    #[must_use]
    pub const fn turned(self) -> View {
        match self {
            View::White => View::Black,
            View::Black => View::White,
        }
    }
}

impl Spot {
    /// Returns the next square in a direction on the screen. The step off the side of a level leads to the next level.
    #[must_use]
    pub fn step(self, direction: Direction, (files, ranks, levels): Shape, view: View) -> Spot {
        let seen = self.turned((files, ranks, levels), view);
        let Spot { level, file, rank } = seen;
        let next = match direction {
            Direction::Up => Spot { rank: (rank + 1).min(ranks - 1), ..seen },
            Direction::Down => Spot { rank: rank.saturating_sub(1), ..seen },
            Direction::Left if file > 0 => Spot { file: file - 1, ..seen },
            Direction::Left if level > 0 => Spot { level: level - 1, file: files - 1, rank },
            Direction::Right if file + 1 < files => Spot { file: file + 1, ..seen },
            Direction::Right if level + 1 < levels => Spot { level: level + 1, file: 0, rank },
            Direction::Left | Direction::Right => seen,
        };
        next.turned((files, ranks, levels), view)
    }

    /// Returns the square that takes this one's place if the board is turned. Levels stay in place.
    fn turned(self, (files, ranks, _): Shape, view: View) -> Spot {
        match view {
            View::White => self,
            View::Black => Spot { level: self.level, file: files - 1 - self.file, rank: ranks - 1 - self.rank },
        }
    }
}

impl Plan {
    fn new(at: Position, cell: Size, shape: Shape, view: View) -> Plan {
        let (files, ranks, levels) = (u16::from(shape.0), u16::from(shape.1), u16::from(shape.2));
        let width = LABELS + levels * files * cell.width + levels - 1;
        let height = u16::from(levels > 1) + ranks * cell.height + 1;
        Plan { area: Rect::new(at.x, at.y, width, height), cell, shape, view }
    }

    /// Returns the first row of the squares, below the names of the levels if there are several.
    fn top(&self) -> u16 {
        self.area.y + u16::from(self.shape.2 > 1)
    }

    /// Returns the area of a level's squares.
    pub fn level(&self, level: u8) -> Rect {
        let (files, ranks, _) = self.shape;
        let (width, height) = (u16::from(files) * self.cell.width, u16::from(ranks) * self.cell.height);
        Rect::new(self.area.x + LABELS + u16::from(level) * (width + 1), self.top(), width, height)
    }

    /// Returns the area of a square.
    pub fn square(&self, spot: Spot) -> Rect {
        let Spot { level, file, rank } = spot.turned(self.shape, self.view);
        let level = self.level(level);
        let down = self.shape.1 - 1 - rank;
        let (width, height) = (self.cell.width, self.cell.height);
        Rect::new(level.x + u16::from(file) * width, level.y + u16::from(down) * height, width, height)
    }

    /// Returns the square at a column and row.
    pub fn spot_at(&self, column: u16, row: u16) -> Option<Spot> {
        let mut spots = spots(self.shape);
        spots.find(|spot| self.square(*spot).contains(Position::new(column, row)))
    }
}

/// Iterates over all squares of a board.
pub fn spots((files, ranks, levels): Shape) -> impl Iterator<Item = Spot> {
    let rank_of = move |level, rank| (0..files).map(move |file| Spot { level, file, rank });
    (0..levels).flat_map(move |level| (0..ranks).flat_map(move |rank| rank_of(level, rank)))
}

/// Returns true if a window is large enough.
pub const fn fits(window: Size) -> bool {
    window.width >= LEAST.width && window.height >= LEAST.height
}

impl Layout {
    /// Lays out a window with the largest board that leaves room for the other parts.
    pub fn new(window: Size, shape: Shape, view: View) -> Layout {
        let rows = window.height.saturating_sub(FOOT);
        let at = Position::new(0, ABOVE);
        let plans = CELLS.map(|cell| Plan::new(at, cell, shape, view));
        let beside = |plan: &Plan| plan.area.width + BESIDE + 2 <= window.width && plan.area.bottom() <= rows;
        let below = |plan: &Plan| plan.area.width <= window.width && plan.area.bottom() + BELOW <= rows;
        let fitting = plans.into_iter().find(|plan| beside(plan) || below(plan));
        let board = fitting.unwrap_or(plans[CELLS.len() - 1]);
        let panel = if beside(&board) {
            let left = board.area.right() + 2;
            Panel::Beside(Rect::new(left, ABOVE, window.width.saturating_sub(left), rows.saturating_sub(ABOVE)))
        } else {
            let top = board.area.bottom();
            Panel::Below(Rect::new(0, top, window.width, rows.saturating_sub(top)))
        };
        let row = |y, height| Rect::new(0, y, window.width, height);
        Layout { title: row(0, 1), board, panel, notice: row(rows, 2), input: row(rows + 2, 1), keys: row(rows + 3, 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [Shape; 2] = [(8, 8, 1), (5, 5, 3)];

    #[test]
    fn every_square_of_every_board_is_found_where_it_is_drawn() {
        for shape in SHAPES {
            for view in [View::White, View::Black] {
                for window in [LEAST, Size::new(100, 30), Size::new(200, 60)] {
                    let Layout { board, .. } = Layout::new(window, shape, view);
                    for spot in spots(shape) {
                        let area = board.square(spot);
                        assert_eq!(board.spot_at(area.x, area.y), Some(spot));
                        assert_eq!(board.spot_at(area.right() - 1, area.bottom() - 1), Some(spot));
                        assert_eq!(board.area.intersection(area), area);
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_overlaps_in_the_least_window_and_in_larger_ones() {
        for shape in SHAPES {
            for window in [LEAST, Size::new(96, 30), Size::new(132, 43), Size::new(250, 80)] {
                let Layout { title, board, panel, notice, input, keys } = Layout::new(window, shape, View::White);
                let (Panel::Beside(panel) | Panel::Below(panel)) = panel;
                let parts = [title, board.area, panel, notice, input, keys];
                let whole = Rect::from((Position::ORIGIN, window));
                for (index, part) in parts.iter().enumerate() {
                    assert_eq!(whole.intersection(*part), *part, "{shape:?} {window:?}");
                    assert!(parts[index + 1..].iter().all(|other| !part.intersects(*other)), "{shape:?} {window:?}");
                }
            }
        }
    }

    #[test]
    fn the_cursor_goes_from_level_to_level_and_stops_at_the_edge() {
        let corner = Spot { level: 0, file: 4, rank: 2 };
        let shape = (5, 5, 3);
        assert_eq!(corner.step(Direction::Right, shape, View::White), Spot { level: 1, file: 0, rank: 2 });
        assert_eq!(corner.step(Direction::Left, shape, View::Black), corner);
        assert_eq!(corner.step(Direction::Up, shape, View::Black), Spot { level: 0, file: 4, rank: 1 });
    }
}
