//! Moves in UCI notation: the origin, the target, and at most one suffix for a choice (N.2).

use super::MoveTextError;
use crate::{Choice, Geometry, Move, Position, Variant};

impl<V: Variant> Position<V> {
    /// Parses the squares and the choice of a UCI move without checking that it is legal.
    ///
    /// # Errors
    ///
    /// If the text is not two squares and at most one suffix.
    pub fn parse_uci(text: &str) -> Result<Move, MoveTextError> {
        let length = V::Geometry::NAME_LENGTH;
        if text.is_empty() {
            return Err(MoveTextError::Empty);
        }
        let square = |start: usize| {
            let part = text.get(start..start + length).ok_or_else(|| MoveTextError::OneSquare {
                text: text.to_owned(),
                example: V::Geometry::EXAMPLE.to_owned(),
            })?;
            V::Geometry::parse(part)
                .ok_or_else(|| MoveTextError::NoSquare { text: text.to_owned(), part: part.to_owned() })
        };
        let (from, to) = (square(0)?, square(length)?);
        let sign = &text[2 * length..];
        let mut signs = sign.chars();
        let choice = match (signs.next(), signs.next()) {
            (None, _) => None,
            (Some(letter), None) if Choice::from_sign(letter).is_some() => Choice::from_sign(letter),
            _ => return Err(MoveTextError::Sign { text: text.to_owned(), sign: sign.to_owned() }),
        };
        Ok(Move { from, to, choice })
    }

    /// Parses a legal UCI move.
    ///
    /// # Errors
    ///
    /// If the text is not UCI, or if the move is illegal; the error then holds the refusal.
    pub fn read_uci(&self, text: &str) -> Result<Move, MoveTextError> {
        let mv = Self::parse_uci(text)?;
        match self.refusal(mv) {
            None => Ok(mv),
            Some(refusal) => Err(MoveTextError::Illegal { text: text.to_owned(), refusal }),
        }
    }

    /// Writes a move in UCI, such as `e2e4` or `e7e8q`.
    pub fn write_uci(mv: Move) -> String {
        let mut text = V::Geometry::name(mv.from) + &V::Geometry::name(mv.to);
        text.extend(mv.choice.map(Choice::sign));
        text
    }
}
