//! Pruning of a whole node before its moves are searched, and singular extensions, which search the other moves of a
//! node without the table move.

use faraday_rules::{Move, Position};

use super::move_picker::{pick, piece_to};
use super::move_pruning::Trend;
use super::node_kind::{All, Cut, NodeData, NodeKind};
use super::quiescence::{QsearchState, collect};
use super::tree::{InCheck, Tree};
use crate::Evaluate;
use crate::score::{Bound, WON, Window};
use crate::transposition_table::Entry;

/// Reverse futility pruning (<https://www.chessprogramming.org/Reverse_Futility_Pruning>), or static null-move pruning:
/// up to this depth, a node fails high if its evaluation exceeds beta by a margin, which grows with depth.
const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Razoring (<https://www.chessprogramming.org/Razoring>): up to this depth, a node falls back to quiescence search if
/// its evaluation is below alpha by a margin, which grows with depth.
const RAZORING_DEPTH: i32 = 3;
/// Null-move pruning (<https://www.chessprogramming.org/Null_Move_Pruning>) starts at the first depth. From the second
/// one, a fail high is verified by a search without null moves, as in Stockfish, because it may be zugzwang.
const NULL_MOVE_DEPTH: i32 = 3;
const NULL_MOVE_VERIFICATION_DEPTH: i32 = 12;
/// The base reduction of a null move in plies. It grows by one ply for each `NULL_MOVE_DEPTH_STEP` plies of depth, and
/// by one for each margin step by which the evaluation exceeds beta, up to `NULL_MOVE_MOST_STEPS`.
const NULL_MOVE_REDUCTION: i32 = 3;
const NULL_MOVE_DEPTH_STEP: i32 = 4;
const NULL_MOVE_MOST_STEPS: i32 = 3;
/// `ProbCut` (<https://www.chessprogramming.org/ProbCut>, Michael Buro 1995): from this depth on, captures are searched
/// with this reduction against a raised beta.
const PROBCUT_DEPTH: i32 = 5;
const PROBCUT_REDUCTION: i32 = 4;
/// Singular extensions (<https://www.chessprogramming.org/Singular_Extensions>, Anantharaman, Campbell and Hsu 1988; in
/// Stockfish's form): from this depth on, the table move may be singular. Its entry may be shallower than the node by
/// at most `SINGULAR_ENTRY_DEPTH` plies.
const SINGULAR_DEPTH: i32 = 6;
const SINGULAR_ENTRY_DEPTH: i32 = 3;

/// The result of searching a node without its table move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Singular {
    /// The table move is extended by this number of plies.
    Extend(i32),
    /// Other moves also exceed beta, so the node fails high with this score. Compare
    /// [multi-cut](https://www.chessprogramming.org/Multi-Cut).
    MultiCut(i32),
}

