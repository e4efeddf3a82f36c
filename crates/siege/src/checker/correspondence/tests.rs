//! Tests of the checker of correspondence games: it finds each violation planted into a valid game.

use std::time::Duration;

use faraday_play::{Act, Command, Decision, Leave, Reserve, Table, Terms, TimeMode, Timestamp, Venue};
use faraday_wire::Color;
use faraday_wire::live::{Fact, Notice, NoticeKind, PlayedAct, Player, Seats, SharedGame};

use super::{
    CorrespondenceClock, DAY_MS, Delivery, Evidence, HOUR_MS, MINUTE_MS, Period, Readiness, TakenLeave, TimedFault,
    check,
};
use crate::checker::{ViolationKind, check_journal};

const START: u64 = 1000 * DAY_MS;
const WHITE: usize = 0;
const BLACK: usize = 1;

/// The time at which White's time is up: 83 hours and a day of leave after the last move.
const DEADLINE: u64 = START + 111 * HOUR_MS;

/// The hours of the moves, from the start.
const MOVES: [u64; 4] = [1, 2, 3, 4];

struct Sample {
    game: SharedGame,
    leaves: [Vec<TakenLeave>; 2],
    notices: [Vec<Notice>; 2],
    deliveries: [Vec<Delivery>; 2],
    devices: [Vec<String>; 2],
    readiness: Readiness,
}

fn at(millis: u64) -> Timestamp {
    Timestamp::from_millis(millis)
}

fn table() -> Table {
    let terms = Terms { time_mode: TimeMode::Reserve(Reserve::new(3).unwrap()), rated: false };
    Table::new(faraday_variants::catalog()[0].game(None).unwrap(), terms, Venue::Online, at(START))
}

/// Four moves, a leave of a day, and a loss on time, with all notices.
fn sample() -> Sample {
    let mut table = table();
    let mut acts = Vec::new();
    let mut fold = |table: &mut Table, act: Act| {
        table.fold(&act).unwrap();
        acts.push(PlayedAct::from(&act));
    };
    for hour in MOVES {
        let uci = table.game().uci(table.game().legal()[0]);
        let command = Command::to_move(table.turn(), table.ply(), uci);
        let Decision::Act(act) = table.decide(&command, at(START + hour * HOUR_MS)).unwrap() else { unreachable!() };
        fold(&mut table, act);
    }
    let leave = Leave::of_days(at(START + 10 * HOUR_MS), 1);
    let act = table.take_leave(table.turn(), leave, leave.from).unwrap();
    fold(&mut table, act);
    let act = table.flag(at(DEADLINE + 500), Duration::ZERO).unwrap();
    fold(&mut table, act);
    let player = |name: &str| Player { guest: None, person: None, name: name.to_owned(), house: None };
    let last = acts.last().unwrap();
    let game = SharedGame {
        game: "game0001".to_owned(),
        variant: faraday_variants::catalog()[0].id.to_owned(),
        rules: faraday_variants::RESERVE_RULES.to_owned(),
        fen: None,
        terms: faraday_wire::live::Terms { reserve: Some(3), ..Default::default() },
        started_at: START,
        seats: Seats { white: player("white"), black: player("black") },
        side: None,
        seq: last.seq,
        left: last.left,
        ended: last.ended,
        acts,
        more: false,
        runs: None,
        deadline: None,
        leaves: None,
        offers: Vec::new(),
        rematch_of: None,
        rematch_offer: None,
        rematch: None,
    };
    let period = Period { from: leave.from.as_millis(), until: leave.until.as_millis() };
    let mut readiness = Readiness::of(1);
    readiness.note_ready(0, START, START);
    readiness.note_ready(0, START, START + 200 * HOUR_MS);
    let mut sample = Sample {
        game,
        leaves: [vec![TakenLeave { period, acked: period.from, back: None }], Vec::new()],
        notices: Default::default(),
        deliveries: Default::default(),
        devices: ["w", "b"].map(|device| vec![device.to_owned()]),
        readiness,
    };
    for (side, seq) in [(BLACK, 1), (WHITE, 2), (BLACK, 3), (WHITE, 4)] {
        sample.add(side, NoticeKind::Turn, &format!("turn/game0001/{seq}"), seq, START + seq * HOUR_MS);
    }
    let most = START + (4 + 24) * HOUR_MS + 83 * HOUR_MS / 5 * 4;
    sample.add(WHITE, NoticeKind::Time, "time/game0001/4/80", 4, most + 700);
    sample.add(WHITE, NoticeKind::Time, "time/game0001/4/6h", 4, DEADLINE - 6 * HOUR_MS + 700);
    for side in [WHITE, BLACK] {
        sample.add(side, NoticeKind::Ended, "ended/game0001/6", 6, DEADLINE + 500);
    }
    sample
}

