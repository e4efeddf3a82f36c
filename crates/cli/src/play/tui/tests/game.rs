//! Effects of keys and answers on a game.

use std::time::Duration;

use faraday_play::{TimeControl, Verdict};
use faraday_rules::Color;

use super::*;
use crate::play::tui::dialog::{Dialog, Question};
use crate::play::tui::plan::Layout;

fn against_computer(fen: Option<&str>) -> App {
    game_on(plain(), terms(Side::White), fen)
}

#[test]
fn moves_are_typed_in_both_notations_while_commands_stay_keys() {
    let mut app = two_people(None);
    touch(&mut app, "e2e4\no");
    touch(&mut app, "Nc6\nBb5\n");
    assert_eq!(san(&app), ["e4", "Nc6", "Bb5"]);
}

#[test]
fn the_cursor_plays_moves_too() {
    let mut app = two_people(None);
    touch(&mut app, "↑\n↑↑ ");
    assert_eq!(san(&app), ["e4"]);
}

#[test]
fn a_click_selects_and_a_click_plays() {
    let mut app = two_people(None);
    let plan = Layout::new(app.window, sitting(&app).shape(), sitting(&app).view).board;
    for name in ["g1", "f3"] {
        let spot = crate::play::tui::plan::spots((8, 8, 1))
            .find(|spot| sitting(&app).table.game().name(sitting(&app).square(*spot)) == name)
            .unwrap();
        let area = plan.square(spot);
        app.update(Action::Touch(Touch::Click(area.x + 2, area.y + 1)));
    }
    assert_eq!(san(&app), ["Nf3"]);
}

#[test]
fn an_illegal_destination_is_explained_and_the_piece_stays_selected() {
    let mut app = two_people(None);
    touch(&mut app, "\n↑↑\n");
    assert!(refused(&app).ends_with("(C.2)"), "{}", refused(&app));
    assert!(sitting(&app).selected.is_some());
    touch(&mut app, "~");
    assert!(sitting(&app).selected.is_none());
}

#[test]
fn the_choice_dialog_plays_what_is_chosen_and_escape_plays_nothing() {
    for (keys, expected) in [("a8\n\n", "a8=Q+"), ("a8\n↓↓\n", "a8=B"), ("a7a8\nn", "a8=N"), ("a8\n2", "a8=R+")] {
        let mut app = two_people(Some(PROMOTION));
        touch(&mut app, keys);
        assert_eq!(san(&app), [expected], "{keys}");
    }
    let mut app = two_people(Some(PROMOTION));
    touch(&mut app, "a8\nxx~");
    assert!(san(&app).is_empty() && app.dialog.is_none());
}

#[test]
fn the_computer_is_asked_and_answers_once() {
    let mut app = against_computer(None);
    let asked = ticket(&touch(&mut app, "e4\n")).unwrap();
    touch(&mut app, "d4\n");
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
    let asked = ticket(&touch(&mut app, "e4\n")).unwrap();
    touch(&mut app, "Nf");
    answer(&mut app, asked, "e7e5", 0);
    touch(&mut app, "3\n");
    assert_eq!(san(&app), ["e4", "e5", "Nf3"]);
}

#[test]
fn black_waits_for_the_computers_first_move_and_sees_the_board_from_behind() {
    let mut app = game_on(plain(), terms(Side::Black), None);
    let asked = ticket(&app.first_orders()).unwrap();
    answer(&mut app, asked, "e2e4", 0);
    assert_eq!(san(&app), ["e4"]);
    assert!(screen(&app).lines().nth(1).unwrap().contains('1'));
}

#[test]
fn undo_takes_the_answer_back_as_well() {
    let mut app = against_computer(None);
    let asked = ticket(&touch(&mut app, "e4\n")).unwrap();
    answer(&mut app, asked, "e7e5", 0);
    let orders = touch(&mut app, "u");
    assert!(san(&app).is_empty() && ticket(&orders).is_none());
    touch(&mut app, "u");
    assert_eq!(refused(&app), "There is no move to take back.");
}

