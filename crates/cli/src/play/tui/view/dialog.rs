//! Draws a dialog as a box in the middle of the window.

use faraday_rules::{Choice, Move};
use faraday_variants::AnyGame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Block, Clear, Widget};

use super::palette;
use super::text::{tail, wrap};
use crate::play::tui::app::App;
use crate::play::tui::dialog::{Confirmation, Dialog, FilePurpose, NewGame};
use crate::play::tui::game_screen::GameScreen;
use crate::play::tui::keys::KEYS;

/// The columns of a dialog's text.
const WIDTH: u16 = 62;

/// The text of a dialog.
struct DialogText {
    title: &'static str,
    lines: Vec<(String, Style)>,
}

/// Draws a dialog over the screen.
pub fn draw(app: &App, dialog: &Dialog, screen: Option<&GameScreen>, buffer: &mut Buffer) {
    let leaf = match dialog {
        Dialog::Help => help(),
        Dialog::Choice { moves, index } => match screen {
            Some(screen) => choice(screen.table.game(), moves, *index),
            None => return,
        },
        Dialog::Confirm(confirmation) => confirm(confirmation),
        Dialog::New { index } => new_game(*index),
        Dialog::Name { purpose, text } => name(*purpose, text),
    };
    let height = (leaf.lines.len() as u16 + 2).min(app.window.height);
    let width = (WIDTH + 4).min(app.window.width);
    let area = Rect::new((app.window.width - width) / 2, (app.window.height - height) / 2, width, height);
    Clear.render(area, buffer);
    Block::bordered().title(format!(" {} ", leaf.title)).render(area, buffer);
    for (row, (line, style)) in (area.top() + 1..area.bottom() - 1).zip(leaf.lines) {
        buffer.set_stringn(area.x + 2, row, line, usize::from(width - 4), style);
    }
}

fn plain(text: &str) -> Vec<(String, Style)> {
    wrap(text, usize::from(WIDTH)).into_iter().map(|line| (line, Style::new())).collect()
}

fn keys(text: &str) -> (String, Style) {
    (text.to_owned(), palette::faint())
}

fn item(text: &str, is_under_bar: bool) -> (String, Style) {
    let sign = if is_under_bar { '>' } else { ' ' };
    let style = if is_under_bar { palette::bar() } else { Style::new() };
    (format!("{sign} {text:<0$}", usize::from(WIDTH) - 2), style)
}

fn help() -> DialogText {
    let mut lines = plain("Type a move and press Enter: SAN (Nf3) or UCI (g1f3).");
    lines.extend(plain(
        "Or use the arrow keys: Enter or Space selects a piece, Enter on a square moves it there. Clicks work too.",
    ));
    lines.push(keys(""));
    lines.extend(KEYS.iter().map(|key| (format!("{:>6}  {}", key.sign, key.words), Style::new())));
    lines.push((format!("{:>6}  {}", "PgUp", "scroll the moves back; PgDn forward"), Style::new()));
    lines.push((format!("{:>6}  {}", "Esc", "clear what is typed or selected; else quit"), Style::new()));
    lines.push(keys(""));
    lines.extend(plain("> < cursor   [ ] selected   ( ) last move   x x can be captured"));
    lines.extend(plain("• can move here   { } see message   + + in check"));
    lines.push(keys("Esc to close"));
    DialogText { title: "Keys and symbols", lines }
}

/// Lists the moves, each with the effects that distinguish it.
fn choice(game: &dyn AnyGame, moves: &[Move], index: usize) -> DialogText {
    let told: Vec<Vec<String>> =
        moves.iter().map(|mv| game.events(*mv).into_iter().map(|told| told.text).collect()).collect();
    let is_common = |text: &String| told.iter().all(|texts| texts.contains(text));
    let mut lines = Vec::new();
    for (at, (mv, texts)) in moves.iter().zip(&told).enumerate() {
        let own: Vec<&str> = texts.iter().filter(|text| !is_common(text)).map(String::as_str).collect();
        let sign = mv.choice.map_or(' ', Choice::sign);
        let line = format!("{sign}  {:<10} {}", game.san(*mv), own.join(" "));
        lines.push(item(&super::text::cut(&line, usize::from(WIDTH) - 2), at == index));
    }
    lines.push(keys("a letter, or arrows and Enter; Esc to go back"));
    DialogText { title: "Which move?", lines }
}

fn confirm(confirmation: &Confirmation) -> DialogText {
    let text = match confirmation {
        Confirmation::Leave => "The game is not finished. Quit and lose it?".to_owned(),
        Confirmation::Resign => "Resign?".to_owned(),
        Confirmation::TakeDraw => "A draw is offered. Does the other player accept?".to_owned(),
        Confirmation::Replace(path) => format!("{} already exists. Replace it?", path.display()),
    };
    let mut lines = plain(&text);
    lines.push(keys("y yes   n no"));
    DialogText { title: "Please confirm", lines }
}

fn new_game(index: usize) -> DialogText {
    let mut lines: Vec<_> =
        NewGame::ALL.iter().enumerate().map(|(at, answer)| item(answer.words(), at == index)).collect();
    lines.push(keys("arrows and Enter; Esc to go back"));
    DialogText { title: "New game", lines }
}

fn name(purpose: FilePurpose, text: &str) -> DialogText {
    let title = match purpose {
        FilePurpose::Save => "Save the game as",
        FilePurpose::Load => "Load a game from",
    };
    let typed = tail(text, usize::from(WIDTH) - 1) + "▏";
    DialogText { title, lines: vec![(typed, palette::strong()), keys("Enter to confirm; Esc to go back")] }
}
