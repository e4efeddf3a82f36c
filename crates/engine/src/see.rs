//! Static exchange evaluation, SEE (<https://www.chessprogramming.org/Static_Exchange_Evaluation>): the material won by
//! an exchange on one square if both sides capture with their least valuable piece first. There are two implementations
//! for variants. Both only compare the result with a threshold, because search needs no more.

use faraday_rules::{Choice, Color, Each, Geometry, Move, Position, Role, Set, SetOf, Square, orthodox};

use crate::Evaluate;

/// Returns true if the exchange that a move starts wins less than `least`. It plays the captures, which is correct in
/// every variant but slow.
pub fn is_below<V: Evaluate>(position: &Position<V>, mv: Move, least: i32) -> bool {
    let balance = V::gain(position, mv) - least;
    if balance < 0 {
        return true;
    }
    let mover = mv.choice.and_then(Choice::role).unwrap_or(position.board().standing(mv.from));
    balance < V::value(mover) && recapture_exceeds(&position.after(mv), mv.to, balance, LONGEST)
}

/// The maximum length of an exchange in captures.
const LONGEST: u32 = 12;

/// Returns true if the side to move wins more than `bar`, at least 0, by capturing on a square. If capturing
/// loses material, it wins 0.
fn recapture_exceeds<V: Evaluate>(position: &Position<V>, at: Square, bar: i32, longest: u32) -> bool {
    let board = position.board();
    if longest == 0 || !board.color(!position.turn()).has(at) || V::capturers(position, position.turn(), at).is_empty()
    {
        return false;
    }
    let Some((role, mv)) = cheapest_capture(position, at) else { return false };
    // A capture exceeds the bar unless the recapture wins back the rest.
    let rest = V::gain(position, mv) - bar - 1;
    if rest < 0 {
        return false;
    }
    let landed = mv.choice.and_then(Choice::role).map_or(0, V::value).max(V::value(role));
    landed + V::most_form(at) <= rest || !recapture_exceeds(&position.after(mv), at, rest, longest - 1)
}

/// Returns the most that promotion gains on a square: [`Evaluate::most_form`] for variants in which
/// pieces change only by promotion.
#[inline]
pub fn most_promotion<V: Evaluate>(at: Square) -> i32 {
    let last = V::Geometry::last_rank(Color::White) | V::Geometry::last_rank(Color::Black);
    if last.has(at) { V::value(Role::Queen) - V::value(Role::Pawn) } else { 0 }
}

/// Returns the first legal capture on a square by a least valuable piece.
fn cheapest_capture<V: Evaluate>(position: &Position<V>, at: Square) -> Option<(Role, Move)> {
    let mut cheapest: Option<(Role, Move)> = None;
    position.legal_to(
        SetOf::<V>::of(at),
        &mut Each(|mv: Move| {
            let role = position.board().standing(mv.from);
            if cheapest.is_none_or(|(least, _)| V::value(role) < V::value(least)) {
                cheapest = Some((role, mv));
            }
        }),
    );
    cheapest
}

/// [`is_below`] with orthodox attacks, in which a capture only removes a piece: fast. It ignores pins,
/// checks, and promotion by recapture.
pub fn is_orthodox_below<V: Evaluate>(position: &Position<V>, mv: Move, least: i32) -> bool {
    let board = position.board();
    let standing = board.standing(mv.from);
    let mover = mv.choice.and_then(Choice::role).unwrap_or(standing);
    // The margin by which the side that has just moved exceeds the threshold, if nothing recaptures.
    let mut balance = V::gain(position, mv) - least;
    if balance < 0 {
        return true;
    }
    balance -= V::value(mover);
    if balance >= 0 {
        return false;
    }
    let mut occupied = (board.occupied() & !SetOf::<V>::of(mv.from)) | SetOf::<V>::of(mv.to);
    if standing == Role::Pawn
        && let Some(victim) = position.en_passant_victim(mv)
    {
        occupied &= !SetOf::<V>::of(victim);
    }
    let mut attackers = orthodox::attackers(board, Color::White, mv.to, occupied)
        | orthodox::attackers(board, Color::Black, mv.to, occupied);
    let mut side = !position.turn();
    loop {
        attackers &= occupied;
        let ours = attackers & board.color(side);
        let Some((role, from)) = cheapest(position, ours) else { break };
        if role == Role::King && (attackers & board.color(!side)).any() {
            break;
        }
        occupied &= !SetOf::<V>::of(from);
        attackers |= revealed(position, role, mv, occupied);
        side = !side;
        balance = -balance - 1 - V::value(role);
        if balance >= 0 {
            break;
        }
    }
    // The side that cannot or need not continue has lost the exchange.
    side == position.turn()
}

fn cheapest<V: Evaluate>(position: &Position<V>, pieces: SetOf<V>) -> Option<(Role, Square)> {
    Role::ALL.into_iter().find_map(|role| Some((role, (pieces & position.board().role(role)).first()?)))
}

/// Returns the sliders that attack the square once a piece of this role has left its line (x-rays).
fn revealed<V: Evaluate>(position: &Position<V>, role: Role, mv: Move, occupied: SetOf<V>) -> SetOf<V> {
    let board = position.board();
    let mut found = SetOf::<V>::EMPTY;
    if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
        found |= V::Geometry::bishop(mv.to, occupied) & board.diagonals();
    }
    if matches!(role, Role::Rook | Role::Queen) {
        found |= V::Geometry::rook(mv.to, occupied) & board.straights();
    }
    found
}
