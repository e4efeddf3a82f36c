//! Checks properties of positions along random playouts.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| faraday_fuzz::playout::any(data));
