//! Tests of aborting, resigning, offers, and takebacks.

use faraday_play::{Command, Offer, Refused, Sent, Terms, Transit, Verdict, Wish};
use faraday_rules::Color::{Black, White};

use crate::{Game, clock, secs};

/// Harmless knight and pawn moves, for games that only have to go on.
const QUIET: &str =
    "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 e2e3 e7e6 f2f3 f7f6 g2g3 g7g6 h2h3 h7h6 a3a4 a6a5 b3b4 b6b5 c3c4 c6c5";

fn offering(game: &Game, uci: &str) -> Command {
    let (side, ply) = (game.table.turn(), game.table.ply());
    Command::of(
        side,
        Wish::Move(Sent { uci: uci.to_owned(), ply, seen: None, draw: true, transit: Transit::default() }),
    )
}

#[test]
fn either_may_abort_until_both_have_moved() {
    for (moves, side) in [("", White), ("", Black), ("e2e4", White)] {
        let mut game = Game::new("chess", clock("5+3"));
        // This is the last moment before a first move is late.
        game.play_all(1, moves).pass(secs(29)).wish(side, Wish::Abort).unwrap();
        assert_eq!(game.table.verdict(), Some(Verdict::Aborted));
        assert_eq!((game.table.aborted_by(), game.table.missed_by()), (Some(side), None));
    }
    let mut game = Game::new("chess", clock("5+3"));
    assert_eq!(game.play_all(1, "e2e4 e7e5").wish(White, Wish::Abort), Err(Refused::BothMoved));
}

#[test]
fn a_takeback_does_not_bring_back_the_right_to_abort_nor_stop_the_clocks() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5").wish(Black, Wish::Takeback).unwrap();
    game.pass(secs(10)).wish(White, Wish::Yes(None)).unwrap();
    assert_eq!((game.table.ply(), game.table.turn(), game.left()), (1, Black, [290_000, 300_000]));
    assert_eq!(game.wish(Black, Wish::Abort), Err(Refused::BothMoved));
    game.play_all(5, "d7d5");
    assert_eq!(game.left(), [290_000, 298_000]);
}

#[test]
fn moves_that_are_played_again_after_a_takeback_cost_time() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4 e7e5").wish(White, Wish::Takeback).unwrap();
    game.wish(Black, Wish::Yes(None)).unwrap();
    game.play_all(10, "d2d4");
    assert_eq!(game.left(), [293_000, 300_000]);
    assert_eq!(game.wish(Black, Wish::Abort), Err(Refused::BothMoved));
}

#[test]
fn nothing_is_agreed_once_time_is_up() {
    let mut game = Game::new("chess", clock("1"));
    game.play_all(1, "e2e4 e7e5").wish(Black, Wish::Draw).unwrap();
    game.pass(secs(68));
    for wish in [Wish::Yes(None), Wish::Draw, Wish::GiveTime] {
        assert_eq!(game.wish(White, wish), Err(Refused::TimeUp));
    }
    assert_eq!(game.wish(Black, Wish::Resign), Ok(4), "anybody may resign at any time");
}

#[test]
fn offers_end_with_the_game() {
    let mut game = Game::new("chess", clock("1"));
    game.wish(White, Wish::Draw).unwrap();
    game.wish(Black, Wish::Abort).unwrap();
    assert!(game.table.offers().standing().is_empty());
}

#[test]
fn anybody_may_resign_at_any_time() {
    let mut game = Game::new("chess", clock("5+3"));
    game.wish(Black, Wish::Resign).unwrap();
    assert_eq!(game.table.verdict(), Some(Verdict::Resigned(Black)));
    assert_eq!(game.wish(White, Wish::Resign), Err(Refused::Over));
    assert_eq!(game.play("e2e4"), Err(Refused::Over));
}

#[test]
fn offering_against_an_offer_accepts_it() {
    let mut game = Game::new("chess", clock("5+3"));
    game.wish(White, Wish::Draw).unwrap();
    assert_eq!(game.wish(White, Wish::Draw), Err(Refused::Offered(Offer::Draw)));
    game.wish(Black, Wish::Draw).unwrap();
    assert_eq!(game.table.verdict(), Some(Verdict::Agreed));

    let mut game = Game::new("chess", clock("5+3"));
    game.wish(Black, Wish::Draw).unwrap();
    let order = offering(&game, "e2e4");
    game.order(&order).unwrap();
    assert_eq!((game.table.verdict(), game.table.ply()), (Some(Verdict::Agreed), 1));
}

