//! A node of the main search: principal variation search
//! (<https://www.chessprogramming.org/Principal_Variation_Search>), fail-soft. Pruning before any move is in
//! `node_pruning.rs`, pruning of single moves in `move_pruning.rs`; both are off when they would be unsound.

use faraday_rules::{Move, Position};

use super::correction_history::CorrectionIndex;
use super::history::bonus;
use super::late_moves::LateMove;
use super::move_picker::{MoveKind, MovePicker, OrderingHints, capture, piece_to};
use super::move_pruning::{Candidate, Pruning, Trend, pruning_of, reduction};
use super::node_kind::{NodeData, NodeKind};
use super::node_pruning::Singular;
use super::quiescence::QsearchState;
use super::tree::{InCheck, Tree, ended, is_fresh};
use crate::Evaluate;
use crate::score::{Bound, INFINITE, WON, Window, lost_at, won_at};
use crate::transposition_table::Entry;

/// Internal iterative reductions, IIR (<https://www.chessprogramming.org/Internal_Iterative_Reductions>, Ed Schröder's
/// Rebel 2020): from this depth on, a node without a table move is searched one ply less.
const IIR_DEPTH: i32 = 4;
/// Late move reductions, LMR (<https://www.chessprogramming.org/Late_Move_Reductions>): from this depth
/// on, late moves are reduced.
const LMR_DEPTH: i32 = 3;
/// The score of a win in seven plies. From here on, all moves are searched for a shorter win.
pub const SHORT_WIN: i32 = won_at(7);

