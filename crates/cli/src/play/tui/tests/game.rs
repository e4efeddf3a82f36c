//! Tests of the effects that keys and the computer's answers have on a game.

use std::time::Duration;

use faraday_play::{TimeControl, Verdict};
use faraday_rules::Color;

use super::*;
use crate::play::tui::dialog::{Confirmation, Dialog};
use crate::play::tui::layout::Layout;

fn against_computer(fen: Option<&str>) -> App {
    game_on(plain(), options(Side::White), fen)
}

#[test]
fn moves_are_typed_in_both_notations_while_commands_stay_keys() {
    let mut app = two_people(None);
    type_keys(&mut app, "e2e4\no");
    type_keys(&mut app, "Nc6\nBb5\n");
    assert_eq!(san(&app), ["e4", "Nc6", "Bb5"]);
}

#[test]
fn the_cursor_plays_moves_too() {
    let mut app = two_people(None);
    type_keys(&mut app, "↑\n↑↑ ");
    assert_eq!(san(&app), ["e4"]);
}

#[test]
fn a_click_selects_and_a_click_plays() {
    let mut app = two_people(None);
    let plan = Layout::new(app.window, game_screen(&app).board_size(), game_screen(&app).view).board;
    for name in ["g1", "f3"] {
        let at = crate::play::tui::layout::all_squares((8, 8, 1))
            .find(|at| game_screen(&app).table.game().name(game_screen(&app).square(*at)) == name)
            .unwrap();
        let area = plan.square(at);
        app.update(Action::Input(Input::Click(area.x + 2, area.y + 1)));
    }
    assert_eq!(san(&app), ["Nf3"]);
}

#[test]
fn an_illegal_destination_is_explained_and_the_piece_stays_selected() {
    let mut app = two_people(None);
    type_keys(&mut app, "\n↑↑\n");
    assert!(refused(&app).ends_with("(C.2)"), "{}", refused(&app));
    assert!(game_screen(&app).selected.is_some());
    type_keys(&mut app, "~");
    assert!(game_screen(&app).selected.is_none());
}

#[test]
fn the_choice_dialog_plays_what_is_chosen_and_escape_plays_nothing() {
    for (keys, expected) in [("a8\n\n", "a8=Q+"), ("a8\n↓↓\n", "a8=B"), ("a7a8\nn", "a8=N"), ("a8\n2", "a8=R+")] {
        let mut app = two_people(Some(PROMOTION));
        type_keys(&mut app, keys);
        assert_eq!(san(&app), [expected], "{keys}");
    }
    let mut app = two_people(Some(PROMOTION));
    type_keys(&mut app, "a8\nxx~");
    assert!(san(&app).is_empty() && app.dialog.is_none());
}

#[test]
fn the_computer_is_asked_and_answers_once() {
    let mut app = against_computer(None);
    let asked = request_id(&type_keys(&mut app, "e4\n")).unwrap();
    type_keys(&mut app, "d4\n");
    assert_eq!(refused(&app), "It is the computer's turn.");
    answer(&mut app, asked + 7, "d7d5", 0);
    assert_eq!(san(&app), ["e4"], "a stale answer is not heard");
    answer(&mut app, asked, "e7e5", 0);
    answer(&mut app, asked, "d2d4", 0);
    assert_eq!(san(&app), ["e4", "e5"]);
}

#[test]
fn what_is_being_typed_survives_the_answer() {
    let mut app = against_computer(None);
    let asked = request_id(&type_keys(&mut app, "e4\n")).unwrap();
    type_keys(&mut app, "Nf");
    answer(&mut app, asked, "e7e5", 0);
    type_keys(&mut app, "3\n");
    assert_eq!(san(&app), ["e4", "e5", "Nf3"]);
}

#[test]
fn black_waits_for_the_computers_first_move_and_sees_the_board_from_behind() {
    let mut app = game_on(plain(), options(Side::Black), None);
    let asked = request_id(&app.first_effects()).unwrap();
    answer(&mut app, asked, "e2e4", 0);
    assert_eq!(san(&app), ["e4"]);
    assert!(screen(&app).lines().nth(1).unwrap().contains('1'));
}

