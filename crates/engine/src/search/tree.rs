//! The per-thread state of a search, and the scores of nodes that need no search: draws, tablebase
//! hits, and finished games.

use std::sync::Arc;

use faraday_rules::{Color, Move, Position, Set, SetOf, Variant};

use super::correction_history::{CorrectionHistory, CorrectionIndex};
use super::history::{Capture, Context, History, PieceTo};
use super::move_picker::MoveLists;
use super::parameters::Parameters;
use super::repetition::PositionHistory;
use super::time_management::TimeManagement;
use crate::Evaluate;
use crate::evaluate::king_capture;
use crate::network::{AccumulatorStack, Network};
use crate::score::{DRAW, EVALUATION_LIMIT, MAX_PLY, lost_at, won_at};
use crate::tablebases::{TablebaseResult, Tablebases};
use crate::transposition_table::TableView;

/// Plies without progress that draw the game by the fifty-move rule (C.3).
const FIFTY_MOVES: u16 = 100;
/// From this halfmove clock on, table scores are not trusted: they may come from a line with more plies to spare.
const STALE: u16 = 90;

/// An entry of the search stack: one ply of the current line.
#[derive(Default, Debug)]
pub struct StackEntry {
    /// Move lists of the node.
    pub lists: MoveLists,
    /// Quiet moves tried so far, which get a penalty if a later one fails high.
    pub quiets: Vec<(Move, PieceTo)>,
    /// Forcing moves tried so far, as indices of capture history.
    pub captures: Vec<Capture>,
    /// The principal variation from here.
    pub line: Vec<Move>,
    /// Killer moves (<https://www.chessprogramming.org/Killer_Heuristic>): quiet moves that failed high at this ply.
    pub killers: [Option<Move>; 2],
    /// The current move, as an index of continuation history; `None` after a null move.
    pub piece_to: Option<PieceTo>,
    /// The static evaluation, if it was computed.
    pub evaluation: Option<i32>,
    pub in_check: InCheck,
}

/// Check, or in variants without it, the threat of losing the king after passing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum InCheck {
    #[default]
    No,
    Yes,
}

impl InCheck {
    /// Tests if the side to move is in check, or would lose its king by passing.
    #[inline]
    pub fn of<V: Evaluate>(position: &Position<V>) -> InCheck {
        if V::is_threatened(position) { InCheck::Yes } else { InCheck::No }
    }
}

/// The tables that a thread keeps from search to search.
pub struct ThreadData<V: Evaluate> {
    history: History,
    corrections: CorrectionHistory,
    stack: Vec<StackEntry>,
    network: Option<NnueState<SetOf<V>>>,
}

/// A network with the accumulators of the current line.
struct NnueState<S> {
    network: Arc<Network>,
    accumulators: AccumulatorStack<S>,
}

impl<V: Evaluate> ThreadData<V> {
    /// Creates empty tables. Without a network, the handcrafted evaluation is used.
    pub fn new(network: Option<&Arc<Network>>) -> ThreadData<V> {
        let stack = (0..MAX_PLY + 2).map(|_| StackEntry::default()).collect();
        let mut thread =
            ThreadData { history: History::new::<V>(), corrections: CorrectionHistory::new(), stack, network: None };
        thread.set_network(network);
        thread
    }

    /// Replaces the network or removes it.
    pub fn set_network(&mut self, network: Option<&Arc<Network>>) {
        self.network = network
            .map(|network| NnueState { network: Arc::clone(network), accumulators: AccumulatorStack::new(network) });
    }

    /// Returns the static evaluation of a position.
    pub fn evaluate(&mut self, position: &Position<V>) -> i32 {
        evaluation(&mut self.network, position, 0)
    }

    pub fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }
}

/// The search of one thread.
pub struct Tree<'a, V: Evaluate> {
    pub parameters: &'a Parameters,
    pub table: TableView<'a>,
    pub history: &'a mut History,
    pub corrections: &'a mut CorrectionHistory,
    pub stack: &'a mut [StackEntry],
    network: &'a mut Option<NnueState<SetOf<V>>>,
    pub positions: PositionHistory,
    pub time: TimeManagement<'a>,
    /// The length of the longest line searched, in plies.
    pub deepest: usize,
    /// The depth of the iteration.
    pub root_depth: i32,
    /// The first ply at which null moves are allowed again, while one is being verified.
    pub null_floor: usize,
    /// The maximum length of a line, in plies.
    horizon: usize,
    /// The tablebases, if there are any.
    pub tablebases: Option<&'a dyn Tablebases<V>>,
}

