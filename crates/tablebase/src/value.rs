//! The value of a position with perfect play: a win, a draw, or a loss, with the distance in plies (DTM).

use std::fmt;

/// The result of a position with perfect play for the side to move, and the number of plies to the end of the game.
///
/// In all variants the winner makes the last move, because no side wins by its opponent's own move. So wins are at odd
/// distances and losses at even ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins in this number of plies.
    Win(u16),
    /// The side to move loses in this number of plies, or has already lost if it is 0.
    Loss(u16),
}

impl Value {
    /// The number of a draw. A win or a loss in `n` plies has the number `n + 1`.
    pub(crate) const DRAWN: u16 = 0;

    /// Returns the number of plies to the end of the game. `None` for a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            Value::Draw => None,
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
        }
    }

    /// Returns the value for the player who moves to a position of this value.
    #[must_use]
    pub fn before(self) -> Value {
        match self {
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
        }
    }

    /// Returns a rank that orders values for the side to move, from the fastest loss to the fastest win.
    pub fn rank(self) -> i32 {
        match self {
            Value::Win(plies) => i32::from(u16::MAX - plies),
            Value::Draw => 0,
            Value::Loss(plies) => i32::from(plies) - i32::from(u16::MAX),
        }
    }

    /// Returns true if the result is certain under the fifty-move rule (C.3), for all moves on the way: the count and
    /// the distance are at most 100 plies together. A draw is certain.
    pub fn is_certain(self, halfmoves: u16) -> bool {
        self.plies().is_none_or(|plies| u32::from(plies) + u32::from(halfmoves) <= 100)
    }

    pub(crate) fn number(self) -> u16 {
        self.plies().map_or(Value::DRAWN, |plies| plies + 1)
    }

    pub(crate) fn of_number(number: u16) -> Value {
        match number {
            Value::DRAWN => Value::Draw,
            number if number % 2 == 0 => Value::Win(number - 1),
            number => Value::Loss(number - 1),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Draw => f.write_str("drawn"),
            Value::Win(plies) => write!(f, "won in {plies} plies"),
            Value::Loss(plies) => write!(f, "lost in {plies} plies"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        for value in [Value::Draw, Value::Loss(0), Value::Win(1), Value::Loss(66), Value::Win(301)] {
            assert_eq!(Value::of_number(value.number()), value);
        }
    }

    #[test]
    fn a_fast_win_scores_best_and_a_fast_loss_worst() {
        let liked = [Value::Win(1), Value::Win(9), Value::Draw, Value::Loss(8), Value::Loss(0)];
        assert!(liked.windows(2).all(|pair| pair[0].rank() > pair[1].rank()));
    }

    #[test]
    fn fifty_moves_leave_a_win_uncertain_that_comes_later() {
        assert!(Value::Win(99).is_certain(1));
        assert!(!Value::Win(99).is_certain(2));
        assert!(Value::Draw.is_certain(99));
    }
}
