//! Conversion between positions and FEN (N.4): parsing is strict, writing is canonical. FENs from other programs may
//! lack the counts, which [`with_counts`] adds before parsing.

use std::borrow::Cow;
use std::fmt::Write;

use crate::{Board, Color, Geometry, Piece, Position, Rights, Setup, SetupError, Square, Variant, castling};

const FIELDS: [&str; 6] =
    ["placement", "side to move", "castling field", "en-passant field", "halfmove clock", "move number"];

impl<V: Variant> Position<V> {
    /// Parses a FEN and checks that it describes a legal position. Errors name the field and the square.
    ///
    /// ```
    /// use faraday_rules::Position;
    /// # use faraday_rules::{Flat, Variant};
    /// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    /// # struct Chess;
    /// # impl Variant for Chess {
    /// #     type Geometry = Flat;
    /// #     type State = ();
    /// #     const ID: &'static str = "chess";
    /// # }
    ///
    /// let fen = "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1";
    /// assert_eq!(Position::<Chess>::from_fen(fen)?.to_fen(), fen);
    /// assert!(Position::<Chess>::from_fen("nonsense").is_err());
    /// # Ok::<(), faraday_rules::SetupError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a field is missing, superfluous, or malformed, or if the position is not legal ([`Position::from_setup`]).
    pub fn from_fen(fen: &str) -> Result<Self, SetupError> {
        Position::from_setup(Setup::from_fen(fen)?)
    }

    /// Writes the position as a canonical FEN.
    pub fn to_fen(&self) -> String {
        let mut fen = write_placement::<V>(self.board(), self.state());
        let rights: String = castling::ORTHODOX
            .iter()
            .enumerate()
            .filter(|(index, _)| self.rights().has(*index))
            .map(|(_, castle)| castle.letter)
            .collect();
        let rights = if rights.is_empty() { "-".to_owned() } else { rights };
        let en_passant = self.legal_en_passant().map_or_else(|| "-".to_owned(), V::Geometry::name);
        let (halfmoves, fullmoves) = (self.halfmoves(), self.fullmoves());
        let side = self.turn().letter();
        write!(fen, " {side} {rights} {en_passant} {halfmoves} {fullmoves}").expect("a string takes any text");
        if let Some(field) = V::write_field(self.state()) {
            fen.push(' ');
            fen.push_str(&field);
        }
        fen
    }
}

/// Writes numbers on squares in the order given, as in a FEN: `a4:2,d1:2`, or `-` for none.
pub fn write_amounts(amounts: &[(String, i32)]) -> String {
    let entries: Vec<String> = amounts.iter().map(|(square, amount)| format!("{square}:{amount}")).collect();
    if entries.is_empty() { "-".to_owned() } else { entries.join(",") }
}

/// Adds the counts `0 1` to a FEN that lacks both, as some programs write it (N.4). Numbers on squares follow them. A
/// FEN with only one count is returned unchanged, and the parser refuses it.
///
/// ```
/// use faraday_rules::fen::with_counts;
///
/// assert_eq!(with_counts("4k3/8/8/8/8/8/8/4K3 w - -"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// ```
pub fn with_counts(fen: &str) -> Cow<'_, str> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    match fields[..] {
        [placement, side, rights, en_passant] => Cow::Owned(format!("{placement} {side} {rights} {en_passant} 0 1")),
        [placement, side, rights, en_passant, amounts] if is_amounts(amounts) => {
            Cow::Owned(format!("{placement} {side} {rights} {en_passant} 0 1 {amounts}"))
        }
        _ => Cow::Borrowed(fen),
    }
}

pub(crate) fn is_amounts(field: &str) -> bool {
    field == "-" || field.contains(':')
}

pub(crate) fn is_count(field: &str) -> bool {
    field.bytes().all(|byte| byte.is_ascii_digit())
}

impl<V: Variant> Setup<V> {
    /// Parses a FEN into a setup, without checking that the position is legal.
    ///
    /// # Errors
    ///
    /// If a field is missing, superfluous, or malformed.
    pub fn from_fen(fen: &str) -> Result<Self, SetupError> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let names = FIELDS.into_iter().chain(V::SEVENTH_FIELD);
        let expected = names.clone().count();
        if fields.is_empty() {
            return Err(SetupError::Empty);
        }
        if let Some(missing) = names.clone().nth(fields.len()) {
            return Err(SetupError::FieldMissing { found: fields.len(), expected, missing });
        }
        if let Some(extra) = fields.get(expected) {
            return Err(SetupError::FieldExtra { text: (*extra).to_owned() });
        }
        let (board, marks) = read_placement::<V::Geometry>(fields[0])?;
        Ok(Setup {
            board,
            state: V::read_state(&marks, fields.get(6).copied())?,
            turn: read_side(fields[1])?,
            rights: read_rights::<V>(fields[2])?,
            en_passant: read_en_passant::<V>(fields[3])?,
            halfmoves: read_number(FIELDS[4], fields[4], 0, u16::MAX.into())? as u16,
            fullmoves: read_number(FIELDS[5], fields[5], 1, u32::MAX)?,
        })
    }
}

