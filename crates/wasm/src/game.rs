//! A game in the page.

use faraday_rules::{Draws, MoveTextError, fen::with_counts};
use faraday_variants::AnyGame;
use faraday_wire::{Cause, Explanation, Overlay, Played, Preview, Snapshot};
use tsify::Ts;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::shape;

/// A game of some variant.
#[wasm_bindgen]
pub struct Game {
    pub(crate) game: Box<dyn AnyGame>,
}

#[wasm_bindgen]
impl Game {
    /// A game from a FEN, or from the start, whose sentences are in a language. A FEN may be pasted from another program, and
    /// lack its counts (N.4).
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str, fen: Option<String>, language: &str) -> Result<Game, JsError> {
        let entry = crate::find(variant)?;
        let language = crate::speaking(language);
        let complain = |error| JsError::new(&entry.text_in(language).setup_complaint(&error));
        let fen = fen.as_deref().map(with_counts);
        let game = entry.game_in(language, fen.as_deref()).map_err(complain)?;
        Ok(Game { game })
    }

    /// Makes the game a record: draws by repetition or by fifty moves are noted, and do not end it (C.3).
    #[wasm_bindgen(js_name = noteDraws)]
    pub fn note_draws(&mut self) {
        self.game.set_draws(Draws::Note);
    }

    /// A copy.
    #[must_use]
    #[wasm_bindgen(js_name = clone)]
    pub fn copy(&self) -> Game {
        Game { game: self.game.boxed() }
    }

    /// The position reached.
    pub fn snapshot(&self) -> Result<Ts<Snapshot>, JsError> {
        shape(&faraday_wire::snapshot(&*self.game))
    }

    /// The FEN of the position from which the game started.
    #[wasm_bindgen(js_name = startFen)]
    pub fn start_fen(&self) -> String {
        self.game.start_fen()
    }

    /// The moves played, in UCI.
    pub fn moves(&self) -> Vec<String> {
        self.game.moves().into_iter().map(|mv| self.game.uci(mv)).collect()
    }

    /// Plays a legal move, in UCI or SAN.
    pub fn play(&mut self, text: &str) -> Result<Ts<Played>, JsError> {
        let played = faraday_wire::play(&mut *self.game, text);
        shape(&played.map_err(|error| self.complaint(&error))?)
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.game.undo().is_some()
    }

    /// What a legal move would do, and a layer over the position after it.
    pub fn preview(&self, text: &str, overlay: Option<String>) -> Result<Ts<Preview>, JsError> {
        let preview = faraday_wire::preview(&*self.game, text, overlay.as_deref());
        shape(&preview.map_err(|error| self.complaint(&error))?)
    }

    /// Whether a move is legal, and if not, why.
    pub fn explain(&self, text: &str) -> Result<Ts<Explanation>, JsError> {
        let said = faraday_wire::explain(&*self.game, text);
        shape(&said.map_err(|error| self.complaint(&error))?)
    }

    /// What a legal move rests on beyond orthodox chess.
    pub fn causes(&self, text: &str) -> Result<Vec<Ts<Cause>>, JsError> {
        let told = faraday_wire::causes(&*self.game, text).map_err(|error| self.complaint(&error))?;
        told.iter().map(shape).collect()
    }

    /// A computed layer over the board; a square may be selected.
    pub fn overlay(&self, name: &str, selected: Option<String>) -> Result<Option<Ts<Overlay>>, JsError> {
        faraday_wire::overlay(&*self.game, name, selected.as_deref()).as_ref().map(shape).transpose()
    }
}

impl Game {
    fn complaint(&self, error: &MoveTextError) -> JsError {
        JsError::new(&self.game.complaint(error))
    }
}
