//! Tests of matches in which Faraday plays itself: pairs, seeds, resumption, and clocks.

use std::fs;

use faraday_arena::statistics::{Decision, Sprt};
use faraday_arena::{ArenaError, GameRecord, Journal, JournalError, PlayerTags, Stop, Verdict, run, write_pgn};
use faraday_rules::pgn::{GameResult, read_games};
use faraday_wire::PgnReader;

use super::*;

/// Replays a PGN game by the rules and returns its result.
fn replayed(entry: &'static Entry, text: &str) -> Option<GameResult> {
    let tree = read_games(text).remove(0).unwrap();
    let mut game = entry.game(tree.header("FEN")).unwrap();
    for id in tree.main_line() {
        let mv = game.read_move(tree.node(id).san()).unwrap();
        game.play_legal(mv);
    }
    assert_eq!(tree.header("PlyCount").unwrap(), game.moves().len().to_string());
    game.ending().map(|ending| GameResult::parse(ending.result()).unwrap())
}

#[test]
fn a_match_ends_counts_right_and_replays_in_every_variant() {
    for entry in catalog() {
        let plan = plan(entry, &["faraday:nodes=400", "faraday:level=2"], 4, 150);
        let Ended { outcome, standing, games } = play(&plan);
        assert_eq!((outcome, games.len()), (MatchOutcome::Complete, 4), "{}", entry.id);
        let pairing = standing.pairing(0, 1);
        assert_eq!((pairing.games.count(), pairing.pairs.count()), (4, 2), "{}", entry.id);
        let points = (0..5).zip(pairing.pairs.0).map(|(half_points, count)| half_points * count).sum::<u64>();
        assert_eq!(2 * pairing.games.wins + pairing.games.draws, points);
        for (number, played) in &games {
            let scheduled = plan.schedule.game(*number);
            let names = [scheduled.white, scheduled.black].map(|player| {
                let Entrant { name, limits, .. } = &plan.entrants[player];
                PlayerTags { name, limits }
            });
            let text = write_pgn(entry, played, &names, &scheduled.round(), "2026.05.09");
            let by_rule = replayed(entry, &text);
            match &played.verdict {
                Verdict::Reached(faraday_play::Verdict::Ruled(_)) => {
                    assert_eq!(by_rule, Some(played.verdict.result()), "{text}");
                }
                Verdict::TooLong => assert_eq!(played.plies.len(), 120),
                other => panic!("{}: {other:?}", entry.id),
            }
            let mut reader = PgnReader::default();
            let mut entries = reader.feed(text.as_bytes());
            entries.extend(reader.finish());
            assert!(entries.len() == 1 && entries[0].problem.is_none(), "{text}");
        }
    }
}

#[test]
fn both_games_of_a_pair_start_alike_with_colors_exchanged() {
    let games = play(&plan(plain(), &["faraday", "faraday:level=4"], 6, 200)).games;
    for pair in games.chunks(2) {
        let [first, second] = pair else { panic!("the games are pairs") };
        let opening = |played: &PlayedGame| played.plies[..4].iter().map(|ply| ply.uci.clone()).collect::<Vec<_>>();
        assert_eq!(opening(&first.1), opening(&second.1));
    }
    assert_ne!(games[0].1.plies[..4], games[2].1.plies[..4]);
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let moves = |seed| {
        let plan = MatchPlan { seed, ..plan(plain(), &["faraday", "faraday:level=3"], 4, 300) };
        let words = |(_, played): &(usize, PlayedGame)| played.plies.iter().map(|ply| ply.uci.clone()).collect();
        play(&plan).games.iter().map(words).collect::<Vec<Vec<String>>>()
    };
    assert_eq!(moves(5), moves(5));
    assert_ne!(moves(5), moves(6));
}

