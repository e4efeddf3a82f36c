//! A position as the page and programs see it.

use faraday_rules::{Move, Piece, Square};
use faraday_variants::AnyGame;

use crate::{Color, Role};

shapes! {
    /// A position reached in a game.
    pub struct Snapshot {
        /// The FEN.
        pub fen: String,
        /// Whose turn it is.
        pub turn: Color,
        /// The number of the move, from 1.
        pub fullmoves: u32,
        /// Plies played so far in the game.
        pub ply: usize,
        /// What stands on the board.
        pub pieces: Vec<PlacedPiece>,
        /// Energies that lie on squares, in a variant that has them.
        pub energies: Vec<Amount>,
        /// The squares of pieces that give check to the side to move.
        pub checkers: Vec<String>,
        /// Where kings are captured: the squares of pieces that could capture that of the side to move on the next move.
        pub threats: Vec<String>,
        /// The legal moves: none once the game is over.
        pub moves: Vec<LegalMove>,
        /// How the game has ended, if it has.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ending: Option<Ending>,
        /// The draw of C.3 that the position is, in a record, which goes on past it: `repetition` or `fifty-moves`.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub drawn: Option<String>,
    }

    /// A piece on its square.
    pub struct PlacedPiece {
        /// The square.
        pub square: String,
        /// Whose it is.
        pub color: Color,
        /// What it is.
        pub role: Role,
        /// Whether FEN marks it with `~`: a pawn on its second level.
        pub marked: bool,
    }

    /// A number on a square.
    pub struct Amount {
        /// The square.
        pub square: String,
        /// The number.
        pub amount: i32,
    }

    /// A legal move.
    pub struct LegalMove {
        /// In UCI.
        pub uci: String,
        /// In SAN.
        pub san: String,
        /// The square that the piece leaves.
        pub from: String,
        /// The square where it lands.
        pub to: String,
        /// The sign of what else the player decides.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub choice: Option<String>,
        /// The role that the choice names.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub becomes: Option<Role>,
    }

    /// The end of a game.
    pub struct Ending {
        /// Who won; nobody in a draw.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub winner: Option<Color>,
        /// Why, as scripts write it: `checkmate`, `king-captured`, …
        pub reason: String,
        /// `1-0`, `0-1` or `1/2-1/2`.
        pub result: String,
        /// The id of the rule that ended it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rule: Option<String>,
        /// One sentence.
        pub text: String,
    }
}

/// The position reached, with its legal moves.
pub fn snapshot(game: &dyn AnyGame) -> Snapshot {
    let moves = game.legal().into_iter().map(|mv| legal_move(game, mv)).collect();
    Snapshot { moves, ..scene(game) }
}

/// How the game ended, if it is over.
pub fn ending(game: &dyn AnyGame) -> Option<Ending> {
    game.ending().map(|ending| Ending {
        winner: ending.winner.map(Color::from),
        reason: ending.reason.name().to_owned(),
        result: ending.result().to_owned(),
        rule: game.text().ending_rule(ending.reason).map(|rule| rule.id.to_owned()),
        text: game.text().ending(ending),
    })
}

/// The draw of C.3 that a record goes on past.
pub fn drawn(game: &dyn AnyGame) -> Option<String> {
    game.drawn().filter(|_| game.ending().is_none()).map(|reason| reason.name().to_owned())
}

/// The position reached, without its moves.
pub(crate) fn scene(game: &dyn AnyGame) -> Snapshot {
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
