//! A review of a game.

use faraday_knowledge::review;
use faraday_rules::{EndReason, Move};
use faraday_variants::AnyGame;

use crate::{Color, Role, Score, Verdict};

shapes! {
    /// What the engine found in a position.
    pub struct Found {
        /// What it is worth to the side to move.
        pub score: Score,
        /// The best move in UCI; none where the game is over.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub best: Option<String>,
        /// The last depth that was finished; 0 where nothing had to be searched.
        pub depth: u32,
    }

    /// A move of a game that was reviewed.
    pub struct ReviewedMove {
        /// In UCI.
        pub uci: String,
        /// In SAN.
        pub san: String,
        /// Whose it is.
        pub color: Color,
        /// What share of the point it gives away, from 0 to 1.
        pub loss: f64,
        /// How badly it fails; none if it does not.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub verdict: Option<Verdict>,
    }

    /// A move of a line.
    pub struct LineMove {
        /// In UCI.
        pub uci: String,
        /// In SAN.
        pub san: String,
    }

    /// A line that holds a move that a reason speaks of.
    #[derive(Copy, Eq)]
    pub enum Within {
        /// The mistake itself.
        Mistake,
        /// The better line.
        Better,
        /// The refutation.
        Refutation,
    }

    /// A piece that leaves the board.
    pub struct Fallen {
        /// Whose it is.
        pub color: Color,
        /// What it is then.
        pub role: Role,
        /// Where it stands then.
        pub at: String,
        /// The line in which it falls.
        pub within: Within,
        /// The move by which it falls, in SAN.
        pub san: String,
    }

    /// Why a move is a mistake.
    #[serde(tag = "kind")]
    pub enum Reason {
        /// The opponent wins by force, in so many moves; `end` is how the game ends then, where the line goes so far.
        Loses {
            /// The moves.
            moves: u32,
            /// The name of the ending.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            end: Option<String>,
        },
        /// A forced win was there.
        MissesWin {
            /// The moves.
            moves: u32,
            /// The name of the ending.
            #[serde(skip_serializing_if = "Option::is_none", default)]
            end: Option<String>,
        },
        /// The game ends in a draw.
        Draws {
            /// The name of the ending.
            end: String,
        },
        /// Material falls, for `gained`.
        Falls {
            /// What the mover loses, the most valuable first.
            lost: Vec<Fallen>,
            /// What it gets for that.
            gained: Vec<Fallen>,
        },
        /// Material could have been won, for `lost`.
        MissesCapture {
            /// What would have fallen, the most valuable first.
            gained: Vec<Fallen>,
            /// What would have been given for that.
            lost: Vec<Fallen>,
        },
        /// A move rests on something of the variant's own: without it the move would be illegal, or the mistake would cost
        /// nothing.
        Cause {
            /// The line that holds the move.
            within: Within,
            /// The move in SAN.
            san: String,
            /// The rule's id.
            rule: String,
            /// The squares involved.
            squares: Vec<String>,
            /// One sentence.
            text: String,
        },
    }

    /// A move on which a game turned.
    pub struct TurningPoint {
        /// Its ply, from 1.
        pub ply: usize,
        /// What was better, from the position before it.
        pub better: Vec<LineMove>,
        /// What refutes it, from the position after it; empty if it ended the game.
        pub refutation: Vec<LineMove>,
        /// Why it fails; empty if nothing can be named but the scores.
        pub reasons: Vec<Reason>,
    }

    /// How well each side played, from 0 to 100; none without a move to choose.
    #[derive(Copy)]
    pub struct Accuracy {
        /// White.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub white: Option<f64>,
        /// Black.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub black: Option<f64>,
    }

    /// A review of a game.
    pub struct Review {
        /// What was found in every position, the start first: one more than moves.
        pub found: Vec<Found>,
        /// The moves.
        pub moves: Vec<ReviewedMove>,
        /// How well each side played.
        pub accuracy: Accuracy,
        /// The moves that gave most away, in the order of the game.
        pub turning_points: Vec<TurningPoint>,
    }

    /// What a review is doing.
    #[serde(tag = "kind")]
    pub enum Looking {
        /// It has looked at a position of the game, the start being 0. A second look may find more.
        At {
            /// The ply.
            ply: usize,
            /// What it found.
            found: Found,
        },
        /// It looks again at the moves that gave most away.
        Again {
            /// So many are done.
            done: usize,
            /// Of so many.
            total: usize,
        },
    }
}

/// What was found in a position of a game.
pub fn found(game: &dyn AnyGame, found: &review::Found) -> Found {
    let best = found.line.first().map(|mv| game.uci(*mv));
    Found { score: found.score.into(), best, depth: found.depth }
}

/// What a review is doing.
pub fn looking(game: &dyn AnyGame, looking: review::Looking<'_>) -> Looking {
    match looking {
        review::Looking::At { ply, found: one } => Looking::At { ply, found: found(game, one) },
        review::Looking::Again { done, total } => Looking::Again { done, total },
    }
}

/// A review of a game.
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
        found: review.found.iter().map(|one| found(game, one)).collect(),
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
    let within = |within: review::Within| match within {
        review::Within::Mistake => (Within::Mistake, sans[point.ply].clone()),
        review::Within::Better(at) => (Within::Better, point.better.san[at].clone()),
        review::Within::Refutation(at) => (Within::Refutation, point.refutation.san[at].clone()),
    };
    let fallen = |one: &review::Fallen| {
        let (within, san) = within(one.by);
        Fallen { color: one.piece.color.into(), role: one.piece.role.into(), at: game.name(one.at), within, san }
    };
    let pieces = |pieces: &[review::Fallen]| pieces.iter().map(fallen).collect();
    let end = |end: EndReason| end.name().to_owned();
    let reason = |reason: &review::Reason| match reason {
        review::Reason::Loses { moves, end: ended } => Reason::Loses { moves: *moves, end: ended.map(end) },
        review::Reason::MissesWin { moves, end: ended } => Reason::MissesWin { moves: *moves, end: ended.map(end) },
        review::Reason::Draws { end: ended } => Reason::Draws { end: end(*ended) },
        review::Reason::Falls { lost, gained } => Reason::Falls { lost: pieces(lost), gained: pieces(gained) },
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
