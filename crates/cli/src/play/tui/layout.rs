//! Layout of the window: its areas, and the squares of the board. Must not know pieces.

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

/// The number of files, ranks, and levels of a board.
pub type BoardSize = (u8, u8, u8);

/// The coordinates of a square, each from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coordinates {
    pub level: u8,
    pub file: u8,
    pub rank: u8,
}

/// The side at the bottom of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Orientation {
    White,
    Black,
}

/// The squares of a board on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardLayout {
    /// The whole board with its labels.
    pub area: Rect,
    /// The size of a square.
    pub cell: Size,
    board_size: BoardSize,
    view: Orientation,
}

/// The areas of the window, from top to bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// One row with the variant and the side to move.
    pub title: Rect,
    pub board: BoardLayout,
    /// The players, the moves, and the effects of the last one.
    pub panel: Panel,
    /// Two rows for messages.
    pub notice: Rect,
    /// One row with the text being typed.
    pub input: Rect,
    /// One row with the keys.
    pub keys: Rect,
}

/// The area of the panel, next to or below the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Panel {
    /// Columns to the right of the board.
    Beside(Rect),
    /// Rows below the board.
    Below(Rect),
}

impl Orientation {
    /// Returns the view from the other side.
    #[must_use]
    pub const fn turned(self) -> Orientation {
        match self {
            Orientation::White => Orientation::Black,
            Orientation::Black => Orientation::White,
        }
    }
}

impl Coordinates {
    /// Returns the next square in a direction on the screen. The step off the side of a level leads to the next level.
    #[must_use]
    pub fn step(self, direction: Direction, (files, ranks, levels): BoardSize, view: Orientation) -> Coordinates {
        let seen = self.turned((files, ranks, levels), view);
        let Coordinates { level, file, rank } = seen;
        let next = match direction {
            Direction::Up => Coordinates { rank: (rank + 1).min(ranks - 1), ..seen },
            Direction::Down => Coordinates { rank: rank.saturating_sub(1), ..seen },
            Direction::Left if file > 0 => Coordinates { file: file - 1, ..seen },
            Direction::Left if level > 0 => Coordinates { level: level - 1, file: files - 1, rank },
            Direction::Right if file + 1 < files => Coordinates { file: file + 1, ..seen },
            Direction::Right if level + 1 < levels => Coordinates { level: level + 1, file: 0, rank },
            Direction::Left | Direction::Right => seen,
        };
        next.turned((files, ranks, levels), view)
    }

    /// Returns the square that takes this one's place if the board is turned. Levels stay in place.
    fn turned(self, (files, ranks, _): BoardSize, view: Orientation) -> Coordinates {
        match view {
            Orientation::White => self,
            Orientation::Black => {
                Coordinates { level: self.level, file: files - 1 - self.file, rank: ranks - 1 - self.rank }
            }
        }
    }
}

impl BoardLayout {
    fn new(at: Position, cell: Size, board_size: BoardSize, view: Orientation) -> BoardLayout {
        let (files, ranks, levels) = (u16::from(board_size.0), u16::from(board_size.1), u16::from(board_size.2));
        let width = LABELS + levels * files * cell.width + levels - 1;
        let height = u16::from(levels > 1) + ranks * cell.height + 1;
        BoardLayout { area: Rect::new(at.x, at.y, width, height), cell, board_size, view }
    }

    /// Returns the first row of the squares, below the names of the levels if there are several.
    fn top(&self) -> u16 {
        self.area.y + u16::from(self.board_size.2 > 1)
    }

    /// Returns the area of a level's squares.
    pub fn level(&self, level: u8) -> Rect {
        let (files, ranks, _) = self.board_size;
        let (width, height) = (u16::from(files) * self.cell.width, u16::from(ranks) * self.cell.height);
        Rect::new(self.area.x + LABELS + u16::from(level) * (width + 1), self.top(), width, height)
    }

