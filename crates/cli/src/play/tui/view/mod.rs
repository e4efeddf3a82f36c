//! Drawing of the window from the state, which it never changes.

mod board;
mod dialog;
mod layers;
mod menu;
mod palette;
mod panel;
mod text;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::app::{App, Stage};
use super::appearance::{Charset, PieceStyle};
use super::game_screen::{GameScreen, Notice};
use super::keys::KEYS;
use super::layout::{LEAST, Layout, fits};
use super::menu::title;
use crate::play::table;
use text::{cut, tail, wrap};

/// Draws the whole window.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    if !fits(app.window) || area.as_size() != app.window {
        draw_too_small(app, area, buffer);
        return;
    }
    let screen = match &app.stage {
        Stage::Menu(menu) => {
            menu::draw(menu, area, buffer);
            None
        }
        Stage::Game(screen) => {
            draw_game(app, screen, buffer);
            Some(screen.as_ref())
        }
    };
    if let Some(dialog) = &app.dialog {
        dialog::draw(app, dialog, screen, buffer);
    }
    if app.appearance.charset == Charset::Ascii && app.appearance.piece_style == PieceStyle::Letters {
        text::fold_to_ascii(buffer);
    }
}

fn draw_too_small(app: &App, area: Rect, buffer: &mut Buffer) {
    let (width, height) = (LEAST.width, LEAST.height);
    let leave = if app.asks_to_leave() {
        "The game is unfinished: press q again to quit."
    } else {
        "Or press q, Esc or Ctrl-C to quit."
    };
    let text = format!("The window is {}x{}: enlarge it to {width}x{height}. {leave}", area.width, area.height);
    for (row, line) in (area.top()..area.bottom()).zip(wrap(&text, usize::from(area.width))) {
        buffer.set_stringn(area.x, row, line, usize::from(area.width), Style::new());
    }
}

fn draw_game(app: &App, screen: &GameScreen, buffer: &mut Buffer) {
    let Layout { title, board, panel, notice, input, keys } = Layout::new(app.window, screen.board_size(), screen.view);
    let width = usize::from(app.window.width);
    buffer.set_stringn(title.x, title.y, headline(screen), width, palette::strong());
    let shown = layers::show(screen);
    panel::draw(screen, panel, &shown.lines, buffer);
    board::draw(screen, &board, app.appearance, shown.marks, buffer);
    draw_notice(app, screen, notice, buffer);
    let typed = tail(&screen.input, width - 8);
    buffer.set_stringn(input.x, input.y, format!("Move: {typed}▏"), width, palette::strong());
    let short: Vec<String> =
        KEYS.iter().filter(|key| !key.short.is_empty()).map(|key| format!("{} {}", key.sign, key.short)).collect();
    buffer.set_stringn(keys.x, keys.y, short.join("  "), width, palette::faint());
}

fn headline(screen: &GameScreen) -> String {
    let game = screen.table.game();
    let state = if let Some(verdict) = screen.table.verdict() {
        verdict.result().as_str().to_owned()
    } else {
        let check = if game.checkers().is_empty() { "" } else { ", in check" };
        format!("move {}, {} to move{check}", game.fullmoves(), table::color_name(game.turn()))
    };
    format!("{} · {state}", title(game.entry()))
}

fn draw_notice(app: &App, screen: &GameScreen, area: Rect, buffer: &mut Buffer) {
    let (text, style) = match &screen.notice {
        None => return,
        Some(Notice::Info(text)) => (text.clone(), Style::new()),
        Some(Notice::Refused(text)) => (format!("! {text}"), palette::refused(app.appearance.colors)),
    };
    let width = usize::from(area.width);
    let lines = wrap(&text, width);
    let rows = usize::from(area.height);
    for (index, line) in lines.iter().take(rows).enumerate() {
        let is_cut = index + 1 == rows && lines.len() > rows;
        let line = if is_cut { cut(&format!("{line} …"), width) } else { line.clone() };
        buffer.set_stringn(area.x, area.y + index as u16, line, width, style);
    }
}
