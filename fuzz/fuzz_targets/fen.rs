//! Fuzz target for FEN parsing: a text is refused, or its position supports every operation.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some((entry, text)) = faraday_fuzz::variant_and_text(data)
        && let Ok(game) = entry.game(Some(text))
    {
        faraday_fuzz::check_game(game.as_ref());
    }
});
