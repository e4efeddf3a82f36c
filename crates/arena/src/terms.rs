//! What ends games besides the rules of the game: time, patience, and agreements that the runner makes for the players.

use std::time::Duration;

use faraday_engine::Score;
use faraday_rules::Color;

use crate::verdict::Verdict;

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

/// What ends games besides the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// When a player resigns.
    pub resign: Option<ResignTerms>,
    /// When a draw is agreed.
    pub draw: Option<DrawTerms>,
    /// After so many plies, those of the opening included, a game is a draw.
    pub most_plies: Option<usize>,
    /// So much may be missing on a clock before it is up: what the system takes between engine and clock.
    pub margin: Duration,
    /// How long an answer may take where no clock limits it.
    pub patience: Duration,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            resign: None,
            draw: None,
            most_plies: None,
            margin: Duration::from_millis(100),
            patience: Duration::from_secs(60),
        }
    }
}

/// What the players have said of a game so far.
#[derive(Clone, Debug, Default)]
pub struct Opinions {
    /// Moves in a row in which a side was lost by its own word.
    lost: [u32; 2],
    /// Plies in a row that were level by the word of who moved.
    level: u32,
}

/// A win counts as so many hundredths of a pawn.
const WON: i32 = 30_000;

/// A score as hundredths of a pawn.
pub(crate) fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(centipawns) => centipawns,
        Score::Mate(moves) => {
            if moves > 0 {
                WON
            } else {
                -WON
            }
        }
    }
}

impl Opinions {
    /// Hears what a side says of the move with that number, and whether that ends the game. Who says nothing has no
    /// opinion.
    pub fn hear(&mut self, color: Color, number: u32, score: Option<Score>, terms: &Terms) -> Option<Verdict> {
        let score = score.map(centipawns);
        if let Some(terms) = terms.resign {
            let lost = &mut self.lost[color as usize];
            *lost = if score.is_some_and(|score| score <= -terms.centipawns) { *lost + 1 } else { 0 };
            if *lost >= terms.moves {
                return Some(Verdict::Resigned(color));
            }
        }
        if let Some(terms) = terms.draw {
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

    const TERMS: Terms = Terms {
        resign: Some(ResignTerms { centipawns: 500, moves: 2 }),
        draw: Some(DrawTerms { centipawns: 10, moves: 2, from: 20 }),
        most_plies: None,
        margin: Duration::ZERO,
        patience: Duration::ZERO,
    };

    #[test]
    fn a_side_resigns_by_its_own_word_alone_and_only_in_a_row() {
        let mut opinions = Opinions::default();
        let mut says = |color, score| opinions.hear(color, 1, Some(score), &TERMS);
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
        let mut says = |color, number, score| opinions.hear(color, number, score, &TERMS);
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