impl Sample {
    /// Adds a notice and its message.
    fn add(&mut self, side: usize, kind: NoticeKind, key: &str, seq: u64, at: u64) {
        let (key, game) = (key.to_owned(), Some("game0001".to_owned()));
        let device = self.devices[side][0].clone();
        let delivery =
            Delivery { device, arrived: at + 10_400, key: key.clone(), game: game.clone(), seq: Some(seq), at };
        self.deliveries[side].push(delivery);
        self.notices[side].push(Notice {
            key,
            kind,
            at,
            read_at: None,
            game,
            seq: Some(seq),
            challenge: None,
            device: None,
            mail_off: false,
            account: None,
            variant: None,
            opponent: None,
            side: None,
            ended: None,
            deadline: None,
        });
    }

    fn findings(&self) -> super::Findings {
        check(&self.evidence())
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence {
            game: &self.game,
            imported: 0,
            leaves: self.leaves.each_ref().map(Vec::as_slice),
            notices: self.notices.each_ref().map(|notices| notices.iter().collect()),
            deliveries: self.deliveries.each_ref().map(|deliveries| deliveries.iter().collect()),
            devices: self.devices.each_ref().map(Vec::as_slice),
            readiness: &self.readiness,
            imported_at: START,
            read_at: DEADLINE + 10 * HOUR_MS,
        }
    }

    fn kinds(&self) -> Vec<ViolationKind> {
        let mut kinds: Vec<_> = self.findings().violations.into_iter().map(|violation| violation.kind).collect();
        kinds.dedup();
        kinds
    }

    /// Removes the end of the game and its notices.
    fn run_on(&mut self) {
        self.game.acts.pop();
        (self.game.seq, self.game.ended) = (5, None);
        self.drop_notices("ended");
    }

    fn drop_notices(&mut self, start: &str) {
        for side in [WHITE, BLACK] {
            self.notices[side].retain(|notice| !notice.key.starts_with(start));
            self.deliveries[side].retain(|delivery| !delivery.key.starts_with(start));
        }
    }

    /// Returns the first message with a key.
    fn message(&mut self, key: &str) -> &mut Delivery {
        self.deliveries.iter_mut().flatten().find(|delivery| delivery.key == key).unwrap()
    }
}

#[test]
fn a_game_in_order_passes() {
    let sample = sample();
    let findings = sample.findings();
    assert_eq!((findings.violations, findings.pending), (Vec::new(), 0));
    assert_eq!(
        (findings.flags, findings.reminders, findings.turns.len()),
        (vec![500], vec![("80", 700), ("6h", 700)], 4)
    );
    assert_eq!((findings.messages, findings.repeated, findings.leaves), (8, 0, 1));
    assert_eq!(check_journal(&sample.game), []);
}

#[test]
fn the_time_is_calculated_as_at_the_table() {
    let sample = sample();
    let (mut table, mut clock) = (table(), CorrespondenceClock::of(&sample.game).unwrap());
    for act in &sample.game.acts[..5] {
        table.fold(&act.try_into().unwrap()).unwrap();
        clock.apply(act);
        assert_eq!(table.deadline(), Some(at(clock.deadline())), "{act:?}");
        assert_eq!(table.left().map(|left| left.map(|left| left.as_millis() as u64)), clock.left, "{act:?}");
    }
    let names: Vec<&str> = clock.reminders().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["80", "6h"]);
}

#[test]
fn wrong_reserves_are_found() {
    let mut sample = sample();
    sample.game.acts[3].left.as_mut().unwrap()[BLACK] += 1;
    assert_eq!(check_journal(&sample.game)[0].kind, ViolationKind::Clocks);
}

