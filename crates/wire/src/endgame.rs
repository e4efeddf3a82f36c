//! Tablebase results of positions and moves, and the statistics of each tablebase.

use crate::Ending;

wire_types! {
    /// The tablebase entry of a position, with those of its legal moves.
    pub struct Probe {
        /// The FEN of the position.
        pub fen: String,
        /// The result of perfect play; missing if no table has the position.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub solved: Option<Solved>,
        /// The reason why no table has the position.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub missing: Option<MissingTable>,
        /// The outcome of the game, if it has ended.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ending: Option<Ending>,
        /// The legal moves, best first.
        pub moves: Vec<ProbedMove>,
    }

    /// The result of perfect play, from the point of view of the side to move.
    #[derive(Copy, Eq)]
    pub struct Solved {
        /// The game-theoretic value.
        pub value: EndgameValue,
        /// The number of plies to the end of the game; missing for a draw.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub plies: Option<u16>,
        /// True if the game ends before the fifty-move rule applies. If false, the value holds unless
        /// that rule is applied.
        pub certain: bool,
    }

    /// The game-theoretic value of a position for the side to move.
    #[derive(Copy, Eq)]
    pub enum EndgameValue {
        /// The side to move wins.
        Win,
        /// Neither side can force a win.
        Draw,
        /// The side to move loses.
        Loss,
    }

    /// A legal move with its result.
    pub struct ProbedMove {
        /// The move in UCI.
        pub uci: String,
        /// The move in SAN.
        pub san: String,
        /// The result for the side that makes the move; missing if no table has it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub solved: Option<Solved>,
    }

    /// The reason why no table has a position.
    pub struct MissingTable {
        /// The kind of reason.
        pub reason: MissingReason,
        /// The material configuration, such as `KQvKR`.
        pub material: String,
        /// The maximum number of pieces in tables of the variant, kings included.
        pub most_pieces: usize,
        /// The command that builds the table, if it can be built.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub command: Option<String>,
    }

    /// A kind of reason why no table has a position.
    #[derive(Copy, Eq)]
    pub enum MissingReason {
        /// The table is not on this server, but it can be built.
        NotHere,
        /// The position has too many pieces for any table.
        TooManyPieces,
        /// The table does not cover other state of the position, such as castling rights.
        State,
    }

    /// A tablebase of a material configuration.
    pub struct EndgameTable {
        /// The material configuration, such as `KQvKR`. White has the stronger side.
        pub material: String,
        /// The number of pieces, kings included.
        pub pieces: usize,
        /// The number of positions won for the side to move. Mirror images count once.
        pub won: u64,
        /// The number of positions lost for the side to move.
        pub lost: u64,
        /// The number of drawn positions.
        pub drawn: u64,
        /// The length of the longest win in plies; 0 if there is none.
        pub longest: u16,
        /// A position with the longest win.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub fen: Option<String>,
        /// The moves of perfect play from that position, in UCI.
        pub line: Vec<String>,
        /// The name of the file.
        pub file: String,
        /// The size of the file in bytes.
        pub bytes: u64,
        /// The SHA-256 of the file.
        pub sha256: String,
        /// True if this server has the table.
        #[serde(rename = "here", default)]
        pub is_available: bool,
    }
}
