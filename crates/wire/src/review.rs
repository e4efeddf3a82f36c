//! Game reviews: mistakes, turning points with better moves, and accuracy.

use faraday_knowledge::review;
use faraday_rules::{EndReason, Move};
use faraday_variants::AnyGame;

use crate::{Color, Role, Score, Verdict};

wire_types! {
    /// The result of a search for a position.
    pub struct PositionResult {
        /// The score from the point of view of the side to move.
        pub score: Score,
        /// The best move in UCI; missing if the game is over.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub best: Option<String>,
        /// The last completed depth in plies; 0 if no search was needed.
        pub depth: u32,
    }

    /// A reviewed move.
    pub struct ReviewedMove {
        /// The move in UCI.
        pub uci: String,
        /// The move in SAN.
        pub san: String,
        /// The side that made the move.
        pub color: Color,
        /// The loss in expected score, from 0 to 1.
        pub loss: f64,
        /// The severity of the mistake; missing if the move is not one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub verdict: Option<Verdict>,
    }

    /// A move of a line.
    pub struct LineMove {
        /// The move in UCI.
        pub uci: String,
        /// The move in SAN.
        pub san: String,
    }

    /// The line that contains the move of a reason.
    #[derive(Copy, Eq)]
    pub enum Within {
        /// The mistake itself.
        Mistake,
        /// The better line.
        Better,
        /// The refutation.
        Refutation,
    }

    /// A lost piece.
    pub struct LostPiece {
        /// The color of the piece.
        pub color: Color,
        /// The role of the piece when it is lost.
        pub role: Role,
        /// The square of the piece when it is lost.
        pub at: String,
        /// The line in which it is lost.
        pub within: Within,
        /// The move that takes it off the board, in SAN.
        pub san: String,
    }

    /// The reason why a move is a mistake.
    #[serde(tag = "kind")]
    pub enum Reason {
        /// The opponent has a forced win.
        Loses {
            /// The number of the winner's moves.
            moves: u32,
            /// The reason of the ending, if the line reaches it.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            end: Option<String>,
        },
        /// A forced win was missed.
        MissesWin {
            /// The number of the winner's moves.
            moves: u32,
            /// The reason of the ending, if the line reaches it.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            end: Option<String>,
        },
        /// The game ends in a draw.
        Draws {
            /// The reason of the ending.
            end: String,
        },
        /// Material is lost, in exchange for `gained`.
        Falls {
            /// The pieces that the mover loses, the most valuable first.
            lost: Vec<LostPiece>,
            /// The pieces that the mover gets in exchange.
            gained: Vec<LostPiece>,
        },
        /// Material could have been won, in exchange for `lost`.
        MissesCapture {
            /// The pieces that would have been won, the most valuable first.
            gained: Vec<LostPiece>,
            /// The pieces that would have been given in exchange.
            lost: Vec<LostPiece>,
        },
        /// A move depends on a variant-specific feature: without it the move would be illegal, or the
        /// mistake would cost nothing.
        Cause {
            /// The line that contains the move.
            within: Within,
            /// The move in SAN.
            san: String,
            /// The id of the rule.
            rule: String,
            /// The squares involved.
            squares: Vec<String>,
            /// The cause in one sentence.
            text: String,
        },
    }

    /// A turning point of a game.
    pub struct TurningPoint {
        /// The ply of the move, from 1.
        pub ply: usize,
        /// The better line, from the position before the move.
        pub better: Vec<LineMove>,
        /// The refutation, from the position after the move; empty if the move ended the game.
        pub refutation: Vec<LineMove>,
        /// The reasons; empty if there is none other than the scores.
        pub reasons: Vec<Reason>,
    }

    /// The accuracy of each side, from 0 to 100; missing if it had no choice of moves.
    #[derive(Copy)]
    pub struct Accuracy {
        /// The accuracy of White.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub white: Option<f64>,
        /// The accuracy of Black.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub black: Option<f64>,
    }

    /// A review of a game.
    pub struct Review {
        /// The result for every position, from the first one: one more than moves.
        pub found: Vec<PositionResult>,
        /// The reviewed moves of the game.
        pub moves: Vec<ReviewedMove>,
        /// The accuracy of each side.
        pub accuracy: Accuracy,
        /// The moves with the greatest losses, in the order of the game.
        pub turning_points: Vec<TurningPoint>,
    }

    /// The progress of a review.
    #[serde(tag = "kind")]
    pub enum ReviewProgress {
        /// A position of the game was searched. A second search may find more.
        At {
            /// The ply of the position; the first position is 0.
            ply: usize,
            /// The result of the search.
            found: PositionResult,
        },
        /// The moves with the greatest losses are searched again.
        Again {
            /// The number of finished searches.
            done: usize,
            /// The number of searches.
            total: usize,
        },
    }
}

