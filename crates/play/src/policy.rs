//! When two computers are taken to agree on a draw, and one to resign: by what they think of the position.

use faraday_engine::Score;
use faraday_rules::Color;

use crate::Verdict;

/// When a player is taken to resign: by its own word, for so many of its moves in a row. Nobody wins by claiming to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignTerms {
    /// Hundredths of a pawn that it is behind.
    pub centipawns: i32,
    /// Moves in a row.
    pub moves: u32,
}

/// When a draw is taken to be agreed: both say that it is level, for so many moves of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawTerms {
    /// Hundredths of a pawn, either way, that are level.
    pub centipawns: i32,
    /// Moves of each in a row.
    pub moves: u32,
    /// The number of the move from which on it is looked at.
    pub from: u32,
}

/// What the players have said of a game so far.
#[derive(Clone, Debug, Default)]
pub struct Opinions {
    /// Moves in a row in which a side was lost by its own word.
    lost: [u32; 2],
    /// Plies in a row that were level by the word of who moved.
    level: u32,
}

impl Opinions {
    /// Hears what a side says of the move with that number, and whether that ends the game. Who says nothing has no
    /// opinion.
    pub fn hear(
        &mut self,
        color: Color,
        number: u32,
        score: Option<Score>,
        resign: Option<ResignTerms>,
        draw: Option<DrawTerms>,
    ) -> Option<Verdict> {
        let score = score.map(Score::centipawns);
        if let Some(terms) = resign {
            let lost = &mut self.lost[color as usize];
            *lost = if score.is_some_and(|score| score <= -terms.centipawns) { *lost + 1 } else { 0 };
            if *lost >= terms.moves {
                return Some(Verdict::Resigned(color));
            }
        }
        if let Some(terms) = draw {
            let is_level = number >= terms.from && score.is_some_and(|score| score.abs() <= terms.centipawns);
            self.level = if is_level { self.level + 1 } else { 0 };
            if self.level >= terms.moves.saturating_mul(2) {
                return Some(Verdict::Agreed);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESIGN: Option<ResignTerms> = Some(ResignTerms { centipawns: 500, moves: 2 });
    const DRAW: Option<DrawTerms> = Some(DrawTerms { centipawns: 10, moves: 2, from: 20 });

    #[test]
    fn a_side_resigns_by_its_own_word_alone_and_only_in_a_row() {
        let mut opinions = Opinions::default();
        let mut says = |color, score| opinions.hear(color, 1, Some(score), RESIGN, DRAW);
        assert_eq!(says(Color::White, Score::Centipawns(900)), None);
        assert_eq!(says(Color::Black, Score::Centipawns(-499)), None);
        assert_eq!(says(Color::White, Score::Mate(3)), None);
        assert_eq!(says(Color::Black, Score::Mate(-3)), None);
        assert_eq!(says(Color::Black, Score::Centipawns(0)), None);
        assert_eq!(says(Color::Black, Score::Centipawns(-500)), None);
        assert_eq!(says(Color::Black, Score::Mate(0)), Some(Verdict::Resigned(Color::Black)));
    }

    #[test]
    fn a_draw_takes_both_and_their_time() {
        let mut opinions = Opinions::default();
        let mut says = |color, number, score| opinions.hear(color, number, score, RESIGN, DRAW);
        let level = Some(Score::Centipawns(-10));
        for color in Color::ALL {
            assert_eq!(says(color, 19, level), None);
        }
        for (number, color) in [(20, Color::White), (20, Color::Black), (21, Color::White)] {
            assert_eq!(says(color, number, level), None);
        }
        assert_eq!(says(Color::Black, 21, None), None, "silence is no agreement");
        for (number, color) in [(22, Color::White), (22, Color::Black), (23, Color::White)] {
            assert_eq!(says(color, number, level), None);
        }
        assert_eq!(says(Color::Black, 23, level), Some(Verdict::Agreed));
    }
}