    /// Returns the area of a square.
    pub fn square(&self, at: Coordinates) -> Rect {
        let Coordinates { level, file, rank } = at.turned(self.board_size, self.view);
        let level = self.level(level);
        let down = self.board_size.1 - 1 - rank;
        let (width, height) = (self.cell.width, self.cell.height);
        Rect::new(level.x + u16::from(file) * width, level.y + u16::from(down) * height, width, height)
    }

    /// Returns the square at a column and row.
    pub fn square_at(&self, column: u16, row: u16) -> Option<Coordinates> {
        let mut squares = all_squares(self.board_size);
        squares.find(|at| self.square(*at).contains(Position::new(column, row)))
    }
}

/// Iterates over all squares of a board.
pub fn all_squares((files, ranks, levels): BoardSize) -> impl Iterator<Item = Coordinates> {
    let rank_of = move |level, rank| (0..files).map(move |file| Coordinates { level, file, rank });
    (0..levels).flat_map(move |level| (0..ranks).flat_map(move |rank| rank_of(level, rank)))
}

/// Returns true if a window is large enough.
pub const fn fits(window: Size) -> bool {
    window.width >= LEAST.width && window.height >= LEAST.height
}

impl Layout {
    /// Lays out a window with the largest board that leaves room for the other parts.
    pub fn new(window: Size, board_size: BoardSize, view: Orientation) -> Layout {
        let rows = window.height.saturating_sub(FOOT);
        let at = Position::new(0, ABOVE);
        let candidates = CELLS.map(|cell| BoardLayout::new(at, cell, board_size, view));
        let beside = |board: &BoardLayout| board.area.width + BESIDE + 2 <= window.width && board.area.bottom() <= rows;
        let below = |board: &BoardLayout| board.area.width <= window.width && board.area.bottom() + BELOW <= rows;
        let fitting = candidates.into_iter().find(|board| beside(board) || below(board));
        let board = fitting.unwrap_or(candidates[CELLS.len() - 1]);
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

    const BOARD_SIZES: [BoardSize; 2] = [(8, 8, 1), (5, 5, 3)];

    #[test]
    fn every_square_of_every_board_is_found_where_it_is_drawn() {
        for board_size in BOARD_SIZES {
            for view in [Orientation::White, Orientation::Black] {
                for window in [LEAST, Size::new(100, 30), Size::new(200, 60)] {
                    let Layout { board, .. } = Layout::new(window, board_size, view);
                    for at in all_squares(board_size) {
                        let area = board.square(at);
                        assert_eq!(board.square_at(area.x, area.y), Some(at));
                        assert_eq!(board.square_at(area.right() - 1, area.bottom() - 1), Some(at));
                        assert_eq!(board.area.intersection(area), area);
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_overlaps_in_the_least_window_and_in_larger_ones() {
        for board_size in BOARD_SIZES {
            for window in [LEAST, Size::new(96, 30), Size::new(132, 43), Size::new(250, 80)] {
                let Layout { title, board, panel, notice, input, keys } =
                    Layout::new(window, board_size, Orientation::White);
                let (Panel::Beside(panel) | Panel::Below(panel)) = panel;
                let parts = [title, board.area, panel, notice, input, keys];
                let whole = Rect::from((Position::ORIGIN, window));
                for (index, part) in parts.iter().enumerate() {
                    assert_eq!(whole.intersection(*part), *part, "{board_size:?} {window:?}");
                    assert!(
                        parts[index + 1..].iter().all(|other| !part.intersects(*other)),
                        "{board_size:?} {window:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_cursor_goes_from_level_to_level_and_stops_at_the_edge() {
        let corner = Coordinates { level: 0, file: 4, rank: 2 };
        let board_size = (5, 5, 3);
        assert_eq!(
            corner.step(Direction::Right, board_size, Orientation::White),
            Coordinates { level: 1, file: 0, rank: 2 }
        );
        assert_eq!(corner.step(Direction::Left, board_size, Orientation::Black), corner);
        assert_eq!(
            corner.step(Direction::Up, board_size, Orientation::Black),
            Coordinates { level: 0, file: 4, rank: 1 }
        );
    }
}
