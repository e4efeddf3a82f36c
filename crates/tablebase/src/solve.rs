//! Retrograde analysis of one material: a graph of positions and moves, on which values are propagated backward.
//!
//! A position is won as soon as one of its moves leads to a lost position, and lost once all its moves are known to
//! lead to won positions. Distances are processed in increasing order, so the first one found is correct.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use faraday_rules::{Each, Move, Position, Variant};
use rayon::prelude::*;
use thiserror::Error;

use crate::file::{EMPTY, TableError};
use crate::tables::ended;
use crate::{Layout, Material, Table, Tables, Value};

/// The number of cells processed at a time.
const CHUNK: usize = 4_096;
/// A placeholder for a position without a cell, until it gets a number.
const EXTRA: u32 = u32::MAX;

/// The progress of solving or verifying, which another thread can observe and stop.
#[derive(Default, Debug)]
pub struct WorkProgress {
    /// The number of cells whose moves have been generated.
    pub done: AtomicUsize,
    /// A flag that stops the work.
    pub stop: Arc<AtomicBool>,
}

/// The reason why a material cannot be solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// Another material must be solved first.
    #[error("{0} must be solved first")]
    MissingTable(Material),
    /// A move leads to a position that no table can hold.
    #[error("a move from `{0}` leads to a position that no table can hold")]
    Beyond(String),
    /// A required table cannot be read.
    #[error(transparent)]
    Table(TableError),
    /// No table can hold the positions of the material.
    #[error("no table can hold {0}")]
    Unsolvable(Material),
    /// The material has more moves than a graph can number.
    #[error("{0} has more moves than can be numbered")]
    TooLarge(Material),
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
}

/// Solves a material by retrograde analysis. The tables of all materials that its moves lead to must be in `known`.
///
/// # Errors
///
/// If one of them is missing, or the work is stopped.
pub fn solve<V: Variant>(layout: Layout<V>, known: &Tables<V>, work: &WorkProgress) -> Result<Table<V>, SolveError> {
    let solver = Solver { layout: &layout, known };
    let graph = solver.graph(work)?;
    let mut numbers = graph.propagate();
    numbers.truncate(layout.cells());
    Ok(Table::solved(layout, numbers))
}

struct Solver<'a, V: Variant> {
    layout: &'a Layout<V>,
    known: &'a Tables<V>,
}

/// The state of a position before values are propagated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// The cell has no position.
    Empty,
    /// The game has ended.
    Valued(Value),
    /// The value depends on other positions.
    Open(Open),
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Open {
    /// The number of moves not yet known to lose: those within the material, plus one if any move out of
    /// it draws or wins.
    moves: u16,
    /// The value of the fastest win by a move out of the material; 0 if no such move wins.
    win: u16,
    /// The value of the slowest loss by such a move; 0 if no such move loses.
    loss: u16,
}

/// The positions of a range of cells, with their moves within the material in the same order.
struct Chunk<V: Variant> {
    starts: Vec<Start>,
    ends: Vec<u32>,
    moves: Vec<u32>,
    /// Positions after a double step with a legal en passant capture, which have no cells.
    extras: Vec<Position<V>>,
}

impl<V: Variant> Chunk<V> {
    fn new() -> Self {
        Chunk { starts: Vec::new(), ends: Vec::new(), moves: Vec::new(), extras: Vec::new() }
    }
}

