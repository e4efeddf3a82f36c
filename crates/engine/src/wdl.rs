//! The WDL model, as in Stockfish: the expected rates of wins, draws, and losses at a score.

use crate::Score;

/// A logistic model of the results that follow a score in a variant, fitted to self-play games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WdlModel {
    /// The score, in centipawns, at which half of the games are won.
    pub half: u16,
    /// The slope: a change of the score by this many centipawns changes the odds by a factor of e.
    pub spread: u16,
}

/// Win, draw and loss rates in permille, which add up to 1,000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Wdl {
    pub win: u16,
    pub draw: u16,
    pub loss: u16,
}

impl WdlModel {
    /// Returns the win, draw and loss rates at a score.
    pub fn of(self, score: Score) -> Wdl {
        let (win, loss) = match score {
            Score::Mate(moves) if moves > 0 => (1_000, 0),
            Score::Mate(_) => (0, 1_000),
            Score::Centipawns(score) => (self.win(score), self.win(-score)),
        };
        Wdl { win, draw: 1_000 - win - loss, loss }
    }

    fn win(self, score: i32) -> u16 {
        let distance = f64::from(score - i32::from(self.half)) / f64::from(self.spread.max(1));
        (1_000.0 / (1.0 + (-distance).exp())) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WDL: WdlModel = WdlModel { half: 100, spread: 200 };

    #[test]
    fn rates_add_up_and_are_symmetric() {
        for score in (-20_000..20_000).step_by(37) {
            let Wdl { win, draw, loss } = WDL.of(Score::Centipawns(score));
            assert_eq!(win + draw + loss, 1_000);
            assert_eq!(WDL.of(Score::Centipawns(-score)), Wdl { win: loss, draw, loss: win });
        }
    }

    #[test]
    fn half_of_the_games_are_won_at_the_score_that_says_so() {
        assert_eq!(WDL.of(Score::Centipawns(100)).win, 500);
        assert_eq!(WDL.of(Score::Mate(3)), Wdl { win: 1_000, draw: 0, loss: 0 });
        assert_eq!(WDL.of(Score::Mate(-3)).loss, 1_000);
        assert_eq!(WDL.of(Score::Mate(0)).loss, 1_000);
    }
}
