//! Tests of clocks, flags, days per move, and absence.

use std::time::Duration;

use faraday_play::{
    Act, Action, Claim, Command, Decision, FIRST_MOVE, Fact, Latency, MoveRequest, Outage, Refused, Table, Terms,
    TimeControl, TimeReason, Timestamp, Venue, Verdict,
};
use faraday_rules::Color::{Black, White};

use crate::{Game, clock, days, secs};

fn outage(boot: u64) -> Outage {
    Outage { node: "one".to_owned(), boot }
}

fn sent(game: &Game, uci: &str, latency: Latency) -> Command {
    let (side, ply) = (game.table.turn(), game.table.ply());
    Command::of(side, Action::Move(MoveRequest { uci: uci.to_owned(), ply, seen: None, draw: false, latency }))
}

#[test]
fn the_first_two_moves_cost_nothing_and_gain_nothing() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(20, "e2e4 e7e5");
    assert_eq!(game.left(), [300_000; 2]);
    game.play_all(20, "g1f3 b8c6");
    assert_eq!(game.left(), [283_000; 2]);
}

#[test]
fn a_first_move_that_does_not_come_aborts_the_game() {
    for moves in ["", "e2e4"] {
        let mut game = Game::new("chess", clock("5+3"));
        game.play_all(29, moves).pass(FIRST_MOVE.saturating_sub(Duration::from_millis(1)));
        assert!(!game.flag());
        game.pass(Duration::from_millis(1));
        assert_eq!(game.play("a2a3"), Err(Refused::TimeUp));
        assert!(game.flag());
        assert_eq!(game.table.verdict(), Some(Verdict::Aborted));
        let late = game.table.turn();
        assert_eq!((game.table.missed_by(), game.table.aborted_by()), (Some(late), None));
    }
}

#[test]
fn without_a_clock_nobody_has_to_hurry() {
    let mut game = Game::new("chess", Terms::UNLIMITED);
    game.pass(secs(89 * 86_400));
    assert!(!game.flag());
    game.play("e2e4").unwrap();
    game.pass(secs(90 * 86_400));
    assert!(game.flag());
    assert_eq!(game.table.verdict(), Some(Verdict::Expired));
}

#[test]
fn who_has_used_up_the_clock_loses_once_the_quota_of_lag_is_used_up_too() {
    let mut game = Game::new("chess", clock("1"));
    game.play_all(1, "e2e4 e7e5").pass(secs(60));
    assert_eq!(game.play("g1f3"), Err(Refused::TimeUp));
    assert!(!game.flag(), "a move that lag has held up may still come");
    // The quota for one minute is three moves of 39 centiseconds.
    game.pass(Duration::from_millis(1169));
    assert!(!game.flag());
    game.pass(Duration::from_millis(1));
    assert!(game.flag());
    assert_eq!(game.table.verdict(), Some(Verdict::TimedOut(White)));
}

#[test]
fn time_that_is_up_draws_against_who_cannot_win() {
    let mut game = Game::from_fen("chess", clock("1"), Some("4k3/8/8/8/8/8/3Q4/K7 w - - 0 1"));
    game.play_all(1, "a1b1 e8e7").pass(secs(70));
    assert!(game.flag());
    assert_eq!(game.table.verdict(), Some(Verdict::TimedOutDrawn(White)));
}

#[test]
fn lag_is_not_charged_within_the_quota() {
    let mut game = Game::new("chess", clock("1"));
    game.play_all(1, "e2e4 e7e5").pass(secs(10));
    let late = Latency { lag: secs(3), ..Latency::default() };
    let command = sent(&game, "g1f3", late);
    game.send(&command).unwrap();
    assert_eq!(game.left()[0], 60_000 - 10_000 + 1170);
    // A move never takes less than no time, even with lag.
    game.pass(Duration::from_millis(100));
    let command = sent(&game, "b8c6", late);
    game.send(&command).unwrap();
    assert_eq!(game.left()[1], 60_000);
    let lags = game.journal.iter().filter_map(|act| match act.fact {
        Fact::Moved { lag, .. } => Some(lag.as_millis()),
        _ => None,
    });
    assert_eq!(lags.collect::<Vec<_>>(), [0, 0, 1170, 100]);
}

#[test]
fn a_delay_of_the_move_before_is_not_charged_up_to_six_seconds() {
    let mut game = Game::new("chess", clock("1"));
    game.play_all(1, "e2e4 e7e5").pass(secs(10));
    let command = sent(&game, "g1f3", Latency { delay: secs(60), ..Latency::default() });
    game.send(&command).unwrap();
    assert_eq!(game.left()[0], 56_000);
}

