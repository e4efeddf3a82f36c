//! The computer player in the page. A search blocks its thread, so it lives in a worker.

use std::ptr;
use std::sync::Arc;

use faraday_engine::{Brain, Control, NetworkSource};
use faraday_knowledge::review::{Looking, review};
use faraday_wire::{Answer, Order, Report, Review};
use js_sys::Function;
use tsify::Ts;
use wasm_bindgen::JsError;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::shape;

#[wasm_bindgen(typescript_custom_section)]
const REPORTER: &str =
    "export type Reporter = (report: Report) => void; export type Watcher = (looking: Looking) => void;";

#[wasm_bindgen]
extern "C" {
    /// Hears of every line that a search has worked out.
    #[wasm_bindgen(extends = Function, typescript_type = "Reporter")]
    pub type Reporter;

    /// Hears how far a review has come.
    #[wasm_bindgen(extends = Function, typescript_type = "Watcher")]
    pub type Watcher;
}

/// A player of some variant.
#[wasm_bindgen]
pub struct Engine {
    brain: Box<dyn Brain>,
    control: Box<Control>,
}

#[wasm_bindgen]
impl Engine {
    /// A player with a transposition table of about so many megabytes.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str, megabytes: usize) -> Result<Engine, JsError> {
        Ok(Engine { brain: crate::find(variant)?.brain(megabytes), control: Box::default() })
    }

    /// Sets a position: the start or a FEN, then moves in UCI. On an error the position stays as it is.
    #[wasm_bindgen(js_name = setPosition)]
    pub fn set_position(&mut self, fen: Option<String>, moves: Vec<String>) -> Result<(), JsError> {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        Ok(self.brain.set_position(fen.as_deref(), &moves)?)
    }

    /// What the position is worth to the side to move without any search, in hundredths of a pawn.
    pub fn evaluation(&mut self) -> i32 {
        self.brain.evaluation()
    }

    /// The id of the networks that it can take.
    #[wasm_bindgen(getter)]
    pub fn network(&self) -> String {
        self.brain.network().to_owned()
    }

    /// Takes a network from a file's bytes: the package has none of its own. On an error the evaluation stays as it is.
    #[wasm_bindgen(js_name = setNetwork)]
    pub fn set_network(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        Ok(self.brain.set_network(NetworkSource::Bytes(bytes))?)
    }

    /// Takes an opening book from a file's text: the package has none of its own. On an error the engine stays as it is.
    #[wasm_bindgen(js_name = setBook)]
    pub fn set_book(&mut self, text: &str) -> Result<(), JsError> {
        let book = faraday_variants::book::read(crate::find(self.brain.variant())?, text)?;
        self.brain.set_book(Some(Arc::new(book)));
        Ok(())
    }

    /// Forgets what earlier searches found out.
    #[wasm_bindgen(js_name = newGame)]
    pub fn new_game(&mut self) {
        self.brain.new_game();
    }

    /// Thinks on so many threads from here on. Answers how many they are.
    #[wasm_bindgen(js_name = setThreads)]
    pub fn set_threads(&mut self, threads: usize) -> usize {
        self.brain.set_threads(threads)
    }

    /// Where in the memory the byte lies that stops a search when it is 1. It keeps its value: the caller sets it back
    /// to 0.
    #[wasm_bindgen(js_name = stopAddress)]
    pub fn stop_address(&self) -> usize {
        ptr::from_ref(self.control.flag()).addr()
    }

    /// Decides on a move, telling the lines on the way.
    pub fn go(&mut self, order: Ts<Order>, report: &Reporter) -> Result<Ts<Answer>, JsError> {
        let order = order.to_rust()?.to_engine().ok_or_else(|| JsError::new("a level is a number from 1 to 10"))?;
        let answer = self.brain.go(&order, &self.control, &mut |line| {
            if let Ok(line) = shape(&Report::from(line)) {
                // A listener that throws has had its report; the search goes on.
                let _ = report.call1(&JsValue::NULL, &line.js_value());
            }
        });
        shape(&Answer::from(answer))
    }

    /// Reviews a game from the start or a FEN, its moves in UCI, with a search of so many nodes for each position, telling
    /// how far it has come. Its sentences are in a language. None if it was stopped.
    pub fn review(
        &mut self,
        fen: Option<String>,
        moves: Vec<String>,
        language: &str,
        nodes: u32,
        watcher: &Watcher,
    ) -> Result<Option<Ts<Review>>, JsError> {
        let mut game = crate::find(self.brain.variant())?.record_in(crate::speaking(language), fen.as_deref())?;
        for text in &moves {
            faraday_wire::play(&mut *game, text).map_err(|error| JsError::new(&game.complaint(&error)))?;
        }
        let tell = &mut |looking: Looking<'_>| {
            if let Ok(looking) = shape(&faraday_wire::looking(&*game, looking)) {
                // A listener that throws has had its word; the review goes on.
                let _ = watcher.call1(&JsValue::NULL, &looking.js_value());
            }
        };
        let review = review(&*game, (&mut *self.brain, &self.control), nodes.into(), tell);
        review.map(|review| shape(&faraday_wire::review(&*game, &review))).transpose()
    }
}

/// The memory in which the engine runs: shared between threads where there are several.
#[wasm_bindgen(js_name = engineMemory)]
pub fn engine_memory() -> JsValue {
    wasm_bindgen::memory()
}
