//! Tests of the checker: it finds each violation planted into a valid game.

mod sample_game;

use faraday_wire::ProblemKind;
use faraday_wire::live::{Fact, Offer, PlayedAct, TimeReason};

use super::{DelayedDuplicates, ViolationKind, compare};
use crate::history::{Entry, Transport};
use sample_game::{BLACK, SPECTATOR, WHITE, check, id, sample_game};

#[test]
fn a_game_in_order_passes() {
    assert_eq!(check(&sample_game().game, &sample_game().histories), []);
}

#[test]
fn a_lost_act_is_found() {
    let mut sample = sample_game();
    sample.game.acts.pop();
    let last = sample.game.acts.last().unwrap().clone();
    (sample.game.seq, sample.game.ended, sample.game.left) = (last.seq, last.ended, last.left);
    assert_eq!(sample.kinds(), [ViolationKind::Lost, ViolationKind::Diverged]);
    let shown = check(&sample.game, &sample.histories)[0].to_string();
    assert!(shown.contains("game0001") && shown.contains("act 13"), "{shown}");
}

#[test]
fn an_act_that_stands_there_otherwise_is_found() {
    let mut sample = sample_game();
    // Another legal first move, the same in the journal and for all clients.
    let other = "h2h3";
    sample.change(|act| {
        if let Fact::Moved { ply: 0, uci, .. } = &mut act.fact {
            other.clone_into(uci);
        }
    });
    assert!(sample.kinds().contains(&ViolationKind::Changed), "{:?}", sample.kinds());
}

#[test]
fn a_doubled_act_is_found() {
    let mut sample = sample_game();
    // The gift occurs twice, and all later acts move up by one.
    let at = sample.game.acts.iter().position(|act| matches!(act.fact, Fact::Timed { .. })).unwrap();
    let gift = sample.game.acts[at].clone();
    let Fact::Timed { side, ms, .. } = gift.fact else { unreachable!() };
    let later = |act: &mut PlayedAct| {
        if act.seq > gift.seq {
            act.seq += 1;
            act.left.as_mut().unwrap()[side as usize] += ms;
        }
    };
    sample.change(later);
    let mut again = gift.clone();
    again.seq += 1;
    again.left.as_mut().unwrap()[side as usize] += ms;
    for history in &mut sample.histories {
        let place =
            history.entries.iter().position(|entry| matches!(entry, Entry::ActReceived(act) if act.seq == gift.seq));
        history.entries.insert(place.unwrap() + 1, Entry::ActReceived(again.clone()));
        for entry in &mut history.entries {
            if let Entry::Acked { seq: Some(seq), .. } = entry {
                *seq += u64::from(*seq > gift.seq);
            }
        }
    }
    sample.game.acts.insert(at + 1, again);
    sample.game.seq += 1;
    sample.game.left = sample.game.acts.last().unwrap().left;
    assert_eq!(sample.kinds(), [ViolationKind::Doubled]);
}

#[test]
fn a_request_with_two_answers_is_found() {
    let mut sample = sample_game();
    let again = Entry::Acked { id: id(0), seq: Some(3), transport: Transport::Http };
    sample.entries(WHITE).push(again);
    assert_eq!(sample.kinds(), [ViolationKind::Doubled]);
    let mut sample = sample_game();
    sample.entries(WHITE).push(Entry::Refused { id: id(0), kind: ProblemKind::Stale });
    assert_eq!(sample.kinds(), [ViolationKind::Doubled]);
}

#[test]
fn the_same_move_under_another_name_is_no_second_act() {
    let mut sample = sample_game();
    let Entry::Sent { request, .. } = sample.histories[WHITE].entries[0].clone() else { unreachable!() };
    sample.entries(WHITE).push(Entry::Sent { id: id(99), request });
    sample.entries(WHITE).push(Entry::Acked { id: id(99), seq: Some(1), transport: Transport::Http });
    assert_eq!(sample.kinds(), []);
}

#[test]
fn a_gap_in_the_journal_is_found() {
    let mut sample = sample_game();
    sample.game.acts.remove(4);
    assert!(sample.kinds().contains(&ViolationKind::Gap));
}

