//! What every node of the search shares: the plies of the line, the memories, and the ends that need no search.

use std::sync::Arc;

use faraday_rules::{Color, Move, Position, Set, SetOf, Variant};

use super::correction::{Corrections, Pattern};
use super::history::{Context, History, Landing, Seizure};
use super::order::Lists;
use super::path::Path;
use super::watch::Watch;
use crate::Evaluate;
use crate::evaluate::king_capture;
use crate::network::{Accumulators, Network};
use crate::score::{DRAW, EVALUATION_LIMIT, MAX_PLY, lost_at, won_at};
use crate::table::Table;

/// Plies after which the fifty-move rule ends the game (C.3).
const FIFTY_MOVES: u16 = 100;
/// Close to that rule, a score from the table may come from a line with more plies to spare.
const STALE: u16 = 90;

/// One ply of the line being searched.
#[derive(Default, Debug)]
pub struct Frame {
    /// Lists for the moves of the node.
    pub lists: Lists,
    /// Quiet moves tried so far.
    pub tried: Vec<(Move, Landing)>,
    /// Moves tried so far that win material.
    pub seized: Vec<Seizure>,
    /// The best line from here.
    pub line: Vec<Move>,
    /// Quiet moves that refuted nodes of this ply.
    pub killers: [Option<Move>; 2],
    /// The landing that led on from here: none after a null move.
    pub landing: Option<Landing>,
    /// The static evaluation, where it was taken.
    pub evaluation: Option<i32>,
    /// Whether the side to move would lose its king if it passed.
    pub danger: Danger,
}

/// Whether a king is in danger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Danger {
    /// It is not.
    #[default]
    None,
    /// It is in check or, where kings are captured, can be captured.
    King,
}

impl Danger {
    /// The danger to the side to move.
    #[inline]
    pub fn of<V: Evaluate>(position: &Position<V>) -> Danger {
        if V::is_threatened(position) { Danger::King } else { Danger::None }
    }
}

/// What a thread remembers from search to search.
pub struct Memory<V: Evaluate> {
    history: History,
    corrections: Corrections,
    frames: Vec<Frame>,
    network: Option<Judge<SetOf<V>>>,
}

/// A network with its sums.
struct Judge<S> {
    network: Arc<Network>,
    accumulators: Accumulators<S>,
}

impl<V: Evaluate> Memory<V> {
    /// An empty memory. Without a network, the variant's own evaluation is taken.
    pub fn new(network: Option<&Arc<Network>>) -> Memory<V> {
        let frames = (0..MAX_PLY + 2).map(|_| Frame::default()).collect();
        let mut memory =
            Memory { history: History::new::<V>(), corrections: Corrections::new(), frames, network: None };
        memory.set_network(network);
        memory
    }

    /// Takes another network, or none.
    pub fn set_network(&mut self, network: Option<&Arc<Network>>) {
        self.network =
            network.map(|network| Judge { network: Arc::clone(network), accumulators: Accumulators::new(network) });
    }

    /// The static evaluation of a position.
    pub fn evaluate(&mut self, position: &Position<V>) -> i32 {
        evaluation(&mut self.network, position, 0)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }
}

/// The search of one thread.
pub struct Tree<'a, V: Evaluate> {
    pub table: &'a Table,
    pub history: &'a mut History,
    pub corrections: &'a mut Corrections,
    pub frames: &'a mut [Frame],
    network: &'a mut Option<Judge<SetOf<V>>>,
    pub path: Path,
    pub watch: Watch<'a>,
    /// The longest line looked at.
    pub deepest: usize,
    /// The depth of the iteration.
    pub root_depth: i32,
    /// Below this ply no null move is tried: a null move is being verified.
    pub null_floor: usize,
}

impl<'a, V: Evaluate> Tree<'a, V> {
    /// A search of a position to which others led.
    pub fn new(table: &'a Table, memory: &'a mut Memory<V>, past: &[u64], watch: Watch<'a>) -> Tree<'a, V> {
        for frame in &mut memory.frames {
            frame.killers = [None; 2];
        }
        Tree {
            table,
            history: &mut memory.history,
            corrections: &mut memory.corrections,
            frames: &mut memory.frames,
            network: &mut memory.network,
            path: Path::new(past),
            watch,
            deepest: 0,
            root_depth: 0,
            null_floor: 0,
        }
    }

    /// Counts a node and settles those that need no search. The line of its ply is empty afterwards.
    #[inline]
    pub fn enter(&mut self, position: &Position<V>, hash: u64, ply: usize) -> Option<i32> {
        self.frames[ply].line.clear();
        if !self.watch.tick() {
            return Some(DRAW);
        }
        self.deepest = self.deepest.max(ply);
        if position.board().king(position.turn()).is_none() {
            return Some(lost_at(ply));
        }
        if let Some(mv) = king_capture(position) {
            self.frames[ply].line.push(mv);
            return Some(won_at(ply + 1));
        }
        if position.halfmoves() >= FIFTY_MOVES {
            return Some(ended(position, ply));
        }
        if V::is_dead(position) || self.path.is_repeated(hash, V::lookback(position)) {
            return Some(DRAW);
        }
        (ply >= MAX_PLY).then(|| self.evaluation(position, ply))
    }

    /// The static evaluation of the position at a ply.
    #[inline]
    pub fn evaluation(&mut self, position: &Position<V>, ply: usize) -> i32 {
        evaluation(self.network, position, ply)
    }

    /// An evaluation together with what searches found beyond it in positions alike.
    #[inline]
    pub fn corrected(&self, position: &Position<V>, evaluation: i32) -> i32 {
        let correction = self.corrections.of(Pattern::of(position));
        (evaluation + correction).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// What the history of quiet moves depends on at a ply.
    #[inline]
    pub fn context(&self, position: &Position<V>, ply: usize) -> Context {
        let landing = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].landing);
        Context { color: position.turn(), before: [landing(1), landing(2), landing(4)] }
    }

    /// Makes a move and the line after it the best line of a ply.
    pub fn extend_line(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.frames.split_at_mut(ply + 1);
        let line = &mut head[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0].line);
    }
}

/// The score of a game that is over: by the position, or else drawn.
#[cold]
pub fn ended<V: Variant>(position: &Position<V>, ply: usize) -> i32 {
    match position.ending().and_then(|ending| ending.winner) {
        Some(winner) if winner == position.turn() => won_at(ply),
        Some(_) => lost_at(ply),
        None => DRAW,
    }
}

/// The static evaluation, never so large that it looks like a win. Against a single unit the evaluation by hand says how
/// to win; networks learn from games that are given up before.
#[inline]
fn evaluation<V: Evaluate>(judge: &mut Option<Judge<SetOf<V>>>, position: &Position<V>, ply: usize) -> i32 {
    let board = position.board();
    let is_alone = |color| !board.color(color).is_many();
    let value = match judge {
        Some(Judge { network, accumulators }) if !is_alone(Color::White) && !is_alone(Color::Black) => {
            network.evaluate(position, ply, accumulators)
        }
        Some(_) | None => V::evaluate(position),
    };
    value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
}

/// Whether a table score may be trusted so close to the fifty-move rule.
#[inline]
pub fn is_fresh<V: Variant>(position: &Position<V>) -> bool {
    position.halfmoves() < STALE
}
