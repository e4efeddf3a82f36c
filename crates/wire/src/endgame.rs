//! What endgame tables know: of a position, and of an ending.

use crate::Ending;

shapes! {
    /// What endgame tables know of a position and of its legal moves.
    pub struct Probe {
        /// The FEN.
        pub fen: String,
        /// How it ends with perfect play; left out where no table knows.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub solved: Option<Solved>,
        /// Why no table knows it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub missing: Option<Missing>,
        /// How the game has ended, if it has.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ending: Option<Ending>,
        /// The legal moves, the best first.
        pub moves: Vec<ProbedMove>,
    }

    /// How a position ends with perfect play, for the side to move.
    #[derive(Copy, Eq)]
    pub struct Solved {
        /// Whether it is won, drawn or lost.
        pub value: EndgameValue,
        /// Plies to the end of the game; left out in a draw.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub plies: Option<u16>,
        /// Whether the end comes before fifty moves without progress have passed. If not, the value holds unless they do.
        pub certain: bool,
    }

    /// What a position is worth to the side to move.
    #[derive(Copy, Eq)]
    pub enum EndgameValue {
        /// The side to move wins.
        Win,
        /// Neither side can force a win.
        Draw,
        /// The side to move loses.
        Loss,
    }

    /// A legal move, and what it leads to.
    pub struct ProbedMove {
        /// In UCI.
        pub uci: String,
        /// In SAN.
        pub san: String,
        /// What it is worth to the side that makes it; left out where no table knows.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub solved: Option<Solved>,
    }

    /// Why no table knows a position.
    pub struct Missing {
        /// Why.
        pub reason: MissingReason,
        /// The pieces on the board: `KQvKR`.
        pub material: String,
        /// The most pieces that a table of the variant may have, kings included.
        pub most_pieces: usize,
        /// What builds the table where there may be one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub command: Option<String>,
    }

    /// What stands between a position and the tables.
    #[derive(Copy, Eq)]
    pub enum MissingReason {
        /// The table is not at hand, but it can be built.
        NotHere,
        /// No table has so many pieces.
        TooManyPieces,
        /// There is a table, but it does not hold what the position has besides pieces, such as castling rights.
        State,
    }

    /// What is known of an ending's table.
    pub struct EndgameTable {
        /// The ending: `KQvKR`. White has the stronger side.
        pub material: String,
        /// How many pieces it has, kings included.
        pub pieces: usize,
        /// Positions that the side to move wins. Mirror images count once.
        pub won: u64,
        /// Positions that the side to move loses.
        pub lost: u64,
        /// Positions that nobody wins.
        pub drawn: u64,
        /// Plies of the longest win; 0 where nobody wins.
        pub longest: u16,
        /// A position of the longest win.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub fen: Option<String>,
        /// Perfect play from there, in UCI.
        pub line: Vec<String>,
        /// What its file is called.
        pub file: String,
        /// How long its file is.
        pub bytes: u64,
        /// The SHA-256 of its file.
        pub sha256: String,
        /// Whether it is at hand.
        #[serde(default)]
        pub here: bool,
    }
}