#[test]
fn undo_while_the_computer_thinks_takes_one_move_and_its_answer_is_not_heard() {
    let mut app = against_computer(None);
    let asked = ticket(&touch(&mut app, "e4\n")).unwrap();
    let orders = touch(&mut app, "u");
    assert!(orders.iter().any(|order| matches!(order, Order::Hush)));
    answer(&mut app, asked, "e7e5", 0);
    assert!(san(&app).is_empty());
}

#[test]
fn undo_between_two_people_takes_one_move_and_goes_on_after_a_mate() {
    let mut app = two_people(Some(MATE));
    touch(&mut app, "Ra8\n");
    assert!(told(&app).starts_with("White wins: checkmate."));
    touch(&mut app, "u");
    assert!(san(&app).is_empty() && sitting(&app).table.verdict().is_none());
}

#[test]
fn a_tip_is_shown_and_not_played() {
    let mut app = against_computer(None);
    let asked = ticket(&touch(&mut app, "t")).unwrap();
    answer(&mut app, asked, "g1f3", 20);
    assert_eq!(told(&app), "Hint: Nf3.");
    assert!(san(&app).is_empty() && sitting(&app).marked.len() == 2);
}

#[test]
fn the_computer_takes_a_draw_when_it_is_worse_and_is_asked_once_a_move() {
    for (score, expected) in [(150, Some(Verdict::Agreed)), (-150, None), (0, None)] {
        let mut app = against_computer(None);
        let asked = ticket(&touch(&mut app, "=")).unwrap();
        answer(&mut app, asked, "e2e4", score);
        assert_eq!(sitting(&app).table.verdict(), expected, "{score}");
        if expected.is_none() {
            assert!(ticket(&touch(&mut app, "=")).is_none());
            assert!(refused(&app).starts_with("The draw was declined"));
        }
    }
}

#[test]
fn two_people_are_asked_for_the_draw() {
    let mut app = two_people(None);
    touch(&mut app, "=n");
    assert_eq!(sitting(&app).table.verdict(), None);
    touch(&mut app, "=y");
    assert_eq!(sitting(&app).table.verdict(), Some(Verdict::Agreed));
    touch(&mut app, "e4\n");
    assert!(refused(&app).starts_with("The game is over."));
}

#[test]
fn resigning_asks_first_and_works_while_the_computer_thinks() {
    let mut app = against_computer(None);
    touch(&mut app, "e4\nrn");
    assert_eq!(sitting(&app).table.verdict(), None);
    touch(&mut app, "ry");
    assert_eq!(sitting(&app).table.verdict(), Some(Verdict::Resigned(Color::White)));
}

#[test]
fn who_runs_out_of_time_loses_at_once_and_a_dialog_in_the_way_is_closed() {
    let control = TimeControl::parse_minutes("1+2").ok();
    let mut app = game_on(plain(), Terms { control, ..terms(Side::Both) }, Some(PROMOTION));
    touch(&mut app, "Kd2\nKd7\na8\n");
    app.update(Action::Pass(Duration::from_secs(59)));
    assert!(matches!(app.dialog, Some(Dialog::Choice { .. })));
    app.update(Action::Pass(Duration::from_secs(4)));
    assert_eq!(sitting(&app).table.verdict(), Some(Verdict::TimedOut(Color::White)));
    assert!(app.dialog.is_none());
    touch(&mut app, "u");
    assert!(refused(&app).contains("no move to take back"));
}

#[test]
fn whoever_runs_out_of_time_against_a_bare_king_draws() {
    let control = TimeControl::parse_minutes("1+2").ok();
    let queens = Some("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1");
    let mut app = game_on(plain(), Terms { control, ..terms(Side::Both) }, queens);
    touch(&mut app, "Kd2\nKd7\n");
    app.update(Action::Pass(Duration::from_secs(61)));
    assert_eq!(sitting(&app).table.verdict(), Some(Verdict::TimedOutDrawn(Color::White)));
    assert!(screen(&app).contains("White ran out of time, but Black"), "{}", screen(&app));
}

