//! Decoding of PGN bytes: UTF-8, UTF-16 as some Windows programs write it, or a single-byte encoding. The PGN standard
//! of 1994 specifies ISO 8859-1, but old collections use Windows-1252.
//!
//! `encoding_rs` cannot decode UTF-8 with Windows-1252 as the fallback for each invalid byte, and it would add its
//! tables of Asian encodings to the web app's initial download.

use std::borrow::Cow;
use std::{mem, str};

/// The range 0x80 to 0x9f, where Windows-1252 differs from ISO 8859-1. Five bytes are not assigned.
const WINDOWS: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž', '\u{fffd}', '\u{fffd}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}', 'ž', 'Ÿ',
];

/// A decoder for a text that arrives in chunks, which may be cut at any byte.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    encoding: Option<Encoding>,
    /// The first `cut_len` bytes of a character that is split between two chunks.
    cut: [u8; 4],
    cut_len: usize,
}

/// The encoding of a text.
#[derive(Debug, Clone, Copy)]
enum Encoding {
    /// UTF-8, with invalid bytes read as Windows-1252.
    Bytes,
    /// UTF-16, with the function that combines two bytes.
    Utf16(fn([u8; 2]) -> u16),
}

impl Encoding {
    /// Detects the encoding from the first two bytes: a byte-order mark, or without one an ASCII
    /// character in two bytes.
    fn of(beginning: [u8; 2]) -> Self {
        match beginning {
            [0xff, 0xfe] | [1..=0x7f, 0] => Encoding::Utf16(u16::from_le_bytes),
            [0xfe, 0xff] | [0, 1..=0x7f] => Encoding::Utf16(u16::from_be_bytes),
            _ => Encoding::Bytes,
        }
    }
}

impl Decoder {
    /// Decodes the next chunk. A byte-order mark is passed on as a character.
    pub(super) fn feed(&mut self, bytes: &[u8], sink: &mut impl FnMut(&str)) {
        match (self.encoding, mem::take(&mut self.cut_len), bytes) {
            (Some(Encoding::Bytes), cut_len, _) => self.feed_bytes(cut_len, bytes, sink),
            (Some(Encoding::Utf16(unit)), cut_len, _) => self.feed_utf_16(unit, cut_len, bytes, sink),
            (None, 0, [first, second, ..]) => {
                self.encoding = Some(Encoding::of([*first, *second]));
                self.feed(bytes, sink);
            }
            (None, 0, _) => self.keep(bytes),
            (None, cut_len, _) => {
                let bytes = [&self.cut[..cut_len], bytes].concat();
                match bytes.as_slice() {
                    [_] => self.keep(&bytes),
                    _ => self.feed(&bytes, sink),
                }
            }
        }
    }

    /// Ends the text and decodes an incomplete last character.
    pub(super) fn finish(self, sink: &mut impl FnMut(&str)) {
        match self.encoding {
            Some(Encoding::Utf16(_)) if self.cut_len > 0 => sink("\u{fffd}"),
            _ => windows_1252(&self.cut[..self.cut_len], sink),
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.cut[..bytes.len()].copy_from_slice(bytes);
        self.cut_len = bytes.len();
    }

    fn feed_bytes(&mut self, cut_len: usize, bytes: &[u8], sink: &mut impl FnMut(&str)) {
        let mut rest = self.complete(cut_len, bytes, sink);
        loop {
            let error = match str::from_utf8(rest) {
                Ok(text) => return sink(text),
                Err(error) => error,
            };
            let (valid, invalid) = rest.split_at(error.valid_up_to());
            sink(str::from_utf8(valid).expect("the prefix was found valid"));
            if error.error_len().is_none() {
                return self.keep(invalid);
            }
            windows_1252(&invalid[..1], sink);
            rest = &invalid[1..];
        }
    }

    /// Completes the UTF-8 character split by the end of the last chunk. Returns the bytes after it.
    fn complete<'b>(&mut self, mut cut_len: usize, bytes: &'b [u8], sink: &mut impl FnMut(&str)) -> &'b [u8] {
        let mut rest = bytes;
        while let (1.., Some((&byte, after))) = (cut_len, rest.split_first()) {
            self.cut[cut_len] = byte;
            match str::from_utf8(&self.cut[..=cut_len]) {
                Ok(text) => {
                    cut_len = 0;
                    sink(text);
                }
                Err(error) if error.error_len().is_none() => cut_len += 1,
                Err(_) => {
                    // The byte that does not continue the character may begin another one.
                    windows_1252(&self.cut[..cut_len], sink);
                    cut_len = 0;
                    continue;
                }
            }
            rest = after;
        }
        // If the character is still incomplete, the chunk has no bytes left.
        self.cut_len = cut_len;
        rest
    }

    fn feed_utf_16(&mut self, unit: fn([u8; 2]) -> u16, cut_len: usize, bytes: &[u8], sink: &mut impl FnMut(&str)) {
        let bytes = [&self.cut[..cut_len], bytes].concat();
        let (pairs, _) = bytes.as_chunks::<2>();
        let mut units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
        // The second half of a surrogate pair may be in the next chunk.
        _ = units.pop_if(|last| (0xd800..0xdc00).contains(last));
        self.keep(&bytes[2 * units.len()..]);
        sink(&String::from_utf16_lossy(&units));
    }
}

/// Decodes bytes as Windows-1252.
fn windows_1252(bytes: &[u8], sink: &mut impl FnMut(&str)) {
    for byte in bytes {
        let character = match byte {
            0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
            _ => char::from(*byte),
        };
        sink(character.encode_utf8(&mut [0; 4]));
    }
}

/// Returns true if a text begins like UTF-16.
pub fn is_utf_16(bytes: &[u8]) -> bool {
    bytes.first_chunk().is_some_and(|beginning| matches!(Encoding::of(*beginning), Encoding::Utf16(_)))
}

/// Decodes a PGN text: UTF-16 if its first two bytes indicate it, or else UTF-8 with Windows-1252 for invalid bytes.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let (false, Ok(text)) = (is_utf_16(bytes), str::from_utf8(bytes)) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    let mut decoder = Decoder::default();
    decoder.feed(bytes, &mut |part| text.push_str(part));
    decoder.finish(&mut |part| text.push_str(part));
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_byte_of_utf_8_is_windows_1252() {
        assert_eq!(decode("Müller – \u{10437}".as_bytes()), "Müller – \u{10437}");
        assert_eq!(decode(b"M\xfcller \x96 \x80"), "Müller – €");
        assert_eq!(decode(b"\xe9\x80x \xe8\xb1"), "é€x è±");
        assert_eq!(decode(b"\x81\xff"), "\u{fffd}ÿ");
        assert_eq!(decode(b"\xfc"), "ü");
        assert_eq!(decode(b""), "");
    }

    #[test]
    fn utf_16_is_recognized_with_and_without_a_byte_order_mark() {
        let text = "[White \"Müller – \u{10437}\"]";
        for text in [text, &format!("\u{feff}{text}")] {
            assert_eq!(decode(&text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()), text);
            assert_eq!(decode(&text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>()), text);
        }
    }

    #[test]
    fn half_a_character_of_utf_16_is_a_replacement_character() {
        assert_eq!(decode(b"a\0b"), "a\u{fffd}");
        assert_eq!(decode(b"a\0\x01\xd8b\0"), "a\u{fffd}b");
        assert_eq!(decode(b"a\0\x01\xd8"), "a\u{fffd}");
    }
}
