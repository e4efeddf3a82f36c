//! A node of the main search: principal variation search with the usual cuts (`cuts.rs`), all of them off where they are
//! unsound.

use faraday_rules::{Move, Position};

use super::correction::Pattern;
use super::cuts::Rivals;
use super::order::{Hints, Nature, Picker, landing, seizure};
use super::pruning::{Candidate, Trend, Verdict, judge, reduction};
use super::quiescence::Layer;
use super::tree::{Danger, Tree, ended, is_fresh};
use crate::Evaluate;
use crate::score::{Bound, INFINITE, WON, Window, lost_at, won_at};
use crate::table::Entry;

/// From this depth on a node without a move from the table is searched a ply less.
const GUIDED_DEPTH: i32 = 4;
/// From this depth on late moves are reduced; how much history is worth a ply.
const REDUCED_DEPTH: i32 = 3;
const MERIT_STEP: i32 = 11_000;
/// A win so short that all moves are looked at for a shorter one: seven plies.
pub const SHORT_WIN: i32 = won_at(7);
/// A late move that exceeds the best score by so much, and two for each ply, is searched deeper than others.
const SURPRISE_MARGIN: i32 = 35;
/// One that exceeds it by less than this, less deeply.
const NARROW_MARGIN: i32 = 8;

/// What is expected of a node; known at compile time.
pub trait Kind {
    /// Whether it is on the principal variation: its score is wanted exactly.
    const IS_PRINCIPAL: bool;
    /// Whether one of its moves is expected to exceed the window.
    const IS_CUT: bool;
    /// What its first child is.
    type First: Kind;
    /// What its other children are, searched to the full depth.
    type Rest: Kind;
}

/// On the principal variation.
pub struct Principal;

/// Off it, and one good move is enough.
pub struct Cut;

/// Off it, and no move is expected to be good.
pub struct All;

impl Kind for Principal {
    const IS_PRINCIPAL: bool = true;
    const IS_CUT: bool = false;
    type First = Principal;
    type Rest = Cut;
}

impl Kind for Cut {
    const IS_PRINCIPAL: bool = false;
    const IS_CUT: bool = true;
    type First = All;
    type Rest = All;
}

