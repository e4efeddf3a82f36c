//! The end of a game by the rules: its winner, its reason, and its result as PGN writes it.

use crate::Color;

/// The way to win a variant: checkmate, or capture of the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kings {
    /// By checkmate: a king is never captured, and check must be answered.
    Mated,
    /// By capturing the king: there is no check (C.5).
    Captured,
}

/// The reason why the rules end a game. Losses on time and resignations are not among them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum EndReason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// A king was captured (C.5).
    KingCaptured,
    /// The side to move has no legal move, in a variant without check (C.5).
    NoMoves,
    /// Neither side can win (C.6).
    Insufficient,
    /// The position has occurred for the third time (C.3).
    Repetition,
    /// A hundred plies without a capture or a pawn move (C.3).
    FiftyMoves,
}

impl EndReason {
    /// All reasons, in the order of declaration.
    pub const ALL: [EndReason; 7] = [
        EndReason::Checkmate,
        EndReason::Stalemate,
        EndReason::KingCaptured,
        EndReason::NoMoves,
        EndReason::Insufficient,
        EndReason::Repetition,
        EndReason::FiftyMoves,
    ];

    /// Returns the name used in scripts and test vectors.
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::Checkmate => "checkmate",
            EndReason::Stalemate => "stalemate",
            EndReason::KingCaptured => "king-captured",
            EndReason::NoMoves => "no-moves",
            EndReason::Insufficient => "insufficient",
            EndReason::Repetition => "repetition",
            EndReason::FiftyMoves => "fifty-moves",
        }
    }
}

/// The end of a game by the rules: the reason, and the winner if it is not a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the type says it")]
pub struct Ending {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    pub reason: EndReason,
}

impl Ending {
    /// Creates a draw for a reason.
    pub const fn draw(reason: EndReason) -> Ending {
        Ending { winner: None, reason }
    }

    /// Creates a win for a reason.
    pub const fn win(winner: Color, reason: EndReason) -> Ending {
        Ending { winner: Some(winner), reason }
    }

    /// Returns the result as PGN writes it: `1-0`, `0-1`, or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}
