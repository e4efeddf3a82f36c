//! Quiescence search (<https://www.chessprogramming.org/Quiescence_Search>): only moves that win material are searched,
//! so that quiet positions are evaluated. A side may stand pat: its evaluation is a lower bound. A side in check tries
//! every move and may not stand pat.

use faraday_rules::{Each, Move, Position, Set, SetOf, Square};

use super::history::History;
use super::move_picker::{ScoredMove, forcing_score, pick, sort_long};
use super::tree::{InCheck, Tree, ended, is_fresh};
use crate::Evaluate;
use crate::score::{Bound, INFINITE, WON, Window};
use crate::transposition_table::Entry;

/// The number of captures in a row that may be on any square. Later ones only continue the exchange on the last square.
/// Otherwise quiescence would explode when almost everything attacks everything.
const WIDE_LAYERS: u32 = 3;

/// The depth of quiescence and the last target square.
#[derive(Clone, Copy, Debug)]
pub struct QsearchState {
    depth: u32,
    last: Square,
}

impl QsearchState {
    /// The state at the first node of quiescence search.
    pub const FIRST: QsearchState = QsearchState { depth: 0, last: Square::new(0) };

    fn after(self, mv: Move) -> QsearchState {
        QsearchState { depth: self.depth + 1, last: mv.to }
    }

    fn is_narrow(self) -> bool {
        self.depth >= WIDE_LAYERS
    }
}

impl<V: Evaluate> Tree<'_, V> {
    /// Returns the score of a position after all exchanges.
    pub fn quiesce(&mut self, position: &Position<V>, window: Window, ply: usize, state: QsearchState) -> i32 {
        let hash = position.hash();
        if let Some(score) = self.enter(position, hash, ply) {
            return score;
        }
        let key = position.search_hash();
        let entry = self.table.probe(key, ply);
        if let Some(entry) = entry
            && window.beta - window.alpha == 1
            && is_fresh(position)
            && entry.settles(window.beta)
        {
            return entry.score;
        }
        let in_check = if state.is_narrow() { InCheck::No } else { self.stack[ply].in_check };
        let raw = match (self.stack[ply].in_check, entry) {
            (InCheck::Yes, _) if in_check == InCheck::Yes => 0,
            (InCheck::No, Some(entry)) => entry.evaluation,
            (InCheck::No | InCheck::Yes, _) => self.evaluation(position, ply),
        };
        let (evaluation, mut best) = match in_check {
            InCheck::Yes => (raw, -INFINITE),
            InCheck::No => {
                let evaluation = self.corrected(position, raw);
                (evaluation, entry.map_or(evaluation, |entry| entry.improve(evaluation)))
            }
        };
        let Window { mut alpha, beta } = window;
        // Stand pat, if the evaluation already fails high.
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);

        let mut moves = std::mem::take(&mut self.stack[ply].lists.forcing);
        collect(position, in_check, state, entry.and_then(|entry| entry.mv), self.history, &mut moves);
        let is_ended = in_check == InCheck::Yes && moves.is_empty();
        let mut best_move = None;
        let mut next = 0;
        self.positions.push(hash);
        while let Some(ScoredMove { mv, .. }) = pick(&mut moves, &mut next) {
            if best > -WON && is_pruned(position, mv, in_check, alpha - evaluation - self.parameters.delta_margin) {
                continue;
            }
            let child = position.after(mv);
            self.table.prefetch(child.search_hash());
            self.stack[ply + 1].in_check = InCheck::of(&child);
            let score = -self.quiesce(&child, Window { alpha, beta }.flipped(), ply + 1, state.after(mv));
            if self.time.is_over() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.extend_line(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.positions.pop();
        self.stack[ply].lists.forcing = moves;
        if self.time.is_over() {
            return 0;
        }
        if is_ended {
            return ended(position, ply);
        }
        if state.is_narrow() {
            return best;
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.table.store(key, ply, &Entry { mv: best_move, score: best, evaluation: raw, depth: 0, bound });
        best
    }
}

/// Returns true if a move is pruned: a capture that cannot raise the score to alpha (delta pruning,
/// <https://www.chessprogramming.org/Delta_Pruning>) or that loses material by SEE. In check, quiet evasions are pruned
/// once another one holds.
fn is_pruned<V: Evaluate>(position: &Position<V>, mv: Move, in_check: InCheck, hurdle: i32) -> bool {
    match in_check {
        InCheck::No => V::gain(position, mv) <= hurdle || V::is_see_below(position, mv, 0),
        InCheck::Yes => V::gain(position, mv) <= 0,
    }
}

/// Collects the moves that win material, the table move first; in check, all moves.
pub fn collect<V: Evaluate>(
    position: &Position<V>,
    in_check: InCheck,
    state: QsearchState,
    table: Option<Move>,
    history: &History,
    moves: &mut Vec<ScoredMove>,
) {
    moves.clear();
    let mut push = Each(|mv| {
        let gain = V::gain(position, mv);
        if gain > 0 || in_check == InCheck::Yes {
            let score = if Some(mv) == table { i32::MAX / 2 } else { forcing_score(position, mv, gain, history) };
            moves.push(ScoredMove { mv, score });
        }
    });
    match in_check {
        InCheck::No if state.is_narrow() => {
            position.legal_to(V::forcing(position) & SetOf::<V>::of(state.last), &mut push);
        }
        InCheck::No => position.legal_to(V::forcing(position), &mut push),
        InCheck::Yes => position.legal(&mut push),
    }
    sort_long(moves);
}
