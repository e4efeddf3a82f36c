//! The move picker: yields the moves of a node, best guess first, and generates each kind only when it is reached
//! (staged move generation). The order is the table move, good captures, killers and quiet moves by history, and bad
//! captures, which lose material by SEE.
//!
//! *Forcing* moves, usually called noisy or tactical moves, are those that win material at once. In some variants they
//! include more than captures and promotions.

use faraday_rules::{Each, Geometry, Move, Piece, Position};

use super::history::{Capture, Context, History, PieceTo};
use crate::Evaluate;

/// Killer moves (<https://www.chessprogramming.org/Killer_Heuristic>) come before all other quiet moves.
const KILLER_BONUS: i32 = 200_000;
/// MVV (<https://www.chessprogramming.org/MVV-LVA>): the weight of one centipawn of the victim relative to capture
/// history, which replaces the attacker's value (LVA).
const GAIN_WEIGHT: i32 = 32;
/// Lists from this length on are sorted at once; shorter ones use selection sort.
const SORT_FROM: usize = 48;

/// A move with its score for ordering.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    pub mv: Move,
    pub score: i32,
}

/// Move lists, reused from node to node to avoid allocations.
#[derive(Default, Debug)]
pub struct MoveLists {
    pub forcing: Vec<ScoredMove>,
    quiet: Vec<ScoredMove>,
}

/// The inputs of move ordering, known before moves are generated.
#[derive(Clone, Copy, Debug)]
pub struct OrderingHints {
    /// The table move, checked to be legal.
    pub table: Option<Move>,
    /// Quiet moves that failed high in sibling nodes.
    pub killers: [Option<Move>; 2],
    /// The context of quiet history.
    pub context: Context,
}

/// The kind of a picked move, by the material that it wins or loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// A good capture: it wins material at once.
    Forcing,
    /// A bad capture: it wins material at once, but the exchange loses material by SEE.
    Losing,
    /// A move that wins no material.
    Quiet,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    MakeForcing,
    Forcing,
    MakeQuiet,
    Quiet,
    Losing,
    Done,
}

/// Yields the moves of one node.
pub struct MovePicker {
    hints: OrderingHints,
    stage: Stage,
    lists: MoveLists,
    next: usize,
    losing: usize,
}

impl MovePicker {
    /// Creates a picker of all legal moves.
    pub fn new(hints: OrderingHints, mut lists: MoveLists) -> MovePicker {
        lists.forcing.clear();
        lists.quiet.clear();
        MovePicker { hints, stage: Stage::Table, lists, next: 0, losing: 0 }
    }

    /// Returns the lists for reuse.
    pub fn into_lists(self) -> MoveLists {
        self.lists
    }

    /// Skips the remaining quiet moves, except those that attack the enemy king.
    pub fn skip_quiets<V: Evaluate>(&mut self, position: &Position<V>) {
        let first = self.next.min(self.lists.quiet.len());
        let mut kept = first;
        for at in first..self.lists.quiet.len() {
            let scored = self.lists.quiet[at];
            if V::attacks_king(position, scored.mv) {
                self.lists.quiet[kept] = scored;
                kept += 1;
            }
        }
        self.lists.quiet.truncate(kept);
    }