fn read_placement<G: Geometry>(text: &str) -> Result<(Board<G>, Vec<Square>), SetupError> {
    let mut board = Board::default();
    let mut marks = Vec::new();
    let levels: Vec<&str> = if G::LEVELS > 1 { text.split('|').collect() } else { vec![text] };
    if levels.len() != usize::from(G::LEVELS) {
        return Err(SetupError::Levels { found: levels.len(), expected: G::LEVELS });
    }
    for (level, ranks) in (0..G::LEVELS).zip(levels) {
        let found = ranks.split('/').count();
        if found != usize::from(G::RANKS) {
            let level = (G::LEVELS > 1).then_some(level + 1);
            return Err(SetupError::Ranks { level, found, expected: G::RANKS });
        }
        for (rank, text) in (0..G::RANKS).rev().zip(ranks.split('/')) {
            read_rank(&mut board, &mut marks, (level, rank), text)?;
        }
    }
    Ok((board, marks))
}

fn read_rank<G: Geometry>(
    board: &mut Board<G>,
    marks: &mut Vec<Square>,
    (level, rank): (u8, u8),
    text: &str,
) -> Result<(), SetupError> {
    let mut file = 0_usize;
    let mut last = None;
    for letter in text.chars() {
        if letter == '~' {
            match last.take() {
                Some(square) => marks.push(square),
                None => return Err(SetupError::Letter { letter, text: text.to_owned() }),
            }
            continue;
        }
        last = None;
        if let Some(gap @ 1..) = letter.to_digit(10) {
            file += gap as usize;
            continue;
        }
        let piece = Piece::from_letter(letter).ok_or_else(|| SetupError::Letter { letter, text: text.to_owned() })?;
        last = u8::try_from(file).ok().and_then(|file| G::at(level, file, rank));
        if let Some(square) = last {
            board.toggle(square, piece);
        }
        file += 1;
    }
    if file == usize::from(G::FILES) {
        Ok(())
    } else {
        Err(SetupError::RankLength { text: text.to_owned(), found: file, expected: G::FILES })
    }
}

fn read_side(text: &str) -> Result<Color, SetupError> {
    Color::ALL
        .into_iter()
        .find(|color| text.chars().eq([color.letter()]))
        .ok_or_else(|| SetupError::Side { text: text.to_owned() })
}

fn read_rights<V: Variant>(text: &str) -> Result<Rights, SetupError> {
    let mut rights = Rights::default();
    if text == "-" {
        return Ok(rights);
    }
    if V::CASTLES.is_empty() {
        return Err(SetupError::NoCastling { text: text.to_owned() });
    }
    let mut next = 0;
    for letter in text.chars() {
        let index = (next..castling::ORTHODOX.len())
            .find(|index| castling::ORTHODOX[*index].letter == letter)
            .ok_or_else(|| SetupError::Castling { text: text.to_owned() })?;
        rights.add(index);
        next = index + 1;
    }
    Ok(rights)
}

fn read_en_passant<V: Variant>(text: &str) -> Result<Option<Square>, SetupError> {
    if text == "-" {
        return Ok(None);
    }
    if V::EN_PASSANT_RANK.is_none() {
        return Err(SetupError::NoEnPassant { text: text.to_owned() });
    }
    match V::Geometry::parse(text) {
        Some(square) => Ok(Some(square)),
        None => Err(SetupError::EnPassant { text: text.to_owned() }),
    }
}

fn read_number(field: &'static str, text: &str, least: u32, most: u32) -> Result<u32, SetupError> {
    text.parse()
        .ok()
        .filter(|number| is_count(text) && (least..=most).contains(number))
        .ok_or_else(|| SetupError::Number { field, text: text.to_owned(), least, most })
}

fn write_placement<V: Variant>(board: &Board<V::Geometry>, state: &V::State) -> String {
    let mut text = String::new();
    for level in 0..V::Geometry::LEVELS {
        if level > 0 {
            text.push('|');
        }
        for rank in (0..V::Geometry::RANKS).rev() {
            let mut gap = 0;
            for square in (0..V::Geometry::FILES).filter_map(|file| V::Geometry::at(level, file, rank)) {
                let Some(piece) = board.piece_at(square) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    text.push_str(&gap.to_string());
                    gap = 0;
                }
                text.push(piece.letter());
                if V::is_marked(state, square) {
                    text.push('~');
                }
            }
            if gap > 0 {
                text.push_str(&gap.to_string());
            }
            if rank > 0 {
                text.push('/');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_counts_may_be_missing_and_never_one() {
        for (rest, completed) in [
            ("w - -", "w - - 0 1"),
            ("b KQ e3", "b KQ e3 0 1"),
            ("w - - a4:2,d1:1", "w - - 0 1 a4:2,d1:1"),
            ("w - - -", "w - - 0 1 -"),
            ("w - - 5", "w - - 5"),
            ("w - - 5 -", "w - - 5 -"),
            ("w - - 5 9", "w - - 5 9"),
            ("w -", "w -"),
            ("", ""),
        ] {
            assert_eq!(with_counts(&format!("8/8 {rest}")), format!("8/8 {completed}"), "`{rest}`");
        }
    }
}
