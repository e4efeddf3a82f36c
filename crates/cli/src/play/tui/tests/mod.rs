//! Tests without a terminal: they send keys to the state machine and inspect what it draws.
//!
//! They name no variant: the first one of the catalog is standard chess, and others are found by their features.

mod appearance;
mod files;
mod game;

use faraday_engine::{Level, Score};
use faraday_variants::{Entry, catalog};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Size;

use super::action::{Action, Direction, Effect, Input};
use super::app::{App, Stage};
use super::appearance::{Appearance, Charset, ColorSupport, PieceStyle};
use super::game_screen::{GameScreen, Notice};
use super::layout::LEAST;
use super::view;
use crate::play::arguments::Side;
use crate::play::opponent::EngineAnswer;
use crate::play::start::GameOptions;

const APPEARANCE: Appearance =
    Appearance { colors: ColorSupport::None, charset: Charset::Unicode, piece_style: PieceStyle::Letters };

/// A position of standard chess in which a pawn may promote.
const PROMOTION: &str = "4k3/P6P/8/8/8/8/p7/4K3 w - - 0 1";

/// A position of standard chess with mate in one.
const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

fn plain() -> &'static Entry {
    &catalog()[0]
}

fn options(side: Side) -> GameOptions {
    GameOptions { side: Some(side), level: Some(Level::LOWEST), control: None }
}

fn menu() -> App {
    let open = GameOptions { side: None, level: None, control: None };
    App::new(LEAST, APPEARANCE, "2026.05.09".to_owned(), open, None)
}

fn game_on(entry: &Entry, options: GameOptions, fen: Option<&str>) -> App {
    let game = entry.game(fen).unwrap();
    App::new(LEAST, APPEARANCE, "2026.05.09".to_owned(), options, Some(game.into()))
}

/// Standard chess between two people.
fn two_people(fen: Option<&str>) -> App {
    game_on(plain(), options(Side::Both), fen)
}

/// Presses keys: arrows as themselves, Enter as a line break, `~` for Escape, the rest as written.
fn type_keys(app: &mut App, keys: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for key in keys.chars() {
        let input = match key {
            '↑' => Input::Step(Direction::Up),
            '↓' => Input::Step(Direction::Down),
            '←' => Input::Step(Direction::Left),
            '→' => Input::Step(Direction::Right),
            '\n' => Input::Enter,
            '~' => Input::Escape,
            sign => Input::Write(sign),
        };
        effects.extend(app.update(Action::Input(input)));
    }
    effects
}

/// Returns the id of the last request among effects.
fn request_id(effects: &[Effect]) -> Option<u64> {
    effects.iter().rev().find_map(|effect| match effect {
        Effect::Search { request_id, .. } => Some(*request_id),
        Effect::StopSearch | Effect::Save { .. } | Effect::Load(_) | Effect::Leave => None,
    })
}

fn answer(app: &mut App, request_id: u64, uci: &str, score: i32) -> Vec<Effect> {
    let answer = EngineAnswer { uci: uci.to_owned(), score: Score::Centipawns(score) };
    app.update(Action::EngineAnswer(request_id, Some(answer)))
}

fn game_screen(app: &App) -> &GameScreen {
    match &app.stage {
        Stage::Game(screen) => screen,
        Stage::Menu(_) => panic!("the menu is on the stage"),
    }
}

fn san(app: &App) -> Vec<&str> {
    game_screen(app).table.plies().iter().map(|ply| ply.san.as_str()).collect()
}

fn refused(app: &App) -> &str {
    match &game_screen(app).notice {
        Some(Notice::Refused(text)) => text,
        other => panic!("nothing was refused: {other:?}"),
    }
}

fn told(app: &App) -> &str {
    match &game_screen(app).notice {
        Some(Notice::Info(text)) => text,
        other => panic!("nothing was told: {other:?}"),
    }
}

fn leaves(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Leave))
}

fn screen(app: &App) -> String {
    screen_of(app, app.window)
}

fn screen_of(app: &App, size: Size) -> String {
    let mut terminal = Terminal::new(TestBackend::new(size.width, size.height)).unwrap();
    terminal.draw(|frame| view::draw(app, frame)).unwrap();
    terminal.backend().to_string()
}
