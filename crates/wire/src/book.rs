//! What an opening book knows of a position.

use faraday_engine::{Book, Score};
use faraday_variants::AnyGame;

shapes! {
    /// A move of an opening book.
    pub struct BookMove {
        /// The move in UCI.
        pub uci: String,
        /// The move in SAN.
        pub san: String,
        /// What it is worth to the side that makes it, in hundredths of a pawn.
        pub score: i32,
        /// What share of the point that promises, from 0 to 1.
        pub expected: f64,
        /// How often the computer plays it from the book, from 0 to 1.
        pub share: f64,
        /// Games of the engine against itself in which it was played.
        pub games: u32,
        /// The points of the side that made it in those games.
        pub points: f64,
    }
}

/// The moves of a book in the position reached, best first; none where the book ends.
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
