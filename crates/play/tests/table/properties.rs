//! Property tests on random games of every variant, with valid and invalid requests.

use std::time::Duration;

use faraday_play::{
    Act, Action, Claim, Command, Days, Decision, Fact, GIFT, Latency, MoveRequest, Outage, Refused, RequestId, Reserve,
    Table, Terms, TimeControl, TimeMode, TimeReason, Timestamp, Venue, Verdict,
};
use faraday_rules::Color;
use faraday_variants::{catalog, find};
use proptest::prelude::*;

const MS: Duration = Duration::from_millis(1);

/// The next step of a random game.
#[derive(Clone, Debug)]
enum Step {
    /// A legal move, chosen by its number, or a text that may not be a move.
    Move {
        pick: usize,
        draw: bool,
        lag: u64,
        delay: u64,
        seen: Option<u64>,
        garbled: Option<String>,
    },
    Ask {
        side: Color,
        action: Action,
    },
    Again(usize),
    Flag {
        delay: u64,
    },
    Undo(usize),
    Credit {
        boot: u64,
        ms: u64,
    },
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

fn action() -> impl Strategy<Value = Action> {
    let to = || proptest::option::of(0_u64..12);
    prop_oneof![
        1 => Just(Action::Resign),
        1 => Just(Action::Abort),
        4 => Just(Action::Draw),
        4 => Just(Action::Takeback),
        4 => to().prop_map(Action::Accept),
        2 => to().prop_map(Action::Decline),
        2 => Just(Action::GiveTime),
        1 => (0_u64..2_000_000, any::<bool>()).prop_map(|(at, wins)| {
            let claim = if wins { Claim::Win } else { Claim::Draw };
            Action::Claim { claim, away_since: Timestamp::from_millis(at) }
        }),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let garbled = proptest::option::weighted(0.05, "[a-h1-8nbrqp*]{0,6}");
    let seen = proptest::option::weighted(0.2, 0_u64..20);
    let moves = (any::<usize>(), any::<bool>(), 0_u64..3_000, 0_u64..9_000, seen, garbled);
    prop_oneof![
        12 => moves.prop_map(|(pick, draw, lag, delay, seen, garbled)| Step::Move { pick, draw, lag, delay, seen, garbled }),
        4 => (color(), action()).prop_map(|(side, action)| Step::Ask { side, action }),
        2 => any::<usize>().prop_map(Step::Again),
        1 => (0_u64..9_000).prop_map(|delay| Step::Flag { delay }),
        1 => (0_usize..4).prop_map(Step::Undo),
        1 => (0_u64..3, 0_u64..40_000).prop_map(|(boot, ms)| Step::Credit { boot, ms }),
    ]
}

fn terms() -> impl Strategy<Value = Terms> {
    let time_mode = prop_oneof![
        3 => (1_u64..300, 0_u64..10).prop_map(|(base, increment)| {
            let [base, increment] = [base, increment].map(Duration::from_secs);
            TimeMode::Clock(TimeControl::fischer(base, increment).unwrap())
        }),
        1 => Just(TimeMode::Days(Days::ALL[0])),
        1 => Just(TimeMode::Reserve(Reserve::ALL[0])),
        1 => Just(TimeMode::Unlimited),
    ];
    (time_mode, any::<bool>()).prop_map(|(time_mode, rated)| Terms { time_mode, rated })
}

fn variant() -> impl Strategy<Value = &'static str> {
    (0..catalog().len()).prop_map(|at| catalog()[at].id)
}

/// Returns everything that the public methods of a table show.
fn observed(table: &Table) -> String {
    format!(
        "{} {} {:?} {:?} {:?} {:?} {:?} {} {:?} {:?}",
        table.seq(),
        table.game().fen(),
        table.left(),
        table.verdict(),
        table.offers(),
        table.running_clock(),
        table.deadline(),
        table.both_moved(),
        table.plies(),
        table.game().moves(),
    )
}

fn command_of(step: &Step, table: &Table, sent: &[Command], name: usize) -> Option<Command> {
    match step {
        Step::Move { pick, draw, lag, delay, seen, garbled } => {
            let legal = table.game().legal();
            let chosen = legal.get(pick % legal.len().max(1)).map(|mv| table.game().uci(*mv));
            let uci = garbled.clone().or(chosen)?;
            let [lag, delay] = [lag, delay].map(|ms| Duration::from_millis(*ms));
            let action = Action::Move(MoveRequest {
                uci,
                ply: table.ply(),
                seen: *seen,
                draw: *draw,
                latency: Latency { delay, lag },
            });
            let id = RequestId::parse(&format!("move-{name:013}")).ok().filter(|_| pick % 3 == 0);
            Some(Command { side: table.turn(), id, action })
        }
        Step::Ask { side, action } => {
            let id = RequestId::parse(&format!("request-{name:010}")).ok();
            Some(Command { side: *side, id, action: action.clone() })
        }
        Step::Again(at) => sent.get(at % sent.len().max(1)).cloned(),
        Step::Flag { .. } | Step::Undo(_) | Step::Credit { .. } => None,
    }
}

/// Returns the clocks after an act, calculated independently from those before it.
fn expected_clocks(before: &Table, act: &Act) -> Option<[Duration; 2]> {
    let mut left = before.left()?;
    let (increment, cap) = match before.terms().time_mode {
        TimeMode::Clock(control) => (control.increment(), Duration::MAX),
        TimeMode::Reserve(reserve) => (reserve.increment(), reserve.cap()),
        TimeMode::Days(_) | TimeMode::Unlimited => return None,
    };
    let runs = before.both_moved();
    let mover = before.turn() as usize;
    match &act.fact {
        Fact::Moved { spent, .. } if runs => {
            let thought = left[mover].checked_sub(*spent)?;
            left[mover] = (thought + increment).min(cap.max(thought));
        }
        Fact::TakenBack { spent, .. } if runs => left[mover] = left[mover].checked_sub(*spent)?,
        Fact::Timed { more, reason: TimeReason::Outage(_) } if runs => left[mover] += *more,
        Fact::Timed { reason: TimeReason::Gift, .. } => left[act.side? as usize] += GIFT,
        _ => {}
    }
    Some(left)
}

/// Returns copies of an act, each with one change to a value that follows from the other acts.
fn corruptions(act: &Act) -> Vec<Act> {
    let with = |fact: Fact| Act { fact, ..act.clone() };
    let mut corruptions = vec![
        Act { seq: act.seq + 1, ..act.clone() },
        Act { seq: act.seq - 1, ..act.clone() },
        Act { left: act.left.map(|[white, black]| [black, white + MS]).or(Some([MS; 2])), ..act.clone() },
    ];
    let flipped = Act { side: act.side.map(|side| !side), ..act.clone() };
    match &act.fact {
        Fact::Moved { ply, uci, spent, lag, draw } => {
            let moved = |ply, spent, lag| Fact::Moved { ply, uci: uci.clone(), spent, lag, draw: *draw };
            corruptions.extend([moved(ply + 1, *spent, *lag), moved(*ply, *spent + MS, *lag)].map(with));
            corruptions.push(with(moved(*ply, *spent, Duration::from_secs(3600))));
            corruptions.push(with(Fact::Moved {
                ply: *ply,
                uci: "a1a1".into(),
                spent: *spent,
                lag: *lag,
                draw: *draw,
            }));
            corruptions.push(Act { verdict: Some(Verdict::Aborted), ..act.clone() });
            corruptions.extend([flipped, Act { side: None, ..act.clone() }]);
        }
        Fact::Offered { .. } => corruptions.push(Act { verdict: Some(Verdict::Agreed), ..act.clone() }),
        Fact::Answered { what, yes } => {
            corruptions.extend([Act { side: None, ..act.clone() }, with(Fact::Answered { what: *what, yes: !yes })]);
        }
        Fact::TakenBack { ply, spent } => {
            corruptions.push(with(Fact::TakenBack { ply: *ply, spent: *spent + MS }));
            corruptions.push(with(Fact::TakenBack { ply: ply + 100, spent: *spent }));
            corruptions.push(Act { verdict: Some(Verdict::Agreed), ..act.clone() });
        }
        Fact::Timed { more, reason } => {
            let (more, reason) = (Duration::from_secs(1_000_000) + *more, reason.clone());
            corruptions.push(with(Fact::Timed { more, reason }));
            corruptions.push(Act { side: None, ..act.clone() });
        }
        Fact::LeaveTaken(_) | Fact::LeaveEnded { .. } | Fact::TableClaimed(_) => {}
        Fact::Closed => {
            let verdicts = [None, Some(Verdict::Agreed), act.verdict.and_then(Verdict::winner).map(Verdict::Resigned)];
            corruptions.extend(verdicts.into_iter().filter(|verdict| *verdict != act.verdict).map(|verdict| Act {
                verdict,
                side: if verdict.is_some() { None } else { act.side },
                ..act.clone()
            }));
        }
    }
    corruptions
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn a_game_is_the_fold_over_its_journal(
        variant in variant(),
        venue in prop_oneof![Just(Venue::Online), Just(Venue::Local)],
        terms in terms(),
        steps in proptest::collection::vec((0_u64..20_000, step()), 0..60),
    ) {
        let new_table = || Table::new(find(variant).unwrap().game(None).unwrap(), terms, venue, Timestamp::default());
        let (mut table, mut now) = (new_table(), Timestamp::default());
        let (mut journal, mut sent): (Vec<Act>, Vec<Command>) = Default::default();
        for (name, (ms, step)) in steps.iter().enumerate() {
            // Occasionally, the system clock is set back.
            let is_set_back = ms % 17 == 3;
            now = if is_set_back { Timestamp::from_millis(now.as_millis() / 2) } else { now.after(Duration::from_millis(*ms)) };
            let before = observed(&table);
            let act = match step {
                Step::Flag { delay } => {
                    let act = table.flag(now, Duration::from_millis(*delay));
                    // For the journal, the time is never before its last act.
                    let time = journal.last().map_or(now, |act| act.at.max(now));
                    let is_due = table.deadline().is_some_and(|deadline| deadline <= time);
                    prop_assert!(is_due || act.is_none());
                    prop_assert!(!is_due || *delay > 0 || act.is_some());
                    act
                }
                Step::Undo(count) => table.undo(*count, now),
                Step::Credit { boot, ms } => {
                    let outage = Outage { node: "one".to_owned(), boot: *boot };
                    table.credit(outage, Duration::from_millis(*ms), now)
                }
                Step::Move { .. } | Step::Ask { .. } | Step::Again(_) => {
                    let Some(command) = command_of(step, &table, &sent, name) else { continue };
                    let decision = table.decide(&command, now);
                    prop_assert_eq!(&before, &observed(&table), "to decide changes nothing");
                    match decision {
                        Ok(Decision::Act(act)) => { sent.push(command); Some(act) }
                        Ok(Decision::Done(seq)) => { prop_assert!(seq <= table.seq()); None }
                        Err(refused) => {
                            if table.verdict().is_some() {
                                prop_assert_eq!(refused, Refused::Over);
                            }
                            None
                        }
                    }
                }
            };
            let Some(act) = act else { continue };
            let is_undone = venue == Venue::Local && matches!(act.fact, Fact::TakenBack { .. });
            prop_assert!(table.verdict().is_none() || is_undone, "nothing happens after the end");
            prop_assert_eq!(act.left, expected_clocks(&table, &act));
            for corrupted in corruptions(&act) {
                prop_assert!(table.fold(&corrupted).is_err(), "{corrupted:?} for {act:?}");
                prop_assert_eq!(&before, &observed(&table), "what is corrupted changes nothing");
            }
            let summary = table.summary_after(&act);
            table.fold(&act).map_err(|error| TestCaseError::fail(format!("{act:?}: {error}")))?;
            prop_assert_eq!(summary, table.summary(), "{:?}", act);
            prop_assert_eq!(table.left(), act.left);
            prop_assert_eq!(table.verdict(), act.verdict);
            journal.push(act);
        }
        prop_assert!(journal.is_sorted_by_key(|act| act.at));
        let mut again = new_table();
        for act in &journal {
            again.fold(act).map_err(|error| TestCaseError::fail(format!("{act:?}: {error}")))?;
        }
        prop_assert_eq!(observed(&table), observed(&again));
        for command in sent.iter().filter(|command| command.id.is_some()) {
            let answered = again.decide(command, now);
            prop_assert!(matches!(answered, Ok(Decision::Done(_))), "{:?}: {:?}", command, answered);
        }
    }
}
