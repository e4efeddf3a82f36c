//! Tests of misbehaving engines, which lose their games without hanging the match.
#![cfg(unix)]

use std::time::Instant;

use faraday_arena::{ArenaError, Foul, Journal, OpeningOrder, PlayerTags, Stop, Verdict, run, write_pgn};
use faraday_rules::Color;

use super::*;

/// The limits are short for engines that do not answer, and long for the others because the machine may be busy.
fn fake(mode: &str) -> String {
    let limits = match mode {
        "hang" | "deaf" | "flood" | "endless" | "eager" | "slow" => "movetime=0.1",
        _ => "nodes=1",
    };
    format!("cmd:sh '{}/tests/fake-engine.sh' {mode},{limits}", env!("CARGO_MANIFEST_DIR"))
}

/// Plays a match in which every game must be lost by the given foul.
#[track_caller]
fn check(mode: &str, games: usize, foul: &str, said: &str) {
    let plan = plan(plain(), &[&fake(mode), "faraday:level=1"], games, 50);
    let began = Instant::now();
    let Ended { outcome, standing, games: played } = play(&plan);
    assert_eq!((outcome, played.len()), (MatchOutcome::Complete, games), "{mode}");
    assert_eq!(standing.fouls().collect::<Vec<_>>(), [(0, foul, games as u64)], "{mode}: {played:?}");
    assert_eq!(standing.pairing(0, 1).games.losses, games as u64);
    let sentence = played[0].1.verdict.sentence(&plain().text);
    assert!(sentence.contains(said), "{mode}: {sentence}");
    assert!(began.elapsed() < Duration::from_secs(60), "{mode} took {:?}", began.elapsed());
}

#[test]
fn an_engine_that_ends_loses_and_is_started_again() {
    check("crash", 4, "engine-gone", "Black wins: White's engine has gone: it ended (exit status: 3)");
    check("die", 2, "engine-gone", "it ended (signal: 9");
    check("close", 2, "engine-gone", "it closed its output");
}

#[test]
fn an_engine_that_does_not_answer_loses() {
    check("hang", 2, "no-answer", "does not answer");
    check("deaf", 2, "no-answer", "does not answer");
    check("flood", 2, "no-answer", "does not answer");
    check("endless", 2, "no-answer", "does not answer");
}

#[test]
fn an_engine_that_answers_late_loses_on_time() {
    check("slow", 2, "time-forfeit", "ran out of time");
}

/// T.1 and T.2: the opponent has a bare king in the first game and a queen in the second.
#[test]
fn an_engine_that_answers_late_draws_against_a_side_that_cannot_win() {
    let plan = plan(plain(), &[&fake("slow"), "faraday:level=1"], 2, 50);
    let source = Source::File {
        name: "queen.fen".to_owned(),
        text: "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1".to_owned(),
        order: OpeningOrder::Sequential,
        plies: None,
    };
    let mut openings = Openings::new(plan.entry, source, 1).unwrap();
    let mut verdicts = Vec::new();
    let tell = &mut |finished: &FinishedGame, _: &Standing| {
        verdicts.push(finished.played.verdict.clone());
        Ok(())
    };
    let (_, standing) = run(&plan, &mut openings, &mut Journal::none(), &Stop::new(), tell).unwrap();
    assert_eq!(
        verdicts,
        [
            Verdict::Reached(faraday_play::Verdict::TimedOutDrawn(Color::White)),
            Verdict::Forfeited(Color::Black, Foul::TimeUp)
        ]
    );
    let drawn = &verdicts[0];
    assert_eq!((drawn.reason(), drawn.termination(), drawn.winner()), ("timed-out-draw", "time forfeit", None));
    assert_eq!(drawn.sentence(&plain().text), plain().text.time_out_draw(Color::White));
    assert_eq!(standing.pairing(0, 1).games.draws, 1);
}

#[test]
fn an_engine_whose_word_is_no_legal_move_loses() {
    check("illegal", 2, "illegal-move", "answers `e2e5`");
    check("null", 2, "illegal-move", "answers `0000`");
    check("resign", 2, "illegal-move", "answers `resign`");
    check("empty", 2, "illegal-move", "answers ``");
    check("garbage", 2, "illegal-move", "answers `[31m}{\"\\`");
}

#[test]
fn a_word_before_the_question_is_no_answer() {
    check("eager", 2, "no-answer", "does not answer");
}

/// Answers and their quotes are written to records and to the terminal.
#[test]
fn control_characters_of_an_engine_do_not_reach_the_record() {
    let plan = plan(plain(), &[&fake("garbage"), "faraday:level=1"], 2, 50);
    let Ended { games, .. } = play(&plan);
    let names = [0, 1].map(|player: usize| PlayerTags { name: "a\u{1b}[31mb", limits: &plan.entrants[player].limits });
    for (_, played) in games {
        let sentence = played.verdict.sentence(&plain().text);
        assert!(!sentence.contains(char::is_control), "{sentence:?}");
        let text = write_pgn(plan.entry, &played, &names, "1", "2026.01.01");
        assert!(!text.contains(|letter: char| letter.is_control() && letter != '\n'), "{text:?}");
    }
}

#[test]
fn a_match_that_is_stopped_does_not_wait_for_an_engine_that_hangs_at_its_start() {
    let stop = Stop::new();
    stop.flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let plan = plan(plain(), &["cmd:sleep 60", "faraday:level=1"], 2, 50);
    let began = Instant::now();
    let ended = run(&plan, &mut openings(&plan), &mut Journal::none(), &stop, &mut |_, _| Ok(()));
    assert!(matches!(ended, Ok((MatchOutcome::Stopped, _))));
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn an_engine_that_cannot_be_started_ends_the_match_with_one_sentence() {
    let missing = "/bin/sh -c true";
    for (player, said) in [
        ("cmd:/nonexistent/engine".to_owned(), "cannot start `/nonexistent/engine`"),
        (format!("cmd:{missing}"), "does not answer `uciok` under UCI: it ended"),
        (format!("{},option.Nonsense=1", fake("hang")), "has no option `Nonsense`"),
    ] {
        let plan = plan(plain(), &[&player, "faraday:level=1"], 2, 50);
        let ended = run(&plan, &mut openings(&plan), &mut Journal::none(), &Stop::new(), &mut |_, _| Ok(()));
        let error = ended.map(|_| ()).unwrap_err();
        assert!(matches!(error, ArenaError::Start { .. }), "{error}");
        assert!(error.to_string().contains(said) && !error.to_string().contains('\n'), "{error}");
    }
    let other = plan(&catalog()[1], &[&fake("hang"), "faraday:level=1"], 2, 50);
    let ended = run(&other, &mut openings(&other), &mut Journal::none(), &Stop::new(), &mut |_, _| Ok(()));
    assert!(ended.map(|_| ()).unwrap_err().to_string().contains("does not play"));
}