#[test]
fn a_loss_on_time_at_a_wrong_time_is_found() {
    for (time, kind) in [
        (DEADLINE - 1000, ViolationKind::EarlyFlag),
        (DEADLINE + 2500, ViolationKind::LateFlag),
        (START + 20 * HOUR_MS, ViolationKind::FlagOnLeave),
    ] {
        let mut sample = sample();
        sample.game.acts.last_mut().unwrap().at = time;
        assert_eq!(sample.kinds()[0], kind);
    }
}

#[test]
fn a_game_that_does_not_end_is_found() {
    let mut sample = sample();
    sample.run_on();
    assert_eq!(sample.kinds(), [ViolationKind::LateFlag]);
}

#[test]
fn a_site_that_is_down_may_end_a_game_later() {
    let mut sample = sample();
    sample.readiness = Readiness::of(1);
    sample.readiness.note_ready(0, START, START);
    sample.readiness.note_ready(0, START, DEADLINE - HOUR_MS / 2);
    sample.readiness.note_failure(0);
    sample.readiness.note_ready(0, DEADLINE + 3000, DEADLINE + 3000);
    sample.readiness.note_ready(0, DEADLINE + 3000, DEADLINE + DAY_MS);
    let last = |sample: &mut Sample, time| {
        sample.game.acts.last_mut().unwrap().at = time;
        sample.drop_notices("ended");
        for side in [WHITE, BLACK] {
            sample.add(side, NoticeKind::Ended, "ended/game0001/6", 6, time);
        }
    };
    last(&mut sample, DEADLINE + 4500);
    assert_eq!(sample.kinds(), []);
    last(&mut sample, DEADLINE + 5500);
    assert_eq!(sample.kinds(), [ViolationKind::LateFlag]);
}

#[test]
fn a_leave_without_effect_is_found() {
    let mut sample = sample();
    // Acknowledged, but not in the journal, so the loss on time comes a day early.
    let leave = sample.game.acts.remove(4);
    let end = &mut sample.game.acts[4];
    (end.seq, end.at) = (leave.seq, DEADLINE - DAY_MS + 500);
    let kinds = sample.kinds();
    assert!(kinds.contains(&ViolationKind::Leave), "{kinds:?}");
    let mut sample = self::sample();
    sample.leaves[WHITE].clear();
    assert_eq!(sample.kinds(), [ViolationKind::Leave]);
    let mut sample = self::sample();
    sample.leaves[WHITE][0].back = Some(Period { from: START + 12 * HOUR_MS, until: START + 12 * HOUR_MS });
    assert!(sample.kinds().contains(&ViolationKind::Leave), "its early end is missing");
}

#[test]
fn a_leave_with_too_little_time_left_does_not_count() {
    let mut sample = sample();
    let period = Period { from: DEADLINE - HOUR_MS, until: DEADLINE + DAY_MS };
    sample.leaves[WHITE].push(TakenLeave { period, acked: period.from, back: None });
    assert_eq!(sample.kinds(), []);
    sample.leaves[WHITE].pop();
    let period = Period { from: DEADLINE - 3 * HOUR_MS, until: DEADLINE + DAY_MS };
    sample.leaves[WHITE].push(TakenLeave { period, acked: period.from, back: None });
    assert_eq!(sample.kinds(), [ViolationKind::Leave, ViolationKind::FlagOnLeave]);
}

#[test]
fn a_reminder_before_the_end_of_a_leave_is_written_is_expected() {
    let mut sample = sample();
    sample.run_on();
    sample.drop_notices("time");
    // White takes leave a minute before the last reminder, comes back after three hours, and this is written later.
    let from = START + (4 + 77) * HOUR_MS - MINUTE_MS;
    let (until, back) = (from + 7 * DAY_MS, from + 3 * HOUR_MS);
    let leave = &mut sample.game.acts[4];
    (leave.at, leave.fact) = (from, Fact::Leave { from, until });
    let (left, written) = (leave.left, back + 5 * MINUTE_MS);
    let returned = Some(Period { from: back, until: back });
    sample.leaves[WHITE] = vec![TakenLeave { period: Period { from, until }, acked: from, back: returned }];
    let fact = Fact::Back { from: back };
    sample.game.acts.push(PlayedAct { seq: 6, at: written, side: Some(Color::White), left, fact, ended: None });
    sample.game.seq = 6;
    sample.add(WHITE, NoticeKind::Time, "time/game0001/4/80", 4, START + 4 * HOUR_MS + 83 * HOUR_MS / 5 * 4);
    let pending = check(&Evidence { read_at: written + MINUTE_MS, ..sample.evidence() });
    assert_eq!(pending.violations[0].kind, ViolationKind::NoNotice, "{pending:?}");
    sample.add(WHITE, NoticeKind::Time, "time/game0001/4/6h", 4, written + 700);
    let found = check(&Evidence { read_at: written + MINUTE_MS, ..sample.evidence() });
    assert_eq!(found.violations, []);
}

