//! Tests without a terminal: they send keys to the state machine and inspect what it draws.
//!
//! They name no variant: the first one of the catalog is standard chess, and others are found by their features.

mod files;
mod game;
mod looks;

use faraday_engine::{Level, Score};
use faraday_variants::{Entry, catalog};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Size;

use super::action::{Action, Direction, Order, Touch};
use super::app::{App, Stage};
use super::look::{Figures, Inks, Look, Script};
use super::plan::LEAST;
use super::sitting::{Notice, Sitting};
use super::view;
use crate::play::arguments::Side;
use crate::play::opponent::Thought;
use crate::play::start::Terms;

const LOOK: Look = Look { inks: Inks::Absent, script: Script::Unicode, figures: Figures::Letters };

/// A position of standard chess in which a pawn may promote.
const PROMOTION: &str = "4k3/P6P/8/8/8/8/p7/4K3 w - - 0 1";

/// A position of standard chess with mate in one.
const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

fn plain() -> &'static Entry {
    &catalog()[0]
}

fn terms(side: Side) -> Terms {
    Terms { side: Some(side), level: Some(Level::LOWEST), control: None }
}

fn menu() -> App {
    let open = Terms { side: None, level: None, control: None };
    App::new(LEAST, LOOK, "2026.05.09".to_owned(), open, None)
}

fn game_on(entry: &Entry, terms: Terms, fen: Option<&str>) -> App {
    let game = entry.game(fen).unwrap();
    App::new(LEAST, LOOK, "2026.05.09".to_owned(), terms, Some(game.into()))
}

/// Standard chess between two people.
fn two_people(fen: Option<&str>) -> App {
    game_on(plain(), terms(Side::Both), fen)
}

/// Presses keys: arrows as themselves, Enter as a line break, `~` for Escape, the rest as written.
fn touch(app: &mut App, keys: &str) -> Vec<Order> {
    let mut orders = Vec::new();
    for key in keys.chars() {
        let touch = match key {
            '↑' => Touch::Step(Direction::Up),
            '↓' => Touch::Step(Direction::Down),
            '←' => Touch::Step(Direction::Left),
            '→' => Touch::Step(Direction::Right),
            '\n' => Touch::Enter,
            '~' => Touch::Escape,
            sign => Touch::Write(sign),
        };
        orders.extend(app.update(Action::Touch(touch)));
    }
    orders
}

/// Returns the ticket of the last question among orders.
fn ticket(orders: &[Order]) -> Option<u64> {
    orders.iter().rev().find_map(|order| match order {
        Order::Ask { ticket, .. } => Some(*ticket),
        Order::Hush | Order::Save { .. } | Order::Load(_) | Order::Leave => None,
    })
}

fn answer(app: &mut App, ticket: u64, uci: &str, score: i32) -> Vec<Order> {
    let thought = Thought { uci: uci.to_owned(), score: Score::Centipawns(score) };
    app.update(Action::Thought(ticket, Some(thought)))
}

fn sitting(app: &App) -> &Sitting {
    match &app.stage {
        Stage::Game(sitting) => sitting,
        Stage::Menu(_) => panic!("the menu is on the stage"),
    }
}

fn san(app: &App) -> Vec<&str> {
    sitting(app).table.plies().iter().map(|ply| ply.san.as_str()).collect()
}

fn refused(app: &App) -> &str {
    match &sitting(app).notice {
        Some(Notice::Refused(text)) => text,
        other => panic!("nothing was refused: {other:?}"),
    }
}

fn told(app: &App) -> &str {
    match &sitting(app).notice {
        Some(Notice::Told(text)) => text,
        other => panic!("nothing was told: {other:?}"),
    }
}

fn leaves(orders: &[Order]) -> bool {
    orders.iter().any(|order| matches!(order, Order::Leave))
}

fn screen(app: &App) -> String {
    screen_of(app, app.window)
}

fn screen_of(app: &App, size: Size) -> String {
    let mut terminal = Terminal::new(TestBackend::new(size.width, size.height)).unwrap();
    terminal.draw(|frame| view::draw(app, frame)).unwrap();
    terminal.backend().to_string()
}
