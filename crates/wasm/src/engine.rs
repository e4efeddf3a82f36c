//! JavaScript bindings of the engine. A search blocks its thread, so it runs in a web worker.

use std::ptr;
use std::sync::Arc;

use faraday_engine::{AnyEngine, Control, NetworkSource};
use faraday_knowledge::review::{ReviewProgress, review};
use faraday_wire::{Report, Review, SearchRequest, SearchResult};
use js_sys::Function;
use tsify::Ts;
use wasm_bindgen::JsError;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::to_js;

#[wasm_bindgen(typescript_custom_section)]
const REPORTER: &str =
    "export type Reporter = (report: Report) => void; export type ReviewReporter = (progress: ReviewProgress) => void;";

#[wasm_bindgen]
extern "C" {
    /// A callback for each line found by a search.
    #[wasm_bindgen(extends = Function, typescript_type = "Reporter")]
    pub type Reporter;

    /// A callback for the progress of a review.
    #[wasm_bindgen(extends = Function, typescript_type = "ReviewReporter")]
    pub type ReviewReporter;
}

/// An engine for a variant.
#[wasm_bindgen]
pub struct Engine {
    engine: Box<dyn AnyEngine>,
    control: Box<Control>,
}

#[wasm_bindgen]
impl Engine {
    /// Creates an engine with a transposition table of about `megabytes` megabytes.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str, megabytes: usize) -> Result<Engine, JsError> {
        Ok(Engine { engine: crate::find(variant)?.engine(megabytes), control: Box::default() })
    }

    /// Sets the position: the starting position or a FEN, then moves in UCI. On an error the position stays the same.
    #[wasm_bindgen(js_name = setPosition)]
    pub fn set_position(&mut self, fen: Option<String>, moves: Vec<String>) -> Result<(), JsError> {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        Ok(self.engine.set_position(fen.as_deref(), &moves)?)
    }

    /// Returns the static evaluation in centipawns from the point of view of the side to move.
    pub fn evaluation(&mut self) -> i32 {
        self.engine.evaluation()
    }

    /// Returns the id of the networks that the engine can load.
    #[wasm_bindgen(getter)]
    pub fn network(&self) -> String {
        self.engine.network().to_owned()
    }

    /// Loads a network from the bytes of a file, because the package has none. On an error the
    /// evaluation stays the same.
    #[wasm_bindgen(js_name = setNetwork)]
    pub fn set_network(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        Ok(self.engine.set_network(NetworkSource::Bytes(bytes))?)
    }

    /// Loads an opening book from the text of a file, because the package has none. On an error the
    /// engine stays the same.
    #[wasm_bindgen(js_name = setBook)]
    pub fn set_book(&mut self, text: &str) -> Result<(), JsError> {
        let book = faraday_variants::book::read(crate::find(self.engine.variant())?, text)?;
        self.engine.set_book(Some(Arc::new(book)));
        Ok(())
    }

    /// Forgets earlier searches, for a new game.
    #[wasm_bindgen(js_name = newGame)]
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Sets the number of threads for later searches. Returns the number of threads that were started.
    #[wasm_bindgen(js_name = setThreads)]
    pub fn set_threads(&mut self, threads: usize) -> usize {
        self.engine.set_threads(threads)
    }

    /// Returns the address in memory of the byte that stops a search when it is 1. The caller must reset it to 0.
    #[wasm_bindgen(js_name = stopAddress)]
    pub fn stop_address(&self) -> usize {
        ptr::from_ref(self.control.flag()).addr()
    }

    /// Searches for the best move, and reports lines during the search.
    pub fn go(&mut self, request: Ts<SearchRequest>, report: &Reporter) -> Result<Ts<SearchResult>, JsError> {
        let request = request.to_rust()?.to_engine().ok_or_else(|| JsError::new("a level is a number from 1 to 10"))?;
        let result = self.engine.go(&request, &self.control, &mut |line| {
            if let Ok(line) = to_js(&Report::from(line)) {
                // An exception in the callback does not stop the search.
                let _ = report.call1(&JsValue::NULL, &line.js_value());
            }
        });
        to_js(&SearchResult::from(result))
    }

    /// Reviews a game from the starting position or a FEN, with its moves in UCI. Searches each position for `nodes`
    /// nodes and reports progress. Sentences are in `language`. Returns `None` if it was stopped.
    pub fn review(
        &mut self,
        fen: Option<String>,
        moves: Vec<String>,
        language: &str,
        nodes: u32,
        reporter: &ReviewReporter,
    ) -> Result<Option<Ts<Review>>, JsError> {
        let mut game = crate::find(self.engine.variant())?.record_in(crate::speaking(language), fen.as_deref())?;
        for text in &moves {
            faraday_wire::play(&mut *game, text).map_err(|error| JsError::new(&game.complaint(&error)))?;
        }
        let report = &mut |progress: ReviewProgress<'_>| {
            if let Ok(progress) = to_js(&faraday_wire::review_progress(&*game, progress)) {
                // An exception in the callback does not stop the review.
                let _ = reporter.call1(&JsValue::NULL, &progress.js_value());
            }
        };
        let review = review(&*game, (&mut *self.engine, &self.control), nodes.into(), report);
        review.map(|review| to_js(&faraday_wire::review(&*game, &review))).transpose()
    }
}

/// Returns the memory of the engine, which is shared if there are several threads.
#[wasm_bindgen(js_name = engineMemory)]
pub fn engine_memory() -> JsValue {
    wasm_bindgen::memory()
}
