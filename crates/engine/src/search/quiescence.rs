//! Quiescence: only moves that win material are looked at, until none is left, so that the evaluation is taken in quiet
//! positions. A king in danger is an exception: then every move is tried.

use faraday_rules::{Each, Move, Position, Set, SetOf, Square};

use super::history::History;
use super::order::{Scored, forcing_score, pick, sort_long};
use super::tree::{Danger, Tree, ended, is_fresh};
use crate::Evaluate;
use crate::score::{Bound, INFINITE, WON, Window};
use crate::table::Entry;

/// What a capture may gain beyond its material.
const DELTA: i32 = 180;

/// So many captures in a row may go anywhere; the next ones only continue the exchange on the last square. Where almost
/// everything attacks everything, no search would come to rest otherwise.
const WIDE_LAYERS: u32 = 3;

/// How far quiescence has gone.
#[derive(Clone, Copy, Debug)]
pub struct Layer {
    depth: u32,
    last: Square,
}

impl Layer {
    /// Its first position.
    pub const FIRST: Layer = Layer { depth: 0, last: Square::new(0) };

    fn after(self, mv: Move) -> Layer {
        Layer { depth: self.depth + 1, last: mv.to }
    }

    fn is_narrow(self) -> bool {
        self.depth >= WIDE_LAYERS
    }
}

impl<V: Evaluate> Tree<'_, V> {
    /// The score of a position once all exchanges are done.
    pub fn quiesce(&mut self, position: &Position<V>, window: Window, ply: usize, layer: Layer) -> i32 {
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
        let danger = if layer.is_narrow() { Danger::None } else { self.frames[ply].danger };
        let raw = match (self.frames[ply].danger, entry) {
            (Danger::King, _) if danger == Danger::King => 0,
            (Danger::None, Some(entry)) => entry.evaluation,
            (Danger::None | Danger::King, _) => self.evaluation(position, ply),
        };
        let (evaluation, mut best) = match danger {
            Danger::King => (raw, -INFINITE),
            Danger::None => {
                let evaluation = self.corrected(position, raw);
                (evaluation, entry.map_or(evaluation, |entry| entry.improve(evaluation)))
            }
        };
        let Window { mut alpha, beta } = window;
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);

        let mut moves = std::mem::take(&mut self.frames[ply].lists.forcing);
        collect(position, danger, layer, entry.and_then(|entry| entry.mv), self.history, &mut moves);
        let is_ended = danger == Danger::King && moves.is_empty();
        let mut best_move = None;
        let mut next = 0;
        self.path.push(hash);
        while let Some(Scored { mv, .. }) = pick(&mut moves, &mut next) {
            if best > -WON && is_futile(position, mv, danger, alpha - evaluation - DELTA) {
                continue;
            }
            let child = position.after(mv);
            self.table.prefetch(child.search_hash());
            self.frames[ply + 1].danger = Danger::of(&child);
            let score = -self.quiesce(&child, Window { alpha, beta }.flipped(), ply + 1, layer.after(mv));
            if self.watch.is_over() {
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
        self.path.pop();
        self.frames[ply].lists.forcing = moves;
        if self.watch.is_over() {
            return 0;
        }
        if is_ended {
            return ended(position, ply);
        }
        if layer.is_narrow() {
            return best;
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.table.store(key, ply, &Entry { mv: best_move, score: best, evaluation: raw, depth: 0, bound });
        best
    }
}

/// Whether a capture cannot lift the score over the hurdle, or an evasion is not worth a look once another one holds.
fn is_futile<V: Evaluate>(position: &Position<V>, mv: Move, danger: Danger, hurdle: i32) -> bool {
    match danger {
        Danger::None => V::gain(position, mv) <= hurdle || V::is_exchange_below(position, mv, 0),
        Danger::King => V::gain(position, mv) <= 0,
    }
}

/// Moves that win material, the table's first; all of them if the king is in danger.
pub fn collect<V: Evaluate>(
    position: &Position<V>,
    danger: Danger,
    layer: Layer,
    table: Option<Move>,
    history: &History,
    moves: &mut Vec<Scored>,
) {
    moves.clear();
    let mut push = Each(|mv| {
        let gain = V::gain(position, mv);
        if gain > 0 || danger == Danger::King {
            let score = if Some(mv) == table { i32::MAX / 2 } else { forcing_score(position, mv, gain, history) };
            moves.push(Scored { mv, score });
        }
    });
    match danger {
        Danger::None if layer.is_narrow() => {
            position.legal_to(V::forcing(position) & SetOf::<V>::of(layer.last), &mut push);
        }
        Danger::None => position.legal_to(V::forcing(position), &mut push),
        Danger::King => position.legal(&mut push),
    }
    sort_long(moves);
}
