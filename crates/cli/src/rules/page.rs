//! Formats a rule book as text: wrapped, indented, and marked by words in addition to color.

use std::io::{self, Write};

use anstyle::{AnsiColor, Color, Style};
use faraday_variants::{Entry, Language, Rule, RulePoint, Ruling, Status, Text};

use super::Chapter;
use crate::output::{self, FAINT, GOOD, STRONG, styled};

/// The minimum indent of a point's text.
const POINT_INDENT: usize = 8;
/// The indent of a ruling's text.
const RULING_INDENT: usize = 2;
/// The style of Faraday's decisions.
const RULED: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Yellow)));

/// A writer of wrapped text as wide as the terminal.
pub struct PageWriter<'a> {
    out: &'a mut dyn Write,
    width: usize,
}

impl<'a> PageWriter<'a> {
    /// Creates a page as wide as the terminal.
    pub fn new(out: &'a mut dyn Write) -> Self {
        PageWriter { out, width: output::width() }
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", text.trim_end())
    }

    /// Writes wrapped text behind an indent, which contains a mark on the first line.
    fn paragraph(&mut self, indent: usize, mark: (&str, Style), text: &str, style: Style) -> io::Result<()> {
        let (word, mark_style) = mark;
        let gap = " ".repeat(indent.saturating_sub(word.chars().count()));
        let mut head = format!("{}{gap}", styled(mark_style, word));
        for line in wrap(text, self.width.saturating_sub(indent)) {
            self.line(&(head + &styled(style, &line)))?;
            head = " ".repeat(indent);
        }
        Ok(())
    }
}

/// Writes every variant: its id, name, and summary.
pub fn write_list(catalog: &[Entry], language: Language, page: &mut PageWriter) -> io::Result<()> {
    let widest = catalog.iter().map(|entry| entry.id.len()).max().unwrap_or(0) + 2;
    for entry in catalog {
        let (id, text) = (entry.id, entry.text_in(language));
        page.paragraph(widest, (id, STRONG), &text.name, Style::new())?;
        page.paragraph(widest, ("", FAINT), &text.tagline.join(" "), FAINT)?;
    }
    Ok(())
}

/// Writes a variant: its inventors, rules, and rulings.
pub fn write_chapter(chapter: &Chapter, page: &mut PageWriter) -> io::Result<()> {
    let (id, text) = (chapter.variant.id, chapter.text);
    page.line(&format!("{} ({id})", styled(STRONG, &text.name)))?;
    if !text.inventor.is_empty() {
        page.paragraph(0, ("", FAINT), &text.inventor, FAINT)?;
    }
    page.paragraph(0, ("", FAINT), &text.tagline.join(" "), Style::new())?;
    if let Some(note) = &text.note {
        page.paragraph(0, ("", FAINT), &format!("{}: {note}", text.word("note")), RULED)?;
    }
    page.line("")?;
    let legends =
        [(Status::Stated, "stated-by"), (Status::Ruled, "ruled-by")].map(|(status, by)| (mark(status, text), by));
    let widest = legends.iter().map(|((word, _), _)| word.chars().count()).max().unwrap_or(0);
    for ((word, style), by) in legends {
        page.paragraph(widest + 1, (word, style), text.word(by), Style::new())?;
    }
    page.line("")?;
    write_rules(chapter, page)
}

/// Writes rules, then rulings.
pub fn write_rules(chapter: &Chapter, page: &mut PageWriter) -> io::Result<()> {
    for (index, Rule { id, title, points }) in chapter.rules.iter().enumerate() {
        if index > 0 {
            page.line("")?;
        }
        let width = point_indent(chapter.text) - 1;
        page.line(&styled(STRONG, &format!("{id:<width$} {title}")))?;
        for point in *points {
            write_point(point, chapter.text, page)?;
        }
    }
    if !chapter.rulings.is_empty() {
        page.line("")?;
        page.line(&styled(STRONG, chapter.text.word("decided")))?;
    }
    for ruling in &chapter.rulings {
        write_ruling(ruling, chapter.text, page)?;
    }
    Ok(())
}

fn write_point(point: &RulePoint, text: &Text, page: &mut PageWriter) -> io::Result<()> {
    let indent = point_indent(text);
    page.paragraph(indent, mark(point.status, text), &point.text, Style::new())?;
    if let Some(reason) = &point.reason {
        page.paragraph(indent, ("", FAINT), &format!("{}: {reason}", text.word("reason")), FAINT)?;
    }
    Ok(())
}

fn write_ruling(ruling: &Ruling, text: &Text, page: &mut PageWriter) -> io::Result<()> {
    let Ruling { rule, question, decision, source, reason } = ruling;
    page.line("")?;
    page.paragraph(0, ("", STRONG), &format!("{rule}: {question}"), STRONG)?;
    page.paragraph(RULING_INDENT, ("", RULED), decision, RULED)?;
    if let Some(reason) = reason {
        page.paragraph(RULING_INDENT, ("", FAINT), &format!("{}: {reason}", text.word("reason")), Style::new())?;
    }
    page.paragraph(RULING_INDENT, ("", FAINT), &format!("{}: {source}", text.word("source")), FAINT)
}

/// Returns the indent of a point's text, which leaves room for the mark in the language.
fn point_indent(text: &Text) -> usize {
    let marks = [Status::Stated, Status::Ruled].map(|status| mark(status, text).0.chars().count() + 1);
    marks.into_iter().fold(POINT_INDENT, usize::max)
}

fn mark(status: Status, text: &Text) -> (&str, Style) {
    match status {
        Status::Stated => (text.word("stated"), GOOD),
        Status::Ruled => (text.word("ruled"), RULED),
    }
}

/// Wraps text between words into lines of at most `width` characters. A longer word gets a line of its own.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_only() {
        assert_eq!(wrap("to be or not", 5), ["to be", "or", "not"]);
        assert_eq!(wrap("unbreakable word", 4), ["unbreakable", "word"]);
        assert_eq!(wrap("  ", 4), Vec::<String>::new());
    }

    #[test]
    fn a_line_is_as_full_as_the_width_allows() {
        assert_eq!(wrap("–– –– ––", 5), ["–– ––", "––"]);
    }
}
