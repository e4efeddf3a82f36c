//! Tests of UCI sessions through a pipe, as a GUI runs them.

mod answers;
mod go;
#[path = "../noise/mod.rs"]
mod noise;
#[path = "../pipe/mod.rs"]
mod pipe;

use std::thread;
use std::time::{Duration, Instant};

use faraday_engine::uci::{self, DEFAULT_HASH, EngineFactory};
use faraday_variants::{catalog, find};
use pipe::Interface;

fn interface() -> Interface {
    Interface::new(("isready", "readyok"), |input, output| {
        let variants: Vec<&str> = catalog().iter().map(|entry| entry.id).collect();
        let engine = |id: &str| find(id).map(|entry| entry.engine(DEFAULT_HASH));
        uci::run(input, output, &EngineFactory { variants: &variants, create: &engine })
    })
}

#[test]
fn the_session_introduces_itself_with_every_variant() {
    let interface = interface();
    interface.send("uci");
    let lines = interface.until("uciok");
    assert!(lines[0].starts_with("id name Faraday "));
    assert!(lines[1].starts_with("id author "));
    let options: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
    assert!(options[0].starts_with("UCI_Variant type combo default chess var chess var "));
    for entry in catalog() {
        assert!(options[0].contains(&format!(" var {}", entry.id)), "{}", entry.id);
    }
    assert_eq!(
        options[1..],
        [
            "Hash type spin default 16 min 1 max 65536",
            "Threads type spin default 1 min 1 max 256",
            "Clear Hash type button",
            "MultiPV type spin default 1 min 1 max 500",
            "Ponder type check default false",
            "OwnBook type check default false",
            "Skill Level type spin default 10 min 1 max 10",
            "UCI_LimitStrength type check default false",
            "UCI_Elo type spin default 1800 min 1650 max 2130",
            "UCI_ShowWDL type check default false",
            "Move Overhead type spin default 20 min 0 max 10000",
            "Seed type spin default 0 min 0 max 4294967295",
            "Use NNUE type check default true",
            "EvalFile type string default <embedded>",
        ]
    );
    assert_eq!(interface.end(), Vec::<String>::new());
}

#[test]
fn a_search_tells_complete_lines_and_a_move() {
    let interface = interface();
    interface.send("position startpos moves e2e4 e7e5");
    interface.send("go depth 4");
    let lines = interface.until("bestmove");
    let (answer, infos) = lines.split_last().expect("lines");
    assert_eq!(infos.len(), 4);
    for (line, depth) in infos.iter().zip(1..) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[..2], ["info", "depth"]);
        assert_eq!(words[2], depth.to_string());
        let names: Vec<&str> =
            words[3..].iter().copied().filter(|word| word.starts_with(char::is_alphabetic)).collect();
        assert_eq!(names[..9], ["seldepth", "multipv", "score", "cp", "nodes", "nps", "hashfull", "tbhits", "time"]);
        assert_eq!(names[9], "pv");
    }
    assert!(answer.contains(" ponder "));
    interface.end();
}

#[test]
fn stop_and_isready_are_answered_while_searching() {
    let interface = interface();
    interface.send("go infinite");
    interface.until("info depth 6");
    interface.send("isready");
    interface.until("readyok");
    assert_eq!(interface.ask("d").pop(), Some("info string a search is running: `stop` ends it".to_owned()));
    let asked = Instant::now();
    interface.send("stop");
    interface.until("bestmove");
    assert!(asked.elapsed() < Duration::from_millis(100));
    interface.end();
}

#[test]
fn an_infinite_search_does_not_answer_before_it_is_stopped() {
    let interface = interface();
    interface.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    interface.send("go infinite");
    thread::sleep(Duration::from_millis(30));
    assert_eq!(interface.ask(""), Vec::<String>::new());
    interface.send("stop");
    assert_eq!(interface.last("bestmove"), "bestmove 0000");
    interface.end();
}

#[test]
fn after_a_ponder_hit_the_clock_runs() {
    let interface = interface();
    interface.send("position startpos moves e2e4");
    interface.send("go ponder movetime 50");
    thread::sleep(Duration::from_millis(120));
    assert!(interface.ask("").iter().all(|line| !line.starts_with("bestmove")));
    interface.send("ponderhit");
    interface.until("bestmove");
    interface.end();
}

