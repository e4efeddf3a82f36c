//! Tests of the encoding: random acts survive a round trip, and malformed ones are errors.

use proptest::prelude::*;

use super::*;

fn time() -> impl Strategy<Value = Duration> {
    prop_oneof![0..=200_000_u64, any::<u64>()].prop_map(Duration::from_millis)
}

fn side_of_a_board() -> impl Strategy<Value = Color> {
    prop::sample::select(Color::ALL.to_vec())
}

fn any_offer() -> impl Strategy<Value = Offer> {
    prop::sample::select(vec![Offer::Draw, Offer::Takeback])
}

fn any_fact() -> impl Strategy<Value = Fact> {
    let outage = (".*", any::<u64>()).prop_map(|(node, boot)| TimeReason::Outage(Outage { node, boot }));
    prop_oneof![
        (any::<usize>(), ".*", time(), time(), any::<bool>()).prop_map(|(ply, uci, spent, lag, draw)| Fact::Moved {
            ply,
            uci,
            spent,
            lag,
            draw
        }),
        any_offer().prop_map(|what| Fact::Offered { what }),
        (any_offer(), any::<bool>()).prop_map(|(what, yes)| Fact::Answered { what, yes }),
        (any::<usize>(), time()).prop_map(|(ply, spent)| Fact::TakenBack { ply, spent }),
        (time(), prop_oneof![Just(TimeReason::Gift), outage]).prop_map(|(more, reason)| Fact::Timed { more, reason }),
        Just(Fact::Closed),
    ]
}

fn any_verdict() -> impl Strategy<Value = Verdict> {
    let claim = prop::sample::select(vec![Claim::Win, Claim::Draw]);
    let reason = prop::sample::select(EndReason::ALL.to_vec());
    prop_oneof![
        (prop::option::of(side_of_a_board()), reason)
            .prop_map(|(winner, reason)| Verdict::Ruled(Ending { winner, reason })),
        side_of_a_board().prop_map(Verdict::Resigned),
        Just(Verdict::Agreed),
        side_of_a_board().prop_map(Verdict::TimedOut),
        side_of_a_board().prop_map(Verdict::TimedOutDrawn),
        Just(Verdict::Aborted),
        (side_of_a_board(), claim).prop_map(|(side, claim)| Verdict::Abandoned(side, claim)),
        Just(Verdict::Expired),
    ]
}

fn any_act() -> impl Strategy<Value = Act> {
    let request = prop::option::of("[A-Za-z0-9_-]{16,32}").prop_map(|id| id.map(|id| RequestId::parse(&id).unwrap()));
    let number = 0..=i64::MAX.cast_unsigned();
    let left = prop::option::of([time(), time()]);
    (
        number.clone(),
        number,
        prop::option::of(side_of_a_board()),
        request,
        any_fact(),
        left,
        prop::option::of(any_verdict()),
    )
        .prop_map(|(seq, at, side, id, fact, left, verdict)| Act {
            seq,
            at: Timestamp::from_millis(at),
            side,
            id,
            fact,
            left,
            verdict,
        })
}

proptest! {
    #[test]
    fn an_act_is_read_as_it_was_written(act in any_act()) {
        prop_assert_eq!(decode(&encode(&act).unwrap()).unwrap(), act);
    }
}

fn columns(facts: &str) -> Columns {
    Columns { seq: 1, at: 0, side: None, facts: facts.to_owned() }
}

#[test]
fn what_this_version_does_not_know_is_refused() {
    for facts in [
        r#"{"fact":{"kind":"teleported"}}"#,
        r#"{"fact":{"kind":"closed","why":"x"}}"#,
        r#"{"fact":{"kind":"closed"},"weather":1}"#,
        r#"{"fact":{"kind":"closed"},"verdict":{"kind":"ruled","winner":null,"reason":"x"}}"#,
        r#"{"fact":{"kind":"closed"},"id":"short"}"#,
        "{}",
        "",
    ] {
        assert!(decode(&columns(facts)).is_err(), "{facts}");
    }
    assert!(decode(&Columns { side: Some(2), ..columns(r#"{"fact":{"kind":"closed"}}"#) }).is_err());
    assert!(decode(&columns(r#"{"fact":{"kind":"closed"}}"#)).is_ok());
}

#[test]
fn a_part_of_a_millisecond_is_refused_rather_than_lost() {
    let fact = Fact::TakenBack { ply: 0, spent: Duration::from_micros(1) };
    let act = Act { seq: 1, at: Timestamp::from_millis(0), side: None, id: None, fact, left: None, verdict: None };
    assert!(matches!(encode(&act), Err(CodecError::Fraction(_))));
}
