//! Tests of reserves, leave, and reminders in correspondence games.

use std::time::Duration;

use faraday_play::{
    Action, Claim, Command, Decision, Fact, FoldError, Leave, Outage, Refused, Reminder, Reserve, Table, Terms,
    TimeMode, Timestamp, Venue, Verdict,
};
use faraday_rules::Color::{self, Black, White};
use faraday_variants::find;
use proptest::prelude::*;

use crate::{Game, days, secs};

const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;

pub fn reserve(count: u64) -> Terms {
    Terms { time_mode: TimeMode::Reserve(Reserve::new(count).unwrap()), rated: false }
}

fn hours_left(game: &Game) -> [u64; 2] {
    game.left().map(|left| left / 1000 / HOUR)
}

fn leave(game: &mut Game, side: Color, count: u32) -> Result<(), FoldError> {
    let act = game.table.take_leave(side, Leave::of_days(game.now, count), game.now);
    let act = act.ok_or(FoldError::Leave(0))?;
    game.keep(act);
    Ok(())
}

fn back(game: &mut Game, side: Color) {
    let act = game.table.end_leave(side, game.now, game.now).unwrap();
    game.keep(act);
}

#[test]
fn a_reserve_runs_from_the_second_move_on_and_saves_up_to_its_cap() {
    let mut game = Game::new("chess", reserve(3));
    game.play_all(2 * DAY, "e2e4 e7e5");
    assert_eq!(hours_left(&game), [72, 72], "first moves cost nothing and gain nothing");
    game.play_all(10 * HOUR, "g1f3 b8c6");
    assert_eq!(hours_left(&game), [74, 74]);
    game.play_all(HOUR, "a2a3 a7a6 b2b3 b7b6 c2c3 h7h6 d2d3 d7d6 g2g3 g7g6 h2h3 a6a5");
    assert_eq!(hours_left(&game), [120, 120], "no more than five days are saved");
    game.pass(secs(120 * HOUR));
    assert_eq!(game.play("d3d4"), Err(Refused::TimeUp));
    assert!(game.flag());
    assert_eq!(game.table.verdict(), Some(Verdict::TimedOut(White)));
}

#[test]
fn the_first_moves_of_a_reserve_have_three_days_each() {
    for moves in ["", "e2e4"] {
        let mut game = Game::new("chess", reserve(30));
        game.play_all(DAY, moves).pass(secs(3 * DAY - 1));
        assert!(!game.flag());
        game.pass(secs(1));
        assert!(game.flag());
        assert_eq!(game.table.verdict(), Some(Verdict::Aborted));
    }
}

#[test]
fn neither_gifts_nor_lag_nor_absence_change_a_reserve() {
    let mut game = Game::new("chess", reserve(3));
    game.play_all(1, "e2e4 e7e5");
    assert_eq!(game.request(Black, Action::GiveTime), Err(Refused::NoClock));
    let claim = Action::Claim { claim: Claim::Win, away_since: game.now };
    assert_eq!(game.pass(secs(DAY)).request(Black, claim), Err(Refused::NoClock));
}

#[test]
fn an_outage_lifts_a_reserve_above_its_cap() {
    let mut game = Game::new("chess", reserve(3));
    game.play_all(1, "e2e4 e7e5 g1f3 b8c6 a2a3 a7a6 b2b3 b7b6 c2c3 h7h6 d2d3 d7d6").pass(secs(4 * DAY));
    let outage = Outage { node: "one".to_owned(), boot: 7 };
    let act = game.table.credit(outage, secs(2 * DAY), game.now).unwrap();
    game.keep(act);
    assert_eq!(hours_left(&game)[0], 120 + 48);
}

#[test]
fn time_does_not_run_during_leave_and_the_opponents_does() {
    for terms in [days(3), reserve(3)] {
        let mut game = Game::new("chess", terms);
        game.play_all(60, "e2e4 e7e5").pass(secs(DAY));
        leave(&mut game, White, 7).unwrap();
        let began = game.now;
        assert_eq!(game.table.deadline(), Some(began.after(secs(9 * DAY))));
        game.pass(secs(7 * DAY + 12 * HOUR));
        assert!(!game.flag());
        game.play("g1f3").unwrap();
        leave(&mut game, White, 1).unwrap();
        assert_eq!(game.table.deadline(), Some(game.now.after(secs(3 * DAY))), "Black's time runs");
        game.pass(secs(3 * DAY));
        assert!(game.flag());
    }
}

