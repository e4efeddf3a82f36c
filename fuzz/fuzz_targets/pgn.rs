//! Fuzz target for PGN reading. The readable part of each game, even of a broken one, is written, read
//! back, compared, and played.
#![no_main]

use faraday_rules::pgn::{GameReader, read_games, write_game};
use faraday_variants::find;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut games = Vec::new();
    let mut reader = GameReader::new();
    let (first, second) = data.split_at(data.len() / 2);
    for chunk in [first, second] {
        reader.feed_broken(chunk, &mut |game| games.push(game));
    }
    reader.finish_broken(&mut |game| games.push(game));
    for game in games {
        let tree = game.unwrap_or_else(|broken| broken.read);
        let mut text = String::new();
        write_game(&tree, &mut text).expect("a string takes any text");
        let mut again = String::new();
        let read = read_games(&text).remove(0).expect("a written game is read");
        write_game(&read, &mut again).expect("a string takes any text");
        assert_eq!(again, text);
        let Some(entry) = find(tree.header("Variant").unwrap_or("chess")) else { continue };
        let Ok(mut game) = entry.game(tree.header("FEN")) else { continue };
        for id in tree.main_line() {
            let Ok(legal) = game.read_move(tree.node(id).san()) else { break };
            game.play_legal(legal);
        }
    }
});
