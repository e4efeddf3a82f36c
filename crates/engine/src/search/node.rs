//! A node of the main search: principal variation search with the usual cuts, all of them off where they are unsound.

use faraday_rules::{Move, Position};

use super::order::{Hints, Nature, Picker, landing};
use super::pruning::{Candidate, Trend, Verdict, judge, reduction};
use super::quiescence::Layer;
use super::tree::{Danger, Tree, ended, is_fresh};
use crate::Evaluate;
use crate::score::{Bound, INFINITE, WON, Window, lost_at, won_at};
use crate::table::Entry;

/// Up to this depth a position so much better than beta, for each ply, is left alone.
const CALM_DEPTH: i32 = 8;
const CALM_MARGIN: i32 = 85;
/// Up to this depth a position so much worse than alpha, for each ply, is left to quiescence.
const RAZOR_DEPTH: i32 = 3;
const RAZOR_MARGIN: i32 = 280;
/// From this depth on passing is tried, from the other on it is verified.
const PASS_DEPTH: i32 = 3;
const VERIFY_DEPTH: i32 = 12;
/// How much evaluation above beta takes a ply off the search after a pass.
const PASS_STEP: i32 = 180;
/// From this depth on a node without a move from the table is searched a ply less.
const GUIDED_DEPTH: i32 = 4;
/// From this depth on late moves are reduced; how much history is worth a ply.
const REDUCED_DEPTH: i32 = 3;
const MERIT_STEP: i32 = 9_000;

/// Whether a node is on the principal variation; known at compile time.
pub trait Kind {
    /// The answer.
    const IS_PRINCIPAL: bool;
    /// What its first child is.
    type First: Kind;
}

/// On the principal variation: the score is wanted exactly.
pub struct Principal;

/// Off it: only whether the score exceeds a bound.
pub struct Side;

impl Kind for Principal {
    const IS_PRINCIPAL: bool = true;
    type First = Principal;
}

impl Kind for Side {
    const IS_PRINCIPAL: bool = false;
    type First = Side;
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy)]
struct Known {
    hash: u64,
    key: u64,
    ply: usize,
    depth: i32,
    window: Window,
    evaluation: i32,
    danger: Danger,
    trend: Trend,
}