impl<V: Evaluate> Tree<'_, V> {
    /// Returns the score of a position: exact inside the window, a bound outside.
    pub fn search<K: NodeKind>(&mut self, position: &Position<V>, window: Window, depth: i32, ply: usize) -> i32 {
        if depth <= 0 {
            return self.quiesce(position, window, ply, QsearchState::FIRST);
        }
        let hash = position.hash();
        if let Some(score) = self.enter(position, hash, ply) {
            return score;
        }
        // Mate distance pruning (https://www.chessprogramming.org/Mate_Distance_Pruning).
        let window = Window { alpha: window.alpha.max(lost_at(ply)), beta: window.beta.min(won_at(ply + 1)) };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let key = position.search_hash();
        let entry = self.table.probe(key, ply);
        if let Some(entry) = entry
            && !K::IS_PV
            && entry.depth >= depth
            && is_fresh(position)
            && entry.settles(window.beta)
        {
            return entry.score;
        }
        let in_check = self.stack[ply].in_check;
        let raw = match (in_check, entry) {
            (InCheck::Yes, _) => 0,
            (InCheck::No, Some(entry)) => entry.evaluation,
            (InCheck::No, None) => self.evaluation(position, ply),
        };
        let evaluation = if in_check == InCheck::No { self.corrected(position, raw) } else { raw };
        let estimate = entry.map_or(evaluation, |entry| entry.improve(evaluation));
        self.stack[ply].evaluation = (in_check == InCheck::No).then_some(evaluation);
        let before = ply.checked_sub(2).and_then(|ply| self.stack[ply].evaluation);
        let trend = if in_check == InCheck::No && before.is_none_or(|before| evaluation > before) {
            Trend::Improving
        } else {
            Trend::Worsening
        };
        let node =
            NodeData { hash, key, ply, depth, window, raw, evaluation, estimate, in_check, trend, excluded: None };
        if !K::IS_PV
            && in_check == InCheck::No
            && let Some(score) = self.prune_early::<K>(position, &node, entry)
        {
            return score;
        }
        // The table move of a colliding position may be illegal.
        let Some((entry, table)) = entry.and_then(|entry| Some((entry, entry.mv.filter(|mv| position.is_legal(*mv))?)))
        else {
            let depth = depth - i32::from(depth >= IIR_DEPTH);
            return self.search_moves::<K>(position, &NodeData { depth, ..node }, None, 0);
        };
        match self.test_singular::<K>(position, &node, &entry, table) {
            _ if self.time.is_over() => 0,
            Singular::MultiCut(score) => score,
            Singular::Extend(plies) => self.search_moves::<K>(position, &node, Some(table), plies),
        }
    }

    /// Searches the moves of a node in order, the table move first and extended by `extension` plies.
    pub fn search_moves<K: NodeKind>(
        &mut self,
        position: &Position<V>,
        node: &NodeData,
        table: Option<Move>,
        extension: i32,
    ) -> i32 {
        let &NodeData { hash, ply, depth, window: Window { mut alpha, beta }, evaluation, in_check, trend, .. } = node;
        let context = self.context(position, ply);
        let hints = OrderingHints { table, killers: self.stack[ply].killers, context };
        let mut picker = MovePicker::new(hints, std::mem::take(&mut self.stack[ply].lists));
        self.stack[ply].quiets.clear();
        self.stack[ply].captures.clear();
        self.stack[ply + 1].killers = [None; 2];
        self.positions.push(hash);
        let (mut best, mut best_move, mut count) = (-INFINITE, None, 0);
        while let Some((mv, kind)) = picker.next(position, self.history) {
            if Some(mv) == node.excluded {
                continue;
            }
            count += 1;
            let piece_to = piece_to(position, mv);
            let history_score = if kind == MoveKind::Quiet { self.history.score(&context, mv, piece_to) } else { 0 };
            // If a short win is known, only a shorter one matters, and any move may start it.
            let is_won = alpha >= SHORT_WIN || beta <= -SHORT_WIN;
            if best > -WON && in_check == InCheck::No && !K::IS_PV && !is_won {
                match pruning_of(
                    position,
                    &Candidate { mv, kind, count, history_score, depth, evaluation, alpha, trend },
                    self.parameters,
                ) {
                    Pruning::None => {}
                    Pruning::Move => continue,
                    Pruning::Quiets => {
                        picker.skip_quiets(position);
                        if !V::attacks_king(position, mv) {
                            continue;
                        }
                    }
                }
            }
            let child = position.after(mv);
            self.table.prefetch(child.search_hash());
            let gives_check = InCheck::of(&child);
            self.stack[ply].piece_to = Some(piece_to);
            self.stack[ply + 1].in_check = gives_check;
            let may_extend = (ply as i32) < 2 * self.root_depth;
            // Check extensions (https://www.chessprogramming.org/Check_Extensions), unless the
            // check loses material by SEE.
            let is_sound_check = gives_check == InCheck::Yes && kind != MoveKind::Losing && may_extend;
            let longer = if Some(mv) == table && extension != 0 {
                extension
            } else {
                i32::from(is_sound_check && !V::is_see_below(position, mv, 0))
            };
            let next = depth - 1 + longer;
            let inner = Window { alpha, beta };
            let score = if count == 1 {
                -self.search::<K::First>(&child, inner.flipped(), next, ply + 1)
            } else {
                let mut less = 0;
                if depth >= LMR_DEPTH && kind != MoveKind::Forcing && !is_won {
                    less = reduction(self.parameters, depth, count) + i32::from(trend == Trend::Worsening)
                        - history_score / self.parameters.reduction_history_step;
                    less += i32::from(K::IS_CUT) - i32::from(K::IS_PV);
                    less -= i32::from(gives_check == InCheck::Yes) + i32::from(in_check == InCheck::Yes);
                }
                let reduced = (next - less).clamp(1.min(next), next);
                self.search_late::<K>(&child, inner, LateMove { reduced, full: next, best: Some(best) }, ply + 1)
            };
            if self.time.is_over() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    self.extend_line(ply, mv);
                }
                if score >= beta {
                    self.note_fail_high(position, node, mv);
                    break;
                }
            }
            match kind {
                MoveKind::Quiet => self.stack[ply].quiets.push((mv, piece_to)),
                MoveKind::Forcing | MoveKind::Losing => self.stack[ply].captures.push(capture(position, mv)),
            }
        }
        self.positions.pop();
        self.stack[ply].lists = picker.into_lists();
        if self.time.is_over() {
            return 0;
        }
        if node.excluded.is_some() {
            return if count == 0 { alpha } else { best };
        }
        if count == 0 {
            return ended(position, ply);
        }
        self.store(position, node, best, best_move);
        best
    }

    /// Stores the result of a node in the table and in correction history.
    fn store(&mut self, position: &Position<V>, node: &NodeData, best: i32, best_move: Option<Move>) {
        let &NodeData { key, ply, depth, window: Window { beta, .. }, raw, evaluation, in_check, .. } = node;
        let bound = match best_move {
            _ if best >= beta => Bound::Lower,
            Some(_) => Bound::Exact,
            None => Bound::Upper,
        };
        let entry = Entry { mv: best_move, score: best, evaluation: raw, depth, bound };
        self.table.store(key, ply, &entry);
        let is_quiet = best_move.is_none_or(|mv| V::gain(position, mv) <= 0);
        if in_check == InCheck::No && is_quiet && best.abs() < WON && entry.is_beyond(evaluation) {
            self.corrections.note(CorrectionIndex::of(position), best - evaluation, depth);
        }
    }

    /// Updates killer moves and history: a bonus for the move that failed high, and a penalty for those tried before.
    fn note_fail_high(&mut self, position: &Position<V>, node: &NodeData, mv: Move) {
        let &NodeData { ply, depth, .. } = node;
        let bonus = bonus(self.parameters.history_bonus, depth);
        if V::gain(position, mv) > 0 {
            self.history.shift_capture(capture(position, mv), bonus);
        } else {
            let context = self.context(position, ply);
            let entry = &mut self.stack[ply];
            if entry.killers[0] != Some(mv) {
                entry.killers = [Some(mv), entry.killers[0]];
            }
            self.history.shift(&context, mv, piece_to(position, mv), bonus);
            for &(other, piece_to) in &entry.quiets {
                self.history.shift(&context, other, piece_to, -bonus);
            }
        }
        for &other in &self.stack[ply].captures {
            self.history.shift_capture(other, -bonus);
        }
    }
}