#[test]
fn undo_takes_the_answer_back_as_well() {
    let mut app = against_computer(None);
    let asked = request_id(&type_keys(&mut app, "e4\n")).unwrap();
    answer(&mut app, asked, "e7e5", 0);
    let effects = type_keys(&mut app, "u");
    assert!(san(&app).is_empty() && request_id(&effects).is_none());
    type_keys(&mut app, "u");
    assert_eq!(refused(&app), "There is no move to take back.");
}

#[test]
fn undo_while_the_computer_thinks_takes_one_move_and_its_answer_is_not_heard() {
    let mut app = against_computer(None);
    let asked = request_id(&type_keys(&mut app, "e4\n")).unwrap();
    let effects = type_keys(&mut app, "u");
    assert!(effects.iter().any(|effect| matches!(effect, Effect::StopSearch)));
    answer(&mut app, asked, "e7e5", 0);
    assert!(san(&app).is_empty());
}

#[test]
fn undo_between_two_people_takes_one_move_and_goes_on_after_a_mate() {
    let mut app = two_people(Some(MATE));
    type_keys(&mut app, "Ra8\n");
    assert!(told(&app).starts_with("White wins: checkmate."));
    type_keys(&mut app, "u");
    assert!(san(&app).is_empty() && game_screen(&app).table.verdict().is_none());
}

#[test]
fn a_tip_is_shown_and_not_played() {
    let mut app = against_computer(None);
    let asked = request_id(&type_keys(&mut app, "t")).unwrap();
    answer(&mut app, asked, "g1f3", 20);
    assert_eq!(told(&app), "Hint: Nf3.");
    assert!(san(&app).is_empty() && game_screen(&app).marked.len() == 2);
}

#[test]
fn the_computer_takes_a_draw_when_it_is_worse_and_is_asked_once_a_move() {
    for (score, expected) in [(150, Some(Verdict::Agreed)), (-150, None), (0, None)] {
        let mut app = against_computer(None);
        let asked = request_id(&type_keys(&mut app, "=")).unwrap();
        answer(&mut app, asked, "e2e4", score);
        assert_eq!(game_screen(&app).table.verdict(), expected, "{score}");
        if expected.is_none() {
            assert!(request_id(&type_keys(&mut app, "=")).is_none());
            assert!(refused(&app).starts_with("The draw was declined"));
        }
    }
}

#[test]
fn two_people_are_asked_for_the_draw() {
    let mut app = two_people(None);
    type_keys(&mut app, "=n");
    assert_eq!(game_screen(&app).table.verdict(), None);
    type_keys(&mut app, "=y");
    assert_eq!(game_screen(&app).table.verdict(), Some(Verdict::Agreed));
    type_keys(&mut app, "e4\n");
    assert!(refused(&app).starts_with("The game is over."));
}

#[test]
fn resigning_asks_first_and_works_while_the_computer_thinks() {
    let mut app = against_computer(None);
    type_keys(&mut app, "e4\nrn");
    assert_eq!(game_screen(&app).table.verdict(), None);
    type_keys(&mut app, "ry");
    assert_eq!(game_screen(&app).table.verdict(), Some(Verdict::Resigned(Color::White)));
}

#[test]
fn who_runs_out_of_time_loses_at_once_and_a_dialog_in_the_way_is_closed() {
    let control = TimeControl::parse_minutes("1+2").ok();
    let mut app = game_on(plain(), GameOptions { control, ..options(Side::Both) }, Some(PROMOTION));
    type_keys(&mut app, "Kd2\nKd7\na8\n");
    app.update(Action::Pass(Duration::from_secs(59)));
    assert!(matches!(app.dialog, Some(Dialog::Choice { .. })));
    app.update(Action::Pass(Duration::from_secs(4)));
    assert_eq!(game_screen(&app).table.verdict(), Some(Verdict::TimedOut(Color::White)));
    assert!(app.dialog.is_none());
    type_keys(&mut app, "u");
    assert!(refused(&app).contains("no move to take back"));
}

