//! What a legal move rests on beyond orthodox chess, as data: a pulse, a charge, a lender. Sentences stand in the variant's
//! text.
//!
//! A cause is a candidate. Whether the move works *because* of it is asked of its counterfactual: the move without it.

use arrayvec::ArrayVec;

use crate::{Choice, Geometry, Move, Position, Reason, Refusal, Role, Set, Square, Variant};

/// One thing of a variant's own on which a legal move rests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cause {
    /// The rule by which it acts, and which of the ways; its sentence has the key `<rule>.<name>`.
    pub reason: Reason,
    /// The squares involved, beyond those of the move; slots `{a}`, `{b}`, … of the sentence, as the board is before it.
    pub squares: ArrayVec<Square, 4>,
    /// A number involved, such as a charge or a sum; slot `{amount}`.
    pub amount: i32,
    /// What would be if it did not act.
    pub without: Without,
}

/// A move if one cause did not act, all else being equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Without {
    /// It would be illegal.
    Illegal,
    /// Play would have come to this position, with either side to move.
    Position {
        /// The id of the variant under whose rules it would be played on.
        variant: &'static str,
        /// The position.
        fen: String,
    },
}

impl Without {
    /// Play would have come to a position; illegal if the rules make it impossible.
    pub fn reaching<V: Variant>(position: &Position<V>) -> Without {
        let fen = position.to_fen();
        match Position::<V>::from_fen(&fen) {
            Ok(_) => Without::Position { variant: V::ID, fen },
            Err(_) => Without::Illegal,
        }
    }
}

/// The replies to the last move that a rule of the variant's own bars, though nothing else forbids them: captures, and in
/// check every answer. Those that capture most come first, and no more than a player would look at.
///
/// `bars` says for which refusals that is so, and under which name; `unbarred` plays the reply all the same. One that even
/// then would leave a king to be taken is left out. Squares are those of the reply, then those of its refusal.
pub fn barred<V: Variant>(
    position: &Position<V>,
    bars: impl Fn(Move, &Refusal) -> Option<Reason>,
    unbarred: impl Fn(&mut Position<V>, Move),
) -> Vec<Cause> {
    const MOST: usize = 6;
    let board = position.board();
    let us = position.turn();
    let targets = if position.is_check() { !board.color(us) } else { board.color(!us) };
    let cause = |from: Square, to: Square| {
        let promotes = board.standing(from) == Role::Pawn && V::Geometry::last_rank(us).has(to);
        let reply = Move { from, to, choice: promotes.then_some(Choice::Queen) };
        let refusal = position.refusal(reply)?;
        let reason = bars(reply, &refusal)?;
        let mut played = position.clone();
        unbarred(&mut played, reply);
        let without = Without::reaching(&played);
        let squares = [from, to].into_iter().chain(refusal.squares).take(4).collect();
        (without != Without::Illegal).then_some(Cause { reason, squares, amount: refusal.amount, without })
    };
    let pairs = board.color(us).squares().flat_map(|from| targets.squares().map(move |to| (from, to)));
    let mut found: Vec<Cause> = pairs.filter_map(|(from, to)| cause(from, to)).collect();
    found.sort_by_key(|cause| std::cmp::Reverse(board.role_at(cause.squares[1])));
    found.truncate(MOST);
    found
}
