//! Tests of aborting, resigning, offers, and takebacks.

use faraday_play::{Action, Command, Latency, MoveRequest, Offer, Refused, Terms, Verdict};
use faraday_rules::Color::{Black, White};

use crate::{Game, clock, secs};

/// Harmless knight and pawn moves, for games that only have to continue.
const QUIET: &str =
    "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 e2e3 e7e6 f2f3 f7f6 g2g3 g7g6 h2h3 h7h6 a3a4 a6a5 b3b4 b6b5 c3c4 c6c5";

fn offering(game: &Game, uci: &str) -> Command {
    let (side, ply) = (game.table.turn(), game.table.ply());
    Command::of(
        side,
        Action::Move(MoveRequest { uci: uci.to_owned(), ply, seen: None, draw: true, latency: Latency::default() }),
    )
}

#[test]
fn either_may_abort_until_both_have_moved() {
    for (moves, side) in [("", White), ("", Black), ("e2e4", White)] {
        let mut game = Game::new("chess", clock("5+3"));
        // This is the last moment before a first move is late.
        game.play_all(1, moves).pass(secs(29)).request(side, Action::Abort).unwrap();
        assert_eq!(game.table.verdict(), Some(Verdict::Aborted));
        assert_eq!((game.table.aborted_by(), game.table.missed_by()), (Some(side), None));
    }
    let mut game = Game::new("chess", clock("5+3"));
    assert_eq!(game.play_all(1, "e2e4 e7e5").request(White, Action::Abort), Err(Refused::BothMoved));
}

#[test]
fn a_takeback_does_not_bring_back_the_right_to_abort_nor_stop_the_clocks() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5").request(Black, Action::Takeback).unwrap();
    game.pass(secs(10)).request(White, Action::Accept(None)).unwrap();
    assert_eq!((game.table.ply(), game.table.turn(), game.left()), (1, Black, [290_000, 300_000]));
    assert_eq!(game.request(Black, Action::Abort), Err(Refused::BothMoved));
    game.play_all(5, "d7d5");
    assert_eq!(game.left(), [290_000, 298_000]);
}

#[test]
fn moves_that_are_played_again_after_a_takeback_cost_time() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5").request(White, Action::Takeback).unwrap();
    game.request(Black, Action::Accept(None)).unwrap();
    game.play_all(10, "d2d4");
    assert_eq!(game.left(), [293_000, 300_000]);
    assert_eq!(game.request(Black, Action::Abort), Err(Refused::BothMoved));
}

#[test]
fn nothing_is_agreed_once_time_is_up() {
    let mut game = Game::new("chess", clock("1"));
    game.play_all(1, "e2e4 e7e5").request(Black, Action::Draw).unwrap();
    game.pass(secs(68));
    for action in [Action::Accept(None), Action::Draw, Action::GiveTime] {
        assert_eq!(game.request(White, action), Err(Refused::TimeUp));
    }
    assert_eq!(game.request(Black, Action::Resign), Ok(4), "anybody may resign at any time");
}

#[test]
fn offers_end_with_the_game() {
    let mut game = Game::new("chess", clock("1"));
    game.request(White, Action::Draw).unwrap();
    game.request(Black, Action::Abort).unwrap();
    assert!(game.table.offers().open().is_empty());
}

#[test]
fn anybody_may_resign_at_any_time() {
    let mut game = Game::new("chess", clock("5+3"));
    game.request(Black, Action::Resign).unwrap();
    assert_eq!(game.table.verdict(), Some(Verdict::Resigned(Black)));
    assert_eq!(game.request(White, Action::Resign), Err(Refused::Over));
    assert_eq!(game.play("e2e4"), Err(Refused::Over));
}

#[test]
fn offering_against_an_offer_accepts_it() {
    let mut game = Game::new("chess", clock("5+3"));
    game.request(White, Action::Draw).unwrap();
    assert_eq!(game.request(White, Action::Draw), Err(Refused::Offered(Offer::Draw)));
    game.request(Black, Action::Draw).unwrap();
    assert_eq!(game.table.verdict(), Some(Verdict::Agreed));

    let mut game = Game::new("chess", clock("5+3"));
    game.request(Black, Action::Draw).unwrap();
    let command = offering(&game, "e2e4");
    game.send(&command).unwrap();
    assert_eq!((game.table.verdict(), game.table.ply()), (Some(Verdict::Agreed), 1));
}

