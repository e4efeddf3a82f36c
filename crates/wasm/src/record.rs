//! JavaScript bindings for PGN, EPD, and FEN: reading and writing games and positions as text.

use faraday_rules::{epd, fen::with_counts, pgn};
use faraday_wire::{Draft, PgnEntry, Record};
use tsify::Ts;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{all_to_js, find, speaking, to_js};

/// An incremental PGN reader.
#[wasm_bindgen]
#[derive(Default)]
pub struct PgnReader {
    reader: faraday_wire::PgnReader,
}

#[wasm_bindgen]
impl PgnReader {
    /// Creates a reader at the start of a text.
    #[wasm_bindgen(constructor)]
    pub fn new() -> PgnReader {
        PgnReader::default()
    }

    /// Reads the next bytes and returns the games that they complete.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<Vec<Ts<PgnEntry>>, JsError> {
        all_to_js(self.reader.feed(bytes))
    }

    /// Ends the text and returns the last game.
    pub fn finish(self) -> Result<Vec<Ts<PgnEntry>>, JsError> {
        all_to_js(self.reader.finish())
    }
}

/// Decodes a text file as PGN is decoded: UTF-8, UTF-16, or Windows-1252.
#[wasm_bindgen(js_name = decodeFile)]
pub fn decode_file(bytes: &[u8]) -> String {
    pgn::decode(bytes).into_owned()
}

/// Writes a game as PGN: moves in SAN, with their effects on other pieces.
#[wasm_bindgen(js_name = writePgn)]
pub fn write_pgn(record: Ts<Record>, language: &str) -> Result<String, JsError> {
    faraday_wire::write_pgn(&record.to_rust()?, speaking(language)).map_err(|problem| JsError::new(&problem))
}

/// Returns the FEN of a line of FEN or EPD (N.4).
#[wasm_bindgen(js_name = epdToFen)]
pub fn epd_to_fen(line: &str) -> String {
    epd::to_fen(line).into_owned()
}

/// Parses the facts of a FEN, which may lack its counters (N.4). The position need not be valid.
#[wasm_bindgen(js_name = readDraft)]
pub fn read_draft(variant: &str, fen: &str, language: &str) -> Result<Ts<Draft>, JsError> {
    let entry = find(variant)?;
    let complain = |error| JsError::new(&entry.text_in(speaking(language)).setup_error_sentence(&error));
    to_js(&faraday_wire::read_draft(entry, &with_counts(fen)).map_err(complain)?)
}

/// Returns the FEN of a draft.
#[wasm_bindgen(js_name = writeDraft)]
pub fn write_draft(variant: &str, draft: Ts<Draft>) -> Result<String, JsError> {
    Ok(faraday_wire::write_draft(find(variant)?, &draft.to_rust()?))
}
