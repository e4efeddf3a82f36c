//! Conversion of Extended Position Description (EPD) to FEN (N.4). EPD has the first fields of a FEN, followed by
//! operations; some programs write whole FENs to EPD files, so the counts are accepted as well.

use std::borrow::Cow;

use crate::fen::{is_amounts, is_count};

/// The number of fields in every EPD.
const FIELDS: usize = 4;

/// Converts a line of EPD to a FEN. The operations `hmvc` and `fmvn` supply the counts that the line lacks,
/// and all other operations are ignored. A line that is not EPD is returned unchanged, so that the FEN
/// parser reports the error.
///
/// ```
/// use faraday_rules::epd;
///
/// assert_eq!(epd::to_fen("4k3/8/8/8/8/8/8/4K3 w - - hmvc 2; fmvn 40; id \"bare; kings\";"), "4k3/8/8/8/8/8/8/4K3 w - - 2 40");
/// ```
pub fn to_fen(line: &str) -> Cow<'_, str> {
    let mut rest = line.trim();
    let mut fields: Vec<&str> = (0..FIELDS).map_while(|_| next_if(&mut rest, |_| true)).collect();
    let counts = [(); 2].map(|()| next_if(&mut rest, is_count));
    let amounts = next_if(&mut rest, is_amounts);
    let operations = rest.trim_start();
    if fields.len() < FIELDS || operations.starts_with(|letter: char| letter.is_ascii_digit()) {
        return Cow::Borrowed(line);
    }
    match counts {
        [Some(halfmoves), Some(fullmoves)] => fields.extend([halfmoves, fullmoves]),
        [None, None] => {
            fields.push(operand(operations, "hmvc").unwrap_or("0"));
            fields.push(operand(operations, "fmvn").unwrap_or("1"));
        }
        [Some(_), None] | [None, Some(_)] => return Cow::Borrowed(line),
    }
    fields.extend(amounts);
    Cow::Owned(fields.join(" "))
}

/// Takes the next word if it satisfies the predicate. A semicolon ends a word.
fn next_if<'a>(rest: &mut &'a str, is_wanted: impl Fn(&str) -> bool) -> Option<&'a str> {
    let text = rest.trim_start();
    let end = text.find(|letter: char| letter.is_whitespace() || letter == ';').unwrap_or(text.len());
    let (word, after) = text.split_at(end);
    if word.is_empty() || !is_wanted(word) {
        return None;
    }
    *rest = after;
    Some(word)
}

/// Returns the operand of an operation. A semicolon in quotes does not end the operation.
fn operand<'a>(operations: &'a str, opcode: &str) -> Option<&'a str> {
    let mut is_quoted = false;
    let ends = |letter| {
        is_quoted ^= letter == '"';
        letter == ';' && !is_quoted
    };
    operations.split(ends).find_map(|operation| {
        let mut words = operation.split_whitespace();
        words.next().filter(|word| *word == opcode).and_then(|_| words.next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

    #[test]
    fn operations_give_the_counts_and_all_others_are_ignored() {
        for (operations, counts) in [
            ("", "0 1"),
            (" hmvc 2; fmvn 4;", "2 4"),
            (" bm Kd2; fmvn 4 ;hmvc 2", "2 4"),
            (" id \"a; hmvc 9; b\"; am Kf8; c0 \"fmvn 3;\"; hmvc 7;", "7 1"),
            (" acd 12; acs 3; ce -4; fmvn 80;", "0 80"),
            (" hmvc; fmvn 3;", "0 3"),
            (" 5 7", "5 7"),
            (" 5 7 bm Kd2;", "5 7"),
            (" 5 7; hmvc 2; fmvn 4;", "5 7"),
            (" 0 1 ;D1 20 ;D2 400", "0 1"),
            (";D1 20", "0 1"),
            (" hmvc many;", "many 1"),
        ] {
            assert_eq!(to_fen(&format!("{BARE}{operations}\r")), format!("{BARE} {counts}"), "`{operations}`");
        }
    }

    #[test]
    fn amounts_follow_the_counts_or_their_place() {
        for (rest, fields) in [
            (" a4:2,d1:1 hmvc 3; fmvn 9;", "3 9 a4:2,d1:1"),
            (" - bm Kd2;", "0 1 -"),
            (" 3 9 a4:2 bm Kd2;", "3 9 a4:2"),
        ] {
            assert_eq!(to_fen(&format!("{BARE}{rest}")), format!("{BARE} {fields}"));
        }
    }

    #[test]
    fn one_count_or_three_are_left_for_the_reader_to_refuse() {
        for line in
            ["", "nonsense", "4k3 w", &format!("{BARE} 5"), &format!("{BARE} 5 bm Kd2;"), &format!("{BARE} 5 7 9")]
        {
            assert_eq!(
                to_fen(line).split_whitespace().collect::<Vec<_>>(),
                line.split_whitespace().collect::<Vec<_>>()
            );
        }
    }
}
