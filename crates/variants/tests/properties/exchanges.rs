//! Property test of static exchange evaluation: the threshold test agrees with the full sum of the
//! gains of each capture.

use faraday_engine::{Evaluate, see};
use faraday_rules::{Choice, Each, Move, Position, Set, SetOf, Square};

use crate::positions::mixture;

/// Returns the gain of the side to move from capturing on a square, or 0 if it is better not to capture. The longest
/// exchanges have twelve captures.
fn recapture<V: Evaluate>(position: &Position<V>, at: Square, longest: u32) -> i32 {
    let board = position.board();
    if longest == 0 || !board.color(!position.turn()).has(at) {
        return 0;
    }
    let mut captures = Vec::new();
    position.legal_to(SetOf::<V>::of(at), &mut Each(|mv: Move| captures.push(mv)));
    let Some(mv) = captures.into_iter().min_by_key(|mv| V::value(board.standing(mv.from))) else { return 0 };
    (V::gain(position, mv) - recapture(&position.after(mv), at, longest - 1)).max(0)
}

/// Returns true if an exchange wins less than `least`. The loss in the reply counts for no more than the
/// piece that has moved.
fn is_below<V: Evaluate>(position: &Position<V>, mv: Move, least: i32) -> bool {
    let gain = V::gain(position, mv);
    let mover = mv.choice.and_then(Choice::role).unwrap_or(position.board().standing(mv.from));
    let lost = recapture(&position.after(mv), mv.to, 12);
    gain < least || gain - V::value(mover) < least && gain - lost < least
}

fn an_exchange_is_below_what_it_does_not_win<V: Evaluate>() {
    for position in mixture::<V>(2, 300) {
        for mv in position.moves() {
            for least in [-700, -250, -90, 0, 1, 120, 400] {
                let (fast, slow) = (see::is_below(&position, mv, least), is_below(&position, mv, least));
                assert_eq!(fast, slow, "{} {} {mv:?} {least}", V::ID, position.to_fen());
            }
        }
    }
}

in_every_variant!(an_exchange_is_below_what_it_does_not_win);
