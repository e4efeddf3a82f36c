//! A node of the main search: principal variation search with the usual cuts, all of them off where they are unsound.

use faraday_rules::{Move, Position};

use super::order::{Hints, Nature, Picker, landing};
use super::quiescence::Layer;
use super::reductions::{late_moves, reduction};
use super::tree::{Danger, Tree, ended, evaluation, is_fresh};
use crate::Evaluate;
use crate::score::{Bound, INFINITE, WON, Window, lost_at, won_at};
use crate::table::Entry;

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

/// Whether the side to move stands better than at its last turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// It does, so late moves deserve a closer look.
    Rising,
    /// It does not.
    Falling,
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
            (Danger::None, None) => evaluation(position),
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
        let unguided = table.is_none() && depth >= 4;
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
        if depth <= 8 && evaluation - 85 * (depth - rising) >= beta {
            return Some(evaluation);
        }
        if depth <= 3 && evaluation + 280 * depth <= alpha {
            let score = self.quiesce(position, Window::null(alpha), ply, Layer::FIRST);
            if score <= alpha || self.watch.is_over() {
                return Some(score);
            }
        }
        let has_just_passed = ply > 0 && self.frames[ply - 1].landing.is_none();
        if depth < 3 || evaluation < beta || ply < self.null_floor || has_just_passed || !V::may_pass(position) {
            return None;
        }
        self.try_pass(position, known)
    }

    /// Passes: if even that keeps the score above beta, some move will.
    fn try_pass(&mut self, position: &Position<V>, known: &Known) -> Option<i32> {
        let &Known { depth, ply, window: Window { beta, .. }, evaluation, .. } = known;
        let reduced = depth - 3 - depth / 4 - ((evaluation - beta) / 180).min(3);
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
        if depth < 12 || self.null_floor > 0 {
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
                match prune(position, known, Candidate { mv, nature, count, merit, alpha }) {
                    Verdict::Try => {}
                    Verdict::Skip => continue,
                    Verdict::Narrow => {
                        picker.narrow();
                        if !V::attacks_king(position, mv) {
                            continue;
                        }
                    }
                }
            }
            let child = position.after(mv);
            self.table.touch(child.search_hash());
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
                let mut less = if depth >= 3 && nature != Nature::Forcing { reduction(depth, count) } else { 0 };
                less -= i32::from(K::IS_PRINCIPAL) + i32::from(threat == Danger::King);
                less -= i32::from(danger == Danger::King) + merit / 9_000;
                less += i32::from(known.trend == Trend::Falling);
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

/// A move that may not be worth a look.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    nature: Nature,
    count: usize,
    merit: i32,
    alpha: i32,
}

/// Whether it is.
enum Verdict {
    Try,
    Skip,
    Narrow,
}

fn prune<V: Evaluate>(position: &Position<V>, known: &Known, candidate: Candidate) -> Verdict {
    let &Known { depth, evaluation, trend, .. } = known;
    let Candidate { mv, nature, count, merit, alpha } = candidate;
    match nature {
        Nature::Losing if depth <= 6 && V::is_exchange_below(position, mv, -90 * depth) => Verdict::Skip,
        Nature::Forcing | Nature::Losing => Verdict::Try,
        Nature::Quiet => {
            let shallow = (depth - reduction(depth, count)).max(1);
            let is_late = depth <= 8 && count > late_moves(depth, trend);
            let is_futile = shallow <= 6 && alpha.abs() < WON && evaluation + 110 + 95 * shallow <= alpha;
            let is_hopeless = depth <= 3 && merit < -4_500 * depth;
            if is_late || is_futile {
                Verdict::Narrow
            } else if is_hopeless || shallow <= 6 && V::is_exchange_below(position, mv, -55 * shallow) {
                Verdict::Skip
            } else {
                Verdict::Try
            }
        }
    }
}
