//! Opening book moves of a position, with their scores and statistics.

use faraday_engine::{Book, Score};
use faraday_variants::AnyGame;

wire_types! {
    /// A move of an opening book.
    pub struct BookMove {
        /// The move in UCI.
        pub uci: String,
        /// The move in SAN.
        pub san: String,
        /// The score from the point of view of the side that makes the move, in centipawns.
        pub score: i32,
        /// The expected score that corresponds to it, from 0 to 1.
        pub expected: f64,
        /// The probability with which the computer plays the move from the book, from 0 to 1.
        pub share: f64,
        /// The number of engine games in which it was played.
        pub games: u32,
        /// The points that its side scored in those games.
        pub points: f64,
    }
}

/// Returns the book moves in the current position, best first; none if the position is not in the book.
pub fn book_moves(game: &dyn AnyGame, book: &Book) -> Vec<BookMove> {
    if game.ending().is_some() {
        return Vec::new();
    }
    let known: Vec<_> = book.moves(game.hash()).iter().filter(|known| game.refusal(known.mv).is_none()).collect();
    let total: f64 = known.iter().map(|known| f64::from(known.weight)).sum();
    let shape = |known: &&faraday_engine::BookMove| BookMove {
        uci: game.uci(known.mv),
        san: game.san(known.mv),
        score: known.score,
        expected: crate::expectation(Score::Centipawns(known.score).into()),
        share: f64::from(known.weight) / total.max(1.0),
        games: known.games,
        points: f64::from(known.half_points) / 2.0,
    };
    known.iter().map(shape).collect()
}
