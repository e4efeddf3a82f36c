//! Tests of the screen contents: in the smallest supported window, without colors, and without Unicode.

use insta::assert_snapshot;

use super::*;
use crate::play::tui::layout::{Coordinates, all_squares};

#[test]
fn the_menu_lists_the_games_with_two_lines_each() {
    assert_snapshot!(screen(&menu()));
}

#[test]
fn the_menu_scrolls_to_the_last_game() {
    let mut app = menu();
    type_keys(&mut app, &"↓".repeat(catalog().len()));
    assert_snapshot!(screen(&app));
}

#[test]
fn the_menu_asks_for_side_and_level() {
    let mut app = menu();
    type_keys(&mut app, "\n");
    assert_snapshot!("menu_side", screen(&app));
    type_keys(&mut app, "↓\n");
    assert_snapshot!("menu_level", screen(&app));
}

#[test]
fn a_game_shows_board_players_moves_and_what_the_last_did() {
    let mut app = two_people(None);
    type_keys(&mut app, "e4\nd5\nexd5\nQxd5\nNc3\n");
    assert_snapshot!(screen(&app));
}

#[test]
fn a_selected_piece_shows_where_it_may_go() {
    let mut app = two_people(Some("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1"));
    type_keys(&mut app, "↑↑\n");
    assert_snapshot!(screen(&app));
}

#[test]
fn an_illegal_move_gets_its_sentence_and_its_rule() {
    let mut app = two_people(None);
    type_keys(&mut app, "e2e5\n");
    assert_snapshot!(screen(&app));
}

#[test]
fn the_guide_shows_the_screen_as_it_is() {
    let guide = include_str!("../../../../../../docs/guide.md");
    let shown = guide.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let entry = catalog().iter().find(|entry| shown.starts_with(&entry.text.name)).unwrap();
    let mut app =
        game_on(entry, options(Side::Both), Some("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"));
    type_keys(&mut app, "→↑↑\n→↑↑\n");
    let lines = screen(&app);
    let seen: Vec<&str> = lines.lines().map(|line| line.trim_matches('"').trim_end()).collect();
    assert_eq!(seen.join("\n").trim_end(), shown.trim_end());
}

#[test]
fn the_choice_is_made_of_the_legal_moves() {
    let mut app = two_people(Some(PROMOTION));
    type_keys(&mut app, "a7a8\n");
    assert_snapshot!(screen(&app));
}

#[test]
fn the_help_shows_every_key() {
    let mut app = two_people(None);
    type_keys(&mut app, "?");
    assert_snapshot!(screen(&app));
}

#[test]
fn check_is_said_and_shown() {
    let app = two_people(Some("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"));
    let screen = screen(&app);
    assert!(screen.contains("White to move, in check") && screen.contains("+K+"), "{screen}");
}

#[test]
fn a_window_that_is_too_small_gets_one_line_and_the_game_goes_on_when_it_grows() {
    let mut app = two_people(None);
    type_keys(&mut app, "e4\n");
    let small = Size::new(60, 12);
    app.update(Action::Resize(small));
    assert_snapshot!(screen(&app));
    type_keys(&mut app, "e5\n");
    app.update(Action::Resize(LEAST));
    assert_eq!(san(&app), ["e4"], "what is not seen is not done");
    assert!(screen(&app).contains("move 1, Black to move"));
}

#[test]
fn a_window_that_is_too_small_can_be_left() {
    for key in ["q", "~"] {
        let mut app = menu();
        app.update(Action::Resize(Size::new(100, 12)));
        assert!(screen(&app).contains("Or press q, Esc or Ctrl-C to quit."), "{}", screen(&app));
        assert!(leaves(&type_keys(&mut app, key)));
        let mut app = two_people(None);
        type_keys(&mut app, "e4\n");
        app.update(Action::Resize(Size::new(100, 12)));
        assert!(!leaves(&type_keys(&mut app, key)), "an unfinished game asks first");
        assert!(screen(&app).contains("The game is unfinished: press q again"), "{}", screen(&app));
        assert!(leaves(&type_keys(&mut app, key)));
    }
}

#[test]
fn a_window_that_shrinks_while_it_is_drawn_is_no_panic() {
    let app = two_people(None);
    for (width, height) in [(1, 1), (79, 24), (80, 23), (3, 100), (200, 2)] {
        screen_of(&app, Size::new(width, height));
    }
}

#[test]
fn every_game_is_drawn_with_each_of_its_overlays() {
    for entry in catalog() {
        let mut app = game_on(entry, options(Side::Both), None);
        for name in entry.overlays {
            assert_eq!(game_screen(&app).overlay, Some(*name));
            type_keys(&mut app, "~↑\n↑↑");
            assert_snapshot!(format!("overlay_{}_{name}", entry.id.replace('+', "_")), screen(&app));
            type_keys(&mut app, "~o");
        }
        assert_eq!(game_screen(&app).overlay, None);
    }
}

#[test]
fn the_board_turns_with_its_coordinates() {
    for entry in catalog() {
        let mut app = game_on(entry, options(Side::Both), None);
        type_keys(&mut app, "v");
        assert_snapshot!(format!("turned_{}", entry.start.matches('/').count()), first_row(&screen(&app)));
    }
}

/// Returns White's first rank.
fn first_row(screen: &str) -> String {
    screen.lines().find_map(|line| line.strip_prefix("\"1 ")).unwrap_or_default().to_owned()
}

#[test]
fn color_is_never_the_only_sign_of_a_square() {
    let mut plain_look = two_people(None);
    type_keys(&mut plain_look, "e4\ne5\n");
    let mut colored = two_people(None);
    colored.appearance.colors = ColorSupport::Ansi256;
    type_keys(&mut colored, "e4\ne5\n");
    let shades = |screen: &str| screen.replace('░', " ");
    assert_eq!(shades(&screen(&plain_look)), shades(&screen(&colored)));
}

#[test]
fn a_terminal_without_unicode_gets_ascii_alone() {
    for entry in catalog() {
        let mut app = game_on(entry, options(Side::Both), None);
        app.appearance.charset = Charset::Ascii;
        type_keys(&mut app, "~↑\n↑↑");
        assert!(screen(&app).is_ascii(), "{}", screen(&app));
        type_keys(&mut app, "~?");
        assert!(screen(&app).is_ascii());
    }
}

#[test]
fn every_piece_is_seen_as_letter_and_as_figure() {
    let mut app = two_people(None);
    assert!("KQRBNPkqrbnp".chars().all(|letter| screen(&app).contains(letter)));
    type_keys(&mut app, "p");
    assert!("♔♕♖♗♘♙♚♛♜♝♞♟".chars().all(|figure| screen(&app).contains(figure)));
}

#[test]
fn larger_windows_are_filled_without_panic() {
    for entry in catalog() {
        let mut app = game_on(entry, options(Side::Both), None);
        for (width, height) in [(81, 25), (100, 30), (132, 43), (240, 67)] {
            app.update(Action::Resize(Size::new(width, height)));
            screen(&app);
            let board_size = game_screen(&app).board_size();
            assert!(all_squares(board_size).any(|at| at == Coordinates { level: board_size.2 - 1, file: 0, rank: 0 }));
        }
    }
}