#[test]
fn an_offer_stands_until_the_opponent_answers_or_moves() {
    let mut game = Game::new("chess", clock("5+3"));
    let order = offering(&game, "e2e4");
    game.order(&order).unwrap();
    assert!(game.table.offers().of(White, Offer::Draw).is_some());
    game.play("e7e5").unwrap();
    assert!(game.table.offers().standing().is_empty());
    assert_eq!(game.wish(Black, Wish::Yes(None)), Err(Refused::NoOffer));
}

#[test]
fn a_draw_is_offered_again_only_after_ten_more_moves() {
    let mut game = Game::new("chess", Terms::UNLIMITED);
    game.wish(White, Wish::Draw).unwrap();
    game.wish(Black, Wish::No(None)).unwrap();
    assert_eq!(game.wish(White, Wish::Draw), Err(Refused::TooSoon(10)));
    assert_eq!([White, Black].map(|side| game.table.offers().moves_until_draw(side)), [10, 0]);
    let moves: Vec<&str> = QUIET.split_whitespace().collect();
    for uci in &moves[..18] {
        // The draw offer is dropped, but the move is played.
        let order = if game.table.turn() == White {
            offering(&game, uci)
        } else {
            Command::to_move(Black, game.table.ply(), *uci)
        };
        game.order(&order).unwrap();
        assert!(game.table.offers().standing().is_empty());
    }
    assert_eq!(game.wish(White, Wish::Draw), Err(Refused::TooSoon(1)));
    assert_eq!(game.table.offers().moves_until_draw(White), 1);
    let order = offering(&game, moves[18]);
    game.order(&order).unwrap();
    assert!(game.table.offers().of(White, Offer::Draw).is_some(), "the tenth move may bring it");
}

#[test]
fn a_takeback_undoes_the_plies_back_to_the_askers_last_move() {
    for (side, ply) in [(White, 2), (Black, 1)] {
        let mut game = Game::new("chess", clock("5+3"));
        game.play_all(1, "e2e4 e7e5 g1f3").wish(side, Wish::Takeback).unwrap();
        game.wish(!side, Wish::Yes(None)).unwrap();
        assert_eq!((game.table.ply(), game.table.turn()), (ply, side));
    }
}

#[test]
fn a_takeback_needs_a_move_of_ones_own_and_an_unrated_game() {
    let mut game = Game::new("chess", clock("5+3"));
    assert_eq!(game.wish(White, Wish::Takeback), Err(Refused::NothingPlayed));
    assert_eq!(game.play_all(1, "e2e4").wish(Black, Wish::Takeback), Err(Refused::NothingPlayed));
    let mut rated = Game::new("chess", Terms { rated: true, ..clock("5+3") });
    assert_eq!(rated.play_all(1, "e2e4").wish(White, Wish::Takeback), Err(Refused::Rated));
}

#[test]
fn an_offer_of_a_draw_stands_through_a_takeback() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4").wish(White, Wish::Draw).unwrap();
    let takeback = game.wish(White, Wish::Takeback).unwrap();
    game.wish(Black, Wish::Yes(Some(takeback))).unwrap();
    assert!(game.table.offers().of(White, Offer::Draw).is_some());
    game.wish(Black, Wish::Yes(None)).unwrap();
    assert_eq!(game.table.verdict(), Some(Verdict::Agreed));
}

#[test]
fn a_takeback_that_is_declined_waits_for_another_move() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4").wish(White, Wish::Takeback).unwrap();
    game.wish(Black, Wish::No(None)).unwrap();
    assert_eq!(game.wish(White, Wish::Takeback), Err(Refused::Declined));
    game.play_all(1, "e7e5").wish(White, Wish::Takeback).unwrap();
}

#[test]
fn an_answer_says_which_of_two_offers_it_means() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "e2e4");
    let draw = game.wish(White, Wish::Draw).unwrap();
    let takeback = game.wish(White, Wish::Takeback).unwrap();
    assert_eq!(game.wish(Black, Wish::Yes(None)), Err(Refused::WhichOffer));
    assert_eq!(game.wish(White, Wish::Yes(Some(draw))), Err(Refused::NoOffer), "nobody accepts their own");
    game.wish(Black, Wish::No(Some(takeback))).unwrap();
    game.wish(Black, Wish::Yes(None)).unwrap();
    assert_eq!(game.table.verdict(), Some(Verdict::Agreed));
}

#[test]
fn what_the_rules_decide_goes_before_what_is_agreed() {
    let mut game = Game::new("chess", clock("5+3"));
    game.play_all(1, "f2f3 e7e5 g2g4").wish(White, Wish::Draw).unwrap();
    let order = offering(&game, "d8h4");
    game.order(&order).unwrap();
    assert!(matches!(game.table.verdict(), Some(Verdict::Ruled(_))), "{:?}", game.table.verdict());
}