impl<'a, V: Evaluate> Tree<'a, V> {
    /// Creates a search with the earlier positions `past`, and lines of at most `horizon` plies.
    pub fn new(
        parameters: &'a Parameters,
        table: TableView<'a>,
        thread: &'a mut ThreadData<V>,
        past: &[u64],
        horizon: usize,
        time: TimeManagement<'a>,
    ) -> Tree<'a, V> {
        for entry in &mut thread.stack {
            entry.killers = [None; 2];
        }
        Tree {
            parameters,
            table,
            history: &mut thread.history,
            corrections: &mut thread.corrections,
            stack: &mut thread.stack,
            network: &mut thread.network,
            positions: PositionHistory::new(past),
            time,
            deepest: 0,
            root_depth: 0,
            null_floor: 0,
            horizon,
            tablebases: None,
        }
    }

    /// Counts a node and returns its score if it needs no search. Clears the line of its ply.
    #[inline]
    pub fn enter(&mut self, position: &Position<V>, hash: u64, ply: usize) -> Option<i32> {
        self.stack[ply].line.clear();
        if !self.time.tick() {
            return Some(DRAW);
        }
        self.deepest = self.deepest.max(ply);
        if position.board().king(position.turn()).is_none() {
            return Some(lost_at(ply));
        }
        if let Some(mv) = king_capture(position) {
            self.stack[ply].line.push(mv);
            return Some(won_at(ply + 1));
        }
        if position.halfmoves() >= FIFTY_MOVES {
            return Some(ended(position, ply));
        }
        if V::is_dead(position) || self.positions.is_repeated(hash, V::lookback(position)) {
            return Some(DRAW);
        }
        if let Some(score) = self.probe_tablebases(position, ply) {
            return Some(score);
        }
        (ply >= self.horizon).then(|| self.evaluation(position, ply))
    }

    /// Returns the tablebase score of a position, if it is covered.
    #[inline]
    fn probe_tablebases(&self, position: &Position<V>, ply: usize) -> Option<i32> {
        let tablebases = self.tablebases.filter(|known| position.board().occupied().count() <= known.most_pieces())?;
        let solved = tablebases.probe(position)?;
        self.time.shared().add_tablebase_hit();
        Some(match solved {
            TablebaseResult::Draw => DRAW,
            TablebaseResult::Win(plies) => won_at(ply + usize::from(plies)),
            TablebaseResult::Loss(plies) => lost_at(ply + usize::from(plies)),
        })
    }

    /// Returns the static evaluation of the position at a ply.
    #[inline]
    pub fn evaluation(&mut self, position: &Position<V>, ply: usize) -> i32 {
        evaluation(self.network, position, ply)
    }

    /// Returns an evaluation corrected by correction history.
    #[inline]
    pub fn corrected(&self, position: &Position<V>, evaluation: i32) -> i32 {
        let correction = self.corrections.of(CorrectionIndex::of(position)) / self.parameters.correction_part;
        (evaluation + correction).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// Returns the context of quiet history at a ply.
    #[inline]
    pub fn context(&self, position: &Position<V>, ply: usize) -> Context {
        let piece_to = |back: usize| ply.checked_sub(back).and_then(|ply| self.stack[ply].piece_to);
        Context { color: position.turn(), before: [piece_to(1), piece_to(2), piece_to(4)] }
    }

    /// Sets the best line of a ply: a move followed by the line of the next ply.
    pub fn extend_line(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.stack.split_at_mut(ply + 1);
        let line = &mut head[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0].line);
    }
}

/// Returns the score of a finished game, drawn unless the position has a winner.
#[cold]
pub fn ended<V: Variant>(position: &Position<V>, ply: usize) -> i32 {
    match position.ending().and_then(|ending| ending.winner) {
        Some(winner) if winner == position.turn() => won_at(ply),
        Some(_) => lost_at(ply),
        None => DRAW,
    }
}

/// Returns the static evaluation, clamped below wins. Against a bare king the handcrafted evaluation is used, because
/// networks learn from games that are adjudicated earlier.
#[inline]
fn evaluation<V: Evaluate>(nnue: &mut Option<NnueState<SetOf<V>>>, position: &Position<V>, ply: usize) -> i32 {
    let board = position.board();
    let is_alone = |color| !board.color(color).is_many();
    let value = match nnue {
        Some(NnueState { network, accumulators }) if !is_alone(Color::White) && !is_alone(Color::Black) => {
            network.evaluate(position, ply, accumulators)
        }
        Some(_) | None => V::evaluate(position),
    };
    value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
}

/// Returns true unless the position is too close to the fifty-move rule to trust a table score.
#[inline]
pub fn is_fresh<V: Variant>(position: &Position<V>) -> bool {
    position.halfmoves() < STALE
}
