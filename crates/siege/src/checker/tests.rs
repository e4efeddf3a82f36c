//! Each violation that is planted into a valid game is found.

mod scene;

use faraday_wire::ProblemKind;
use faraday_wire::live::{Fact, Offer, PlayedAct, Why};

use super::{Breach, Copies, compare};
use crate::history::{Entry, Way};
use scene::{BLACK, WATCHER, WHITE, check, id, scene};

#[test]
fn a_game_in_order_passes() {
    assert_eq!(check(&scene().game, &scene().histories), []);
}

#[test]
fn a_lost_act_is_found() {
    let mut scene = scene();
    scene.game.acts.pop();
    let last = scene.game.acts.last().unwrap().clone();
    (scene.game.seq, scene.game.ended, scene.game.left) = (last.seq, last.ended, last.left);
    assert_eq!(scene.breaches(), [Breach::Lost, Breach::Diverged]);
    let shown = check(&scene.game, &scene.histories)[0].to_string();
    assert!(shown.contains("game0001") && shown.contains("act 13"), "{shown}");
}

#[test]
fn an_act_that_stands_there_otherwise_is_found() {
    let mut scene = scene();
    // Another legal first move, the same in the journal and for all clients.
    let other = "h2h3";
    scene.change(|act| {
        if let Fact::Moved { ply: 0, uci, .. } = &mut act.fact {
            other.clone_into(uci);
        }
    });
    assert!(scene.breaches().contains(&Breach::Changed), "{:?}", scene.breaches());
}

#[test]
fn a_doubled_act_is_found() {
    let mut scene = scene();
    // The gift occurs twice, and all later acts move up by one.
    let at = scene.game.acts.iter().position(|act| matches!(act.fact, Fact::Timed { .. })).unwrap();
    let gift = scene.game.acts[at].clone();
    let Fact::Timed { side, ms, .. } = gift.fact else { unreachable!() };
    let later = |act: &mut PlayedAct| {
        if act.seq > gift.seq {
            act.seq += 1;
            act.left.as_mut().unwrap()[side as usize] += ms;
        }
    };
    scene.change(later);
    let mut again = gift.clone();
    again.seq += 1;
    again.left.as_mut().unwrap()[side as usize] += ms;
    for history in &mut scene.histories {
        let place = history.entries.iter().position(|entry| matches!(entry, Entry::Told(act) if act.seq == gift.seq));
        history.entries.insert(place.unwrap() + 1, Entry::Told(again.clone()));
        for entry in &mut history.entries {
            if let Entry::Acked { seq: Some(seq), .. } = entry {
                *seq += u64::from(*seq > gift.seq);
            }
        }
    }
    scene.game.acts.insert(at + 1, again);
    scene.game.seq += 1;
    scene.game.left = scene.game.acts.last().unwrap().left;
    assert_eq!(scene.breaches(), [Breach::Doubled]);
}

#[test]
fn a_request_with_two_answers_is_found() {
    let mut scene = scene();
    let again = Entry::Acked { id: id(0), seq: Some(3), way: Way::Http };
    scene.entries(WHITE).push(again);
    assert_eq!(scene.breaches(), [Breach::Doubled]);
    let mut scene = self::scene();
    scene.entries(WHITE).push(Entry::Refused { id: id(0), kind: ProblemKind::Stale });
    assert_eq!(scene.breaches(), [Breach::Doubled]);
}

#[test]
fn the_same_move_under_another_name_is_no_second_act() {
    let mut scene = scene();
    let Entry::Sent { request, .. } = scene.histories[WHITE].entries[0].clone() else { unreachable!() };
    scene.entries(WHITE).push(Entry::Sent { id: id(99), request });
    scene.entries(WHITE).push(Entry::Acked { id: id(99), seq: Some(1), way: Way::Http });
    assert_eq!(scene.breaches(), []);
}

#[test]
fn a_gap_in_the_journal_is_found() {
    let mut scene = scene();
    scene.game.acts.remove(4);
    assert!(scene.breaches().contains(&Breach::Gap));
}

