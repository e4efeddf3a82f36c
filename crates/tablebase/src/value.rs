//! What a position is worth with perfect play.

use std::fmt;

/// How a position ends with perfect play, for the side to move, and in how many plies from there.
///
/// Nobody wins by the opponent's own move in any game here: whoever wins makes the last move. So wins are at odd
/// distances and losses at even ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win(u16),
    /// The side to move loses: in 0 plies if it has lost already.
    Loss(u16),
}

impl Value {
    /// The number that stands for a draw; a win or a loss in `n` plies is `n + 1`.
    pub(crate) const DRAWN: u16 = 0;

    /// Plies to the end of the game; none in a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            Value::Draw => None,
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
        }
    }

    /// What a move to a position of this value is worth to the player who makes it.
    #[must_use]
    pub fn before(self) -> Value {
        match self {
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
        }
    }

    /// Orders values as the side to move likes them: a soon win best, a soon loss worst.
    pub fn rank(self) -> i32 {
        match self {
            Value::Win(plies) => i32::from(u16::MAX - plies),
            Value::Draw => 0,
            Value::Loss(plies) => i32::from(plies) - i32::from(u16::MAX),
        }
    }

    /// Whether the win or loss comes before fifty moves have passed without progress, whatever is played on the way (C.3):
    /// the count and the distance make at most 100 plies. A draw is certain.
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
    fn a_soon_win_is_liked_best_and_a_soon_loss_least() {
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
