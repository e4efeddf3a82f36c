//! Tests of repeated requests, and of acts that a journal must not contain.

use faraday_play::{
    Act, Action, Claim, Command, Decision, Fact, FoldError, Latency, MoveRequest, Offer, Outage, Refused, RequestId,
    TimeReason, Timestamp, Verdict,
};
use faraday_rules::Color::{Black, White};
use faraday_rules::MoveTextError;

use crate::{Game, clock, secs};

#[test]
fn a_move_that_is_sent_again_is_answered_again() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5");
    assert_eq!(game.send(&Command::to_move(White, 0, "e2e4")), Ok(1));
    assert_eq!(game.send(&Command::to_move(White, 0, "d2d4")), Err(Refused::Stale { ply: 2 }));
    assert_eq!(game.send(&Command::to_move(Black, 0, "e2e4")), Err(Refused::Stale { ply: 2 }), "another seat's move");
    assert_eq!(game.send(&Command::to_move(White, 3, "g1f3")), Err(Refused::Stale { ply: 2 }));
    game.request(White, Action::Resign).unwrap();
    assert_eq!(game.send(&Command::to_move(Black, 1, "e7e5")), Ok(2), "after the end too");
}

#[test]
fn a_request_with_a_name_is_answered_once_however_often_it_comes() {
    let mut game = Game::new("chess", clock("5+3"));
    let id = Some(RequestId::parse("offer-0123456789").unwrap());
    let command = Command { side: White, id: id.clone(), action: Action::Draw };
    assert_eq!(game.send(&command), Ok(1));
    game.request(Black, Action::Decline(None)).unwrap();
    assert_eq!(game.send(&command), Ok(1));
    game.request(Black, Action::Resign).unwrap();
    assert_eq!(game.send(&command), Ok(1));
    assert_eq!(
        game.send(&Command { side: Black, id, action: Action::Draw }),
        Err(Refused::Over),
        "names are each side's own"
    );
}

#[test]
fn time_that_is_given_again_by_its_name_is_given_once() {
    let mut game = Game::new("chess", clock("5+3"));
    let command =
        Command { side: White, id: Some(RequestId::parse("gift-00123456789").unwrap()), action: Action::GiveTime };
    assert_eq!([game.send(&command), game.send(&command)], [Ok(1), Ok(1)]);
    assert_eq!(game.left(), [300_000, 315_000]);
}

#[test]
fn a_move_from_before_a_takeback_is_stale() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5").request(Black, Action::Takeback).unwrap();
    let back = game.request(White, Action::Accept(None)).unwrap();
    let moved = |seen| {
        Action::Move(MoveRequest {
            uci: "d7d5".into(),
            ply: 1,
            seen: Some(seen),
            draw: false,
            latency: Latency::default(),
        })
    };
    assert_eq!(game.request(Black, moved(back - 1)), Err(Refused::Stale { ply: 1 }));
    game.request(Black, moved(back)).unwrap();
}

#[test]
fn a_move_that_was_sent_before_a_takeback_does_not_mean_one_made_after_it() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4").request(White, Action::Takeback).unwrap();
    game.request(Black, Action::Accept(None)).unwrap();
    game.play_all(1, "e2e4");
    let moved = |seen| {
        let sent = MoveRequest { uci: "e2e4".into(), ply: 0, seen, draw: false, latency: Latency::default() };
        Action::Move(sent)
    };
    assert_eq!(game.request(White, moved(Some(0))), Err(Refused::Stale { ply: 1 }));
    assert_eq!(game.request(White, moved(Some(3))), Ok(4));
    assert_eq!(game.request(White, moved(None)), Ok(4));
}

#[test]
fn an_illegal_move_says_why_and_changes_nothing() {
    let mut game = Game::new("forcefield", clock("5+3"));
    assert!(matches!(game.play("e2e5"), Err(Refused::Illegal(MoveTextError::Illegal { .. }))));
    assert!(matches!(game.play("z9"), Err(Refused::Illegal(_))));
    assert_eq!(game.send(&Command::to_move(Black, 0, "e7e5")), Err(Refused::NotYourTurn(White)));
    assert_eq!(game.table.seq(), 0);
}

