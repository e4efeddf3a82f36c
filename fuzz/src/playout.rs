//! Random playouts with property checks at every position, some of them from a position with a piece added or removed.

use faraday_rules::{Choice, Color, Geometry, Move, Piece, Position, Role, Set, Square, Variant, orthodox::reasons};
use faraday_variants::for_each_variant;

/// The byte that changes the position instead of playing a move.
const CHANGE: u8 = 0xFF;

/// Plays a random game of the variant that the first byte selects.
pub fn any(data: &[u8]) {
    let Some((pick, rest)) = data.split_first() else { return };
    macro_rules! playouts {
        ($($variant:ident $folder:literal,)+) => {
            [$(playout::<faraday_variants::$variant> as fn(&[u8])),+]
        };
    }
    let playouts = for_each_variant!(playouts);
    playouts[usize::from(*pick) % playouts.len()](rest);
}

fn playout<V: Variant>(data: &[u8]) {
    let mut position = Position::<V>::start();
    for step in data.chunks_exact(4).take(crate::PLIES) {
        let &[kind, a, b, c] = step else { return };
        if kind == CHANGE {
            position = changed(&position, a, b).unwrap_or(position);
        }
        check_refusal(&position, Move { from: square::<V>(a), to: square::<V>(b), choice: choice(c) });
        let moves = position.moves();
        assert_eq!(position.count(), moves.len() as u64);
        if position.ending().is_some() || moves.is_empty() {
            return;
        }
        let mv = moves[(usize::from(kind) << 8 | usize::from(c)) % moves.len()];
        check_move(&position, mv);
        position = position.after(mv);
        check_position(&position);
    }
}

fn square<V: Variant>(byte: u8) -> Square {
    Square::new(byte % V::Geometry::SQUARES as u8)
}

fn choice(byte: u8) -> Option<Choice> {
    Choice::ALL.get(usize::from(byte % 8)).copied()
}

/// Returns the position with a piece added on an empty square, or with a piece other than a king removed, if
/// the result is valid.
fn changed<V: Variant>(position: &Position<V>, at: u8, what: u8) -> Option<Position<V>> {
    let mut setup = position.to_setup();
    let at = square::<V>(at);
    let piece = match setup.board.piece_at(at) {
        Some(piece) => Some(piece).filter(|piece| piece.role != Role::King)?,
        None => Piece { color: Color::ALL[usize::from(what & 1)], role: Role::ALL[usize::from(what / 2 % 5)] },
    };
    setup.board.toggle(at, piece);
    Position::from_setup(setup).ok()
}

fn check_refusal<V: Variant>(position: &Position<V>, mv: Move) {
    match position.refusal(mv) {
        None => assert!(position.is_legal(mv)),
        Some(refusal) if refusal.reason == reasons::GAME_OVER => assert!(position.ending().is_some()),
        Some(refusal) => {
            assert!(!position.is_legal(mv), "{refusal:?}");
            assert!(V::REASONS.contains(&refusal.reason) || reasons::ALL.contains(&refusal.reason));
        }
    }
}

fn check_move<V: Variant>(position: &Position<V>, mv: Move) {
    assert_eq!(position.refusal(mv), None);
    assert_eq!(Position::<V>::parse_uci(&Position::<V>::write_uci(mv)), Ok(mv));
    assert_eq!(position.read_san(&position.write_san(mv)), Ok(mv));
    let mut played = position.clone();
    let mut events = Vec::new();
    played.play(mv, &mut events);
    assert_eq!(played, position.after(mv));
    assert!(!events.is_empty());
}

fn check_position<V: Variant>(position: &Position<V>) {
    assert_eq!(position.incremental_hash(), position.fresh_hash());
    let read = Position::<V>::from_fen(&position.to_fen()).expect("a written FEN is read");
    assert_eq!(read.to_fen(), position.to_fen());
    assert!(read.repeats(position));
    assert!(V::checkers(position, !position.turn()).is_empty());
}
