//! When a computer offers, accepts and resigns: by what it thinks of the position.

use faraday_engine::Score;
use faraday_rules::Color;

use crate::Verdict;

/// A win counts as so many hundredths of a pawn.
const WON: i32 = 30_000;

/// So many hundredths of a pawn behind, a player is glad of a draw.
const CLEARLY_WORSE: i32 = 80;

/// A score within so many hundredths of a pawn is no hope for either side.
const LEVEL_SCORE: i32 = 10;

/// The plies after which a player stops hoping for more in a level position.
const LONG_GAME: usize = 80;

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

/// A score as hundredths of a pawn. Mate in no moves is a lost position.
pub const fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(centipawns) => centipawns,
        Score::Mate(moves) if moves > 0 => WON,
        Score::Mate(_) => -WON,
    }
}

/// Whether a side takes a draw after so many plies, by what the position is worth to its opponent, whose turn it is.
pub const fn accepts_draw(score: Score, plies: usize) -> bool {
    let score = centipawns(score);
    score >= CLEARLY_WORSE || score.abs() <= LEVEL_SCORE && plies >= LONG_GAME
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
        let score = score.map(centipawns);
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
            if self.level >= 2 * terms.moves {
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

    #[test]
    fn a_draw_is_taken_by_who_is_worse_or_has_no_hope() {
        assert!(accepts_draw(Score::Centipawns(80), 10) && accepts_draw(Score::Mate(3), 10));
        assert!(!accepts_draw(Score::Centipawns(5), 79) && accepts_draw(Score::Centipawns(5), 80));
        assert!(!accepts_draw(Score::Mate(-3), 100) && !accepts_draw(Score::Centipawns(-80), 100));
    }
}
