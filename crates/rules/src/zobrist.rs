//! Zobrist keys: a pseudo-random number for each piece on each square, castling rights, en-passant square,
//! and side to move.

use crate::{Color, Piece, Square};

/// Returns the output of the splitmix64 generator for a seed, for hash keys and reproducible random numbers.
pub const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

const SQUARES: usize = 128;

static PIECES: [[[u64; SQUARES]; 6]; 2] = {
    let mut keys = [[[0; SQUARES]; 6]; 2];
    let mut index = 0;
    while index < 2 * 6 * SQUARES {
        keys[index / SQUARES / 6][index / SQUARES % 6][index % SQUARES] = mix(index as u64);
        index += 1;
    }
    keys
};

static CASTLING: [u64; 16] = {
    let mut keys = [0; 16];
    let mut index = 1;
    while index < 16 {
        keys[index] = mix(0x1_0000 + index as u64);
        index += 1;
    }
    keys
};

/// The key for Black to move.
pub const BLACK_TO_MOVE: u64 = mix(0x2_0000);

/// Returns the key of a piece on a square.
#[inline]
pub fn piece(square: Square, piece: Piece) -> u64 {
    PIECES[piece.color as usize][piece.role as usize][square.index() & (SQUARES - 1)]
}

/// Returns the key of a combination of castling rights.
#[inline]
pub fn castling(rights: crate::Rights) -> u64 {
    CASTLING[rights.bits() as usize & 15]
}

/// Returns the key of a capturable en-passant square.
#[inline]
pub fn en_passant(square: Square) -> u64 {
    mix(0x3_0000 + square.index() as u64)
}

/// Returns the key of the side to move: 0 for White.
#[inline]
pub fn turn(color: Color) -> u64 {
    match color {
        Color::White => 0,
        Color::Black => BLACK_TO_MOVE,
    }
}