#[test]
fn a_network_evaluates_from_a_file_and_no_damaged_one_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        path.display().to_string()
    };
    let bytes = noise::noise::<faraday_variants::Chess>().to_bytes();
    let (good, cut) = (file("good.nnue", &bytes), file("cut.nnue", &bytes[..bytes.len() / 2]));
    let missing = folder.path().join("missing.nnue").display().to_string();
    let interface = interface();
    interface.send("setoption name Use NNUE value false");
    let hand = interface.ask("eval");
    interface.send("setoption name Use NNUE value true");
    assert_eq!(interface.ask(&format!("setoption name EvalFile value {good}")), Vec::<String>::new());
    let network = interface.ask("eval");
    assert_ne!(network, hand);
    let no_file = folder.path().display().to_string();
    for bad in [&cut, &missing, &no_file] {
        let told = interface.ask(&format!("setoption name EvalFile value {bad}"));
        assert!(told.len() == 1 && told[0].starts_with("info string the evaluation stays as it was: "), "{told:?}");
        assert_eq!(interface.ask("eval"), network);
    }
    let told = interface.ask("setoption name EvalFile value");
    assert_eq!(told, ["info string option `EvalFile` needs a value"]);
    interface.send("setoption name Use NNUE value false");
    assert_eq!(interface.ask("eval"), hand);
    let told = interface.ask(&format!("setoption name EvalFile value {cut}"));
    assert_eq!(
        told,
        ["info string the evaluation stays as it was: the network is damaged: its checksum does not match"]
    );
    assert_eq!(interface.ask("eval"), hand);
    interface.send("setoption name Use NNUE value true");
    assert_eq!(interface.ask("eval"), network);
    let told = interface.ask("setoption name UCI_Variant value magnetic");
    let unfit = "the built-in evaluation is used: the network plays `chess`, not `magnetic`";
    assert_eq!(told, [format!("info string {unfit}")]);
    let program = interface.ask("eval");
    interface.send("setoption name Use NNUE value false");
    assert_ne!(interface.ask("eval"), program);
    assert_eq!(interface.ask("setoption name UCI_Variant value chess"), Vec::<String>::new());
    assert_eq!(interface.ask("eval"), hand);
    let told = interface.ask("setoption name Use NNUE value maybe");
    assert_eq!(told, ["info string option `Use NNUE` takes true or false, not `maybe`"]);
    interface.end();
}

#[test]
fn mistakes_are_told_in_one_sentence_and_change_nothing() {
    let interface = interface();
    interface.send("position startpos moves e2e4");
    let fen = interface.ask("d");
    for (line, told) in [
        ("xyzzy", "unknown command `xyzzy`"),
        ("position", "`position` must be followed by `startpos` or `fen`"),
        ("position fen 8/8 w - - 0 1", "the position stays as it was: the placement must have 8 ranks, but has 2"),
        ("position startpos moves e2e5", "the position stays as it was: move 1: `e2e5` is illegal here"),
        (
            "position startpos moves e2e4 e7",
            "the position stays as it was: move 2: `e7` is incomplete: write the square that the piece comes from and the \
             one it goes to, such as e2e4",
        ),
        ("setoption name Depth value 3", "there is no option `Depth`"),
        ("setoption name hash value much", "option `Hash` takes a number from 1 to 65536, not `much`"),
        ("setoption name MultiPV", "option `MultiPV` needs a value"),
    ] {
        assert_eq!(interface.ask(line), [format!("info string {told}")], "{line}");
    }
    assert_eq!(interface.ask("setoption name UCI_Variant value bughouse").len(), 1);
    assert_eq!(interface.ask("d"), fen);
    assert_eq!(interface.ask("debug on"), Vec::<String>::new());
    assert_eq!(interface.ask("eval").len(), 1);
    interface.end();
}

#[test]
fn bytes_that_are_no_text_are_survived() {
    let interface = interface();
    interface.send("\u{1F9C2}\u{0}");
    assert_eq!(interface.ask("").len(), 1);
    interface.end();
}

#[test]
fn every_variant_is_played_by_its_id_in_any_case() {
    let interface = interface();
    for entry in catalog() {
        interface.send(&format!("setoption name uci_variant value {}", entry.id.to_uppercase()));
        assert_eq!(interface.ask("d"), [format!("info string {} {}", entry.id, entry.start)]);
        interface.send(&format!("position fen {}", entry.start));
        interface.send("go nodes 2000");
        assert_ne!(interface.last("bestmove"), "bestmove 0000");
    }
    interface.end();
}

#[test]
fn only_the_named_moves_are_searched() {
    let interface = interface();
    interface.send("go depth 3 searchmoves a2a3 h2h9");
    let lines = interface.until("bestmove");
    assert_eq!(lines[0], "info string searchmoves: `h9` in `h2h9` is not a square of the board");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove a2a3")));
    interface.end();
}

#[test]
fn several_lines_are_told_when_asked_for() {
    let interface = interface();
    interface.send("setoption name multipv value 3");
    interface.send("go depth 2");
    let lines = interface.until("bestmove");
    assert_eq!(lines.len(), 7);
    assert!(lines[5].starts_with("info depth 2 ") && lines[5].contains(" multipv 3 "));
    interface.end();
}