#[test]
fn an_offer_stands_until_the_opponent_answers_or_moves() {
    let mut game = Game::new("chess", clock("5+3"));
    let command = offering(&game, "e2e4");
    game.send(&command).unwrap();
    assert!(game.table.offers().of(White, Offer::Draw).is_some());
    game.play("e7e5").unwrap();
    assert!(game.table.offers().open().is_empty());
    assert_eq!(game.request(Black, Action::Accept(None)), Err(Refused::NoOffer));
}

#[test]
fn a_draw_is_offered_again_only_after_ten_more_moves() {
    let mut game = Game::new("chess", Terms::UNLIMITED);
    game.request(White, Action::Draw).unwrap();
    game.request(Black, Action::Decline(None)).unwrap();
    assert_eq!(game.request(White, Action::Draw), Err(Refused::TooSoon(10)));
    assert_eq!([White, Black].map(|side| game.table.offers().moves_until_draw(side)), [10, 0]);
    let moves: Vec<&str> = QUIET.split_whitespace().collect();
    for uci in &moves[..18] {
        // The draw offer is dropped, but the move is played.
        let command = if game.table.turn() == White {
            offering(&game, uci)
        } else {
            Command::to_move(Black, game.table.ply(), *uci)
        };
        game.send(&command).unwrap();
        assert!(game.table.offers().open().is_empty());
    }
    assert_eq!(game.request(White, Action::Draw), Err(Refused::TooSoon(1)));
    assert_eq!(game.table.offers().moves_until_draw(White), 1);
    let command = offering(&game, moves[18]);
    game.send(&command).unwrap();
    assert!(game.table.offers().of(White, Offer::Draw).is_some(), "the tenth move may bring it");
}

#[test]
fn a_takeback_undoes_the_plies_back_to_the_askers_last_move() {
    for (side, ply) in [(White, 2), (Black, 1)] {
        let mut game = Game::new("chess", clock("5+3"));
        game.play_all(1, "e2e4 e7e5 g1f3").request(side, Action::Takeback).unwrap();
        game.request(!side, Action::Accept(None)).unwrap();
        assert_eq!((game.table.ply(), game.table.turn()), (ply, side));
    }
}

#[test]
fn a_takeback_needs_a_move_of_ones_own_and_a_casual_game() {
    let mut game = Game::new("chess", clock("5+3"));
    assert_eq!(game.request(White, Action::Takeback), Err(Refused::NothingPlayed));
    assert_eq!(game.play_all(1, "e2e4").request(Black, Action::Takeback), Err(Refused::NothingPlayed));
    let mut rated = Game::new("chess", Terms { rated: true, ..clock("5+3") });
    assert_eq!(rated.play_all(1, "e2e4").request(White, Action::Takeback), Err(Refused::Rated));
}

#[test]
fn an_offer_of_a_draw_stands_through_a_takeback() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4").request(White, Action::Draw).unwrap();
    let takeback = game.request(White, Action::Takeback).unwrap();
    game.request(Black, Action::Accept(Some(takeback))).unwrap();
    assert!(game.table.offers().of(White, Offer::Draw).is_some());
    game.request(Black, Action::Accept(None)).unwrap();
    assert_eq!(game.table.verdict(), Some(Verdict::Agreed));
}

#[test]
fn a_takeback_that_is_declined_waits_for_another_move() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4").request(White, Action::Takeback).unwrap();
    game.request(Black, Action::Decline(None)).unwrap();
    assert_eq!(game.request(White, Action::Takeback), Err(Refused::Declined));
    game.play_all(1, "e7e5").request(White, Action::Takeback).unwrap();
}

#[test]
fn an_answer_says_which_of_two_offers_it_means() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4");
    let draw = game.request(White, Action::Draw).unwrap();
    let takeback = game.request(White, Action::Takeback).unwrap();
    assert_eq!(game.request(Black, Action::Accept(None)), Err(Refused::WhichOffer));
    assert_eq!(game.request(White, Action::Accept(Some(draw))), Err(Refused::NoOffer), "nobody accepts their own");
    game.request(Black, Action::Decline(Some(takeback))).unwrap();
    game.request(Black, Action::Accept(None)).unwrap();
    assert_eq!(game.table.verdict(), Some(Verdict::Agreed));
}

#[test]
fn what_the_rules_decide_goes_before_what_is_agreed() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "f2f3 e7e5 g2g4").request(White, Action::Draw).unwrap();
    let command = offering(&game, "d8h4");
    game.send(&command).unwrap();
    assert!(matches!(game.table.verdict(), Some(Verdict::Ruled(_))), "{:?}", game.table.verdict());
}
