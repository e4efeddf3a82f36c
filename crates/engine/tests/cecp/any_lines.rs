//! Property test of XBoard sessions: no input lines cause a panic, and a ping is always answered.

use faraday_variants::catalog;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::interface;

const COMMANDS: [&str; 42] = [
    "xboard",
    "protover 2",
    "accepted ping",
    "rejected san",
    "new",
    "random",
    "force",
    "go",
    "playother",
    "post",
    "nopost",
    "hard",
    "easy",
    "analyze",
    "exit",
    ".",
    "?",
    "undo",
    "remove",
    "draw",
    "hint",
    "result 1-0 {x}",
    "computer",
    "name x",
    "rating 1 2",
    "ics -",
    "uci",
    "edit",
    "bk",
    "usermove",
    "setboard",
    "variant",
    "level",
    "st 0.01",
    "sd 2",
    "option Clear Hash",
    "option Skill Level=1",
    "option Use NNUE=0",
    "memory 1",
    "cores 1",
    "level 0 0:01 0",
    "",
];

const MOVES: [&str; 12] =
    ["e2e4", "e7e5", "g1f3", "b8c6", "d2d4", "a7a6", "e1g1", "h7h5", "e7e8q", "1a11a2", "e4", "a1a1"];

const WORDS: [&str; 16] = [
    "level", "st", "sd", "nps", "time", "otim", "memory", "cores", "usermove", "variant", "setboard", "option", "lift",
    "put", "ping", "protover",
];

fn line() -> impl Strategy<Value = String> {
    let ids: Vec<&str> = catalog().iter().map(|entry| entry.id).chain(["normal", "bughouse"]).collect();
    let fens: Vec<&str> = catalog().iter().map(|entry| entry.start).chain(["8/8/8/8/8/8/8/8 w - - 0 1"]).collect();
    // Memory and cores are limited to what a test may use.
    let numbers = select(vec!["-1", "0", "1", "2", "0.5", "nan", "x", "=", "1=1", "é"]);
    prop_oneof![
        8 => select(&COMMANDS[..]).prop_map(str::to_owned),
        6 => select(&MOVES[..]).prop_map(|text| format!("usermove {text}")),
        2 => select(&MOVES[..]).prop_map(str::to_owned),
        2 => select(ids).prop_map(|id| format!("variant {id}")),
        2 => select(fens).prop_map(|fen| format!("setboard {fen}")),
        3 => (select(&WORDS[..]), vec(numbers, 0..4)).prop_map(|(word, rest)| format!("{word} {}", rest.join(" "))),
        1 => "[^\n]{0,30}".prop_filter("ends the session", |line| !line.trim().starts_with("quit")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_ping_is_answered_after_any_lines(lines in vec(line(), 1..40)) {
        let interface = interface();
        interface.send("level 0 0:01 0");
        for line in &lines {
            interface.send(line);
        }
        interface.send("force");
        interface.ask("");
        interface.send("new");
        interface.send("sd 1");
        interface.send("usermove e2e4");
        interface.until("move ");
        interface.end();
    }
}
