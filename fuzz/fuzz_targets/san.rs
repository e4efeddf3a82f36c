//! Fuzz target for SAN parsing: each line is refused, or is a legal move and is played.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((entry, text)) = faraday_fuzz::variant_and_text(data) else { return };
    let mut game = entry.game(None).expect("a game has a start");
    for line in text.lines().take(faraday_fuzz::PLIES) {
        faraday_fuzz::check_text(game.as_ref(), line);
        if let Ok(legal) = game.read_san(line) {
            assert_eq!(game.read_san(&game.san(legal.mv())), Ok(legal));
            game.play_legal(legal);
        }
    }
});
