//! Tests of games on one machine, between people or with a computer.

use std::time::Duration;

use faraday_play::{Act, Action, Command, Refused, Table, Terms, Timestamp, Venue, Verdict};
use faraday_rules::Color::{self, Black, White};

use crate::{clock, secs};

fn table(terms: Terms) -> Table {
    let game = faraday_variants::find("chess").unwrap().game(None).unwrap();
    Table::new(game, terms, Venue::Local, Timestamp::default())
}

fn at(seconds: u64) -> Timestamp {
    Timestamp::default().after(secs(seconds))
}

fn play(table: &mut Table, now: u64, moves: &str) {
    for uci in moves.split_whitespace() {
        let command = Command::to_move(table.turn(), table.ply(), uci);
        table.execute(&command, at(now)).unwrap();
    }
}

fn undo(table: &mut Table, count: usize, now: u64) -> Option<Act> {
    let act = table.undo(count, at(now))?;
    table.fold(&act).unwrap();
    Some(act)
}

fn ask(table: &mut Table, side: Color, action: Action) -> Result<u64, Refused> {
    table.execute(&Command::of(side, action), at(0))
}

#[test]
fn nobody_has_to_hurry_with_the_first_move_nor_ever_without_a_clock() {
    for terms in [clock("1"), Terms::UNLIMITED] {
        let table = table(terms);
        assert_eq!((table.deadline(), table.flag(at(1_000_000_000), Duration::ZERO)), (None, None));
    }
}

#[test]
fn time_is_up_on_the_spot() {
    let mut table = table(clock("1"));
    play(&mut table, 100, "e2e4 e7e5");
    assert_eq!(table.flag(at(159), Duration::ZERO), None);
    let act = table.flag(at(160), Duration::ZERO).unwrap();
    table.fold(&act).unwrap();
    assert_eq!(table.verdict(), Some(Verdict::TimedOut(White)));
    assert_eq!(table.undo(1, at(161)), None, "time does not come back");
}

#[test]
fn moves_are_taken_back_without_asking_and_their_time_is_gone() {
    let mut table = table(clock("1"));
    play(&mut table, 0, "e2e4 e7e5 g1f3");
    assert_eq!(undo(&mut table, 4, 0), None);
    undo(&mut table, 2, 10).unwrap();
    assert_eq!((table.ply(), table.turn(), table.left()), (1, Black, Some([secs(60), secs(50)])));
}

#[test]
fn a_game_that_was_put_aside_goes_on_with_what_was_left() {
    let mut game = faraday_variants::find("chess").unwrap().game(None).unwrap();
    for uci in ["e2e4", "e7e5"] {
        let mv = game.read_uci(uci).unwrap();
        game.play_legal(mv);
    }
    let terms = Terms::timed("60+2".parse().unwrap());
    let at = Timestamp::from_millis(5000);
    let mut table = Table::resume(game, terms, Venue::Local, at, [secs(7), secs(40)]);
    assert_eq!(table.left(), Some([secs(7), secs(40)]));
    assert_eq!(table.running_clock().map(|running| running.since), Some(at));
    play(&mut table, 8, "d2d4");
    assert_eq!(table.left(), Some([secs(6), secs(40)]));
    assert_eq!(table.deadline(), Some(Timestamp::from_millis(48_000)));
}

#[test]
fn thought_before_an_end_that_is_void_is_gone() {
    let mut table = table(clock("1"));
    play(&mut table, 0, "e2e4 e7e5");
    table.execute(&Command::of(White, Action::Resign), at(50)).unwrap();
    undo(&mut table, 1, 55).unwrap();
    assert_eq!((table.verdict(), table.left()), (None, Some([secs(10), secs(60)])));
}

#[test]
fn an_end_is_void_with_the_move_that_made_it() {
    let mut table = table(Terms::UNLIMITED);
    play(&mut table, 0, "f2f3 e7e5 g2g4 d8h4");
    assert!(matches!(table.verdict(), Some(Verdict::Ruled(_))));
    undo(&mut table, 2, 0).unwrap();
    assert_eq!((table.verdict(), table.ply()), (None, 2));
    ask(&mut table, White, Action::Resign).unwrap();
    undo(&mut table, 1, 0).unwrap();
    assert_eq!((table.verdict(), table.ply()), (None, 1));
}

#[test]
fn moves_of_a_record_are_taken_back_too() {
    let mut game = faraday_variants::find("chess").unwrap().game(None).unwrap();
    for uci in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        let mv = game.read_uci(uci).unwrap();
        game.play_legal(mv);
    }
    let mut table = Table::new(game, Terms::UNLIMITED, Venue::Local, Timestamp::default());
    assert!(matches!(table.verdict(), Some(Verdict::Ruled(_))));
    undo(&mut table, 3, 0).unwrap();
    assert_eq!((table.verdict(), table.ply(), table.game().moves().len()), (None, 1, 1));
    play(&mut table, 0, "e7e6 g2g4");
    undo(&mut table, 3, 0).unwrap();
    assert_eq!(table.ply(), 0);
}