#[test]
fn days_are_for_each_move_and_are_not_saved() {
    let mut game = Game::new("chess", days(1));
    game.play_all(86_399, "e2e4 e7e5 g1f3").pass(secs(86_399));
    assert!(!game.flag());
    game.pass(secs(1));
    assert_eq!(game.play("b8c6"), Err(Refused::TimeUp));
    assert!(game.flag());
    assert_eq!(game.table.verdict(), Some(Verdict::TimedOut(Black)));
}

#[test]
fn a_first_move_within_days_that_does_not_come_aborts_the_game() {
    let mut game = Game::new("chess", days(2));
    game.play_all(86_400, "e2e4").pass(secs(2 * 86_400));
    assert!(game.flag());
    assert_eq!(game.table.verdict(), Some(Verdict::Aborted));
}

#[test]
fn time_may_be_given_in_casual_games_with_a_clock() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5");
    game.request(White, Action::GiveTime).unwrap();
    assert_eq!(game.left(), [300_000, 315_000]);
    let rated = Terms { rated: true, ..clock("5+3") };
    assert_eq!(Game::new("chess", rated).request(White, Action::GiveTime), Err(Refused::Rated));
    assert_eq!(Game::new("chess", days(3)).request(White, Action::GiveTime), Err(Refused::NoClock));
}

#[test]
fn an_outage_is_credited_once() {
    let mut game = Game::new("chess", clock("1"));
    game.play_all(1, "e2e4 e7e5").pass(secs(65));
    let act = game.table.credit(outage(7), secs(30), game.now).unwrap();
    game.keep(act);
    assert!(!game.flag());
    game.play("g1f3").unwrap();
    assert_eq!(game.left()[0], 60_000 + 30_000 - 65_000);
    assert_eq!(game.table.credit(outage(7), secs(30), game.now), None);
    assert!(game.table.credit(outage(8), secs(30), game.now).is_some());
}

#[test]
fn an_outage_before_the_clocks_run_gives_time_for_the_first_move() {
    let mut game = Game::new("chess", clock("1"));
    game.pass(secs(40));
    let act = game.table.credit(outage(7), secs(20), game.now).unwrap();
    game.keep(act);
    assert_eq!(game.left(), [60_000; 2]);
    game.pass(secs(9)).play("e2e4").unwrap();
    game.pass(secs(30));
    assert!(game.flag(), "the other side has its own thirty seconds");
}

#[test]
fn time_is_given_once_between_two_moves_and_twenty_times_a_game() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5");
    game.request(White, Action::GiveTime).unwrap();
    assert_eq!(game.request(White, Action::GiveTime), Err(Refused::Given));
    game.request(Black, Action::GiveTime).unwrap();
    // A takeback does not count as a move.
    game.request(Black, Action::Takeback).unwrap();
    game.request(White, Action::Accept(None)).unwrap();
    assert_eq!(game.request(White, Action::GiveTime), Err(Refused::Given));
    let moves = "e7e5 a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 f2f3 f7f6 g2g3 g7g6 h2h3 h7h6 a3a4 a6a5 b3b4 b6b5";
    for uci in moves.split(' ') {
        game.play_all(1, uci).request(White, Action::GiveTime).unwrap();
    }
    assert_eq!(game.play_all(1, "c3c4").request(White, Action::GiveTime), Err(Refused::AllGiven));
    game.request(Black, Action::GiveTime).unwrap();
}

#[test]
fn a_journal_grows_by_moves_alone_once_it_is_long() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5");
    while game.table.seq() < 2_000 {
        game.request(White, Action::Takeback).unwrap();
        game.request(Black, Action::Accept(None)).unwrap();
        game.play_all(0, if game.table.ply() == 0 { "e2e4 e7e5" } else { "e7e5" });
    }
    assert_eq!(game.request(White, Action::Takeback), Err(Refused::TooMany));
    assert_eq!(game.request(White, Action::GiveTime), Err(Refused::TooMany));
    game.play_all(1, "g1f3");
    game.request(Black, Action::Resign).unwrap();
}

#[test]
fn journals_from_before_the_bounds_still_replay() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5");
    let (seq, mut given) = (game.table.seq(), game.left());
    for more in 1..=20_000 - seq {
        given[1] += 15_000;
        let fact = Fact::Timed { more: secs(15), reason: TimeReason::Gift };
        let left = Some(given.map(Duration::from_millis));
        game.keep(Act { seq: seq + more, at: game.now, side: Some(Black), id: None, fact, left, verdict: None });
    }
    // The next request ends the game without a result.
    game.play("g1f3").unwrap();
    assert_eq!(game.table.verdict(), Some(Verdict::Expired));
}

