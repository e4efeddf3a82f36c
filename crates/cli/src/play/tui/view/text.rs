//! Text utilities for the screen: wrapping, truncation, and replacement of unsupported characters.

use ratatui::buffer::Buffer;

/// Wraps a text to lines of at most `width` characters. A longer word is split.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        let fits = |line: &String| line.chars().count() + 1 + word.len() <= width;
        if let Some(line) = lines.last_mut().filter(|line| fits(line)) {
            line.push(' ');
            line.extend(word);
            continue;
        }
        while word.len() > width {
            lines.push(word.drain(..width).collect());
        }
        lines.push(word.into_iter().collect());
    }
    lines
}

/// Returns the first characters of a text, with a mark if it is truncated.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let head: String = text.chars().take(width.saturating_sub(1)).collect();
    head + "…"
}

/// Returns the last characters of a text, which are those near the input cursor.
pub fn tail(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return text.to_owned();
    }
    let rest: String = text.chars().skip(length + 1 - width).collect();
    format!("…{rest}")
}

/// Replaces every character that a terminal without Unicode lacks.
pub fn fold_to_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let plain = ascii(cell.symbol().chars().next().unwrap_or(' '));
            cell.set_char(plain);
        }
    }
}

const fn ascii(letter: char) -> char {
    match letter {
        '–' | '—' | '−' | '─' => '-',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' => '+',
        '•' => '*',
        '·' | '░' | '…' => '.',
        '×' => 'x',
        '→' => '>',
        '←' => '<',
        '↑' => '^',
        '↓' => 'v',
        '▏' => '_',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        'ã' | 'á' | 'à' => 'a',
        'é' | 'è' => 'e',
        'ö' | 'ó' => 'o',
        'ü' | 'ú' => 'u',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_no_letter_is_lost() {
        let text = "The white pawn is pushed from e2 to e8 and a_very_long_word_follows it";
        for width in 1..30 {
            let lines = wrap(text, width);
            assert!(lines.iter().all(|line| line.chars().count() <= width), "{lines:?}");
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        }
    }

    #[test]
    fn a_cut_shows_that_there_is_more() {
        assert_eq!([cut("Nf3", 3), cut("Nf3xg5", 4)], ["Nf3", "Nf3…"]);
        assert_eq!([tail("abc", 3), tail("abcdef", 3)], ["abc", "…ef"]);
    }
}