impl Kind for All {
    const IS_PRINCIPAL: bool = false;
    const IS_CUT: bool = false;
    type First = Cut;
    type Rest = Cut;
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy)]
pub struct Known {
    pub hash: u64,
    pub key: u64,
    pub ply: usize,
    pub depth: i32,
    pub window: Window,
    /// The static evaluation, as it is and corrected by what searches have found.
    pub raw: i32,
    pub evaluation: i32,
    /// The same or, where the table knows better, its score.
    pub estimate: i32,
    pub danger: Danger,
    pub trend: Trend,
    /// A move that is left out to see what the others are worth.
    pub without: Option<Move>,
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
        let raw = match (danger, entry) {
            (Danger::King, _) => 0,
            (Danger::None, Some(entry)) => entry.evaluation,
            (Danger::None, None) => self.evaluation(position, ply),
        };
        let evaluation = if danger == Danger::None { self.corrected(position, raw) } else { raw };
        let estimate = entry.map_or(evaluation, |entry| entry.improve(evaluation));
        self.frames[ply].evaluation = (danger == Danger::None).then_some(evaluation);
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].evaluation);
        let trend = if danger == Danger::None && before.is_none_or(|before| evaluation > before) {
            Trend::Rising
        } else {
            Trend::Falling
        };
        let known = Known { hash, key, ply, depth, window, raw, evaluation, estimate, danger, trend, without: None };
        if !K::IS_PRINCIPAL
            && danger == Danger::None
            && let Some(score) = self.cut_early::<K>(position, &known, entry)
        {
            return score;
        }
        // A table move from a colliding position may be illegal.
        let Some((entry, table)) = entry.and_then(|entry| Some((entry, entry.mv.filter(|mv| position.is_legal(*mv))?)))
        else {
            let unguided = depth >= GUIDED_DEPTH;
            return self.search_moves::<K>(position, &Known { depth: depth - i32::from(unguided), ..known }, None, 0);
        };
        match self.weigh_rivals::<K>(position, &known, &entry, table) {
            _ if self.watch.is_over() => 0,
            Rivals::Refute(score) => score,
            Rivals::Extend(plies) => self.search_moves::<K>(position, &known, Some(table), plies),
        }
    }

    /// Tries the moves of a node in order, the table's first and so many plies deeper.
    pub fn search_moves<K: Kind>(
        &mut self,
        position: &Position<V>,
        known: &Known,
        table: Option<Move>,
        extension: i32,
    ) -> i32 {
        let &Known { hash, ply, depth, window: Window { mut alpha, beta }, evaluation, danger, trend, .. } = known;
        let context = self.context(position, ply);
        let hints = Hints { table, killers: self.frames[ply].killers, context };
        let mut picker = Picker::new(hints, std::mem::take(&mut self.frames[ply].lists));
        self.frames[ply].tried.clear();
        self.frames[ply].seized.clear();
        self.frames[ply + 1].killers = [None; 2];
        self.path.push(hash);
        let (mut best, mut best_move, mut count) = (-INFINITE, None, 0);
        while let Some((mv, nature)) = picker.next(position, self.history) {
            if Some(mv) == known.without {
                continue;
            }
            count += 1;
            let landing = landing(position, mv);
            let merit = if nature == Nature::Quiet { self.history.score(&context, mv, landing) } else { 0 };
            // Where a short win is known, only a shorter one matters, and it may begin with any move.
            let is_won = alpha >= SHORT_WIN || beta <= -SHORT_WIN;
            if best > -WON && danger == Danger::None && !K::IS_PRINCIPAL && !is_won {
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
            let longer = if Some(mv) == table && extension != 0 {
                extension
            } else {
                i32::from(is_sound_check && !V::is_exchange_below(position, mv, 0))
            };
            let next = depth - 1 + longer;
            let inner = Window { alpha, beta };
            let score = if count == 1 {
                -self.search::<K::First>(&child, inner.flipped(), next, ply + 1)
            } else {
                let mut less = 0;
                if depth >= REDUCED_DEPTH && nature != Nature::Forcing && !is_won {
                    less = reduction(depth, count) + i32::from(trend == Trend::Falling) - merit / MERIT_STEP;
                    less += i32::from(K::IS_CUT) - i32::from(K::IS_PRINCIPAL);
                    less -= i32::from(threat == Danger::King) + i32::from(danger == Danger::King);
                }
                let shallow = (next - less).clamp(1.min(next), next);
                let late = Late { best, next, shallow };
                let mut score = self.search_late::<K>(&child, alpha, late, ply);
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
            match nature {
                Nature::Quiet => self.frames[ply].tried.push((mv, landing)),
                Nature::Forcing | Nature::Losing => self.frames[ply].seized.push(seizure(position, mv)),
            }
        }
        self.path.pop();
        self.frames[ply].lists = picker.into_lists();
        if self.watch.is_over() {
            return 0;
        }
        if known.without.is_some() {
            return if count == 0 { alpha } else { best };
        }
        if count == 0 {
            return ended(position, ply);
        }
        self.conclude(position, known, best, best_move);
        best
    }

    /// Notes what the moves of a node were worth.
    fn conclude(&mut self, position: &Position<V>, known: &Known, best: i32, best_move: Option<Move>) {
        let &Known { key, ply, depth, window: Window { beta, .. }, raw, evaluation, danger, .. } = known;
        let bound = match best_move {
            _ if best >= beta => Bound::Lower,
            Some(_) => Bound::Exact,
            None => Bound::Upper,
        };
        let entry = Entry { mv: best_move, score: best, evaluation: raw, depth, bound };
        self.table.store(key, ply, &entry);
        let is_quiet = best_move.is_none_or(|mv| V::gain(position, mv) <= 0);
        if danger == Danger::None && is_quiet && best.abs() < WON && entry.is_beyond(evaluation) {
            self.corrections.note(Pattern::of(position), best - evaluation, depth);
        }
    }

    /// Whether a move after the first exceeds alpha: searched less deeply at first.
    fn search_late<K: Kind>(&mut self, child: &Position<V>, alpha: i32, late: Late, ply: usize) -> i32 {
        let probe = Window::null(alpha).flipped();
        let Late { best, next, shallow } = late;
        if shallow >= next {
            return -self.search::<K::Rest>(child, probe, next, ply + 1);
        }
        let score = -self.search::<Cut>(child, probe, shallow, ply + 1);
        if score <= alpha || self.watch.is_over() {
            return score;
        }
        let deeper = i32::from(score > best + SURPRISE_MARGIN + 2 * next) - i32::from(score < best + NARROW_MARGIN);
        if shallow >= next + deeper {
            return score;
        }
        -self.search::<K::Rest>(child, probe, next + deeper, ply + 1)
    }

    /// Learns from a move that refuted a node.
    fn refuted(&mut self, position: &Position<V>, known: &Known, mv: Move) {
        let &Known { ply, depth, .. } = known;
        if V::gain(position, mv) > 0 {
            self.history.reward_seizure(seizure(position, mv), depth);
        } else {
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
        for &other in &self.frames[ply].seized {
            self.history.punish_seizure(other, depth);
        }
    }
}

/// How deeply a move after the first is searched, at first and at most, and what it is to exceed.
#[derive(Clone, Copy)]
struct Late {
    best: i32,
    next: i32,
    shallow: i32,
}