#[test]
fn a_first_move_need_not_come_during_leave() {
    let mut game = Game::new("chess", days(1));
    leave(&mut game, White, 28).unwrap();
    game.pass(secs(29 * DAY - 1));
    assert!(!game.flag());
    game.pass(secs(1));
    assert!(game.flag());
}

#[test]
fn a_leave_that_ends_early_gives_back_the_deadline() {
    let mut game = Game::new("chess", reserve(3));
    game.play_all(60, "e2e4 e7e5");
    leave(&mut game, White, 14).unwrap();
    game.pass(secs(5 * DAY));
    back(&mut game, White);
    let until = game.now.after(secs(3 * DAY));
    assert_eq!(game.table.deadline(), Some(until));
    game.pass(secs(DAY));
    leave(&mut game, White, 2).unwrap();
    assert_eq!(game.table.deadline(), Some(until.after(secs(2 * DAY))), "both leaves count in one turn");
    game.pass(secs(3 * DAY)).play("g1f3").unwrap();
    assert_eq!(hours_left(&game)[0], 72 - 48 + 12);
}

#[test]
fn an_impossible_leave_is_refused() {
    let mut game = Game::new("chess", days(1));
    game.play_all(60, "e2e4 e7e5").pass(secs(22 * HOUR));
    let now = game.now;
    let take = |game: &Game, leave, now| game.table.take_leave(White, leave, now).is_some();
    assert!(take(&game, Leave::of_days(now, 28), now), "two hours are left");
    for wrong in [
        Leave { from: now, until: now },
        Leave::of_days(now, 29),
        Leave { from: now, until: now.after(secs(HOUR)) },
        Leave::of_days(now.after(secs(1)), 1),
    ] {
        assert!(!take(&game, wrong, now), "{wrong:?}");
    }
    let later = now.after(Duration::from_millis(1));
    assert!(!take(&game, Leave::of_days(later, 1), later), "less than two hours are left");
    assert!(game.table.take_leave(Black, Leave::of_days(later, 1), later).is_some(), "Black is not to move");
    leave(&mut game, White, 7).unwrap();
    game.pass(secs(DAY));
    assert_eq!(leave(&mut game, White, 7), Err(FoldError::Leave(0)), "one at a time");
    let mut live = Game::new("chess", crate::clock("5+3"));
    assert_eq!(leave(&mut live, White, 7), Err(FoldError::Leave(0)));
}

#[test]
fn conditional_moves_do_not_end_a_leave() {
    let mut game = Game::new("chess", days(3));
    game.play_all(60, "e2e4 e7e5 g1f3");
    leave(&mut game, White, 7).unwrap();
    game.pass(secs(DAY)).play("b8c6").unwrap();
    game.play("f1c4").unwrap();
    assert!(game.table.leave(White).unwrap().is_in_force(game.now));
}

#[test]
fn a_reminder_that_came_just_before_an_act_is_not_missed() {
    let mut game = Game::new("chess", days(5));
    game.play_all(60, "e2e4 e7e5");
    leave(&mut game, Black, 7).unwrap();
    game.pass(secs(4 * DAY));
    let most = game.table.reminder(game.now.after(secs(60))).unwrap().1;
    for (after, wake) in [(1, Some(most)), (61, game.table.next_wake_time(most))] {
        let back = most.after(secs(after));
        let act = game.table.end_leave(Black, back, back).unwrap();
        assert_eq!(game.table.wake_time_after(&act), wake, "{after} s after the reminder");
    }
}

#[test]
fn a_reminder_before_the_end_of_a_leave_is_written_is_not_missed() {
    let mut game = Game::new("chess", days(5));
    game.play_all(60, "e2e4 e7e5").pass(secs(4 * DAY - 60));
    leave(&mut game, White, 7).unwrap();
    let back = game.now.after(secs(3 * HOUR));
    // The job that ends the leave runs five minutes later. A minute after the return, 80% of the time is used.
    let act = game.table.end_leave(White, back, back.after(secs(300))).unwrap();
    let most = back.after(secs(60));
    assert_eq!(game.table.wake_time_after(&act), Some(most));
    game.table.fold(&act).unwrap();
    assert_eq!(game.table.reminder(act.at), Some((Reminder::MostTimeUsed, most)));
}