    /// Returns the next move and its kind.
    pub fn next<V: Evaluate>(&mut self, position: &Position<V>, history: &History) -> Option<(Move, MoveKind)> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeForcing;
                    if let Some(mv) = self.hints.table {
                        let kind = if V::gain(position, mv) > 0 { MoveKind::Forcing } else { MoveKind::Quiet };
                        return Some((mv, kind));
                    }
                }
                Stage::MakeForcing => {
                    self.make_forcing(position, history);
                    self.stage = Stage::Forcing;
                }
                Stage::Forcing => match self.pick_forcing(position) {
                    Some(mv) => return Some((mv, MoveKind::Forcing)),
                    None => self.stage = Stage::MakeQuiet,
                },
                Stage::MakeQuiet => {
                    self.make_quiet(position, history);
                    self.next = 0;
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match pick(&mut self.lists.quiet, &mut self.next) {
                    Some(scored) => return Some((scored.mv, MoveKind::Quiet)),
                    None => {
                        self.next = 0;
                        self.stage = Stage::Losing;
                    }
                },
                Stage::Losing if self.next < self.losing => {
                    self.next += 1;
                    return Some((self.lists.forcing[self.next - 1].mv, MoveKind::Losing));
                }
                Stage::Losing => self.stage = Stage::Done,
                Stage::Done => return None,
            }
        }
    }

    fn make_forcing<V: Evaluate>(&mut self, position: &Position<V>, history: &History) {
        let MoveLists { forcing, quiet } = &mut self.lists;
        let table = self.hints.table;
        position.legal_to(
            V::forcing(position),
            &mut Each(|mv| {
                if Some(mv) == table {
                    return;
                }
                let gain = V::gain(position, mv);
                if gain > 0 {
                    forcing.push(ScoredMove { mv, score: forcing_score(position, mv, gain, history) });
                } else {
                    quiet.push(ScoredMove { mv, score: 0 });
                }
            }),
        );
        sort_long(forcing);
    }

    /// Returns the next good capture. Bad captures are collected at the front of the list, in place
    /// of moves already picked.
    fn pick_forcing<V: Evaluate>(&mut self, position: &Position<V>) -> Option<Move> {
        while let Some(scored) = pick(&mut self.lists.forcing, &mut self.next) {
            if !V::is_see_below(position, scored.mv, 0) {
                return Some(scored.mv);
            }
            self.lists.forcing[self.losing] = scored;
            self.losing += 1;
        }
        None
    }

    fn make_quiet<V: Evaluate>(&mut self, position: &Position<V>, history: &History) {
        let quiet = &mut self.lists.quiet;
        let OrderingHints { table, killers, context } = self.hints;
        position.legal_to(
            V::Geometry::ALL & !V::forcing(position),
            &mut Each(|mv| {
                if Some(mv) != table {
                    quiet.push(ScoredMove { mv, score: 0 });
                }
            }),
        );
        for scored in quiet.iter_mut() {
            let piece_to = piece_to(position, scored.mv);
            scored.score = history.score(&context, scored.mv, piece_to);
            if killers.contains(&Some(scored.mv)) {
                scored.score += KILLER_BONUS;
            }
        }
        sort_long(quiet);
    }
}

/// Returns the index of a move in continuation history.
#[inline]
pub fn piece_to<V: Evaluate>(position: &Position<V>, mv: Move) -> PieceTo {
    let piece = Piece { color: position.turn(), role: position.board().standing(mv.from) };
    PieceTo::of::<V>(piece, mv)
}

/// Returns the index of a forcing move in capture history.
#[inline]
pub fn capture<V: Evaluate>(position: &Position<V>, mv: Move) -> Capture {
    Capture::of(piece_to(position, mv), position.board().role_at(mv.to))
}

/// MVV with capture history: the most valuable victim first.
#[inline]
pub fn forcing_score<V: Evaluate>(position: &Position<V>, mv: Move, gain: i32, history: &History) -> i32 {
    gain * GAIN_WEIGHT + history.capture_score(capture(position, mv))
}

/// Swaps the best remaining move to the front and returns it. Long lists are already sorted.
#[inline]
pub fn pick(list: &mut [ScoredMove], next: &mut usize) -> Option<ScoredMove> {
    let first = *next;
    if first >= list.len() {
        return None;
    }
    if list.len() < SORT_FROM {
        let mut best = first;
        for at in first + 1..list.len() {
            if list[at].score > list[best].score {
                best = at;
            }
        }
        list.swap(first, best);
    }
    *next += 1;
    Some(list[first])
}

/// Sorts a list that is too long for selection sort.
pub fn sort_long(list: &mut [ScoredMove]) {
    if list.len() >= SORT_FROM {
        list.sort_unstable_by_key(|scored| (-scored.score, scored.mv));
    }
}
