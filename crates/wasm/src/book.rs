//! JavaScript bindings of an opening book.

use faraday_wire::BookMove;
use tsify::Ts;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::Game;

/// An opening book of a variant.
#[wasm_bindgen]
pub struct Book {
    book: faraday_engine::Book,
}

#[wasm_bindgen]
impl Book {
    /// Parses the text of a book file.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str, text: &str) -> Result<Book, JsError> {
        Ok(Book { book: faraday_variants::book::read(crate::find(variant)?, text)? })
    }

    /// Returns the book moves in the current position of a game, best first; none if the position is not in the book.
    pub fn moves(&self, game: &Game) -> Result<Vec<Ts<BookMove>>, JsError> {
        crate::all_to_js(faraday_wire::book_moves(&*game.game, &self.book))
    }
}
