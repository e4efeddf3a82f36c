//! Adjudication of engine games: resigning and agreeing on a draw by the engines' own scores.

use faraday_engine::Score;
use faraday_rules::Color;

use crate::Verdict;

/// The condition for resigning: the side's own score, for a number of its moves in a row. An engine cannot win a game
/// by its own score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignAdjudication {
    /// The deficit in centipawns.
    pub centipawns: i32,
    /// The number of moves in a row.
    pub moves: u32,
}

/// The condition for a draw by agreement: both scores are near 0, for a number of moves of each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawAdjudication {
    /// The maximum absolute score in centipawns.
    pub centipawns: i32,
    /// The number of moves in a row of each side.
    pub moves: u32,
    /// The first move number that counts.
    pub from: u32,
}

/// The adjudication of one engine game from the scores of both sides, which are added move by move.
#[derive(Clone, Debug, Default)]
pub struct Adjudicator {
    /// The number of moves in a row in which each side's own score was lost.
    lost: [u32; 2],
    /// The number of plies in a row in which the score of the side that moved was near 0.
    level: u32,
}

impl Adjudicator {
    /// Records the score of a side for the move with this number. Returns the verdict if that ends the game. Without a
    /// score, both counts start again.
    pub fn add_score(
        &mut self,
        color: Color,
        number: u32,
        score: Option<Score>,
        resign: Option<ResignAdjudication>,
        draw: Option<DrawAdjudication>,
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

    const RESIGN: Option<ResignAdjudication> = Some(ResignAdjudication { centipawns: 500, moves: 2 });
    const DRAW: Option<DrawAdjudication> = Some(DrawAdjudication { centipawns: 10, moves: 2, from: 20 });

    #[test]
    fn a_side_resigns_by_its_own_word_alone_and_only_in_a_row() {
        let mut adjudicator = Adjudicator::default();
        let mut says = |color, score| adjudicator.add_score(color, 1, Some(score), RESIGN, DRAW);
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
        let mut adjudicator = Adjudicator::default();
        let mut says = |color, number, score| adjudicator.add_score(color, number, score, RESIGN, DRAW);
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