impl<V: Variant> Solver<'_, V> {
    fn graph(&self, work: &WorkProgress) -> Result<Graph, SolveError> {
        let cells = self.layout.cells();
        let chunks: Result<Vec<Chunk<V>>, SolveError> = (0..cells.div_ceil(CHUNK))
            .into_par_iter()
            .map(|index| {
                let range = index * CHUNK..cells.min((index + 1) * CHUNK);
                if work.stop.load(Ordering::Relaxed) {
                    return Err(SolveError::Stopped);
                }
                let count = range.len();
                let mut chunk = Chunk::new();
                range.map(|cell| self.layout.position(cell)).try_for_each(|position| self.add(&mut chunk, position))?;
                work.done.fetch_add(count, Ordering::Relaxed);
                Ok(chunk)
            })
            .collect();
        let mut chunks = chunks?;
        self.number_extras(&mut chunks)?;
        let graph = Graph::of(self.layout.material(), &chunks)?;
        match graph.move_to_empty_cell() {
            Some(from) => {
                let cell = Some(from).filter(|from| *from < self.layout.cells());
                let position = cell.and_then(|cell| self.layout.position(cell));
                Err(SolveError::Beyond(position.map_or_else(String::new, |position| position.to_fen())))
            }
            None => Ok(graph),
        }
    }

    /// Numbers the positions without cells after those with cells, including further ones that they lead to.
    fn number_extras(&self, chunks: &mut Vec<Chunk<V>>) -> Result<(), SolveError> {
        let mut next = self.layout.cells() as u32;
        let mut done = 0;
        while done < chunks.len() {
            let mut more = Chunk::new();
            for chunk in &mut chunks[done..] {
                for to in chunk.moves.iter_mut().filter(|to| **to == EXTRA) {
                    *to = next;
                    next += 1;
                }
                chunk.extras.drain(..).try_for_each(|position| self.add(&mut more, Some(position)))?;
            }
            done = chunks.len();
            if !more.starts.is_empty() {
                chunks.push(more);
            }
        }
        Ok(())
    }

    /// Adds a position with its moves.
    fn add(&self, chunk: &mut Chunk<V>, position: Option<Position<V>>) -> Result<(), SolveError> {
        let start = match position {
            None => Start::Empty,
            Some(position) => match ended(&position) {
                Some(value) => Start::Valued(value),
                None => self.open(chunk, &position)?,
            },
        };
        chunk.starts.push(start);
        chunk.ends.push(chunk.moves.len() as u32);
        Ok(())
    }

    fn open(&self, chunk: &mut Chunk<V>, position: &Position<V>) -> Result<Start, SolveError> {
        let material = Material::of(position.board());
        let mut open = Open::default();
        let mut failure = None;
        let mut holds = false;
        let before = chunk.moves.len();
        position.legal(&mut Each(|mv: Move| {
            let after = position.after(mv);
            let beyond = || SolveError::Beyond(position.to_fen());
            if Material::of(after.board()) == material {
                if after.en_passant().is_some() && after.legal_en_passant().is_some() {
                    chunk.moves.push(EXTRA);
                    chunk.extras.push(after);
                } else {
                    match self.layout.cell(&after) {
                        Some(cell) => chunk.moves.push(cell as u32),
                        None => failure = Some(beyond()),
                    }
                }
                return;
            }
            match self.known.probe(&after) {
                Ok(Some(Value::Draw)) => holds = true,
                Ok(Some(Value::Win(plies))) => open.loss = open.loss.max(plies.saturating_add(2)),
                Ok(Some(Value::Loss(plies))) => {
                    holds = true;
                    let number = plies.saturating_add(2);
                    open.win = if open.win == 0 { number } else { open.win.min(number) };
                }
                Err(error) => failure = Some(SolveError::Table(error)),
                Ok(None) => {
                    let next = Material::of(after.board()).canonical();
                    failure =
                        Some(if self.known.get(next).is_none() { SolveError::MissingTable(next) } else { beyond() });
                }
            }
        }));
        if let Some(error) = failure {
            return Err(error);
        }
        open.moves = (chunk.moves.len() - before) as u16 + u16::from(holds);
        Ok(Start::Open(open))
    }
}

/// The graph of reversed moves: for each position, the positions with a move to it.
struct Graph {
    starts: Vec<Start>,
    heads: Vec<u32>,
    from: Vec<u32>,
}

