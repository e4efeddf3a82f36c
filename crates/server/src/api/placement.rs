//! The position in a request body or query: a variant, an optional FEN, and the moves that follow.

use faraday_variants::AnyGame;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::catalog::variant_of;
use super::language;
use crate::problem::{Kind, Problem};
use crate::request_workers::RequestWorkers;

/// A position.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MovesRequest {
    /// The id of the variant.
    pub variant: String,
    /// The FEN of the position before the moves; the starting position if missing.
    pub fen: Option<String>,
    /// The moves from that position, in UCI or SAN.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The language of error messages, as a BCP 47 tag; English if missing.
    pub language: Option<String>,
}

/// A position in an address.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MovesQuery {
    /// The id of the variant.
    pub variant: String,
    /// The FEN of the position before the moves; the starting position if missing.
    pub fen: Option<String>,
    /// The moves from that position, in UCI or SAN, separated by spaces.
    pub moves: Option<String>,
    /// The language of error messages, as a BCP 47 tag; English if missing.
    pub language: Option<String>,
}

impl From<MovesQuery> for MovesRequest {
    fn from(query: MovesQuery) -> MovesRequest {
        let MovesQuery { variant, fen, moves, language } = query;
        let moves = moves.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        MovesRequest { variant, fen, moves, language }
    }
}

impl MovesRequest {
    /// Plays the moves, of which there may be at most `most`, and returns the game. Draws by C.3 do not end it.
    pub fn game(&self, most: usize) -> Result<Box<dyn AnyGame>, Problem> {
        let language = language::read(self.language.as_deref())?;
        let variant = variant_of(&self.variant)?;
        let count = self.moves.len();
        if count > most {
            let detail = format!("{count} moves are too many: at most {most} may lead to a position");
            return Err(Problem::new(Kind::TooManyMoves, detail).at("moves"));
        }
        let bad_fen =
            |error| Problem::new(Kind::BadFen, variant.text_in(language).setup_error_sentence(&error)).at("fen");
        let mut game = variant.record_in(language, self.fen.as_deref()).map_err(bad_fen)?;
        for (index, text) in self.moves.iter().enumerate() {
            play(game.as_mut(), index, text)?;
        }
        Ok(game)
    }

    /// Answers a request about the position.
    pub async fn answer<T: Send + 'static>(
        self,
        workers: &RequestWorkers,
        respond: impl FnOnce(&dyn AnyGame) -> Result<T, Problem> + Send + 'static,
    ) -> Result<axum::Json<T>, Problem> {
        workers.answer(move |limits| respond(&*self.game(limits.moves_per_request)?).map(axum::Json)).await
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
