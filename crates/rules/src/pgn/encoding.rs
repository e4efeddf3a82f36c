//! Bytes that are no UTF-8. The standard of 1994 says ISO 8859-1, and old collections were written by programs that took
//! Windows-1252 for it: such a byte is the character that it is there. Knows no tokens.

use std::borrow::Cow;

/// 0x80 to 0x9f, where Windows-1252 differs from ISO 8859-1. Five are not given out.
const WINDOWS: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž', '\u{fffd}', '\u{fffd}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}', 'ž', 'Ÿ',
];

/// The character of a byte in Windows-1252.
pub fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// A PGN text, as UTF-8 where it is that, byte for byte where it is not.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let mut chunks = bytes.utf8_chunks();
    match chunks.next() {
        None => return Cow::Borrowed(""),
        Some(first) if first.valid().len() == bytes.len() => return Cow::Borrowed(first.valid()),
        Some(_) => {}
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| windows_1252(*byte)));
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_utf_8_is_read_as_windows_1252() {
        assert_eq!(decode("Müller – \u{10437}".as_bytes()), "Müller – \u{10437}");
        assert_eq!(decode(b"M\xfcller \x96 \x80"), "Müller – €");
        assert_eq!(decode(b"\xe9\x80x \xe8\xb1"), "é€x è±");
        assert_eq!(decode(b"\x81\xff"), "\u{fffd}ÿ");
        assert_eq!(decode(b""), "");
    }
}
