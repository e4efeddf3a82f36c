//! Fuzz target for the rules: properties of the positions on random playouts.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| faraday_fuzz::playout::any(data));
