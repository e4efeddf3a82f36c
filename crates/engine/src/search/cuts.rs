//! Cuts that look at no move of a node one by one: the position is so good that the opponent will not allow it, or so bad
//! that only captures can help. And what the table's move says when all others are searched without it.

use faraday_rules::{Move, Position};

use super::node::{All, Cut, Kind, Known};
use super::order::{landing, pick};
use super::pruning::Trend;
use super::quiescence::{Layer, collect};
use super::tree::{Danger, Tree};
use crate::Evaluate;
use crate::score::{Bound, WON, Window};
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
/// From this depth on captures are tried by so many plies less against a beta raised by so much.
const SEIZE_DEPTH: i32 = 5;
const SEIZE_LESS: i32 = 4;
const SEIZE_MARGIN: i32 = 170;
/// From this depth on the table's move may be singular, if what the table knows is at most so much shallower.
const SINGULAR_DEPTH: i32 = 6;
const SINGULAR_LESS: i32 = 3;
/// How far all other moves must stay behind it, for each ply; and how far for another ply.
const SINGULAR_MARGIN: i32 = 2;
const DOUBLE_MARGIN: i32 = 20;

/// What searching a node without its table's move says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rivals {
    /// The move is searched so many plies deeper.
    Extend(i32),
    /// Other moves are good enough, too: the node has this score at least.
    Refute(i32),
}

impl<V: Evaluate> Tree<'_, V> {
    /// A score that needs no look at the moves, if there is one.
    pub fn cut_early<K: Kind>(&mut self, position: &Position<V>, known: &Known, entry: Option<Entry>) -> Option<i32> {
        let &Known { depth, ply, window: Window { alpha, beta }, evaluation, estimate, trend, .. } = known;
        if beta.abs() >= WON {
            return None;
        }
        let rising = i32::from(trend == Trend::Rising);
        // A score of the table alone is not enough: it may have been found before a threat came into sight.
        let sure = evaluation.min(estimate);
        if depth <= CALM_DEPTH && sure - CALM_MARGIN * (depth - rising) >= beta {
            return Some(sure);
        }
        if depth <= RAZOR_DEPTH && estimate + RAZOR_MARGIN * depth <= alpha {
            let score = self.quiesce(position, Window::null(alpha), ply, Layer::FIRST);
            if score <= alpha || self.watch.is_over() {
                return Some(score);
            }
        }
        let has_just_passed = ply > 0 && self.frames[ply - 1].landing.is_none();
        let may_pass = depth >= PASS_DEPTH && estimate >= beta && ply >= self.null_floor && !has_just_passed;
        if may_pass && V::may_pass(position) {
            let score = self.try_pass::<K>(position, known);
            if score.is_some() {
                return score;
            }
        }
        let raised = beta + SEIZE_MARGIN;
        let is_hopeless = entry.is_some_and(|entry| entry.depth >= depth - SEIZE_LESS && entry.score < raised);
        if depth < SEIZE_DEPTH || is_hopeless {
            return None;
        }
        self.try_captures::<K>(position, known, entry, Window::null(raised - 1))
    }

    /// Passes: if even that keeps the score above beta, some move will.
    fn try_pass<K: Kind>(&mut self, position: &Position<V>, known: &Known) -> Option<i32> {
        let &Known { depth, ply, window: Window { beta, .. }, estimate, .. } = known;
        let reduced = depth - 3 - depth / 4 - ((estimate - beta) / PASS_STEP).min(3);
        self.path.push(known.hash);
        let floor = self.path.cut();
        self.frames[ply].landing = None;
        self.frames[ply + 1].danger = Danger::None;
        let window = Window::null(beta - 1);
        let score = -self.search::<K::Rest>(&position.passed(), window.flipped(), reduced, ply + 1);
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
        let known = Known { depth: reduced.max(1), window, ..*known };
        let verified = self.search_moves::<All>(position, &known, table, 0);
        self.null_floor = 0;
        (verified >= beta || self.watch.is_over()).then_some(score)
    }

    /// `ProbCut`: if a capture exceeds a raised beta by a shallower search, it will exceed beta by a deeper one.
    fn try_captures<K: Kind>(
        &mut self,
        position: &Position<V>,
        known: &Known,
        entry: Option<Entry>,
        window: Window,
    ) -> Option<i32> {
        let &Known { depth, ply, evaluation, .. } = known;
        let mut moves = std::mem::take(&mut self.frames[ply].lists.forcing);
        collect(position, Danger::None, Layer::FIRST, entry.and_then(|entry| entry.mv), self.history, &mut moves);
        self.path.push(known.hash);
        let (mut next, mut found) = (0, None);
        while let Some(scored) = pick(&mut moves, &mut next) {
            let mv = scored.mv;
            if V::is_exchange_below(position, mv, window.beta - evaluation) {
                continue;
            }
            let child = position.after(mv);
            self.table.prefetch(child.search_hash());
            self.frames[ply].landing = Some(landing(position, mv));
            self.frames[ply + 1].danger = Danger::of(&child);
            let mut score = -self.quiesce(&child, window.flipped(), ply + 1, Layer::FIRST);
            if score >= window.beta && depth > SEIZE_LESS {
                score = -self.search::<K::Rest>(&child, window.flipped(), depth - SEIZE_LESS, ply + 1);
            }
            if self.watch.is_over() {
                found = Some(0);
                break;
            }
            if score >= window.beta {
                let bound = Bound::Lower;
                let entry = Entry { mv: Some(mv), score, evaluation: known.raw, depth: depth - SEIZE_LESS + 1, bound };
                self.table.store(known.key, ply, &entry);
                found = Some(score);
                break;
            }
        }
        self.path.pop();
        self.frames[ply].lists.forcing = moves;
        found
    }

    /// Searches all moves but the table's less deeply: whether that one is the only good one.
    pub fn weigh_rivals<K: Kind>(
        &mut self,
        position: &Position<V>,
        known: &Known,
        entry: &Entry,
        table: Move,
    ) -> Rivals {
        let &Known { depth, ply, window: Window { beta, .. }, .. } = known;
        let is_sure = entry.bound != Bound::Upper && entry.depth >= depth - SINGULAR_LESS && entry.score.abs() < WON;
        if depth < SINGULAR_DEPTH || !is_sure || ply as i32 >= 2 * self.root_depth {
            return Rivals::Extend(0);
        }
        let bar = entry.score - SINGULAR_MARGIN * depth;
        let known = Known { depth: (depth - 1) / 2, window: Window::null(bar - 1), without: Some(table), ..*known };
        let score = self.search_moves::<Cut>(position, &known, None, 0);
        self.frames[ply].line.clear();
        if score < bar {
            let is_alone = !K::IS_PRINCIPAL && score < bar - DOUBLE_MARGIN;
            Rivals::Extend(1 + i32::from(is_alone))
        } else if bar >= beta && !K::IS_PRINCIPAL {
            Rivals::Refute(bar)
        } else if entry.score >= beta {
            Rivals::Extend(-2 + i32::from(K::IS_PRINCIPAL))
        } else {
            Rivals::Extend(-i32::from(K::IS_CUT))
        }
    }
}
