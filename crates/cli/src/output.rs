//! Output of commands: styled on terminals only, and never if `NO_COLOR` is set.

use std::env;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Color, Style};
use faraday_rules::{EndReason, Ending, Square};
use faraday_variants::AnyGame;
use ratatui::crossterm::terminal;
use serde::Serialize;

/// The style of positive answers and of rules stated by an inventor.
pub const GOOD: Style = color(AnsiColor::Green);
/// The style of negative answers.
pub const BAD: Style = color(AnsiColor::Red);
/// The style of ids and headings.
pub const STRONG: Style = Style::new().bold();
/// The style of secondary text.
pub const FAINT: Style = Style::new().dimmed();

const fn color(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(color)))
}

/// The buffered standard output. Output that must appear immediately needs a flush. Its errors name the output.
pub struct Output(BufWriter<AutoStream<Stdout>>);

impl Output {
    /// Opens the standard output.
    pub fn new() -> Output {
        Output(BufWriter::new(AutoStream::auto(io::stdout())))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(|error| not_written(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(|error| not_written(&error))
    }
}

fn not_written(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write the output: {error}"))
}

/// Formats a text in a style.
pub fn styled(style: Style, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{style}{text}{style:#}") }
}

/// Returns the words for a draw of C.3 by the name of its reason, such as `by repetition` or `by the fifty-move rule`.
pub fn drawn(reason: &str) -> &'static str {
    if reason == EndReason::Repetition.name() { "by repetition" } else { "by the fifty-move rule" }
}

/// Writes a value as one line of JSON.
pub fn json(out: &mut dyn Write, value: &impl Serialize) -> anyhow::Result<()> {
    let line = serde_json::to_string(value)?;
    writeln!(out, "{line}")?;
    Ok(())
}

/// Returns external text on one line, without control characters.
pub fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// Returns external text as [`one_line`] does, and truncates it if it is long.
pub fn brief(text: &str) -> String {
    const LONGEST: usize = 600;
    let mut line = one_line(text);
    if let Some((end, _)) = line.char_indices().nth(LONGEST) {
        line.truncate(end);
        line.push('…');
    }
    line
}

/// Prints a message on standard error, on exactly one line, with quoted text truncated.
pub fn diagnostic(kind: &str, text: &str) {
    let line = brief(text);
    // If standard error is closed, there is nowhere to report it.
    let _ = writeln!(AutoStream::auto(io::stderr()), "{}: {line}", styled(BAD.bold(), kind));
}

/// Prints a line on standard error.
pub fn status(text: &str) {
    // If standard error is closed, there is nowhere to report it.
    let _ = writeln!(AutoStream::auto(io::stderr()), "{}", one_line(text).trim_end());
}

/// Formats a piece with its square, such as `Ng1`.
pub fn piece(game: &dyn AnyGame, square: Square) -> String {
    let letter = game.piece_at(square).map(|piece| piece.letter().to_string());
    letter.unwrap_or_default() + &game.name(square)
}

/// Returns the width for wrapped text: `COLUMNS`, or else the terminal's width, limited to a readable range.
pub fn width() -> usize {
    const USUAL: usize = 80;
    const NARROWEST: usize = 40;
    const WIDEST: usize = 100;
    let columns = env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let terminal = || io::stdout().is_terminal().then(terminal::size)?.ok().map(|(columns, _)| usize::from(columns));
    columns.or_else(terminal).unwrap_or(USUAL).clamp(NARROWEST, WIDEST)
}

/// Formats the result and the reason of an ending.
pub fn ending(ending: Ending) -> String {
    format!("{} ({})", ending.result(), ending.reason.name())
}