/// Returns the numbers after a word of an `info` line.
fn numbers<const N: usize>(line: &str, word: &str) -> Option<[u64; N]> {
    let mut words = line.split(' ').skip_while(|found| *found != word).skip(1);
    let mut found = [0; N];
    for number in &mut found {
        *number = words.next()?.parse().ok()?;
    }
    Some(found)
}

#[test]
fn a_rating_limits_the_nodes_when_strength_is_limited() {
    let interface = interface();
    let last = |command: &str| {
        interface.send(command);
        interface.send("go nodes 20000");
        let lines = interface.until("bestmove");
        numbers::<1>(&lines[lines.len() - 2], "nodes").expect("a line tells its nodes")[0]
    };
    assert_eq!(last("setoption name UCI_Elo value 1650"), 20_000);
    assert!((200..=310).contains(&last("setoption name UCI_LimitStrength value true")));
    assert!((800..=1_240).contains(&last("setoption name UCI_Elo value 1810")));
    assert!((13_000..20_000).contains(&last("setoption name UCI_Elo value 2130")));
    interface.end();
}

#[test]
fn chances_are_told_when_asked_for() {
    let interface = interface();
    interface.send("go depth 3");
    assert!(interface.until("bestmove").iter().all(|line| !line.contains(" wdl ")));
    interface.send("setoption name UCI_ShowWDL value true");
    interface.send("position fen 3qk3/8/8/8/8/8/8/R2QK3 w - - 0 1");
    interface.send("go depth 3");
    let lines = interface.until("bestmove");
    for line in &lines[..lines.len() - 1] {
        let [win, draw, loss] = numbers(line, "wdl").expect("every line tells chances");
        assert_eq!(win + draw + loss, 1_000, "{line}");
        assert!(win > loss, "{line}");
    }
    interface.end();
}

#[test]
fn the_number_of_threads_is_an_option_for_every_variant() {
    let interface = interface();
    let told: &[&str] =
        if cfg!(feature = "threads") { &[] } else { &["info string could not start 2 threads: searches run on 1"] };
    assert_eq!(interface.ask("setoption name threads value 2"), told);
    for entry in catalog() {
        interface.send(&format!("setoption name UCI_Variant value {}", entry.id));
        interface.send(&format!("position fen {}", entry.start));
        interface.send("go depth 4");
        let lines = interface.until("bestmove");
        assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{}", entry.id);
        interface.send("go infinite");
        interface.until("info depth 2");
        // The running search ends first.
        interface.send("setoption name Threads value 1");
        interface.until("bestmove");
        interface.send("setoption name Threads value 2");
    }
    let refused = "info string option `Threads` takes a number from 1 to 256, not `0`";
    assert_eq!(interface.ask("setoption name Threads value 0").pop().as_deref(), Some(refused));
    interface.end();
}

#[test]
fn a_level_plays_the_same_from_the_same_seed_and_otherwise_from_another() {
    let interface = interface();
    interface.send("setoption name level value 1");
    let mut answers = Vec::new();
    for seed in (1..=12).chain(1..=12) {
        interface.send(&format!("setoption name Seed value {seed}"));
        interface.send("ucinewgame");
        interface.send("go");
        answers.push(interface.last("bestmove"));
    }
    assert_eq!(answers[..12], answers[12..]);
    assert!(answers.iter().any(|answer| *answer != answers[0]));
    interface.end();
}

#[test]
fn the_end_of_the_input_ends_the_search_with_a_move() {
    let interface = interface();
    interface.send("go infinite");
    interface.until("info depth 3");
    assert!(interface.end().last().is_some_and(|line| line.starts_with("bestmove ")));
}

#[test]
fn quit_ends_the_search_with_a_move() {
    let interface = interface();
    interface.send("go infinite");
    interface.until("info depth 3");
    interface.send("quit");
    interface.until("bestmove");
    interface.end();
}

#[test]
fn options_beyond_their_bounds_are_refused_in_one_sentence() {
    let interface = interface();
    for (option, bounds) in
        [("Hash", "1 to 65536"), ("Threads", "1 to 256"), ("MultiPV", "1 to 500"), ("Move Overhead", "0 to 10000")]
    {
        for value in ["-1", "99999999999999999999", "1.5", ""] {
            let told = interface.ask(&format!("setoption name {option} value {value}"));
            assert_eq!(told, [format!("info string option `{option}` takes a number from {bounds}, not `{value}`")]);
        }
    }
    interface.end();
}

#[test]
fn an_interface_that_speaks_another_protocol_is_told_where_to_find_it() {
    let interface = interface();
    let told = "info string this is UCI; for XBoard's protocol, run `faraday cecp`";
    assert_eq!(interface.ask("xboard"), [told]);
    interface.end();
}