#[test]
fn a_match_that_was_stopped_goes_on_to_the_same_games() {
    let path = std::env::temp_dir().join(format!("faraday-arena-resumed-{}.jsonl", std::process::id()));
    let plan = plan(plain(), &["faraday", "faraday:level=2"], 8, 200);
    let whole = play(&plan);
    let settings = plan.settings(&openings(&plan));
    let mut journal = Journal::open(&path, &settings).unwrap();
    let first = play_on(&plan, &mut journal, &Stop::new(), 3);
    assert_eq!((first.outcome, first.games.len()), (MatchOutcome::Stopped, 3));
    drop(journal);
    // The record is truncated in the middle of a line.
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - 10]).unwrap();
    let mut journal = Journal::open(&path, &settings).unwrap();
    assert_eq!(journal.lines().len(), 2);
    let rest = play_on(&plan, &mut journal, &Stop::new(), usize::MAX);
    assert_eq!((rest.outcome, rest.games.len()), (MatchOutcome::Complete, 6));
    assert_eq!(rest.standing, whole.standing);
    let lines: Vec<String> = journal.lines().iter().map(|line| line.moves.clone()).collect();
    let words = |played: &PlayedGame| played.plies.iter().map(|ply| ply.uci.as_str()).collect::<Vec<_>>().join(" ");
    assert_eq!(lines, whole.games.iter().map(|(_, played)| words(played)).collect::<Vec<_>>());
    drop(journal);
    let longer = MatchPlan { schedule: Schedule::new(2, 10), ..plan };
    let mut journal = Journal::open(&path, &longer.settings(&openings(&longer))).unwrap();
    assert_eq!(
        play_on(&longer, &mut journal, &Stop::new(), usize::MAX).games.len(),
        2,
        "more games are no other match"
    );
    drop(journal);
    let other = MatchPlan { seed: 2, ..longer };
    let refused = Journal::<GameRecord>::open(&path, &other.settings(&openings(&other)));
    assert!(matches!(refused, Err(JournalError::Other { .. })));
    fs::remove_file(path).unwrap();
}

#[test]
fn many_at_once_play_every_game_once() {
    let plan =
        MatchPlan { concurrency: 4, ..plan(plain(), &["faraday", "faraday:level=1", "faraday:level=2"], 4, 100) };
    let Ended { outcome, standing, mut games } = play(&plan);
    games.sort_by_key(|(number, _)| *number);
    assert_eq!(outcome, MatchOutcome::Complete);
    assert_eq!(games.iter().map(|(number, _)| *number).collect::<Vec<_>>(), (0..12).collect::<Vec<_>>());
    for (one, other) in plan.schedule.pairings() {
        assert_eq!(standing.pairing(one, other).pairs.count(), 2);
    }
}

#[test]
fn a_test_ends_a_match_as_soon_as_it_has_decided() {
    let sprt: Sprt = "elo0=0,elo1=100,alpha=0.2,beta=0.2".parse().unwrap();
    let strong = MatchPlan { sprt: Some(sprt), ..plan(plain(), &["faraday:nodes=1500", "faraday:level=1"], 400, 50) };
    let Ended { outcome, standing, games } = play(&strong);
    assert_eq!(outcome, MatchOutcome::Decided(Decision::H1));
    assert!(games.len() < 100 && games.len().is_multiple_of(2), "{}", games.len());
    assert_eq!(sprt.decide(standing.pairing(0, 1).pairs), Some(Decision::H1));
    let weak = MatchPlan { sprt: Some(sprt), ..plan(plain(), &["faraday:level=1", "faraday:nodes=1500"], 400, 50) };
    assert_eq!(play(&weak).outcome, MatchOutcome::Decided(Decision::H0));
}

#[test]
fn clocks_run_and_are_kept() {
    let mut plan = plan(plain(), &["faraday:tc=0.5+0.02", "faraday:tc=1.0+0.01"], 2, 1);
    plan.terms.most_plies = Some(40);
    plan.terms.margin = Duration::from_secs(2);
    for (_, played) in play(&plan).games {
        let last = played.plies.iter().rev().find_map(|ply| ply.info).unwrap();
        assert!(last.left.is_some_and(|left| left < Duration::from_secs(2)), "{last:?}");
        assert!(!matches!(played.verdict, Verdict::Forfeited(..)), "{:?}", played.verdict);
    }
}

#[test]
fn a_foreign_game_in_the_record_is_refused() {
    let path = std::env::temp_dir().join(format!("faraday-arena-foreign-{}.jsonl", std::process::id()));
    let plan = plan(plain(), &["faraday", "faraday:level=1"], 2, 50);
    let settings = plan.settings(&openings(&plan));
    let mut journal = Journal::open(&path, &settings).unwrap();
    play_on(&plan, &mut journal, &Stop::new(), usize::MAX);
    drop(journal);
    let text = fs::read_to_string(&path).unwrap().replace("\"game\":2", "\"game\":3");
    fs::write(&path, text).unwrap();
    let mut journal = Journal::open(&path, &settings).unwrap();
    let ended = run(&plan, &mut openings(&plan), &mut journal, &Stop::new(), &mut |_, _| Ok(()));
    assert!(matches!(ended, Err(ArenaError::Foreign(3))));
    fs::remove_file(path).unwrap();
}