#[test]
fn an_act_that_does_not_follow_is_refused_and_changes_nothing() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5").pass(secs(1));
    let Ok(Decision::Act(act)) = game.table.decide(&Command::to_move(White, 2, "g1f3"), game.now) else { panic!() };
    let fen = game.table.game().fen();
    let mut refused = |change: &dyn Fn(&mut Act)| {
        let mut act = act.clone();
        change(&mut act);
        let error = game.table.fold(&act).unwrap_err();
        assert_eq!((game.table.game().fen(), game.table.seq()), (fen.clone(), 2));
        error
    };
    assert_eq!(refused(&|act| act.seq = 4), FoldError::Gap { expected: 3, found: 4 });
    assert_eq!(refused(&|act| act.seq = 2), FoldError::Gap { expected: 3, found: 2 });
    assert_eq!(refused(&|act| act.at = Timestamp::default()), FoldError::Earlier(3));
    assert_eq!(refused(&|act| act.side = Some(Black)), FoldError::Misplaced(3));
    assert_eq!(refused(&|act| act.left = Some([secs(300); 2])), FoldError::Clocks(3));
    assert_eq!(refused(&|act| act.left = None), FoldError::Clocks(3));
    assert_eq!(refused(&|act| act.verdict = Some(Verdict::Agreed)), FoldError::Verdict(3));
    game.keep(act);
}

#[test]
fn a_clock_that_is_set_back_does_not_set_the_journal_back() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5");
    let latest = game.journal[1].at;
    game.now = Timestamp::default();
    game.play("g1f3").unwrap();
    assert_eq!((game.journal[2].at, game.left()[0]), (latest, 303_000));
}

#[test]
fn an_outage_is_not_folded_twice() {
    let mut game = Game::new("chess", clock("5+3"));
    let outage = Outage { node: "one".to_owned(), boot: 1 };
    let act = game.table.credit(outage, secs(5), game.now).unwrap();
    game.keep(act.clone());
    assert_eq!(game.table.fold(&Act { seq: 2, ..act }), Err(FoldError::Credited(2)));
}

#[test]
fn a_journal_in_which_players_do_what_they_may_not_is_refused() {
    let mut game = Game::new("chess", clock("5+3"));
    let id = RequestId::parse("draw-00123456789").ok();
    game.play_all(1, "e2e4 e7e5");
    game.send(&Command { side: White, id: id.clone(), action: Action::Draw }).unwrap();
    let left = game.table.left();
    let act = |side, fact, verdict| Act { seq: 4, at: game.now, side: Some(side), id: None, fact, left, verdict };
    let moved = Fact::Moved { ply: 2, uci: "g1f3".into(), spent: secs(0), lag: secs(0), draw: true };
    let gift = Fact::Timed { more: secs(16), reason: TimeReason::Gift };
    let closed = |side, verdict| act(side, Fact::Closed, Some(verdict));
    let acts = [
        (act(White, Fact::Offered { what: Offer::Draw }, None), FoldError::Offer(4)),
        (act(Black, Fact::Offered { what: Offer::Draw }, None), FoldError::Offer(4)),
        (act(Black, Fact::Answered { what: Offer::Takeback, yes: false }, None), FoldError::Offer(4)),
        (act(White, Fact::Answered { what: Offer::Draw, yes: false }, None), FoldError::Offer(4)),
        (act(White, Fact::TakenBack { ply: 0, spent: secs(0) }, None), FoldError::Misplaced(4)),
        (act(White, moved, None), FoldError::Offer(4)),
        (
            Act { left: left.map(|[white, black]| [white, black + secs(16)]), ..act(Black, gift, None) },
            FoldError::Time(4),
        ),
        (closed(Black, Verdict::Resigned(White)), FoldError::Verdict(4)),
        (closed(White, Verdict::Aborted), FoldError::Verdict(4)),
        (closed(White, Verdict::TimedOut(White)), FoldError::Verdict(4)),
        (closed(Black, Verdict::Abandoned(White, Claim::Win)), FoldError::Verdict(4)),
        (closed(White, Verdict::Expired), FoldError::Verdict(4)),
        (Act { id, ..closed(White, Verdict::Resigned(White)) }, FoldError::Repeated(4)),
    ];
    for (act, error) in acts {
        assert_eq!(game.table.fold(&act), Err(error), "{act:?}");
    }
    let resigned = closed(White, Verdict::Resigned(White));
    game.keep(resigned.clone());
    assert_eq!(game.table.fold(&Act { seq: 5, ..resigned }), Err(FoldError::AfterEnd(5)));
}
