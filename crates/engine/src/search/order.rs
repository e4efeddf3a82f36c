//! The move picker: the order in which the moves of a node are tried, best guess first, each kind generated only when
//! it is reached (staged generation). The move of the transposition table comes first, then good captures, killers and
//! quiet moves by history, and bad captures, which lose by SEE.
//!
//! *Forcing* is what others call captures, noisy or tactical moves: whatever wins material at once, which in some
//! variants is more than captures and promotions.

use faraday_rules::{Each, Geometry, Move, Piece, Position};

use super::history::{Capture, Context, History, PieceTo};
use crate::Evaluate;

/// Killer moves (<https://www.chessprogramming.org/Killer_Heuristic>) come before all other quiet moves.
const KILLER_BONUS: i32 = 200_000;
/// MVV (<https://www.chessprogramming.org/MVV-LVA>): what a hundredth of a pawn of the victim weighs beside capture
/// history, which stands in for the attacker (LVA).
const GAIN_WEIGHT: i32 = 32;
/// Longer lists are sorted at once, shorter ones picked from.
const SORT_FROM: usize = 48;

/// A move with the guess that orders it.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    pub mv: Move,
    pub score: i32,
}

/// Lists that are reused from node to node, as long as the position needs.
#[derive(Default, Debug)]
pub struct Lists {
    /// Moves that win material.
    pub forcing: Vec<Scored>,
    quiet: Vec<Scored>,
}

/// What is known before any move is generated.
#[derive(Clone, Copy, Debug)]
pub struct Hints {
    /// The table's move, known to be legal.
    pub table: Option<Move>,
    /// Quiet moves that failed high in siblings.
    pub killers: [Option<Move>; 2],
    /// What the history of quiet moves depends on.
    pub context: Context,
}

/// What kind of move was picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// It wins material at once: a good capture.
    Forcing,
    /// The same, but the exchange that follows is lost: a bad capture.
    Losing,
    /// It wins none.
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

/// Hands out the moves of one node.
pub struct MovePicker {
    hints: Hints,
    stage: Stage,
    lists: Lists,
    next: usize,
    losing: usize,
}

impl MovePicker {
    /// All legal moves.
    pub fn new(hints: Hints, mut lists: Lists) -> MovePicker {
        lists.forcing.clear();
        lists.quiet.clear();
        MovePicker { hints, stage: Stage::Table, lists, next: 0, losing: 0 }
    }

    /// Gives the lists back for reuse.
    pub fn into_lists(self) -> Lists {
        self.lists
    }

    /// Skips the quiet moves still to come, but for those that bear on the enemy king.
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

    /// The next move.
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
        let Lists { forcing, quiet } = &mut self.lists;
        let table = self.hints.table;
        position.legal_to(
            V::forcing(position),
            &mut Each(|mv| {
                if Some(mv) == table {
                    return;
                }
                let gain = V::gain(position, mv);
                if gain > 0 {
                    forcing.push(Scored { mv, score: forcing_score(position, mv, gain, history) });
                } else {
                    quiet.push(Scored { mv, score: 0 });
                }
            }),
        );
        sort_long(forcing);
    }

    /// Bad captures gather at the front of the list, behind the moves already tried.
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
        let Hints { table, killers, context } = self.hints;
        position.legal_to(
            V::Geometry::ALL & !V::forcing(position),
            &mut Each(|mv| {
                if Some(mv) != table {
                    quiet.push(Scored { mv, score: 0 });
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

/// A move as continuation history knows it.
#[inline]
pub fn piece_to<V: Evaluate>(position: &Position<V>, mv: Move) -> PieceTo {
    let piece = Piece { color: position.turn(), role: position.board().standing(mv.from) };
    PieceTo::of::<V>(piece, mv)
}

/// A move that wins material as capture history knows it.
#[inline]
pub fn capture<V: Evaluate>(position: &Position<V>, mv: Move) -> Capture {
    Capture::of(piece_to(position, mv), position.board().role_at(mv.to))
}

/// MVV: the most valuable victim first, if nothing else is known.
#[inline]
pub fn forcing_score<V: Evaluate>(position: &Position<V>, mv: Move, gain: i32, history: &History) -> i32 {
    gain * GAIN_WEIGHT + history.capture_score(capture(position, mv))
}

/// Moves the best of those left to the front of them and hands it out. A long list is sorted already.
#[inline]
pub fn pick(list: &mut [Scored], next: &mut usize) -> Option<Scored> {
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

/// Sorts a list from which picking would be slow.
pub fn sort_long(list: &mut [Scored]) {
    if list.len() >= SORT_FROM {
        list.sort_unstable_by_key(|scored| (-scored.score, scored.mv));
    }
}
