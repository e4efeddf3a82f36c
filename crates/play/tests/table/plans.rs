//! Tests of conditional moves in correspondence games.

use faraday_play::{Act, Branch, Fact, Plan, PlanError, Reserve, Terms, TimeMode};
use faraday_rules::Color::{Black, White};

use crate::{Game, clock, days, secs};

fn branch(to: &str, answer: &str, then: Vec<Branch>) -> Branch {
    Branch { expected: to.to_owned(), answer: answer.to_owned(), then }
}

#[test]
fn a_plan_answers_and_goes_on_from_there() {
    let mut game = Game::new("chess", days(3));
    game.play_all(1, "e2e4");
    let then = vec![branch("b8c6", "f1b5", Vec::new())];
    let branches = vec![branch("c7c5", "g1f3", Vec::new()), branch("e7e5", "g1f3", then.clone())];
    let plan = Plan { after: 1, branches };
    assert_eq!(plan.check(&game.table, White), Ok(()));
    game.play_all(1, "e7e5");
    let act = &game.journal[1];
    assert_eq!(plan.clone().answer(act, 1), Some(("g1f3".to_owned(), Plan { after: 3, branches: then })));
    let other = |seq, fact| Act { seq, fact, ..act.clone() };
    let moved = |uci: &str, draw| Fact::Moved { ply: 1, uci: uci.to_owned(), spent: secs(0), lag: secs(0), draw };
    for other in [other(2, moved("d7d5", false)), other(2, moved("e7e5", true)), other(3, moved("e7e5", false))] {
        assert_eq!(plan.clone().answer(&other, other.seq - 1), None, "{other:?}");
    }
}

#[test]
fn a_plan_that_cannot_be_kept_says_why() {
    let mut game = Game::new("chess", days(3));
    game.play_all(1, "e2e4");
    let check = |game: &Game, side, after, branches| Plan { after, branches }.check(&game.table, side);
    let twice = vec![branch("e7e5", "g1f3", Vec::new()), branch("e7e5", "f1c4", Vec::new())];
    assert_eq!(
        check(&game, White, 1, twice),
        Err(PlanError::Twice { line: String::new(), expected: "e7e5".to_owned() })
    );
    let illegal = vec![branch("e7e5", "g1f3", vec![branch("b8c6", "e4e5", Vec::new())])];
    let error = check(&game, White, 1, illegal).unwrap_err();
    assert!(matches!(&error, PlanError::Illegal { line, .. } if line == "e7e5 g1f3 b8c6"), "{error}");
    assert_eq!(check(&game, Black, 1, Vec::new()), Err(PlanError::Turn));
    assert_eq!(check(&game, White, 0, Vec::new()), Err(PlanError::Stale(1)));
    let wide = (0..257).map(|at| branch(&format!("m{at}"), "x", Vec::new())).collect();
    assert_eq!(check(&game, White, 1, wide), Err(PlanError::TooLarge));
    let mut live = Game::new("chess", clock("5+3"));
    live.play_all(1, "e2e4");
    assert_eq!(check(&live, White, 1, Vec::new()), Err(PlanError::NotCorrespondence));
    let reserve = Terms { time_mode: TimeMode::Reserve(Reserve::ALL[0]), rated: false };
    let mut reserve = Game::new("chess", reserve);
    reserve.play_all(1, "e2e4");
    assert_eq!(check(&reserve, White, 1, vec![branch("e7e5", "g1f3", Vec::new())]), Ok(()));
}
