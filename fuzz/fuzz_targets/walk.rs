//! Laws of positions, along a walk of legal moves.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| faraday_fuzz::walk::any(data));
