//! The position that a request is about: a variant, a FEN, and moves from there.

use faraday_variants::{AnyGame, Language};

use super::catalog::variant_of;
use crate::problem::{Kind, Problem};

/// A position as a request names it.
pub struct Placement {
    /// The variant's id.
    pub variant: String,
    /// Where the moves start; from the start of a game if it is left out.
    pub fen: Option<String>,
    /// Moves, in UCI or SAN.
    pub moves: Vec<String>,
}

impl Placement {
    /// A position as an address names it: moves with spaces between them.
    pub fn of_query(variant: String, fen: Option<String>, moves: Option<&str>) -> Placement {
        let moves = moves.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        Placement { variant, fen, moves }
    }

    /// The record that leads to the position, of at most `most` moves: draws of C.3 do not end it.
    pub fn game(&self, language: Language, most: usize) -> Result<Box<dyn AnyGame>, Problem> {
        let variant = variant_of(&self.variant)?;
        let count = self.moves.len();
        if count > most {
            let detail = format!("{count} moves are too many: at most {most} may lead to a position");
            return Err(Problem::new(Kind::TooManyMoves, detail).at("moves"));
        }
        let bad_fen = |error| Problem::new(Kind::BadFen, variant.text_in(language).setup_complaint(&error)).at("fen");
        let mut game = variant.record_in(language, self.fen.as_deref()).map_err(bad_fen)?;
        for (index, text) in self.moves.iter().enumerate() {
            play(game.as_mut(), index, text)?;
        }
        Ok(game)
    }
}

fn play(game: &mut dyn AnyGame, index: usize, text: &str) -> Result<(), Problem> {
    let mv = game.read_move(text).map_err(|error| {
        Problem::new(Kind::BadMove, format!("move {} of `moves`: {}", index + 1, game.complaint(&error)))
            .at(format!("moves/{index}"))
            .by(error.refusal().map(|refusal| refusal.reason.rule.0))
    })?;
    game.play_legal(mv);
    Ok(())
}
