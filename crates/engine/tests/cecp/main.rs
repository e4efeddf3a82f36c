//! Tests of XBoard sessions through a pipe, as a GUI runs them.

mod any_lines;
#[path = "../pipe/mod.rs"]
mod pipe;
mod scripts;
mod whole_games;

use std::thread;
use std::time::{Duration, Instant};

use faraday_engine::cecp::{self, DEFAULT_HASH, EngineFactory, Rules};
use faraday_variants::{boards, catalog, find};
use pipe::Interface;

fn interface() -> Interface {
    Interface::new(("ping 77", "pong 77"), |input, output| {
        let variants: Vec<&str> = catalog().iter().map(|entry| entry.id).collect();
        let engine = |id: &str| find(id).map(|entry| entry.engine(DEFAULT_HASH));
        let referee = |id: &str, fen: Option<&str>| find(id).expect("a variant that is offered").referee(fen);
        let rules = Rules { boards: &boards(), referee: &referee };
        cecp::run(input, output, &EngineFactory { variants: &variants, create: &engine }, &rules)
    })
}

fn has_words(line: &str, count: usize) -> bool {
    line.split(' ').take(count).filter(|word| word.parse::<i64>().is_ok()).count() == count
}

#[test]
fn games_that_xboard_cannot_show_are_not_offered_but_played_when_asked_for() {
    let interface = interface();
    interface.send("protover 2");
    let features = interface.until("feature done=1");
    let offered = features.iter().find(|line| line.starts_with("feature variants=")).expect("the variants");
    for board in boards() {
        let shown = board.size.2 == 1 && board.side_effects == cecp::SideEffects::None;
        let name = if board.id == catalog()[0].id { "normal" } else { board.id };
        assert_eq!(offered.split(['"', ',']).any(|word| word == name), shown, "{name} in {offered}");
        let told = interface.ask(&format!("variant {name}"));
        assert_eq!(told.len(), usize::from(shown && name != "normal"), "{told:?}");
        assert!(told.iter().all(|line| line.starts_with("setup (") && line.contains(" 8x8+0_fairy ")), "{told:?}");
        interface.send("sd 1");
        interface.send("go");
        interface.until("move ");
    }
    interface.end();
}

#[test]
fn a_ping_waits_for_the_move_and_a_question_mark_brings_it() {
    let interface = interface();
    interface.send("post");
    interface.send("go");
    interface.until("6 ");
    interface.send("ping 5");
    let asked = Instant::now();
    interface.send("?");
    let lines = interface.until("pong 5");
    assert!(asked.elapsed() < Duration::from_secs(1));
    assert!(lines[lines.len() - 2].starts_with("move "), "{lines:?}");
    interface.end();
}

#[test]
fn thinking_is_told_in_numbers_and_moves() {
    let interface = interface();
    interface.send("post");
    interface.send("sd 4");
    interface.send("go");
    let lines = interface.until("move ");
    assert_eq!(lines.len(), 5);
    for (line, depth) in lines.iter().zip(1..=4) {
        assert!(line.starts_with(&format!("{depth} ")) && has_words(line, 4), "{line}");
    }
    interface.send("nopost");
    interface.send("go");
    assert_eq!(interface.until("move ").len(), 1);
    interface.end();
}

#[test]
fn an_analysis_follows_the_moves_and_says_how_far_it_is() {
    let interface = interface();
    interface.send("force");
    interface.send("analyze");
    for line in ["usermove e2e4", "undo", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "usermove e2e4", "new"] {
        interface.until("4 ");
        interface.send(line);
    }
    interface.until("3 ");
    // This line may belong to the earlier analysis, and the new one may not have reported yet.
    let is_told = (0..1_000).any(|_| {
        thread::sleep(Duration::from_millis(1));
        interface.ask(".").iter().any(|line| line.starts_with("stat01: "))
    });
    assert!(is_told, "an analysis says how far it is");
    interface.send("exit");
    interface.ask("");
    thread::sleep(Duration::from_millis(20));
    assert_eq!(interface.ask(""), Vec::<String>::new());
    interface.end();
}

#[test]
fn the_engine_thinks_in_the_opponents_time_and_answers_an_expected_move() {
    let interface = interface();
    interface.send("hard");
    interface.send("st 0.2");
    interface.send("usermove e2e4");
    interface.until("move ");
    let hint = interface.ask("hint").pop().expect("a hint");
    let expected = hint.strip_prefix("Hint: ").expect("a move");
    thread::sleep(Duration::from_millis(300));
    assert_eq!(interface.ask(""), Vec::<String>::new());
    interface.send(&format!("usermove {expected}"));
    interface.until("move ");
    interface.send("easy");
    assert_eq!(interface.ask(""), Vec::<String>::new());
    interface.end();
}

#[test]
fn an_unexpected_move_is_answered_as_well() {
    let interface = interface();
    interface.send("hard");
    interface.send("sd 3");
    interface.send("usermove e2e4");
    interface.until("move ");
    interface.send("usermove h2h4");
    interface.until("move ");
    interface.send("undo");
    interface.send("undo");
    interface.send("usermove a2a4");
    interface.until("move ");
    interface.end();
}

#[test]
fn clocks_are_kept_to() {
    let interface = interface();
    for (lines, least, most) in [
        (&["st 0.2"][..], 150, 3_000),
        (&["level 0 0:01 0"][..], 5, 3_000),
        (&["level 40 5 0", "time 50", "otim 50"][..], 1, 3_000),
        (&["level 40 5 0", "time -50"][..], 0, 3_000),
        (&["level 99999999999999999999 0:00 1e300", "time 1"][..], 0, 3_000),
        (&["st 1000", "nps 100"][..], 0, 5_000),
        (&["st 99999999999999999999", "sd 2"][..], 0, 3_000),
    ] {
        interface.send("new");
        lines.iter().for_each(|line| interface.send(line));
        let asked = Instant::now();
        interface.send("go");
        interface.until("move ");
        let taken = asked.elapsed().as_millis();
        assert!((least..most).contains(&taken), "{lines:?}: {taken}");
    }
    interface.end();
}

#[test]
fn a_limit_that_is_refused_leaves_the_one_before() {
    let interface = interface();
    for line in ["post", "st 600", "sd 2"] {
        assert_eq!(interface.ask(line), Vec::<String>::new());
    }
    for line in ["sd 0", "st -1"] {
        assert_eq!(interface.ask(line).len(), 1, "{line}");
    }
    interface.send("go");
    let lines = interface.until("move ");
    assert!(lines.iter().any(|line| line.starts_with("2 ")) && !lines.iter().any(|line| line.starts_with("3 ")));
    interface.end();
}

#[test]
fn the_end_of_the_input_ends_the_search_with_a_move() {
    let interface = interface();
    interface.send("post");
    interface.send("go");
    interface.until("3 ");
    assert!(interface.end().last().is_some_and(|line| line.starts_with("move ")));
}