impl Graph {
    /// Reverses the moves of all positions.
    fn of<V: Variant>(material: Material, chunks: &[Chunk<V>]) -> Result<Graph, SolveError> {
        let starts: Vec<Start> = chunks.iter().flat_map(|chunk| chunk.starts.iter().copied()).collect();
        let total: usize = chunks.iter().map(|chunk| chunk.moves.len()).sum();
        if total > u32::MAX as usize || starts.len() > EXTRA as usize {
            return Err(SolveError::TooLarge(material));
        }
        let mut heads = vec![0_u32; starts.len() + 1];
        for to in chunks.iter().flat_map(|chunk| &chunk.moves) {
            heads[*to as usize] += 1;
        }
        let mut sum = 0;
        for head in &mut heads {
            sum += *head;
            *head = sum;
        }
        let mut from = vec![0_u32; total];
        let mut position = 0_u32;
        for chunk in chunks {
            let mut begin = 0;
            for end in &chunk.ends {
                for to in &chunk.moves[begin as usize..*end as usize] {
                    let head = &mut heads[*to as usize];
                    *head -= 1;
                    from[*head as usize] = position;
                }
                begin = *end;
                position += 1;
            }
        }
        Ok(Graph { starts, heads, from })
    }

    /// Returns a position with a move to an empty cell, if any. The rules would then reject a position that a
    /// legal move leads to.
    fn move_to_empty_cell(&self) -> Option<usize> {
        let empty = (0..self.starts.len()).filter(|index| self.starts[*index] == Start::Empty);
        empty.filter_map(|index| self.before(index as u32).first()).map(|from| *from as usize).next()
    }

    /// Propagates values backward from the ends of games. Returns the value of every position.
    fn propagate(&self) -> Vec<u16> {
        let mut numbers = vec![Value::DRAWN; self.starts.len()];
        let mut moves = vec![0_u16; self.starts.len()];
        let mut queue = BucketQueue::default();
        for (index, start) in self.starts.iter().enumerate() {
            match start {
                Start::Empty => numbers[index] = EMPTY,
                Start::Valued(value) => queue.push(value.number(), index as u32),
                Start::Open(open) => {
                    moves[index] = open.moves;
                    queue.push(open.win, index as u32);
                    if open.moves == 0 {
                        queue.push(open.loss, index as u32);
                    }
                }
            }
        }
        let mut number = 1;
        while let Some(positions) = queue.take(number) {
            for position in positions {
                if numbers[position as usize] != Value::DRAWN {
                    continue;
                }
                numbers[position as usize] = number;
                for from in self.before(position).iter().filter(|from| numbers[**from as usize] == Value::DRAWN) {
                    let Start::Open(open) = self.starts[*from as usize] else { continue };
                    match Value::of_number(number) {
                        Value::Draw => {}
                        Value::Loss(_) => queue.push(number + 1, *from),
                        Value::Win(_) => {
                            let left = &mut moves[*from as usize];
                            *left -= 1;
                            if *left == 0 {
                                queue.push(open.loss.max(number + 1), *from);
                            }
                        }
                    }
                }
            }
            number += 1;
        }
        numbers
    }

    fn before(&self, position: u32) -> &[u32] {
        &self.from[self.heads[position as usize] as usize..self.heads[position as usize + 1] as usize]
    }
}

/// Positions by the value that they get unless they have one by then.
#[derive(Default)]
struct BucketQueue(Vec<Vec<u32>>);

impl BucketQueue {
    /// Schedules a position. A value of 0 is ignored because it is a draw.
    fn push(&mut self, number: u16, position: u32) {
        let index = usize::from(number);
        if number == Value::DRAWN {
            return;
        }
        if self.0.len() <= index {
            self.0.resize_with(index + 1, Vec::new);
        }
        self.0[index].push(position);
    }

    fn take(&mut self, number: u16) -> Option<Vec<u32>> {
        self.0.get_mut(usize::from(number)).map(std::mem::take)
    }
}