#[test]
fn who_is_away_on_their_own_time_can_be_claimed_from() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5");
    let left_at = game.now.after(secs(2));
    let claim = |claim| Action::Claim { claim, away_since: left_at };
    game.pass(secs(31));
    assert_eq!(game.request(Black, claim(Claim::Win)), Err(Refused::NotYet(secs(1))));
    assert_eq!(game.request(White, claim(Claim::Win)), Err(Refused::NotRunning), "it is White's time that runs");
    game.pass(secs(1));
    game.request(Black, claim(Claim::Win)).unwrap();
    assert_eq!(game.table.verdict(), Some(Verdict::Abandoned(White, Claim::Win)));
}

#[test]
fn absence_counts_from_the_start_of_ones_own_time() {
    let mut game = Game::new("chess", clock("5+3"));
    let away_since = game.now;
    game.play_all(20, "e2e4 e7e5").pass(secs(29));
    let claim = Action::Claim { claim: Claim::Draw, away_since };
    assert_eq!(game.request(Black, claim.clone()), Err(Refused::NotYet(secs(1))));
    assert_eq!(Game::new("chess", days(3)).request(Black, claim), Err(Refused::NoClock));
}

#[test]
fn a_takeback_ends_the_time_that_an_outage_gave() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4").pass(secs(20));
    let act = game.table.credit(outage(7), secs(20), game.now).unwrap();
    game.keep(act);
    game.request(White, Action::Takeback).unwrap();
    game.request(Black, Action::Accept(None)).unwrap();
    assert_eq!(game.table.deadline(), Some(game.now.after(FIRST_MOVE)));
}

#[test]
fn nobody_is_away_while_the_server_is() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5");
    let claim = Action::Claim { claim: Claim::Win, away_since: game.now };
    game.pass(secs(60));
    let act = game.table.credit(outage(7), secs(60), game.now).unwrap();
    game.keep(act);
    assert_eq!(game.request(Black, claim.clone()), Err(Refused::NotYet(secs(30))));
    game.pass(secs(30)).request(Black, claim).unwrap();
}

#[test]
fn no_more_is_credited_than_an_outage_can_have_taken() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5").pass(secs(10));
    let act = game.table.credit(outage(7), secs(10_000), game.now).unwrap();
    game.keep(act);
    assert_eq!(game.left()[0], 300_000 + 40_000);
}

#[test]
fn a_flag_waits_for_a_delay_of_at_most_six_seconds() {
    let mut game = Game::new("chess", clock("1"));
    game.play_all(1, "e2e4 e7e5").pass(secs(62));
    let flagged = |game: &Game, delay| game.table.flag(game.now, secs(delay)).is_some();
    assert_eq!([0, 1].map(|delay| flagged(&game, delay)), [true, false]);
    game.pass(secs(6));
    assert!(flagged(&game, 60));
}

#[test]
fn clocks_of_a_game_that_goes_on_run_at_once() {
    let mut game = faraday_variants::find("chess").unwrap().game(None).unwrap();
    for uci in ["e2e4", "e7e5"] {
        let mv = game.read_uci(uci).unwrap();
        game.play_legal(mv);
    }
    let control = TimeControl::parse_minutes("1").unwrap();
    let table = Table::new(game, Terms::timed(control), Venue::Online, Timestamp::default());
    let now = Timestamp::from_millis(5000);
    assert_eq!(table.left_at(White, now), Some(secs(55)));
    let Ok(Decision::Act(act)) = table.decide(&Command::to_move(White, 2, "g1f3"), now) else { panic!("a legal move") };
    assert_eq!(act.left, Some([secs(55), secs(60)]));
}

#[test]
fn an_outage_gives_time_for_one_move_of_a_game_of_days() {
    let mut game = Game::new("chess", days(1));
    game.play_all(60, "e2e4 e7e5").pass(secs(4 * 86_400));
    let act = game.table.credit(outage(7), secs(4 * 86_400), game.now).unwrap();
    game.keep(act);
    assert!(!game.flag());
    assert_eq!(game.table.credit(outage(7), secs(4 * 86_400), game.now), None);
    game.pass(secs(86_399)).play("g1f3").unwrap();
    game.pass(secs(86_400));
    assert!(game.flag(), "the other side has its own day");
}
