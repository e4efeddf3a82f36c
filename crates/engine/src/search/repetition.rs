//! Repetition detection (<https://www.chessprogramming.org/Repetitions>) over the positions of the game and
//! of the current line.

/// The hashes of the positions of the game and of the current line, in order of play.
#[derive(Debug)]
pub struct PositionHistory {
    hashes: Vec<u64>,
    /// The number of positions that belong to the game.
    played: usize,
    /// The first index after the last null move: earlier positions cannot repeat.
    floor: usize,
}

impl PositionHistory {
    /// Creates a history with the positions of the game before the root, oldest first.
    pub fn new(past: &[u64]) -> PositionHistory {
        PositionHistory { hashes: past.to_vec(), played: past.len(), floor: 0 }
    }

    /// Adds the position in which a move is made.
    #[inline]
    pub fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
    }

    /// Removes the last position.
    #[inline]
    pub fn pop(&mut self) {
        self.hashes.pop();
    }

    /// Excludes the positions so far, for a null move. Returns the old limit for [`PositionHistory::restore`].
    pub fn cut(&mut self) -> usize {
        std::mem::replace(&mut self.floor, self.hashes.len())
    }

    /// Undoes [`PositionHistory::cut`], given its result.
    pub fn restore(&mut self, floor: usize) {
        self.floor = floor;
    }

    /// Returns true if a position is a draw by repetition: it has occurred once before in the line,
    /// or twice in the game.
    ///
    /// Players who repeat once within the line can do so again, so a second occurrence is as good as a third.
    #[inline]
    pub fn is_repeated(&self, hash: u64, lookback: usize) -> bool {
        let last = self.hashes.len();
        let first = last.saturating_sub(lookback).max(self.floor);
        let mut seen = 0;
        let mut at = last;
        while at >= first + 2 {
            at -= 2;
            if self.hashes[at] == hash {
                seen += 1;
                if at >= self.played || seen == 2 {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_of_the_line_counts_at_once_and_one_of_the_game_the_second_time() {
        let mut positions = PositionHistory::new(&[1, 2, 3, 4, 1, 2, 3, 4]);
        assert!(positions.is_repeated(1, 100));
        assert!(!positions.is_repeated(1, 4));
        assert!(!positions.is_repeated(2, 100));
        positions.push(5);
        positions.push(6);
        positions.push(7);
        positions.push(8);
        assert!(positions.is_repeated(5, 100));
        let floor = positions.cut();
        assert!(!positions.is_repeated(5, 100));
        positions.restore(floor);
        assert!(positions.is_repeated(5, 100));
    }
}