#[test]
fn a_wrong_clock_is_found() {
    let mut scene = scene();
    scene.change(|act| {
        if act.seq == 5 {
            act.left.as_mut().unwrap()[0] += 1;
        }
    });
    assert_eq!(scene.breaches(), [Breach::Clocks]);
}

#[test]
fn time_that_runs_backward_is_found() {
    let mut scene = scene();
    scene.change(|act| act.at -= if act.seq == 6 { 5000 } else { 0 });
    assert_eq!(scene.breaches(), [Breach::Earlier]);
}

#[test]
fn more_time_spent_than_has_passed_is_found() {
    let mut scene = scene();
    scene.change(|act| {
        // Act 3 takes another second from White's clock for the rest of the game.
        if let Fact::Moved { ply: 2, spent_ms, .. } = &mut act.fact {
            *spent_ms += 1000;
        }
        if act.seq >= 3 {
            act.left.as_mut().unwrap()[0] -= 1000;
        }
    });
    scene.game.left.as_mut().unwrap()[0] -= 1000;
    assert_eq!(scene.breaches(), [Breach::Fold]);
}

#[test]
fn an_act_after_the_end_is_found() {
    let mut scene = scene();
    let last = scene.game.acts.last().unwrap().clone();
    let late = PlayedAct { seq: last.seq + 1, ended: None, fact: Fact::Offered { what: Offer::Draw }, ..last };
    scene.game.acts.push(late.clone());
    (scene.game.seq, scene.game.ended) = (late.seq, None);
    for history in &mut scene.histories {
        history.entries.push(Entry::Told(late.clone()));
    }
    let found = scene.breaches();
    assert!(found.contains(&Breach::AfterEnd) && found.contains(&Breach::Uncalled), "{found:?}");
}

#[test]
fn an_illegal_move_is_found() {
    let mut scene = scene();
    scene.change(|act| {
        if let Fact::Moved { ply: 2, uci, .. } = &mut act.fact {
            "e1e8".clone_into(uci);
        }
    });
    let found = scene.breaches();
    assert!(found.contains(&Breach::Fold) && found.contains(&Breach::Changed), "{found:?}");
}

#[test]
fn a_diverging_watcher_is_found() {
    let mut scene = scene();
    let told = scene.entries(WATCHER).iter_mut().find_map(|entry| match entry {
        Entry::Told(act) if act.seq == 7 => Some(act),
        _ => None,
    });
    told.unwrap().at += 1;
    assert_eq!(scene.breaches(), [Breach::Diverged]);
}

#[test]
fn a_hole_is_found_unless_it_is_filled() {
    let mut scene = scene();
    scene.entries(WATCHER).remove(5);
    assert_eq!(scene.breaches(), [Breach::Hole]);
    let acts = scene.game.acts[5..9].to_vec();
    scene.entries(WATCHER).insert(8, Entry::Resumed { seen: 5, head: 9, acts });
    assert_eq!(scene.breaches(), []);
}

#[test]
fn a_resync_that_leaves_acts_out_is_found() {
    let mut scene = scene();
    let acts = scene.game.acts[6..9].to_vec();
    scene.entries(WATCHER).insert(9, Entry::Resumed { seen: 5, head: 9, acts });
    assert_eq!(scene.breaches(), [Breach::Hole]);
    let mut scene = self::scene();
    let acts = scene.game.acts[..3].to_vec();
    scene.entries(WATCHER).insert(9, Entry::Resumed { seen: 9, head: 3, acts });
    assert_eq!(scene.breaches(), [], "what the server does not know yet is answered with everything");
}

#[test]
fn an_end_that_is_never_told_is_found() {
    let mut scene = scene();
    scene.entries(WATCHER).pop();
    assert_eq!(scene.breaches(), [Breach::Unfinished]);
}

