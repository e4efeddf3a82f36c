//! Draws the menu: its choices with descriptions, as many as fit around the highlighted one.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::palette;
use super::text::cut;
use crate::play::tui::menu::{Menu, Page, title};

/// The columns left of the answers.
const INDENT: u16 = 4;

/// Draws the menu into an area.
pub fn draw(menu: &Menu, area: Rect, buffer: &mut Buffer) {
    let title = match (menu.page, menu.entry) {
        (Page::Variant, _) | (_, None) => "Faraday: which game?".to_owned(),
        (Page::Side, Some(entry)) => format!("{}: which side do you play?", title(entry)),
        (Page::Level, Some(entry)) => format!("{}: how strong is the computer?", title(entry)),
    };
    buffer.set_stringn(2, 0, title, usize::from(area.width) - 2, palette::strong());
    let answers = menu.answers();
    let rows = usize::from(area.height.saturating_sub(4));
    let height = |index: usize| answers[index].1.len() + 1;
    let first = first_shown(menu.index, rows, height);
    let mut row = area.y + 2;
    for (index, (name, lines)) in answers.iter().enumerate().skip(first) {
        if usize::from(row - 2) + height(index) > rows + usize::from(area.y) {
            break;
        }
        let is_under_bar = index == menu.index;
        let sign = if is_under_bar { '>' } else { ' ' };
        let width = usize::from(area.width - INDENT - 2);
        let style = if is_under_bar { palette::bar() } else { palette::strong() };
        buffer.set_stringn(INDENT - 2, row, format!("{sign} {name} "), width, style);
        for line in lines {
            row += 1;
            buffer.set_stringn(INDENT, row, cut(line, width), width, Style::new());
        }
        row += 1;
    }
    let keys = "Up and Down to choose   Enter to select   Esc to go back";
    buffer.set_stringn(2, area.bottom() - 1, keys, usize::from(area.width) - 2, palette::faint());
}

/// Returns the first answer to show, such that the highlighted one is visible.
fn first_shown(index: usize, rows: usize, height: impl Fn(usize) -> usize) -> usize {
    let mut first = index;
    let mut used = height(index);
    while first > 0 && used + height(first - 1) <= rows {
        first -= 1;
        used += height(first);
    }
    first
}