#[test]
fn clocks_run_once_both_have_moved_and_a_move_presses_them() {
    let control = TimeControl::parse_minutes("1+2").ok();
    let mut app = game_on(plain(), Terms { control, ..terms(Side::Both) }, None);
    app.update(Action::Pass(Duration::from_secs(70)));
    touch(&mut app, "e4\ne5\n");
    app.update(Action::Pass(Duration::from_secs(10)));
    touch(&mut app, "Nf3\n");
    app.update(Action::Pass(Duration::from_secs(5)));
    let screen = screen(&app);
    assert!(screen.contains("0:52") && screen.contains("0:55"), "{screen}");
}

#[test]
fn a_game_of_the_computer_with_itself_can_be_watched() {
    let mut app = game_on(plain(), terms(Side::None), None);
    let asked = ticket(&app.first_orders()).unwrap();
    answer(&mut app, asked, "e2e4", 0);
    assert!(san(&app).is_empty(), "the first position is seen for a moment");
    let orders = app.update(Action::Pass(Duration::from_secs(1)));
    assert_eq!(san(&app), ["e4"]);
    assert!(ticket(&orders).is_some());
    touch(&mut app, "u");
    assert!(refused(&app).starts_with("Nobody here plays"));
}

#[test]
fn leaving_asks_only_in_an_unfinished_game() {
    let mut app = two_people(Some(MATE));
    assert!(leaves(&touch(&mut app, "q")));
    let mut app = two_people(None);
    touch(&mut app, "e4\n");
    assert!(!leaves(&touch(&mut app, "~")) && app.dialog.is_some());
    assert!(!leaves(&touch(&mut app, "n")) && app.dialog.is_none());
    assert!(leaves(&touch(&mut app, "qy")));
    let mut app = two_people(Some(MATE));
    touch(&mut app, "Ra8\n");
    assert!(leaves(&touch(&mut app, "q")));
}

#[test]
fn control_c_asks_once() {
    let mut app = two_people(None);
    touch(&mut app, "e4\n");
    assert!(!leaves(&app.update(Action::Interrupt)));
    assert_eq!(app.dialog, Some(Dialog::Confirm(Question::Leave)));
    assert!(leaves(&app.update(Action::Interrupt)));
}

#[test]
fn the_menu_leads_to_a_game_and_back_out() {
    let mut app = menu();
    let orders = touch(&mut app, "\n↓\n\n");
    assert!(ticket(&orders).is_some(), "the person plays Black");
    let mut app = menu();
    touch(&mut app, "\n↓↓\n");
    assert!(matches!(app.stage, Stage::Game(_)), "two people need no level");
    let mut app = menu();
    assert!(!leaves(&touch(&mut app, "\n\n~~")));
    assert!(leaves(&touch(&mut app, "~")));
}

#[test]
fn a_new_game_is_the_same_the_other_side_or_the_menu() {
    let mut app = against_computer(None);
    touch(&mut app, "e4\n");
    assert!(ticket(&touch(&mut app, "n\n")).is_none());
    assert!(san(&app).is_empty());
    assert!(ticket(&touch(&mut app, "n↓\n")).is_some());
    touch(&mut app, "n↓↓\n");
    assert!(matches!(app.stage, Stage::Menu(_)));
}

#[test]
fn every_legal_first_move_of_every_game_can_be_typed() {
    for entry in catalog() {
        let start = entry.game(None).unwrap();
        for mv in start.legal() {
            for text in [start.uci(mv), start.san(mv)] {
                let mut app = game_on(entry, terms(Side::Both), None);
                touch(&mut app, &format!("{text}\n"));
                assert_eq!(sitting(&app).table.game().moves(), [mv], "{} {text}", entry.id);
            }
        }
    }
}
