//! Tests with whole games between two XBoard sessions in every variant, run as XBoard would.

use faraday_variants::{catalog, find};

use crate::interface;

/// The maximum length of a game in plies.
const LONGEST: usize = 160;

#[test]
fn two_engines_play_whole_games_by_the_same_rules() {
    for entry in catalog() {
        let players = [interface(), interface()];
        for player in &players {
            for line in ["xboard", "protover 2", "new", &format!("variant {}", entry.id), "sd 1", "force"] {
                player.send(line);
            }
            player.ask("");
        }
        let mut game = find(entry.id).unwrap().game(None).unwrap();
        let mut order = "go".to_owned();
        for ply in 0..LONGEST {
            let [mover, other] = if ply % 2 == 0 { [0, 1] } else { [1, 0] }.map(|at: usize| &players[at]);
            mover.send(&order);
            if ply == 1 {
                mover.send("go");
            }
            let told = mover.last("move ");
            let played = told.strip_prefix("move ").unwrap();
            // XBoard's suffix for scatter.
            let uci = played.replace('=', "*");
            let mv = game.read_uci(&uci).unwrap_or_else(|error| panic!("{}: {played}: {error}", game.fen()));
            game.play_legal(mv);
            order = format!("usermove {played}");
            if let Some(ending) = game.ending() {
                let result = format!("{} {{", ending.result());
                assert!(mover.ask("")[0].starts_with(&result), "{} {}", entry.id, game.fen());
                assert!(other.ask(&order)[0].starts_with(&result), "{} {}", entry.id, game.fen());
                break;
            }
        }
        for player in players {
            player.send("result * {enough}");
            player.send("quit");
            player.end();
        }
    }
}
