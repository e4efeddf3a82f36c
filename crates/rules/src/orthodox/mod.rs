//! FIDE chess as the default hooks of `Variant`, split into functions from which variants compose their own rules.

mod check;
mod generate;
mod play;
mod refuse;

pub use check::{CheckInfo, attackers, checkers, is_attacked};
pub use generate::{generate, king_moves, open_castles, pawn_moves, piece_moves, safe_steps, without_checks};
pub use play::{FIDE, castle, land, play, promote, relocate, step};
pub use refuse::{
    REASONS, Way, check_castling, check_choice, check_king, check_pawn, check_turn, check_way, promotion, reach,
    reasons, refuse,
};

use crate::{Color, EndReason, Ending, Geometry, Position, Role, Set, Setup, SetupError, Variant, setup};

/// The FEN of the starting position.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Returns mate, stalemate, or a draw by insufficient material (C.2, C.6).
pub fn ending<V: Variant>(position: &Position<V>) -> Option<Ending> {
    if is_insufficient(position) {
        return Some(Ending::draw(EndReason::Insufficient));
    }
    mate(position)
}

/// Returns checkmate or stalemate (C.2).
pub fn mate<V: Variant>(position: &Position<V>) -> Option<Ending> {
    (position.count() == 0).then(|| {
        if position.is_check() {
            Ending::win(!position.turn(), EndReason::Checkmate)
        } else {
            Ending::draw(EndReason::Stalemate)
        }
    })
}

/// Returns the ending by a captured king or by lack of legal moves (C.5).
pub fn king_capture_ending<V: Variant>(position: &Position<V>) -> Option<Ending> {
    if position.board().king(position.turn()).is_none() {
        return Some(Ending::win(!position.turn(), EndReason::KingCaptured));
    }
    (position.count() == 0).then_some(Ending::draw(EndReason::NoMoves))
}

/// Returns true for K v K, or a lone minor piece against the king (C.6).
pub fn has_lone_minor_at_most<V: Variant>(position: &Position<V>) -> bool {
    let board = position.board();
    let minors = board.role(Role::Knight) | board.role(Role::Bishop);
    (board.role(Role::Pawn) | board.straights()).is_empty() && !minors.is_many()
}

/// Returns true for K v K, K+B v K, K+N v K, and bishops all on one color (C.6).
pub fn is_insufficient<V: Variant>(position: &Position<V>) -> bool {
    let board = position.board();
    if (board.role(Role::Pawn) | board.straights()).any() {
        return false;
    }
    if has_lone_minor_at_most(position) {
        return true;
    }
    board.role(Role::Knight).is_empty() && are_bishops_alike(position)
}

/// Returns true if all bishops are on squares of one color.
fn are_bishops_alike<V: Variant>(position: &Position<V>) -> bool {
    let bishops = position.board().role(Role::Bishop);
    let light = bishops.squares().filter(|square| V::Geometry::is_light(*square)).count() as u32;
    light == 0 || light == bishops.count()
}

/// Returns true if a color has only its king (T.2).
pub fn is_bare_king<V: Variant>(position: &Position<V>, color: Color) -> bool {
    let board = position.board();
    board.color(color) == board.color(color) & board.role(Role::King)
}

/// Returns true if a color cannot mate, even with the opponent's help (T.2). That is a bare king, a knight against
/// queens only, or bishops if all on the board are on one color and there is no pawn and no knight.
pub fn has_insufficient_material<V: Variant>(position: &Position<V>, color: Color) -> bool {
    let board = position.board();
    let (own, bishops, knights) = (board.color(color), board.role(Role::Bishop), board.role(Role::Knight));
    if (own & (board.role(Role::Pawn) | board.straights())).any() {
        return false;
    }
    if (own & knights).any() {
        let helpers = board.color(!color) & (board.role(Role::Pawn) | board.role(Role::Rook) | bishops | knights);
        return own.count() == 2 && helpers.is_empty();
    }
    if (own & bishops).any() {
        return (knights | board.role(Role::Pawn)).is_empty() && are_bishops_alike(position);
    }
    true
}

/// Performs the checks of N.4 for a variant with check, castling, and en passant.
///
/// # Errors
///
/// The first fault of the setup.
pub fn check_setup<V: Variant>(facts: &Setup<V>) -> Result<(), SetupError> {
    setup::check_kings(facts, None)?;
    setup::check_rights(facts)?;
    setup::check_last_rank(facts)?;
    setup::check_first_rank(facts)?;
    setup::check_en_passant(facts)?;
    setup::check_opponent(facts)
}
