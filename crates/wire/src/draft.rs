//! A position being edited. It may be invalid; the rules check it when a game is created from its FEN.

use std::fmt::Write;

use faraday_rules::{Piece, SetupError, fen::write_amounts};
use faraday_variants::Entry;

use crate::{Amount, Color, PlacedPiece};

wire_types! {
    /// The contents of a FEN, which need not be a valid position.
    pub struct Draft {
        /// The pieces on the board.
        pub pieces: Vec<PlacedPiece>,
        /// The side to move.
        pub turn: Color,
        /// The letters of the castling rights, such as `KQkq`.
        pub castling: String,
        /// The en-passant square.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub en_passant: Option<String>,
        /// The number of plies since the last capture or pawn move.
        pub halfmoves: u16,
        /// The number of the full move, from 1.
        pub fullmoves: u32,
        /// The energies on squares.
        pub energies: Vec<Amount>,
    }
}

/// Parses the contents of a FEN. The position need not be valid.
pub fn read_draft(entry: &Entry, fen: &str) -> Result<Draft, SetupError> {
    let draft = entry.read_draft(fen)?;
    let piece = |(square, placed): (String, faraday_variants::Placed)| PlacedPiece {
        square,
        color: placed.piece.color.into(),
        role: placed.piece.role.into(),
        marked: placed.is_marked,
    };
    Ok(Draft {
        pieces: draft.pieces.into_iter().map(piece).collect(),
        turn: draft.turn.into(),
        castling: draft.castling,
        en_passant: draft.en_passant,
        halfmoves: draft.halfmoves,
        fullmoves: draft.fullmoves,
        energies: draft.amounts.into_iter().map(|(square, amount)| Amount { square, amount }).collect(),
    })
}

/// Returns the FEN of a draft.
pub fn write_draft(entry: &Entry, draft: &Draft) -> String {
    let or_dash = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
    let turn = faraday_rules::Color::from(draft.turn).letter();
    let en_passant = or_dash(draft.en_passant.as_deref().unwrap_or_default());
    let castling = or_dash(&draft.castling);
    let Draft { halfmoves, fullmoves, .. } = draft;
    let mut fen = format!("{} {turn} {castling} {en_passant} {halfmoves} {fullmoves}", placement(entry, &draft.pieces));
    if entry.features.contains(&faraday_variants::PositionFeature::Amounts) {
        let mut amounts: Vec<(String, i32)> = draft.energies.iter().map(|on| (on.square.clone(), on.amount)).collect();
        amounts.sort();
        write!(fen, " {}", write_amounts(&amounts)).expect("a String takes any text");
    }
    fen
}

fn placement(entry: &Entry, pieces: &[PlacedPiece]) -> String {
    let (files, ranks, levels) = entry.size;
    let name = |level: u8, file: u8, rank: u8| {
        let level = if levels > 1 { (level + 1).to_string() } else { String::new() };
        format!("{level}{}{}", char::from(b'a' + file), rank + 1)
    };
    let row = |level, rank| {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..files {
            let square = name(level, file, rank);
            match pieces.iter().find(|piece| piece.square == square) {
                Some(piece) => {
                    push_number(&mut row, &mut empty);
                    row.push(Piece { color: piece.color.into(), role: piece.role.into() }.letter());
                    row.push_str(if piece.marked { "~" } else { "" });
                }
                None => empty += 1,
            }
        }
        push_number(&mut row, &mut empty);
        row
    };
    let floor = |level| (0..ranks).rev().map(|rank| row(level, rank)).collect::<Vec<_>>().join("/");
    (0..levels).map(floor).collect::<Vec<_>>().join("|")
}

fn push_number(row: &mut String, empty: &mut u8) {
    if *empty > 0 {
        write!(row, "{empty}").expect("a String takes any text");
        *empty = 0;
    }
}
