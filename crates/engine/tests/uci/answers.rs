//! Tests of UCI input as other programs send it, and of output on which they rely.

use faraday_variants::catalog;

use crate::interface;

#[test]
fn no_move_of_an_earlier_position_answers_one_that_cannot_be_read() {
    let interface = interface();
    interface.send("position startpos moves e2e4");
    for unreadable in [
        "position fen nonsense",
        "position startpos moves e2e5",
        "position startpos e2e4",
        "position",
        "position fen 8/8 w - - 0 1",
    ] {
        interface.ask(unreadable);
        for go in ["go depth 2", "go perft 2"] {
            interface.send(go);
            let lines = interface.until("bestmove");
            assert!(
                lines[0].starts_with("info string the last `position` could not be read"),
                "{unreadable}: {lines:?}"
            );
            assert_eq!(lines[1..], ["bestmove 0000"], "{unreadable}");
        }
    }
    interface.send("position startpos");
    interface.send("go depth 2");
    assert_ne!(interface.last("bestmove"), "bestmove 0000");
    interface.end();
}

#[test]
fn a_choice_in_upper_case_is_read() {
    let interface = interface();
    interface.send("position fen 8/4P3/8/8/8/8/k6K/8 w - - 0 1 moves e7e8Q a2b2");
    assert_eq!(interface.ask("d"), ["info string chess 4Q3/8/8/8/8/8/1k5K/8 w - - 1 2"]);
    assert_eq!(interface.ask("position startpos moves E2E4").len(), 1, "squares are in lower case");
    interface.end();
}

#[test]
fn a_fen_may_lack_its_counts_in_every_variant() {
    let interface = interface();
    for entry in catalog() {
        let mut fields: Vec<&str> = entry.start.split(' ').collect();
        let halfmoves = fields.remove(4);
        assert_eq!([halfmoves, fields.remove(4)], ["0", "1"]);
        interface.send(&format!("setoption name UCI_Variant value {}", entry.id));
        assert_eq!(interface.ask(&format!("position fen {}", fields.join(" "))), Vec::<String>::new(), "{}", entry.id);
        assert_eq!(interface.ask("d"), [format!("info string {} {}", entry.id, entry.start)]);
        fields.insert(4, "7");
        assert_eq!(interface.ask(&format!("position fen {}", fields.join(" "))).len(), 1, "one count is an error");
    }
    interface.end();
}

#[test]
fn perft_counts_by_first_moves() {
    let interface = interface();
    for entry in catalog() {
        interface.send(&format!("setoption name UCI_Variant value {}", entry.id));
        interface.send(&format!("position fen {}", entry.start));
        interface.send("go perft 3");
        let lines = interface.until("Nodes searched: ");
        let [shares @ .., empty, total] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!(empty, "");
        let game = entry.game(None).expect("the start");
        assert_eq!(shares.len(), game.legal().len());
        let share = |line: &String| line.split_once(": ").and_then(|(_, share)| share.parse::<u64>().ok());
        let sum: u64 = shares.iter().map(|line| share(line).expect("a move and its share")).sum();
        assert_eq!(*total, format!("Nodes searched: {sum}"));
        assert_eq!(sum, game.perft(3, faraday_rules::perft::LastPly::Bulk), "{}", entry.id);
    }
    interface.send("setoption name UCI_Variant value chess");
    interface.send("go perft 1");
    assert!(interface.until("Nodes searched: 20").contains(&"e2e4: 1".to_owned()));
    interface.end();
}

#[test]
fn a_long_count_can_be_stopped() {
    let interface = interface();
    interface.send("go perft 30");
    interface.send("isready");
    interface.until("readyok");
    interface.send("stop");
    assert_eq!(interface.last("info string"), "info string perft was stopped");
    interface.send("go depth 1");
    assert_ne!(interface.last("bestmove"), "bestmove 0000");
    interface.end();
}

#[test]
fn a_score_comes_before_every_move() {
    let interface = interface();
    interface.send("setoption name UCI_ShowWDL value true");
    for entry in catalog() {
        interface.send(&format!("setoption name UCI_Variant value {}", entry.id));
        for options in [&["OwnBook value true"][..], &["OwnBook value false"], &["Skill Level value 1"]] {
            for option in options {
                interface.send(&format!("setoption name {option}"));
            }
            for go in ["go nodes 1", "go depth 1", "go wtime 1 btime 1", "go nodes 0", "go movetime 0"] {
                interface.send(&format!("position fen {}", entry.start));
                interface.send(go);
                let lines = interface.until("bestmove");
                let best = lines[lines.len() - 1].split(' ').nth(1).expect("a move");
                let info = &lines[lines.len() - 2];
                assert!(info.starts_with("info depth ") && info.contains(" score "), "{}: {go}: {lines:?}", entry.id);
                assert!(info.contains(" wdl "), "{info}");
                if !options[0].contains("Level") {
                    assert!(info.contains(&format!(" pv {best}")), "{}: {go}: {lines:?}", entry.id);
                }
            }
        }
        interface.send("setoption name Skill Level value 10");
    }
    interface.end();
}

#[test]
fn a_forced_move_has_a_score() {
    let interface = interface();
    interface.send("position fen 6rk/8/8/8/8/8/8/r6K w - - 0 1");
    interface.send("go movetime 1000");
    let lines = interface.until("bestmove h1h2");
    assert!(lines[lines.len() - 2].contains(" score "), "{lines:?}");
    interface.end();
}

#[test]
fn the_game_goes_on_past_draws_that_history_makes() {
    let interface = interface();
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
    for position in [
        format!("startpos moves {there_and_back}e2e4"),
        "fen 4k3/8/8/8/8/8/3R4/4K3 w - - 150 190".to_owned(),
        "fen 4k3/8/8/8/8/8/3R4/4K3 w - - 65535 65535".to_owned(),
    ] {
        assert_eq!(interface.ask(&format!("position {position}")), Vec::<String>::new(), "{position}");
        interface.send("go depth 6");
        let lines = interface.until("bestmove");
        assert_ne!(lines[lines.len() - 1], "bestmove 0000", "{position}");
        assert!(!lines[lines.len() - 2].contains(" cp 0 "), "{position}: {lines:?}");
    }
    interface.end();
}