/// Converts the result of a search.
pub fn position_result(game: &dyn AnyGame, found: &review::PositionResult) -> PositionResult {
    let best = found.line.first().map(|mv| game.uci(*mv));
    PositionResult { score: found.score.into(), best, depth: found.depth }
}

/// Converts the progress of a review.
pub fn review_progress(game: &dyn AnyGame, progress: review::ReviewProgress<'_>) -> ReviewProgress {
    match progress {
        review::ReviewProgress::Searched { ply, found: one } => {
            ReviewProgress::At { ply, found: position_result(game, one) }
        }
        review::ReviewProgress::SecondSearch { done, total } => ReviewProgress::Again { done, total },
    }
}

/// Converts a review of a game.
pub fn review(game: &dyn AnyGame, review: &review::Review) -> Review {
    let sans = game.played_san();
    let moves = review.plies.iter().zip(&sans).map(|(ply, san)| ReviewedMove {
        uci: game.uci(ply.mv),
        san: san.clone(),
        color: ply.color.into(),
        loss: ply.loss,
        verdict: ply.verdict.map(Verdict::from),
    });
    let [white, black] = review.accuracy;
    Review {
        found: review.found.iter().map(|one| position_result(game, one)).collect(),
        moves: moves.collect(),
        accuracy: Accuracy { white, black },
        turning_points: review.turning_points.iter().map(|point| turning_point(game, point, &sans)).collect(),
    }
}

fn turning_point(game: &dyn AnyGame, point: &review::TurningPoint, sans: &[String]) -> TurningPoint {
    let line = |line: &review::Line| {
        let moves = line.moves.iter().zip(&line.san);
        moves.map(|(mv, san): (&Move, &String)| LineMove { uci: game.uci(*mv), san: san.clone() }).collect()
    };
    let within = |within: review::MoveRef| match within {
        review::MoveRef::Mistake => (Within::Mistake, sans[point.ply].clone()),
        review::MoveRef::Better(at) => (Within::Better, point.better.san[at].clone()),
        review::MoveRef::Refutation(at) => (Within::Refutation, point.refutation.san[at].clone()),
    };
    let fallen = |one: &review::LostPiece| {
        let (within, san) = within(one.by);
        LostPiece { color: one.piece.color.into(), role: one.piece.role.into(), at: game.name(one.at), within, san }
    };
    let pieces = |pieces: &[review::LostPiece]| pieces.iter().map(fallen).collect();
    let end = |end: EndReason| end.name().to_owned();
    let reason = |reason: &review::Reason| match reason {
        review::Reason::Loses { moves, end: ended } => Reason::Loses { moves: *moves, end: ended.map(end) },
        review::Reason::MissesWin { moves, end: ended } => Reason::MissesWin { moves: *moves, end: ended.map(end) },
        review::Reason::Draws { end: ended } => Reason::Draws { end: end(*ended) },
        review::Reason::LosesMaterial { lost, gained } => Reason::Falls { lost: pieces(lost), gained: pieces(gained) },
        review::Reason::MissesCapture { gained, lost } => {
            Reason::MissesCapture { gained: pieces(gained), lost: pieces(lost) }
        }
        review::Reason::Cause { of, rule, squares, text } => {
            let (within, san) = within(*of);
            let squares = squares.iter().map(|square| game.name(*square)).collect();
            Reason::Cause { within, san, rule: rule.0.to_owned(), squares, text: text.clone() }
        }
    };
    TurningPoint {
        ply: point.ply + 1,
        better: line(&point.better),
        refutation: line(&point.refutation),
        reasons: point.reasons.iter().map(reason).collect(),
    }
}