#[test]
fn reminders_follow_the_time_that_counts() {
    let mut game = Game::new("chess", days(5));
    game.play_all(60, "e2e4 e7e5").pass(secs(DAY));
    let began = game.table.since();
    let now = game.now;
    assert_eq!(game.table.next_wake_time(now), Some(began.after(secs(4 * DAY))));
    leave(&mut game, White, 10).unwrap();
    let most = began.after(secs(14 * DAY));
    let six_hours = began.after(secs(15 * DAY - 6 * HOUR));
    assert_eq!(game.table.next_wake_time(now), Some(most));
    assert_eq!(game.table.next_wake_time(most), Some(six_hours));
    assert_eq!(game.table.next_wake_time(six_hours), game.table.deadline());
    assert_eq!(game.table.reminder(most.after(secs(1))), Some((Reminder::MostTimeUsed, most)));
    assert_eq!(game.table.reminder(six_hours), Some((Reminder::SixHoursLeft, six_hours)));
    assert_eq!(game.table.reminder(now), None);
}

/// A step of a random correspondence game, whose times are whole hours.
#[derive(Clone, Debug)]
enum Step {
    Move(usize),
    Leave(Color, u32),
    Back(Color),
    Credit(u64, u64),
    TakeBack,
}

fn step() -> impl Strategy<Value = Step> {
    let color = || prop_oneof![Just(White), Just(Black)];
    prop_oneof![
        6 => any::<usize>().prop_map(Step::Move),
        3 => (color(), 1_u32..=28).prop_map(|(side, days)| Step::Leave(side, days)),
        3 => color().prop_map(Step::Back),
        1 => (0_u64..4, 1_u64..40).prop_map(|(boot, hours)| Step::Credit(boot, hours)),
        1 => Just(Step::TakeBack),
    ]
}

/// The same game in hours, hour by hour: the reference for clocks and deadlines.
struct Hours {
    terms: Terms,
    now: u64,
    /// Each leave ever taken: side, first hour, and the hour after the last.
    leaves: Vec<(Color, u64, u64)>,
    left: [u64; 2],
    since: u64,
    extra: u64,
    plies: usize,
    both_moved: bool,
}

impl Hours {
    fn is_free(&self, side: Color, hour: u64) -> bool {
        !self.leaves.iter().any(|(of, from, until)| *of == side && (*from..*until).contains(&hour))
    }

    fn thinking(&self, side: Color, until: u64) -> u64 {
        (self.since..until).filter(|hour| self.is_free(side, *hour)).count() as u64
    }

    fn allowance(&self, side: Color) -> u64 {
        match self.terms.time_mode {
            TimeMode::Days(days) => u64::from(days.count()) * 24 + self.extra,
            TimeMode::Reserve(_) if self.both_moved => self.left[side as usize],
            TimeMode::Reserve(_) => 72 + self.extra,
            TimeMode::Clock(_) | TimeMode::Unlimited => unreachable!("only games of days are tested"),
        }
    }

    fn deadline(&self, side: Color) -> u64 {
        let mut hour = self.since;
        let mut left = self.allowance(side);
        while left > 0 {
            left -= u64::from(self.is_free(side, hour));
            hour += 1;
        }
        hour
    }

    fn turn(&mut self) {
        (self.since, self.extra) = (self.now, 0);
    }

    fn pay(&mut self, side: Color, adds: bool) {
        if let (TimeMode::Reserve(reserve), true) = (self.terms.time_mode, self.both_moved) {
            let hours = |time: Duration| time.as_secs() / HOUR;
            let left = self.left[side as usize] - self.thinking(side, self.now);
            let pressed = left.max((left + hours(reserve.increment())).min(hours(reserve.cap())));
            self.left[side as usize] = if adds { pressed } else { left };
        }
    }
}