#[test]
fn a_wrong_clock_is_found() {
    let mut sample = sample_game();
    sample.change(|act| {
        if act.seq == 5 {
            act.left.as_mut().unwrap()[0] += 1;
        }
    });
    assert_eq!(sample.kinds(), [ViolationKind::Clocks]);
}

#[test]
fn time_that_runs_backward_is_found() {
    let mut sample = sample_game();
    sample.change(|act| act.at -= if act.seq == 6 { 5000 } else { 0 });
    assert_eq!(sample.kinds(), [ViolationKind::Earlier]);
}

#[test]
fn more_time_spent_than_has_passed_is_found() {
    let mut sample = sample_game();
    sample.change(|act| {
        // Act 3 takes another second from White's clock for the rest of the game.
        if let Fact::Moved { ply: 2, spent_ms, .. } = &mut act.fact {
            *spent_ms += 1000;
        }
        if act.seq >= 3 {
            act.left.as_mut().unwrap()[0] -= 1000;
        }
    });
    sample.game.left.as_mut().unwrap()[0] -= 1000;
    assert_eq!(sample.kinds(), [ViolationKind::Fold]);
}

#[test]
fn an_act_after_the_end_is_found() {
    let mut sample = sample_game();
    let last = sample.game.acts.last().unwrap().clone();
    let late = PlayedAct { seq: last.seq + 1, ended: None, fact: Fact::Offered { what: Offer::Draw }, ..last };
    sample.game.acts.push(late.clone());
    (sample.game.seq, sample.game.ended) = (late.seq, None);
    for history in &mut sample.histories {
        history.entries.push(Entry::ActReceived(late.clone()));
    }
    let found = sample.kinds();
    assert!(found.contains(&ViolationKind::AfterEnd) && found.contains(&ViolationKind::Unrequested), "{found:?}");
}

#[test]
fn an_illegal_move_is_found() {
    let mut sample = sample_game();
    sample.change(|act| {
        if let Fact::Moved { ply: 2, uci, .. } = &mut act.fact {
            "e1e8".clone_into(uci);
        }
    });
    let found = sample.kinds();
    assert!(found.contains(&ViolationKind::Fold) && found.contains(&ViolationKind::Changed), "{found:?}");
}

#[test]
fn a_diverging_spectator_is_found() {
    let mut sample = sample_game();
    let told = sample.entries(SPECTATOR).iter_mut().find_map(|entry| match entry {
        Entry::ActReceived(act) if act.seq == 7 => Some(act),
        _ => None,
    });
    told.unwrap().at += 1;
    assert_eq!(sample.kinds(), [ViolationKind::Diverged]);
}

#[test]
fn a_hole_is_found_unless_it_is_filled() {
    let mut sample = sample_game();
    sample.entries(SPECTATOR).remove(5);
    assert_eq!(sample.kinds(), [ViolationKind::MissedActs]);
    let acts = sample.game.acts[5..9].to_vec();
    sample.entries(SPECTATOR).insert(8, Entry::Resumed { seen: 5, head: 9, acts });
    assert_eq!(sample.kinds(), []);
}

#[test]
fn a_resync_that_leaves_acts_out_is_found() {
    let mut sample = sample_game();
    let acts = sample.game.acts[6..9].to_vec();
    sample.entries(SPECTATOR).insert(9, Entry::Resumed { seen: 5, head: 9, acts });
    assert_eq!(sample.kinds(), [ViolationKind::MissedActs]);
    let mut sample = sample_game();
    let acts = sample.game.acts[..3].to_vec();
    sample.entries(SPECTATOR).insert(9, Entry::Resumed { seen: 9, head: 3, acts });
    assert_eq!(sample.kinds(), [], "what the server does not know yet is answered with everything");
}

#[test]
fn an_end_that_is_never_told_is_found() {
    let mut sample = sample_game();
    sample.entries(SPECTATOR).pop();
    assert_eq!(sample.kinds(), [ViolationKind::Unfinished]);
}