impl<V: Evaluate> Tree<'_, V> {
    /// The score of a position, exact inside the window, a bound outside.
    pub fn search<K: Kind>(&mut self, position: &Position<V>, window: Window, depth: i32, ply: usize) -> i32 {
        if depth <= 0 {
            return self.quiesce(position, window, ply, Layer::FIRST);
        }
        let hash = position.hash();
        if let Some(score) = self.enter(position, hash, ply) {
            return score;
        }
        let window = Window { alpha: window.alpha.max(lost_at(ply)), beta: window.beta.min(won_at(ply + 1)) };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let key = position.search_hash();
        let entry = self.table.probe(key, ply);
        if let Some(entry) = entry
            && !K::IS_PRINCIPAL
            && entry.depth >= depth
            && is_fresh(position)
            && entry.settles(window.beta)
        {
            return entry.score;
        }
        let danger = self.frames[ply].danger;
        let evaluation = match (danger, entry) {
            (Danger::King, _) => 0,
            (Danger::None, Some(entry)) => entry.evaluation,
            (Danger::None, None) => self.evaluation(position, ply),
        };
        self.frames[ply].evaluation = (danger == Danger::None).then_some(evaluation);
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].evaluation);
        let trend = if danger == Danger::None && before.is_none_or(|before| evaluation > before) {
            Trend::Rising
        } else {
            Trend::Falling
        };
        let known = Known { hash, key, ply, depth, window, evaluation, danger, trend };
        if !K::IS_PRINCIPAL
            && danger == Danger::None
            && let Some(score) = self.cut_early(position, &known)
        {
            return score;
        }
        // A table move from a colliding position may be illegal.
        let table = entry.and_then(|entry| entry.mv).filter(|mv| position.is_legal(*mv));
        let unguided = table.is_none() && depth >= GUIDED_DEPTH;
        let known = Known { depth: depth - i32::from(unguided), ..known };
        self.search_moves::<K>(position, &known, table)
    }

    /// Cuts that look at no move: the position is so good that the opponent will not allow it, or so bad that only
    /// captures can help.
    fn cut_early(&mut self, position: &Position<V>, known: &Known) -> Option<i32> {
        let &Known { depth, ply, window: Window { alpha, beta }, evaluation, trend, .. } = known;
        if beta.abs() >= WON {
            return None;
        }
        let rising = i32::from(trend == Trend::Rising);
        if depth <= CALM_DEPTH && evaluation - CALM_MARGIN * (depth - rising) >= beta {
            return Some(evaluation);
        }
        if depth <= RAZOR_DEPTH && evaluation + RAZOR_MARGIN * depth <= alpha {
            let score = self.quiesce(position, Window::null(alpha), ply, Layer::FIRST);
            if score <= alpha || self.watch.is_over() {
                return Some(score);
            }
        }
        let has_just_passed = ply > 0 && self.frames[ply - 1].landing.is_none();
        if depth < PASS_DEPTH || evaluation < beta || ply < self.null_floor || has_just_passed || !V::may_pass(position)
        {
            return None;
        }
        self.try_pass(position, known)
    }

    /// Passes: if even that keeps the score above beta, some move will.
    fn try_pass(&mut self, position: &Position<V>, known: &Known) -> Option<i32> {
        let &Known { depth, ply, window: Window { beta, .. }, evaluation, .. } = known;
        let reduced = depth - 3 - depth / 4 - ((evaluation - beta) / PASS_STEP).min(3);
        self.path.push(known.hash);
        let floor = self.path.cut();
        self.frames[ply].landing = None;
        self.frames[ply + 1].danger = Danger::None;
        let window = Window::null(beta - 1);
        let score = -self.search::<Side>(&position.passed(), window.flipped(), reduced, ply + 1);
        self.path.restore(floor);
        self.path.pop();
        if self.watch.is_over() {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        let score = if score >= WON { beta } else { score };
        // Deep down, a wrong null move costs too much to be believed unseen.
        if depth < VERIFY_DEPTH || self.null_floor > 0 {
            return Some(score);
        }
        self.null_floor = ply + (reduced.max(1) as usize) * 3 / 4;
        let table = self.table.probe(known.key, ply).and_then(|entry| entry.mv).filter(|mv| position.is_legal(*mv));
        let verified = self.search_moves::<Side>(position, &Known { depth: reduced.max(1), window, ..*known }, table);
        self.null_floor = 0;
        (verified >= beta || self.watch.is_over()).then_some(score)
    }

    /// Tries the moves of a node in order.
    fn search_moves<K: Kind>(&mut self, position: &Position<V>, known: &Known, table: Option<Move>) -> i32 {
        let &Known { hash, ply, depth, window: Window { mut alpha, beta }, evaluation, danger, .. } = known;
        let context = self.context(position, ply);
        let hints = Hints { table, killers: self.frames[ply].killers, context };
        let mut picker = Picker::new(hints, std::mem::take(&mut self.frames[ply].lists));
        self.frames[ply].tried.clear();
        self.frames[ply + 1].killers = [None; 2];
        self.path.push(hash);
        let (mut best, mut best_move, mut count) = (-INFINITE, None, 0);
        while let Some((mv, nature)) = picker.next(position, self.history) {
            count += 1;
            let landing = landing(position, mv);
            let merit = if nature == Nature::Quiet { self.history.score(&context, mv, landing) } else { 0 };
            if best > -WON && danger == Danger::None && !K::IS_PRINCIPAL {
                let &Known { trend, .. } = known;
                match judge(position, &Candidate { mv, nature, count, merit, depth, evaluation, alpha, trend }) {
                    Verdict::Try => {}
                    Verdict::Skip => continue,
                    Verdict::Narrow => {
                        picker.narrow(position);
                        if !V::attacks_king(position, mv) {
                            continue;
                        }
                    }
                }
            }
            let child = position.after(mv);
            self.table.prefetch(child.search_hash());
            let threat = Danger::of(&child);
            self.frames[ply].landing = Some(landing);
            self.frames[ply + 1].danger = threat;
            let may_extend = (ply as i32) < 2 * self.root_depth;
            let is_sound_check = threat == Danger::King && nature != Nature::Losing && may_extend;
            let next = depth - 1 + i32::from(is_sound_check && !V::is_exchange_below(position, mv, 0));
            let inner = Window { alpha, beta };
            let score = if count == 1 {
                -self.search::<K::First>(&child, inner.flipped(), next, ply + 1)
            } else {
                let mut less = 0;
                if depth >= REDUCED_DEPTH && nature != Nature::Forcing {
                    less = reduction(depth, count) + i32::from(known.trend == Trend::Falling) - merit / MERIT_STEP;
                    less -= i32::from(K::IS_PRINCIPAL) + i32::from(threat == Danger::King);
                    less -= i32::from(danger == Danger::King);
                }
                let shallow = (next - less).clamp(1.min(next), next);
                let probe = Window::null(alpha);
                let mut score = -self.search::<Side>(&child, probe.flipped(), shallow, ply + 1);
                if score > alpha && shallow < next {
                    score = -self.search::<Side>(&child, probe.flipped(), next, ply + 1);
                }
                if score > alpha && score < beta {
                    score = -self.search::<K::First>(&child, inner.flipped(), next, ply + 1);
                }
                score
            };
            if self.watch.is_over() {
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
                    self.refuted(position, known, mv);
                    break;
                }
            }
            if nature == Nature::Quiet {
                self.frames[ply].tried.push((mv, landing));
            }
        }
        self.path.pop();
        self.frames[ply].lists = picker.into_lists();
        if self.watch.is_over() {
            return 0;
        }
        if count == 0 {
            return ended(position, ply);
        }
        let bound = match best_move {
            _ if best >= beta => Bound::Lower,
            Some(_) => Bound::Exact,
            None => Bound::Upper,
        };
        self.table.store(known.key, ply, &Entry { mv: best_move, score: best, evaluation, depth, bound });
        best
    }

    /// Learns from a move that refuted a node.
    fn refuted(&mut self, position: &Position<V>, known: &Known, mv: Move) {
        if V::gain(position, mv) > 0 {
            return;
        }
        let &Known { ply, depth, .. } = known;
        let context = self.context(position, ply);
        let frame = &mut self.frames[ply];
        if frame.killers[0] != Some(mv) {
            frame.killers = [Some(mv), frame.killers[0]];
        }
        self.history.reward(&context, mv, landing(position, mv), depth);
        for &(other, landing) in &frame.tried {
            self.history.punish(&context, other, landing, depth);
        }
    }
}