#[test]
fn a_missing_notice_is_found() {
    for start in ["turn/game0001/4", "time/game0001/4/80", "time/game0001/4/6h", "ended"] {
        let mut sample = sample();
        sample.drop_notices(start);
        assert_eq!(sample.kinds(), [ViolationKind::NoNotice], "{start}");
        let mut sample = self::sample();
        sample.deliveries.iter_mut().for_each(|all| all.retain(|delivery| !delivery.key.starts_with(start)));
        assert_eq!(sample.kinds(), [ViolationKind::NoNotice], "the message {start}");
    }
}

#[test]
fn a_notice_at_a_wrong_time_is_found() {
    for (key, late) in [("turn/game0001/4", 2000), ("turn/game0001/4", -1000), ("turn/game0001/2", 7_200_000)] {
        let mut sample = sample();
        let message = sample.message(key);
        message.arrived = message.arrived.saturating_add_signed(late);
        assert_eq!(sample.kinds(), [ViolationKind::NoticeTime], "{key}");
    }
    let mut sample = sample();
    for notice in sample.notices[WHITE].iter_mut().filter(|notice| notice.key.ends_with("/6h")) {
        notice.at += HOUR_MS;
    }
    assert!(sample.kinds().contains(&ViolationKind::NoticeTime));
}

#[test]
fn after_a_fault_a_message_may_come_later() {
    let mut sample = sample();
    sample.message("turn/game0001/4").arrived += 31_000;
    assert_eq!(sample.kinds(), [ViolationKind::NoticeTime]);
    sample.readiness.faults.push(TimedFault { at: START + 4 * HOUR_MS + 3000, node: Some(0), is_database: false });
    assert_eq!(sample.kinds(), []);
    assert!(sample.findings().turns.iter().any(|turn| turn.millis > 40_000 && !turn.is_calm));
}

#[test]
fn a_repeated_message_is_dropped_unless_it_has_another_number() {
    let mut sample = sample();
    let again = sample.message("turn/game0001/4").clone();
    sample.deliveries[WHITE].push(Delivery { arrived: again.arrived + 5000, ..again.clone() });
    let findings = sample.findings();
    assert_eq!((findings.violations, findings.repeated), (Vec::new(), 1));
    let mut sample = self::sample();
    sample.deliveries[WHITE].push(Delivery { arrived: again.arrived + 5000, seq: Some(7), ..again });
    assert_eq!(sample.kinds(), [ViolationKind::ExtraNotice]);
}

#[test]
fn a_notice_without_a_cause_is_found() {
    let mut sample = sample();
    sample.add(WHITE, NoticeKind::Time, "time/game0001/2/6h", 2, START + 2 * HOUR_MS + 5000);
    assert_eq!(sample.kinds(), [ViolationKind::ExtraNotice]);
    let mut sample = self::sample();
    let twice = sample.notices[BLACK][0].clone();
    sample.notices[BLACK].push(twice);
    assert_eq!(sample.kinds(), [ViolationKind::ExtraNotice]);
    let mut sample = self::sample();
    sample.message("ended/game0001/6").at += 1;
    assert_eq!(sample.kinds(), [ViolationKind::ExtraNotice]);
}

#[test]
fn a_move_after_the_deadline_is_found() {
    let mut sample = sample();
    let mut late = sample.game.acts[2].clone();
    late.seq = 6;
    late.at = DEADLINE + 1000;
    if let Fact::Moved { ply, .. } = &mut late.fact {
        *ply = 4;
    }
    late.side = Some(Color::White);
    sample.game.acts[5] = late;
    assert_eq!(sample.kinds()[0], ViolationKind::LateFlag);
}