impl<V: Evaluate> Tree<'_, V> {
    /// Returns a score that needs no move to be searched, if pruning gives one.
    pub fn prune_early<K: NodeKind>(
        &mut self,
        position: &Position<V>,
        node: &NodeData,
        entry: Option<Entry>,
    ) -> Option<i32> {
        let &NodeData { depth, ply, window: Window { alpha, beta }, evaluation, estimate, trend, .. } = node;
        if beta.abs() >= WON {
            return None;
        }
        let improving = i32::from(trend == Trend::Improving);
        // The table's score is not enough by itself: it may predate a threat.
        let sure = evaluation.min(estimate);
        if depth <= REVERSE_FUTILITY_DEPTH
            && sure - self.parameters.reverse_futility_margin * (depth - improving) >= beta
        {
            return Some(sure);
        }
        if depth <= RAZORING_DEPTH && estimate + self.parameters.razoring_margin * depth <= alpha {
            let score = self.quiesce(position, Window::null(alpha), ply, QsearchState::FIRST);
            if score <= alpha || self.time.is_over() {
                return Some(score);
            }
        }
        let follows_null_move = ply > 0 && self.stack[ply - 1].piece_to.is_none();
        let may_pass = depth >= NULL_MOVE_DEPTH && estimate >= beta && ply >= self.null_floor && !follows_null_move;
        if may_pass && V::may_pass(position) {
            let score = self.search_null_move::<K>(position, node);
            if score.is_some() {
                return score;
            }
        }
        let raised = beta + self.parameters.probcut_margin;
        let is_hopeless = entry.is_some_and(|entry| entry.depth >= depth - PROBCUT_REDUCTION && entry.score < raised);
        if depth < PROBCUT_DEPTH || is_hopeless {
            return None;
        }
        self.search_probcut::<K>(position, node, entry, Window::null(raised - 1))
    }

    /// Null move: if passing keeps the score above beta, some move will too.
    fn search_null_move<K: NodeKind>(&mut self, position: &Position<V>, node: &NodeData) -> Option<i32> {
        let &NodeData { depth, ply, window: Window { beta, .. }, estimate, .. } = node;
        let steps = ((estimate - beta) / self.parameters.null_move_margin_step).min(NULL_MOVE_MOST_STEPS);
        let reduced = depth - NULL_MOVE_REDUCTION - depth / NULL_MOVE_DEPTH_STEP - steps;
        self.positions.push(node.hash);
        let floor = self.positions.cut();
        self.stack[ply].piece_to = None;
        self.stack[ply + 1].in_check = InCheck::No;
        let window = Window::null(beta - 1);
        let score = -self.search::<K::Rest>(&position.passed(), window.flipped(), reduced, ply + 1);
        self.positions.restore(floor);
        self.positions.pop();
        if self.time.is_over() {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        let score = if score >= WON { beta } else { score };
        // At high depth, a wrong null move costs too much to go unverified.
        if depth < NULL_MOVE_VERIFICATION_DEPTH || self.null_floor > 0 {
            return Some(score);
        }
        self.null_floor = ply + (reduced.max(1) as usize) * 3 / 4;
        let table = self.table.probe(node.key, ply).and_then(|entry| entry.mv).filter(|mv| position.is_legal(*mv));
        let node = NodeData { depth: reduced.max(1), window, ..*node };
        let verified = self.search_moves::<All>(position, &node, table, 0);
        self.null_floor = 0;
        (verified >= beta || self.time.is_over()).then_some(score)
    }

    /// `ProbCut`: if a capture exceeds the raised beta in a shallow search, it will exceed beta in a deeper one.
    fn search_probcut<K: NodeKind>(
        &mut self,
        position: &Position<V>,
        node: &NodeData,
        entry: Option<Entry>,
        window: Window,
    ) -> Option<i32> {
        let &NodeData { depth, ply, evaluation, .. } = node;
        let mut moves = std::mem::take(&mut self.stack[ply].lists.forcing);
        collect(position, InCheck::No, QsearchState::FIRST, entry.and_then(|entry| entry.mv), self.history, &mut moves);
        self.positions.push(node.hash);
        let (mut next, mut found) = (0, None);
        while let Some(scored) = pick(&mut moves, &mut next) {
            let mv = scored.mv;
            if V::is_see_below(position, mv, window.beta - evaluation) {
                continue;
            }
            let child = position.after(mv);
            self.table.prefetch(child.search_hash());
            self.stack[ply].piece_to = Some(piece_to(position, mv));
            self.stack[ply + 1].in_check = InCheck::of(&child);
            let mut score = -self.quiesce(&child, window.flipped(), ply + 1, QsearchState::FIRST);
            if score >= window.beta && depth > PROBCUT_REDUCTION {
                score = -self.search::<K::Rest>(&child, window.flipped(), depth - PROBCUT_REDUCTION, ply + 1);
            }
            if self.time.is_over() {
                found = Some(0);
                break;
            }
            if score >= window.beta {
                let bound = Bound::Lower;
                let entry =
                    Entry { mv: Some(mv), score, evaluation: node.raw, depth: depth - PROBCUT_REDUCTION + 1, bound };
                self.table.store(node.key, ply, &entry);
                found = Some(score);
                break;
            }
        }
        self.positions.pop();
        self.stack[ply].lists.forcing = moves;
        found
    }

    /// Searches a node at reduced depth without the table move, to test if that move is singular, the only good one.
    pub fn test_singular<K: NodeKind>(
        &mut self,
        position: &Position<V>,
        node: &NodeData,
        entry: &Entry,
        table: Move,
    ) -> Singular {
        let &NodeData { depth, ply, window: Window { beta, .. }, .. } = node;
        let is_sure =
            entry.bound != Bound::Upper && entry.depth >= depth - SINGULAR_ENTRY_DEPTH && entry.score.abs() < WON;
        if depth < SINGULAR_DEPTH || !is_sure || ply as i32 >= 2 * self.root_depth {
            return Singular::Extend(0);
        }
        let bar = entry.score - self.parameters.singular_margin * depth / 8;
        let node = NodeData { depth: (depth - 1) / 2, window: Window::null(bar - 1), excluded: Some(table), ..*node };
        let score = self.search_moves::<Cut>(position, &node, None, 0);
        self.stack[ply].line.clear();
        if score < bar {
            let is_alone = !K::IS_PV && score < bar - self.parameters.double_extension_margin;
            Singular::Extend(1 + i32::from(is_alone))
        } else if bar >= beta && !K::IS_PV {
            Singular::MultiCut(bar)
        } else if entry.score >= beta {
            Singular::Extend(-2 + i32::from(K::IS_PV))
        } else {
            Singular::Extend(-i32::from(K::IS_CUT))
        }
    }
}