#[test]
fn an_acknowledgement_before_its_act_is_found() {
    let mut sample = sample_game();
    sample.entries(BLACK).swap(2, 3);
    assert!(matches!(sample.histories[BLACK].entries[2], Entry::Acked { .. }));
    assert_eq!(sample.kinds(), [ViolationKind::AckFirst]);
}

#[test]
fn an_act_that_nobody_asked_for_is_found() {
    let mut sample = sample_game();
    sample.entries(WHITE).retain(|entry| match entry {
        Entry::Sent { id: sent, .. } | Entry::Acked { id: sent, .. } => *sent != id(0),
        _ => true,
    });
    assert_eq!(sample.kinds(), [ViolationKind::Unrequested]);
}

#[test]
fn a_request_without_an_answer_may_have_been_done() {
    let mut sample = sample_game();
    sample.entries(WHITE).retain(|entry| !matches!(entry, Entry::Acked { .. }));
    assert_eq!(sample.kinds(), []);
}

#[test]
fn a_refused_request_that_was_done_is_found() {
    let mut sample = sample_game();
    for entry in sample.entries(WHITE) {
        if let Entry::Acked { id: acked, .. } = entry
            && *acked == id(0)
        {
            *entry = Entry::Refused { id: id(0), kind: ProblemKind::Stale };
        }
    }
    assert_eq!(sample.kinds(), [ViolationKind::RefusedYetDone]);
    let again = sample.entries(WHITE)[0].clone();
    sample.entries(WHITE).push(again);
    assert_eq!(sample.kinds(), [ViolationKind::RefusedYetDone]);
    let lingering = super::check(&sample.game, &sample.histories, DelayedDuplicates::Possible);
    assert_eq!(lingering, [], "a copy in a frozen process may be done after another one was refused");
}

#[test]
fn what_a_game_says_of_itself_fits_its_last_act() {
    let mut sample = sample_game();
    sample.game.ended = None;
    assert_eq!(sample.kinds(), [ViolationKind::Head]);
}

#[test]
fn two_readings_of_a_game_are_the_same() {
    let (first, mut second) = (sample_game().game, sample_game().game);
    assert_eq!(compare(&first, &second, "node 2"), []);
    second.acts[3].at += 1;
    assert_eq!(compare(&first, &second, "node 2")[0].seq, Some(4));
    let mut shorter = sample_game().game;
    shorter.acts.pop();
    assert_eq!(compare(&first, &shorter, "node 3")[0].seq, Some(13));
}

#[test]
fn credit_for_an_outage_passes_and_a_gift_out_of_thin_air_does_not() {
    let mut sample = sample_game();
    let last = sample.game.acts.pop().unwrap();
    let before = sample.game.acts.last().unwrap().clone();
    let side = last.side.unwrap();
    let mut left = before.left.unwrap();
    left[side as usize] += 500;
    let credit = PlayedAct {
        seq: last.seq,
        at: last.at,
        side: Some(side),
        left: Some(left),
        fact: Fact::Timed { side, ms: 500, reason: TimeReason::Outage },
        ended: None,
    };
    let end = PlayedAct { seq: last.seq + 1, left: Some(left), ..last.clone() };
    sample.game.acts.extend([credit.clone(), end.clone()]);
    (sample.game.seq, sample.game.left) = (end.seq, end.left);
    for history in &mut sample.histories {
        for entry in &mut history.entries {
            match entry {
                Entry::Acked { seq: Some(seq), .. } => *seq += u64::from(*seq == last.seq),
                Entry::ActReceived(act) if act.seq == last.seq => *act = credit.clone(),
                _ => {}
            }
        }
        let at = history
            .entries
            .iter()
            .position(|entry| matches!(entry, Entry::ActReceived(act) if *act == credit))
            .unwrap();
        history.entries.insert(at + 1, Entry::ActReceived(end.clone()));
    }
    assert_eq!(sample.kinds(), []);
    sample.change(|act| {
        if let Fact::Timed { reason, ms: 500, .. } = &mut act.fact {
            *reason = TimeReason::Gift;
        }
    });
    let found = sample.kinds();
    assert!(found.contains(&ViolationKind::Unrequested) || found.contains(&ViolationKind::Doubled), "{found:?}");
}
