//! Fuzz target for move parsing in UCI: each word is refused, or is a legal move and is played.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((entry, text)) = faraday_fuzz::variant_and_text(data) else { return };
    let mut game = entry.game(None).expect("a game has a start");
    for word in text.split_whitespace().take(faraday_fuzz::PLIES) {
        faraday_fuzz::check_text(game.as_ref(), word);
        if let Ok(legal) = game.read_uci(word) {
            assert_eq!(game.uci(legal.mv()), word);
            game.play_legal(legal);
        }
    }
});
