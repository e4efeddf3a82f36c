//! Drawing. Never changes the state.

mod board;
mod dialog;
mod layers;
mod menu;
mod palette;
mod panel;
mod words;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::app::{App, Stage};
use super::keys::KEYS;
use super::look::{Figures, Script};
use super::menu::title;
use super::plan::{LEAST, Layout, fits};
use super::sitting::{Notice, Sitting};
use crate::play::table;
use words::{cut, tail, wrap};

/// Draws the whole window.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    if !fits(app.window) || area.as_size() != app.window {
        draw_too_small(app, area, buffer);
        return;
    }
    let sitting = match &app.stage {
        Stage::Menu(menu) => {
            menu::draw(menu, area, buffer);
            None
        }
        Stage::Game(sitting) => {
            draw_game(app, sitting, buffer);
            Some(sitting.as_ref())
        }
    };
    if let Some(dialog) = &app.dialog {
        dialog::draw(app, dialog, sitting, buffer);
    }
    if app.look.script == Script::Ascii && app.look.figures == Figures::Letters {
        words::fold_to_ascii(buffer);
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

fn draw_game(app: &App, sitting: &Sitting, buffer: &mut Buffer) {
    let Layout { title, board, panel, notice, input, keys } = Layout::new(app.window, sitting.shape(), sitting.view);
    let width = usize::from(app.window.width);
    buffer.set_stringn(title.x, title.y, headline(sitting), width, palette::strong());
    let shown = layers::show(sitting);
    panel::draw(sitting, panel, &shown.lines, buffer);
    board::draw(sitting, &board, app.look, shown.marks, buffer);
    draw_notice(app, sitting, notice, buffer);
    let typed = tail(&sitting.input, width - 8);
    buffer.set_stringn(input.x, input.y, format!("Move: {typed}▏"), width, palette::strong());
    let short: Vec<String> =
        KEYS.iter().filter(|key| !key.short.is_empty()).map(|key| format!("{} {}", key.sign, key.short)).collect();
    buffer.set_stringn(keys.x, keys.y, short.join("  "), width, palette::faint());
}

fn headline(sitting: &Sitting) -> String {
    let game = sitting.table.game();
    let state = if let Some(verdict) = sitting.table.verdict() {
        verdict.result().as_str().to_owned()
    } else {
        let check = if game.checkers().is_empty() { "" } else { ", in check" };
        format!("move {}, {} to move{check}", game.fullmoves(), table::name(game.turn()))
    };
    format!("{} · {state}", title(game.entry()))
}

fn draw_notice(app: &App, sitting: &Sitting, area: Rect, buffer: &mut Buffer) {
    let (text, style) = match &sitting.notice {
        None => return,
        Some(Notice::Told(text)) => (text.clone(), Style::new()),
        Some(Notice::Refused(text)) => (format!("! {text}"), palette::refused(app.look.inks)),
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
