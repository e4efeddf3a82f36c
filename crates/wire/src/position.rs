//! A snapshot of a position: its pieces, legal moves, and outcome, as the web app and other programs receive it.

use faraday_rules::{Move, Piece, Square};
use faraday_variants::AnyGame;

use crate::{Color, Role};

wire_types! {
    /// A position in a game.
    pub struct Snapshot {
        /// The FEN of the position.
        pub fen: String,
        /// The side to move.
        pub turn: Color,
        /// The number of the full move, from 1.
        pub fullmoves: u32,
        /// The number of plies played in the game.
        pub ply: usize,
        /// The pieces on the board.
        pub pieces: Vec<PlacedPiece>,
        /// The energies on squares, in a variant that has them.
        pub energies: Vec<Amount>,
        /// The squares of the pieces that give check to the side to move.
        pub checkers: Vec<String>,
        /// The squares of the pieces that could capture the king of the side to move, in variants
        /// where kings are captured.
        pub threats: Vec<String>,
        /// The legal moves; none if the game is over.
        pub moves: Vec<LegalMove>,
        /// The outcome of the game, if it has ended.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ending: Option<Ending>,
        /// The draw of C.3 in this position, if the game is a record that goes on after
        /// it: `repetition` or `fifty-moves`.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub drawn: Option<String>,
    }

    /// A piece on a square.
    pub struct PlacedPiece {
        /// The square of the piece.
        pub square: String,
        /// The color of the piece.
        pub color: Color,
        /// The role of the piece.
        pub role: Role,
        /// True if the piece is marked with `~` in FEN: a pawn on its second level.
        pub marked: bool,
    }

    /// A number on a square.
    pub struct Amount {
        /// The square with the number.
        pub square: String,
        /// The number, such as an energy.
        pub amount: i32,
    }

    /// A legal move.
    pub struct LegalMove {
        /// The move in UCI.
        pub uci: String,
        /// The move in SAN.
        pub san: String,
        /// The square that the piece leaves.
        pub from: String,
        /// The square on which the piece lands.
        pub to: String,
        /// The suffix for the player's choice, such as a promotion.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub choice: Option<String>,
        /// The role that the choice names.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub becomes: Option<Role>,
    }

    /// The outcome of a finished game.
    pub struct Ending {
        /// The winner; missing for a draw.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub winner: Option<Color>,
        /// The reason, such as `checkmate` or `king-captured`.
        pub reason: String,
        /// The result: `1-0`, `0-1`, or `1/2-1/2`.
        pub result: String,
        /// The id of the rule that ended the game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rule: Option<String>,
        /// The outcome in one sentence.
        pub text: String,
    }
}

/// Returns the current position with its legal moves.
pub fn snapshot(game: &dyn AnyGame) -> Snapshot {
    let moves = game.legal().into_iter().map(|mv| legal_move(game, mv)).collect();
    Snapshot { moves, ..snapshot_without_moves(game) }
}

/// Returns the outcome of the game if it is over.
pub fn ending(game: &dyn AnyGame) -> Option<Ending> {
    game.ending().map(|ending| Ending {
        winner: ending.winner.map(Color::from),
        reason: ending.reason.name().to_owned(),
        result: ending.result().to_owned(),
        rule: game.text().ending_rule(ending.reason).map(|rule| rule.id.to_owned()),
        text: game.text().ending(ending),
    })
}

/// Returns the draw of C.3 after which a record continues.
pub fn drawn(game: &dyn AnyGame) -> Option<String> {
    game.drawn().filter(|_| game.ending().is_none()).map(|reason| reason.name().to_owned())
}

/// Returns the current position without its legal moves.
pub(crate) fn snapshot_without_moves(game: &dyn AnyGame) -> Snapshot {
    let fen = game.fen();
    Snapshot {
        turn: game.turn().into(),
        fullmoves: game.fullmoves(),
        ply: game.moves().len(),
        pieces: pieces(game),
        energies: game
            .amounts()
            .into_iter()
            .map(|(square, amount)| Amount { square: game.name(square), amount })
            .collect(),
        checkers: game.checkers().into_iter().map(|square| game.name(square)).collect(),
        threats: game.threats().into_iter().map(|square| game.name(square)).collect(),
        moves: Vec::new(),
        ending: ending(game),
        drawn: drawn(game),
        fen,
    }
}

fn pieces(game: &dyn AnyGame) -> Vec<PlacedPiece> {
    let shape = |(square, piece): (Square, Piece)| PlacedPiece {
        square: game.name(square),
        color: piece.color.into(),
        role: piece.role.into(),
        marked: game.is_marked(square),
    };
    game.pieces().into_iter().map(shape).collect()
}

fn legal_move(game: &dyn AnyGame, mv: Move) -> LegalMove {
    LegalMove {
        uci: game.uci(mv),
        san: game.san(mv),
        from: game.name(mv.from),
        to: game.name(mv.to),
        choice: mv.choice.map(|choice| choice.sign().to_string()),
        becomes: mv.choice.and_then(faraday_rules::Choice::role).map(Role::from),
    }
}
