//! Draws the panel next to or below the board: the players, the moves, the effects of the last one, and the overlay.

use faraday_rules::Color;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};

use super::palette;
use super::text::{cut, wrap};
use crate::play::clock::format_clock;
use crate::play::table::{self, PlayerKind, Ply};
use crate::play::tui::game_screen::{GameScreen, SearchPurpose};
use crate::play::tui::layout::{Orientation, Panel};

/// The rows of a panel next to the board in the smallest window.
const LEAST_HEIGHT: u16 = 19;

/// The columns of a move number.
const NUMBER: usize = 5;

/// Draws the panel with the lines of the overlay.
pub fn draw(screen: &GameScreen, panel: Panel, overlay: &[String], buffer: &mut Buffer) {
    let has_overlay = screen.overlay.is_some();
    let note = screen.table.game().text().note.clone();
    let (heading, last) = match (screen.table.last(), note) {
        (Some(last), _) => ("Last move", last_lines(last)),
        (None, Some(note)) => ("Note", vec![note]),
        (None, None) => ("Last move", Vec::new()),
    };
    match panel {
        Panel::Beside(area) => {
            let rows = |of_least: u16| Constraint::Length(of_least * area.height / LEAST_HEIGHT);
            let one = Constraint::Length(1);
            let parts = [one, one, Constraint::Min(3), rows(7), rows(if has_overlay { 5 } else { 0 })];
            let [above, below, moves, what, layer] = Layout::vertical(parts).areas(area);
            draw_players(screen, [above, below], buffer);
            draw_moves(screen, moves, buffer);
            section(heading, &last, what, buffer);
            draw_overlay(screen, overlay, layer, buffer);
        }
        Panel::Below(area) => {
            let [players, rest] = Layout::vertical([Constraint::Length(1), Constraint::Min(1)]).areas(area);
            let halves = Layout::horizontal([Constraint::Fill(1); 2]).spacing(2).areas::<2>(players);
            let parts = [Constraint::Fill(1), Constraint::Fill(1), Constraint::Fill(u16::from(has_overlay))];
            let [moves, what, layer] = Layout::horizontal(parts).spacing(1).areas(rest);
            draw_players(screen, halves, buffer);
            draw_moves(screen, moves, buffer);
            section(heading, &last, what, buffer);
            draw_overlay(screen, overlay, layer, buffer);
        }
    }
}

fn draw_overlay(screen: &GameScreen, lines: &[String], area: Rect, buffer: &mut Buffer) {
    if let Some(name) = screen.overlay {
        let title = format!("Overlay: {}", screen.table.game().text().word(name));
        section(&title, lines, area, buffer);
    }
}

/// Draws a row for each player, the one at the top of the board first.
fn draw_players(screen: &GameScreen, areas: [Rect; 2], buffer: &mut Buffer) {
    let colors = match screen.view {
        Orientation::White => [Color::Black, Color::White],
        Orientation::Black => [Color::White, Color::Black],
    };
    for (area, color) in areas.into_iter().zip(colors) {
        let is_mover = screen.table.mover().is_some() && screen.table.game().turn() == color;
        let sign = if is_mover { '>' } else { ' ' };
        let thinks = is_mover && screen.pending.is_some_and(|pending| pending.purpose == SearchPurpose::Move);
        let who = match screen.table.players().of(color) {
            PlayerKind::Human if !screen.table.players().has(PlayerKind::Computer) => "player".to_owned(),
            PlayerKind::Human => "you".to_owned(),
            PlayerKind::Computer if thinks => format!("level {} is thinking …", screen.table.level().number()),
            PlayerKind::Computer => format!("computer, level {}", screen.table.level().number()),
        };
        let time = screen.table.left(color).map(format_clock).unwrap_or_default();
        let style = if is_mover { palette::strong() } else { ratatui::style::Style::new() };
        let width = usize::from(area.width);
        let name = cut(&format!("{sign} {:<6} {who}", table::color_name(color)), width.saturating_sub(time.len() + 1));
        buffer.set_stringn(area.x, area.y, name, width, style);
        let right = area.right().saturating_sub(time.len() as u16);
        buffer.set_stringn(right, area.y, &time, time.len(), style);
    }
}

fn draw_moves(screen: &GameScreen, area: Rect, buffer: &mut Buffer) {
    let lines = move_lines(screen.table.plies(), usize::from(area.width));
    let rows = usize::from(area.height.saturating_sub(1));
    let first = lines.len().saturating_sub(rows).saturating_sub(screen.scrolled);
    let title = if first + rows < lines.len() { "Moves (PgDn for later ones)" } else { "Moves" };
    section(title, &lines[first..lines.len().min(first + rows)], area, buffer);
}

/// Formats a full move on each line if both sides' moves fit, otherwise a line for each.
fn move_lines(plies: &[Ply], width: usize) -> Vec<String> {
    let column = width.saturating_sub(NUMBER) / 2;
    let mut lines: Vec<String> = Vec::new();
    // A line can take Black's move only if it ends with a short move of White.
    let mut is_open = false;
    for ply in plies {
        let text = ply.text();
        let is_short = text.chars().count() < column;
        match (ply.color, lines.last_mut()) {
            (Color::Black, Some(line)) if is_open && is_short => *line += &text,
            (Color::Black, _) => lines.push(cut(&format!("{:>3}… {text}", ply.number), width)),
            (Color::White, _) => lines.push(cut(&format!("{:>3}. {text:<column$}", ply.number), width)),
        }
        is_open = is_short && ply.color == Color::White;
    }
    lines
}

/// Describes the effects of a move with the rules that cause them.
fn last_lines(ply: &Ply) -> Vec<String> {
    ply.events.iter().map(|told| format!("{} ({})", told.text, told.rule.0)).collect()
}

/// Draws a title, and below it as many lines as fit.
fn section(title: &str, lines: &[String], area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let width = usize::from(area.width);
    let title = cut(title, width);
    let rule = "─".repeat(width.saturating_sub(title.chars().count() + 1));
    buffer.set_stringn(area.x, area.y, format!("{title} {rule}"), width, palette::strong());
    let rows = usize::from(area.height) - 1;
    let wrapped: Vec<String> = lines.iter().flat_map(|line| folded(line, width)).collect();
    for (index, line) in wrapped.iter().take(rows).enumerate() {
        let is_cut = index + 1 == rows && wrapped.len() > rows;
        let line = if is_cut { cut(&format!("{line} …"), width) } else { line.clone() };
        buffer.set_stringn(area.x, area.y + 1 + index as u16, line, width, ratatui::style::Style::new());
    }
}

/// Wraps a line. A line that fits keeps its spaces, because they align columns.
fn folded(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width { vec![line.to_owned()] } else { wrap(line, width) }
}
