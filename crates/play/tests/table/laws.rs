//! Laws over random games of every variant, played well and badly.

use std::time::Duration;

use faraday_play::{
    Act, Claim, Days, Decision, Fact, GIFT, Order, Outage, Pace, Refused, RequestId, Sent, Table, Terms, TimeControl,
    Timestamp, Transit, Venue, Why, Wish,
};
use faraday_rules::Color;
use faraday_variants::{catalog, find};
use proptest::prelude::*;

/// What somebody does next.
#[derive(Clone, Debug)]
enum Deed {
    /// A legal move, chosen by a number, or a text that may be none.
    Move {
        pick: usize,
        draw: bool,
        lag: u64,
        delay: u64,
        garbled: Option<String>,
    },
    Ask {
        side: Color,
        wish: Wish,
    },
    Again(usize),
    Flag,
    Credit {
        boot: u64,
        ms: u64,
    },
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

fn wish() -> impl Strategy<Value = Wish> {
    let to = || proptest::option::of(0_u64..12);
    prop_oneof![
        1 => Just(Wish::Resign),
        1 => Just(Wish::Abort),
        4 => Just(Wish::Draw),
        4 => Just(Wish::Takeback),
        4 => to().prop_map(Wish::Yes),
        2 => to().prop_map(Wish::No),
        2 => Just(Wish::GiveTime),
        1 => (0_u64..2_000_000).prop_map(|at| {
            Wish::Claim { claim: Claim::Win, away_since: Timestamp::from_millis(at) }
        }),
    ]
}

fn deed() -> impl Strategy<Value = Deed> {
    let garbled = proptest::option::weighted(0.05, "[a-h1-8nbrqp*]{0,6}");
    let moves = (any::<usize>(), any::<bool>(), 0_u64..3_000, 0_u64..9_000, garbled);
    prop_oneof![
        12 => moves.prop_map(|(pick, draw, lag, delay, garbled)| Deed::Move { pick, draw, lag, delay, garbled }),
        4 => (color(), wish()).prop_map(|(side, wish)| Deed::Ask { side, wish }),
        2 => any::<usize>().prop_map(Deed::Again),
        1 => Just(Deed::Flag),
        1 => (0_u64..3, 0_u64..40_000).prop_map(|(boot, ms)| Deed::Credit { boot, ms }),
    ]
}

fn terms() -> impl Strategy<Value = Terms> {
    let pace = prop_oneof![
        3 => (1_u64..300, 0_u64..10).prop_map(|(base, increment)| {
            let [base, increment] = [base, increment].map(Duration::from_secs);
            Pace::Clock(TimeControl::fischer(base, increment).unwrap())
        }),
        1 => Just(Pace::Days(Days::ALL[0])),
        1 => Just(Pace::Unlimited),
    ];
    (pace, any::<bool>()).prop_map(|(pace, rated)| Terms { pace, rated })
}

fn variant() -> impl Strategy<Value = &'static str> {
    (0..catalog().len()).prop_map(|at| catalog()[at].id)
}

/// What a stranger sees of a table.
fn face(table: &Table) -> String {
    format!(
        "{} {} {:?} {:?} {:?} {:?} {:?} {} {:?} {:?}",
        table.seq(),
        table.game().fen(),
        table.left(),
        table.verdict(),
        table.offers(),
        table.running(),
        table.deadline(),
        table.both_moved(),
        table.plies(),
        table.game().moves(),
    )
}

fn order_of(deed: &Deed, table: &Table, sent: &[Order], name: usize) -> Option<Order> {
    match deed {
        Deed::Move { pick, draw, lag, delay, garbled } => {
            let legal = table.game().legal();
            let chosen = legal.get(pick % legal.len().max(1)).map(|mv| table.game().uci(*mv));
            let uci = garbled.clone().or(chosen)?;
            let [lag, delay] = [lag, delay].map(|ms| Duration::from_millis(*ms));
            let wish =
                Wish::Move(Sent { uci, ply: table.ply(), seen: None, draw: *draw, transit: Transit { delay, lag } });
            Some(Order::of(table.turn(), wish))
        }
        Deed::Ask { side, wish } => {
            let id = RequestId::parse(&format!("request-{name:010}")).ok();
            Some(Order { side: *side, id, wish: wish.clone() })
        }
        Deed::Again(at) => sent.get(at % sent.len().max(1)).cloned(),
        Deed::Flag | Deed::Credit { .. } => None,
    }
}

/// The clocks after an act, reckoned by hand from those before it.
fn reckoned(before: &Table, act: &Act) -> Option<[Duration; 2]> {
    let control = before.terms().control()?;
    let mut left = before.left()?;
    let runs = before.both_moved();
    let mover = before.turn() as usize;
    match &act.fact {
        Fact::Moved { spent, .. } if runs => left[mover] = left[mover].checked_sub(*spent)? + control.increment(),
        Fact::TakenBack { spent, .. } if runs => left[mover] = left[mover].checked_sub(*spent)?,
        Fact::Timed { more, why: Why::Outage(_) } if runs => left[mover] += *more,
        Fact::Timed { why: Why::Gift, .. } => left[act.side? as usize] += GIFT,
        _ => {}
    }
    Some(left)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn a_game_is_the_fold_over_its_journal(
        variant in variant(),
        terms in terms(),
        deeds in proptest::collection::vec((0_u64..20_000, deed()), 0..60),
    ) {
        let lay = || Table::new(find(variant).unwrap().game(None).unwrap(), terms, Venue::Online, Timestamp::default());
        let (mut table, mut now) = (lay(), Timestamp::default());
        let (mut journal, mut sent): (Vec<Act>, Vec<Order>) = Default::default();
        for (name, (ms, deed)) in deeds.iter().enumerate() {
            now = now.after(Duration::from_millis(*ms));
            let before = face(&table);
            let act = match deed {
                Deed::Flag => {
                    let act = table.flag(now, Duration::ZERO);
                    prop_assert_eq!(act.is_some(), table.deadline().is_some_and(|deadline| deadline <= now));
                    act
                }
                Deed::Credit { boot, ms } => {
                    let outage = Outage { node: "one".to_owned(), boot: *boot };
                    table.credit(outage, Duration::from_millis(*ms), now)
                }
                Deed::Move { .. } | Deed::Ask { .. } | Deed::Again(_) => {
                    let Some(order) = order_of(deed, &table, &sent, name) else { continue };
                    let decision = table.decide(&order, now);
                    prop_assert_eq!(&before, &face(&table), "to decide changes nothing");
                    match decision {
                        Ok(Decision::Act(act)) => { sent.push(order); Some(act) }
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
            prop_assert!(table.verdict().is_none(), "nothing happens after the end");
            prop_assert_eq!(act.left, reckoned(&table, &act));
            table.fold(&act).map_err(|error| TestCaseError::fail(format!("{act:?}: {error}")))?;
            prop_assert_eq!(table.left(), act.left);
            prop_assert_eq!(table.verdict(), act.verdict);
            journal.push(act);
        }
        let mut again = lay();
        for act in &journal {
            again.fold(act).map_err(|error| TestCaseError::fail(format!("{act:?}: {error}")))?;
        }
        prop_assert_eq!(face(&table), face(&again));
        for order in sent.iter().filter(|order| order.id.is_some()) {
            let answered = again.decide(order, now);
            prop_assert!(matches!(answered, Ok(Decision::Done(_))), "{:?}: {:?}", order, answered);
        }
    }
}
