//! An opening book in the page.

use faraday_wire::BookMove;
use tsify::Ts;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::Game;

/// An opening book of some variant.
#[wasm_bindgen]
pub struct Book {
    book: faraday_engine::Book,
}

#[wasm_bindgen]
impl Book {
    /// The book of a file's text.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str, text: &str) -> Result<Book, JsError> {
        Ok(Book { book: faraday_variants::book::read(crate::find(variant)?, text)? })
    }

    /// The moves in the position that a game has reached, best first; none where the book ends.
    pub fn moves(&self, game: &Game) -> Result<Vec<Ts<BookMove>>, JsError> {
        crate::shapes(faraday_wire::book_moves(&*game.game, &self.book))
    }
}
