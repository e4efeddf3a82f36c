//! How a game ends.

use crate::Color;

/// How a game is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kings {
    /// A king is never captured: check must be answered.
    Mated,
    /// There is no check: who captures the king wins (C.5).
    Captured,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum EndReason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// A king was captured (C.5).
    KingCaptured,
    /// The side to move has no legal move where check does not exist (C.5).
    NoMoves,
    /// Nobody can win any more (C.6).
    Insufficient,
    /// The same position for the third time (C.3).
    Repetition,
    /// A hundred plies without capture or pawn move (C.3).
    FiftyMoves,
}

impl EndReason {
    /// Every reason.
    pub const ALL: [EndReason; 7] = [
        EndReason::Checkmate,
        EndReason::Stalemate,
        EndReason::KingCaptured,
        EndReason::NoMoves,
        EndReason::Insufficient,
        EndReason::Repetition,
        EndReason::FiftyMoves,
    ];

    /// As scripts and vectors write it.
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

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: EndReason,
}

impl Ending {
    /// A draw.
    pub const fn draw(reason: EndReason) -> Ending {
        Ending { winner: None, reason }
    }

    /// A win.
    pub const fn win(winner: Color, reason: EndReason) -> Ending {
        Ending { winner: Some(winner), reason }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}
