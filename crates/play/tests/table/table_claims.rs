//! Tests of table claims in correspondence games (T.8).

use std::time::Duration;

use faraday_play::{
    Act, Action, Claim, Command, Decision, FoldError, Leave, Refused, TableCertificate, TableClaim, Verdict,
};
use faraday_rules::Color::{self, Black, White};

use crate::correspondence::reserve;
use crate::{Game, days};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// King and queen against king, two plies before mate for White to move.
const WON: &str = "7k/8/5K2/8/8/8/6Q1/8 w - - 0 1";

fn certificate(plies: Option<u32>) -> TableCertificate {
    TableCertificate { material: "KQvK".to_owned(), pieces: 3, plies, sha256: "0".repeat(64) }
}

fn claims(game: &Game, side: Color, claim: Claim, certificate: TableCertificate) -> Result<Act, Refused> {
    let claim = TableClaim { seq: game.table.seq(), claim, certificate };
    match game.table.decide(&Command::of(side, Action::ClaimTable(claim)), game.now)? {
        Decision::Act(act) => Ok(act),
        Decision::Done(_) => panic!("it has no id"),
    }
}

#[test]
fn a_tablebase_claim_wins_a_correspondence_game() {
    let mut game = Game::from_fen("chess", days(1), Some(WON));
    assert_eq!(claims(&game, White, Claim::Win, certificate(Some(3))), Err(Refused::FirstMoves));
    game.play_all(60, "g2g3 h8h7");
    assert_eq!(claims(&game, Black, Claim::Win, certificate(Some(3))), Err(Refused::TableDenies), "an odd distance");
    assert_eq!(claims(&game, White, Claim::Win, certificate(Some(4))), Err(Refused::TableDenies), "an even distance");
    assert_eq!(claims(&game, White, Claim::Win, certificate(Some(99))), Err(Refused::TableDenies), "99 + 2 plies");
    assert_eq!(claims(&game, White, Claim::Draw, certificate(Some(3))), Err(Refused::TableDenies));
    assert_eq!(claims(&game, White, Claim::Win, certificate(None)), Err(Refused::TableDenies));
    let wrong = TableCertificate { pieces: 4, ..certificate(Some(3)) };
    assert_eq!(claims(&game, White, Claim::Win, wrong), Err(Refused::TableDenies));
    let act = claims(&game, White, Claim::Win, certificate(Some(97))).unwrap();
    let stolen = Act { side: Some(Black), verdict: Some(Verdict::Table(Some(Black))), ..act.clone() };
    assert_eq!(game.table.fold(&stolen), Err(FoldError::Verdict(act.seq)));
    game.keep(act);
    assert_eq!(game.table.verdict(), Some(Verdict::Table(Some(White))));
    assert_eq!(claims(&game, White, Claim::Win, certificate(Some(3))), Err(Refused::Over));
}

#[test]
fn a_draw_of_a_table_is_claimed_by_either_side_even_during_leave() {
    for side in Color::ALL {
        let mut game = Game::from_fen("chess", reserve(10), Some(WON));
        game.play_all(60, "g2g3 h8h7");
        let leave = game.table.take_leave(White, Leave::of_days(game.now, 3), game.now).unwrap();
        game.keep(leave);
        game.pass(DAY);
        let act = claims(&game, side, Claim::Draw, certificate(None)).unwrap();
        game.keep(act);
        assert_eq!(game.table.verdict(), Some(Verdict::Table(None)));
    }
}

#[test]
fn no_table_is_claimed_live_too_late_or_for_an_earlier_position() {
    let mut live = Game::from_fen("chess", crate::clock("5+3"), Some(WON));
    live.play_all(1, "g2g3 h8h7");
    assert_eq!(claims(&live, White, Claim::Win, certificate(Some(3))), Err(Refused::NotCorrespondence));
    let mut game = Game::from_fen("chess", days(1), Some(WON));
    game.play_all(60, "g2g3 h8h7");
    let claim = TableClaim { seq: 1, claim: Claim::Win, certificate: certificate(Some(3)) };
    assert_eq!(game.request(White, Action::ClaimTable(claim)), Err(Refused::Stale { ply: 2 }));
    game.pass(DAY);
    assert_eq!(claims(&game, White, Claim::Win, certificate(Some(3))), Err(Refused::TimeUp));
}
