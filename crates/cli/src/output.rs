//! Where commands write: styles reach a terminal only, and `NO_COLOR` is kept.

use std::env;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Color, Style};
use faraday_rules::{EndReason, Ending, Square};
use faraday_variants::AnyGame;
use ratatui::crossterm::terminal;
use serde::Serialize;

/// What answers yes, or is stated by an inventor.
pub const GOOD: Style = color(AnsiColor::Green);
/// What answers no.
pub const BAD: Style = color(AnsiColor::Red);
/// Ids and headings.
pub const STRONG: Style = Style::new().bold();
/// What may be skipped.
pub const FAINT: Style = Style::new().dimmed();

const fn color(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(color)))
}

/// The output of a command, buffered: what is to be seen at once must be flushed. Its errors say that it is the output.
pub struct Output(BufWriter<AutoStream<Stdout>>);

impl Output {
    /// The standard output.
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

/// A text in a style.
pub fn styled(style: Style, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{style}{text}{style:#}") }
}

/// A draw of C.3, by the name of its reason: `by repetition`, `by the fifty-move rule`.
pub fn drawn(reason: &str) -> &'static str {
    if reason == EndReason::Repetition.name() { "by repetition" } else { "by the fifty-move rule" }
}

/// Writes a value as one line of JSON.
pub fn json(out: &mut dyn Write, value: &impl Serialize) -> anyhow::Result<()> {
    let line = serde_json::to_string(value)?;
    writeln!(out, "{line}")?;
    Ok(())
}

/// A text from outside on one line, and without a word to the terminal.
pub fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// A text from outside as [`one_line`], and the beginning of a long one.
pub fn brief(text: &str) -> String {
    const LONGEST: usize = 600;
    let mut line = one_line(text);
    if let Some((end, _)) = line.char_indices().nth(LONGEST) {
        line.truncate(end);
        line.push('…');
    }
    line
}

/// Prints a complaint on the error stream, on exactly one line whatever the text quotes, and however much of it.
pub fn complain(kind: &str, text: &str) {
    let line = brief(text);
    // With the error stream closed there is no other place to say so.
    let _ = writeln!(AutoStream::auto(io::stderr()), "{}: {line}", styled(BAD.bold(), kind));
}

/// Tells something on the error stream, on exactly one line.
pub fn tell(text: &str) {
    // With the error stream closed there is no other place to say so.
    let _ = writeln!(AutoStream::auto(io::stderr()), "{}", one_line(text).trim_end());
}

/// A piece with its square, such as `Ng1`.
pub fn piece(game: &dyn AnyGame, square: Square) -> String {
    let letter = game.piece_at(square).map(|piece| piece.letter().to_string());
    letter.unwrap_or_default() + &game.name(square)
}

/// The width to wrap text to: what `COLUMNS` says, else the terminal's, within what reads well.
pub fn width() -> usize {
    const USUAL: usize = 80;
    const NARROWEST: usize = 40;
    const WIDEST: usize = 100;
    let told = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || io::stdout().is_terminal().then(terminal::size)?.ok().map(|(columns, _)| usize::from(columns));
    told.or_else(terminal).unwrap_or(USUAL).clamp(NARROWEST, WIDEST)
}

/// An ending in words: the result, then the reason.
pub fn ending(ending: Ending) -> String {
    format!("{} ({})", ending.result(), ending.reason.name())
}