#[test]
fn an_acknowledgement_before_its_act_is_found() {
    let mut scene = scene();
    scene.entries(BLACK).swap(2, 3);
    assert!(matches!(scene.histories[BLACK].entries[2], Entry::Acked { .. }));
    assert_eq!(scene.breaches(), [Breach::AckFirst]);
}

#[test]
fn an_act_that_nobody_asked_for_is_found() {
    let mut scene = scene();
    scene.entries(WHITE).retain(|entry| match entry {
        Entry::Sent { id: sent, .. } | Entry::Acked { id: sent, .. } => *sent != id(0),
        _ => true,
    });
    assert_eq!(scene.breaches(), [Breach::Uncalled]);
}

#[test]
fn a_request_without_an_answer_may_have_been_done() {
    let mut scene = scene();
    scene.entries(WHITE).retain(|entry| !matches!(entry, Entry::Acked { .. }));
    assert_eq!(scene.breaches(), []);
}

#[test]
fn a_refused_request_that_was_done_is_found() {
    let mut scene = scene();
    for entry in scene.entries(WHITE) {
        if let Entry::Acked { id: acked, .. } = entry
            && *acked == id(0)
        {
            *entry = Entry::Refused { id: id(0), kind: ProblemKind::Stale };
        }
    }
    assert_eq!(scene.breaches(), [Breach::RefusedYetDone]);
    let again = scene.entries(WHITE)[0].clone();
    scene.entries(WHITE).push(again);
    assert_eq!(scene.breaches(), [Breach::RefusedYetDone]);
    let lingering = super::check(&scene.game, &scene.histories, Copies::Linger);
    assert_eq!(lingering, [], "a copy in a frozen process may be done after another one was refused");
}

#[test]
fn what_a_game_says_of_itself_fits_its_last_act() {
    let mut scene = scene();
    scene.game.ended = None;
    assert_eq!(scene.breaches(), [Breach::Head]);
}

#[test]
fn two_readings_of_a_game_are_the_same() {
    let (first, mut second) = (scene().game, scene().game);
    assert_eq!(compare(&first, &second, "node 2"), []);
    second.acts[3].at += 1;
    assert_eq!(compare(&first, &second, "node 2")[0].seq, Some(4));
    let mut shorter = scene().game;
    shorter.acts.pop();
    assert_eq!(compare(&first, &shorter, "node 3")[0].seq, Some(13));
}

#[test]
fn credit_for_an_outage_passes_and_a_gift_out_of_thin_air_does_not() {
    let mut scene = scene();
    let last = scene.game.acts.pop().unwrap();
    let before = scene.game.acts.last().unwrap().clone();
    let side = last.side.unwrap();
    let mut left = before.left.unwrap();
    left[side as usize] += 500;
    let credit = PlayedAct {
        seq: last.seq,
        at: last.at,
        side: Some(side),
        left: Some(left),
        fact: Fact::Timed { side, ms: 500, why: Why::Outage },
        ended: None,
    };
    let end = PlayedAct { seq: last.seq + 1, left: Some(left), ..last.clone() };
    scene.game.acts.extend([credit.clone(), end.clone()]);
    (scene.game.seq, scene.game.left) = (end.seq, end.left);
    for history in &mut scene.histories {
        for entry in &mut history.entries {
            match entry {
                Entry::Acked { seq: Some(seq), .. } => *seq += u64::from(*seq == last.seq),
                Entry::Told(act) if act.seq == last.seq => *act = credit.clone(),
                _ => {}
            }
        }
        let at = history.entries.iter().position(|entry| matches!(entry, Entry::Told(act) if *act == credit)).unwrap();
        history.entries.insert(at + 1, Entry::Told(end.clone()));
    }
    assert_eq!(scene.breaches(), []);
    scene.change(|act| {
        if let Fact::Timed { why, ms: 500, .. } = &mut act.fact {
            *why = Why::Gift;
        }
    });
    let found = scene.breaches();
    assert!(found.contains(&Breach::Uncalled) || found.contains(&Breach::Doubled), "{found:?}");
}