#[test]
fn whoever_runs_out_of_time_against_a_bare_king_draws() {
    let control = TimeControl::parse_minutes("1+2").ok();
    let queens = Some("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1");
    let mut app = game_on(plain(), GameOptions { control, ..options(Side::Both) }, queens);
    type_keys(&mut app, "Kd2\nKd7\n");
    app.update(Action::Pass(Duration::from_secs(61)));
    assert_eq!(game_screen(&app).table.verdict(), Some(Verdict::TimedOutDrawn(Color::White)));
    assert!(screen(&app).contains("White ran out of time, but Black"), "{}", screen(&app));
}

#[test]
fn clocks_run_once_both_have_moved_and_a_move_presses_them() {
    let control = TimeControl::parse_minutes("1+2").ok();
    let mut app = game_on(plain(), GameOptions { control, ..options(Side::Both) }, None);
    app.update(Action::Pass(Duration::from_secs(70)));
    type_keys(&mut app, "e4\ne5\n");
    app.update(Action::Pass(Duration::from_secs(10)));
    type_keys(&mut app, "Nf3\n");
    app.update(Action::Pass(Duration::from_secs(5)));
    let screen = screen(&app);
    assert!(screen.contains("0:52") && screen.contains("0:55"), "{screen}");
}

#[test]
fn a_game_of_the_computer_with_itself_can_be_watched() {
    let mut app = game_on(plain(), options(Side::None), None);
    let asked = request_id(&app.first_effects()).unwrap();
    answer(&mut app, asked, "e2e4", 0);
    assert!(san(&app).is_empty(), "the first position is seen for a moment");
    let effects = app.update(Action::Pass(Duration::from_secs(1)));
    assert_eq!(san(&app), ["e4"]);
    assert!(request_id(&effects).is_some());
    type_keys(&mut app, "u");
    assert!(refused(&app).starts_with("The computer is playing itself"));
}

#[test]
fn leaving_asks_only_in_an_unfinished_game() {
    let mut app = two_people(Some(MATE));
    assert!(leaves(&type_keys(&mut app, "q")));
    let mut app = two_people(None);
    type_keys(&mut app, "e4\n");
    assert!(!leaves(&type_keys(&mut app, "~")) && app.dialog.is_some());
    assert!(!leaves(&type_keys(&mut app, "n")) && app.dialog.is_none());
    assert!(leaves(&type_keys(&mut app, "qy")));
    let mut app = two_people(Some(MATE));
    type_keys(&mut app, "Ra8\n");
    assert!(leaves(&type_keys(&mut app, "q")));
}

#[test]
fn control_c_asks_once() {
    let mut app = two_people(None);
    type_keys(&mut app, "e4\n");
    assert!(!leaves(&app.update(Action::Interrupt)));
    assert_eq!(app.dialog, Some(Dialog::Confirm(Confirmation::Leave)));
    assert!(leaves(&app.update(Action::Interrupt)));
}

#[test]
fn the_menu_leads_to_a_game_and_back_out() {
    let mut app = menu();
    let effects = type_keys(&mut app, "\n↓\n\n");
    assert!(request_id(&effects).is_some(), "the person plays Black");
    let mut app = menu();
    type_keys(&mut app, "\n↓↓\n");
    assert!(matches!(app.stage, Stage::Game(_)), "two people need no level");
    let mut app = menu();
    assert!(!leaves(&type_keys(&mut app, "\n\n~~")));
    assert!(leaves(&type_keys(&mut app, "~")));
}

#[test]
fn a_new_game_is_the_same_the_other_side_or_the_menu() {
    let mut app = against_computer(None);
    type_keys(&mut app, "e4\n");
    assert!(request_id(&type_keys(&mut app, "n\n")).is_none());
    assert!(san(&app).is_empty());
    assert!(request_id(&type_keys(&mut app, "n↓\n")).is_some());
    type_keys(&mut app, "n↓↓\n");
    assert!(matches!(app.stage, Stage::Menu(_)));
}

#[test]
fn every_legal_first_move_of_every_game_can_be_typed() {
    for entry in catalog() {
        let start = entry.game(None).unwrap();
        for mv in start.legal() {
            for text in [start.uci(mv), start.san(mv)] {
                let mut app = game_on(entry, options(Side::Both), None);
                type_keys(&mut app, &format!("{text}\n"));
                assert_eq!(game_screen(&app).table.game().moves(), [mv], "{} {text}", entry.id);
            }
        }
    }
}