fn hour(timestamp: Timestamp) -> u64 {
    timestamp.as_millis() / 1000 / HOUR
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn deadlines_and_clocks_are_those_of_a_count_hour_by_hour(
        terms in prop_oneof![Just(days(1)), Just(days(3)), Just(days(14)), Just(reserve(3)), Just(reserve(10))],
        steps in prop::collection::vec((0_u64..100, step()), 0..60),
    ) {
        let start = Timestamp::from_millis(1000 * HOUR * 1000);
        let mut table = Table::new(find("chess").unwrap().game(None).unwrap(), terms, Venue::Online, start);
        let left = table.left().map_or([0; 2], |left| left.map(|left| left.as_secs() / HOUR));
        let mut hours = Hours {
            terms, now: 1000, leaves: Vec::new(), left, since: 1000, extra: 0, plies: 0, both_moved: false,
        };
        for (passed, step) in steps {
            hours.now += passed;
            let now = Timestamp::from_millis(hours.now * HOUR * 1000);
            let mover = table.turn();
            if let Some(act) = table.flag(now, Duration::ZERO) {
                prop_assert!(hours.deadline(mover) <= hours.now);
                table.fold(&act).unwrap();
                break;
            }
            prop_assert!(hours.now < hours.deadline(mover));
            let act = match step {
                Step::Move(pick) => {
                    let legal = table.game().legal();
                    let uci = table.game().uci(legal[pick % legal.len()]);
                    let command = Command::to_move(mover, table.ply(), uci);
                    let Ok(Decision::Act(act)) = table.decide(&command, now) else { panic!("a legal move in time") };
                    hours.pay(mover, true);
                    hours.plies += 1;
                    hours.both_moved |= hours.plies >= 2;
                    hours.turn();
                    act
                }
                Step::Leave(side, count) => {
                    let leave = Leave::of_days(now, count);
                    let is_on_leave = hours.leaves.iter().any(|(of, _, until)| *of == side && *until > hours.now);
                    let left = match (side == mover, terms.time_mode) {
                        (true, _) => hours.allowance(side) - hours.thinking(side, hours.now),
                        (false, TimeMode::Reserve(_)) => hours.left[side as usize],
                        (false, _) => 24,
                    };
                    let act = table.take_leave(side, leave, now);
                    prop_assert_eq!(act.is_some(), !is_on_leave && left >= 2);
                    let Some(act) = act else { continue };
                    hours.leaves.push((side, hours.now, hours.now + u64::from(count) * 24));
                    act
                }
                Step::Back(side) => {
                    let running = hours.leaves.iter_mut().find(|(of, _, until)| *of == side && *until > hours.now);
                    let act = table.end_leave(side, now, now);
                    prop_assert_eq!(act.is_some(), running.is_some());
                    let (Some((_, _, until)), Some(act)) = (running, act) else { continue };
                    *until = hours.now;
                    act
                }
                Step::Credit(boot, dead) => {
                    let outage = Outage { node: "one".to_owned(), boot };
                    let dead = dead.min(hours.now - hours.since);
                    let Some(act) = table.credit(outage, Duration::from_secs(dead * HOUR), now) else { continue };
                    match terms.time_mode {
                        TimeMode::Reserve(_) if hours.both_moved => hours.left[mover as usize] += dead,
                        _ => hours.extra += dead,
                    }
                    act
                }
                Step::TakeBack => {
                    let _ = table.execute(&Command::of(mover, Action::Takeback), now);
                    let Ok(Decision::Act(act)) = table.decide(&Command::of(!mover, Action::Accept(None)), now) else {
                        continue;
                    };
                    let Fact::TakenBack { ply, .. } = act.fact else { panic!("a takeback: {act:?}") };
                    hours.pay(mover, false);
                    hours.plies = ply;
                    hours.turn();
                    act
                }
            };
            let (summary, wake) = (table.summary_after(&act), table.wake_time_after(&act));
            table.fold(&act).map_err(|error| TestCaseError::fail(format!("{act:?}: {error}")))?;
            prop_assert_eq!(&summary, &table.summary());
            if table.verdict().is_some() {
                break;
            }
            let minute_before = Timestamp::from_millis(act.at.as_millis().saturating_sub(60_000));
            prop_assert_eq!(wake, table.next_wake_time(minute_before));
            prop_assert_eq!(table.deadline().map(hour), Some(hours.deadline(table.turn())), "{:?}", act);
            if let Some(left) = table.left() {
                prop_assert_eq!(left.map(|left| left.as_secs() / HOUR), hours.left, "{:?}", act);
            }
        }
    }
}
