//! JavaScript bindings of a game: its position, its moves, and their explanations.

use faraday_rules::{Draws, MoveTextError, fen::with_counts};
use faraday_variants::AnyGame;
use faraday_wire::{Cause, Explanation, Overlay, Played, Preview, Snapshot};
use tsify::Ts;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::to_js;

/// A game of a variant, with its current position and its moves so far.
#[wasm_bindgen]
pub struct Game {
    pub(crate) game: Box<dyn AnyGame>,
}

#[wasm_bindgen]
impl Game {
    /// Creates a game from a FEN or from the starting position, with sentences in `language`. A FEN from another
    /// program may lack its counters (N.4).
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str, fen: Option<String>, language: &str) -> Result<Game, JsError> {
        let entry = crate::find(variant)?;
        let language = crate::speaking(language);
        let complain = |error| JsError::new(&entry.text_in(language).setup_error_sentence(&error));
        let fen = fen.as_deref().map(with_counts);
        let game = entry.game_in(language, fen.as_deref()).map_err(complain)?;
        Ok(Game { game })
    }

    /// Makes the game a record: draws by repetition or by the fifty-move rule are noted and do not end it (C.3).
    #[wasm_bindgen(js_name = noteDraws)]
    pub fn note_draws(&mut self) {
        self.game.set_draws(Draws::Note);
    }

    /// Returns a copy of the game.
    #[must_use]
    #[wasm_bindgen(js_name = clone)]
    pub fn copy(&self) -> Game {
        Game { game: self.game.boxed() }
    }

    /// Returns the current position.
    pub fn snapshot(&self) -> Result<Ts<Snapshot>, JsError> {
        to_js(&faraday_wire::snapshot(&*self.game))
    }

    /// Returns the FEN of the position from which the game started.
    #[wasm_bindgen(js_name = startFen)]
    pub fn start_fen(&self) -> String {
        self.game.start_fen()
    }

    /// Returns the moves played, in UCI.
    pub fn moves(&self) -> Vec<String> {
        self.game.moves().into_iter().map(|mv| self.game.uci(mv)).collect()
    }

    /// Plays a legal move, in UCI or SAN.
    pub fn play(&mut self, text: &str) -> Result<Ts<Played>, JsError> {
        let played = faraday_wire::play(&mut *self.game, text);
        to_js(&played.map_err(|error| self.complaint(&error))?)
    }

    /// Takes the last move back. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        self.game.undo().is_some()
    }

    /// Returns the effects of a legal move, and an overlay for the position after it.
    pub fn preview(&self, text: &str, overlay: Option<String>) -> Result<Ts<Preview>, JsError> {
        let preview = faraday_wire::preview(&*self.game, text, overlay.as_deref());
        to_js(&preview.map_err(|error| self.complaint(&error))?)
    }

    /// Returns the legality of a move, with the reason if it is illegal.
    pub fn explain(&self, text: &str) -> Result<Ts<Explanation>, JsError> {
        let explanation = faraday_wire::explain(&*self.game, text);
        to_js(&explanation.map_err(|error| self.complaint(&error))?)
    }

    /// Returns the causes of a legal move beyond orthodox chess.
    pub fn causes(&self, text: &str) -> Result<Vec<Ts<Cause>>, JsError> {
        let causes = faraday_wire::causes(&*self.game, text).map_err(|error| self.complaint(&error))?;
        causes.iter().map(to_js).collect()
    }

    /// Returns an overlay of the board, for a selected square if there is one.
    pub fn overlay(&self, name: &str, selected: Option<String>) -> Result<Option<Ts<Overlay>>, JsError> {
        faraday_wire::overlay(&*self.game, name, selected.as_deref()).as_ref().map(to_js).transpose()
    }
}

impl Game {
    fn complaint(&self, error: &MoveTextError) -> JsError {
        JsError::new(&self.game.complaint(error))
    }
}
