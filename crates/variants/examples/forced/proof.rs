//! Full-width search for forced wins within a number of plies. It only uses the moves and endings of the rules, and
//! whether kings are captured: no evaluation and no pruning.

use faraday_engine::Evaluate;
use faraday_rules::{Each, Geometry, Kings, Move, Position, Set, SetOf};

/// The number of slots in the table: a power of two, and more than most proofs have positions.
const SLOTS: usize = 1 << 22;
const SQUARES: usize = 128;

/// The error for a proof that exceeds its budget of positions.
#[derive(Debug)]
pub struct NodeLimitReached;

/// The known results for a position, for one attacker.
#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u64,
    /// The number of plies within which the attacker wins; 0 if unknown.
    wins: u8,
    /// The number of plies within which the attacker does not win.
    fails: u8,
    /// The move that decided the last result: one that wins, or a reply that holds.
    best: Option<Move>,
}

/// A search for forced wins, of one position at a time.
pub struct Prover {
    table: Vec<Slot>,
    /// The weight of replies that held, by origin and target.
    held: Vec<u32>,
    positions: u64,
    budget: u64,
}

impl Prover {
    /// Creates a prover with a budget of positions per answer.
    pub fn new(budget: u64) -> Prover {
        Prover { table: vec![Slot::default(); SLOTS], held: vec![0; SQUARES * SQUARES], positions: 0, budget }
    }

    /// Returns the number of positions visited for the last answer.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the length in plies of the shortest forced win within `plies` plies, if any.
    pub fn shortest<V: Evaluate>(
        &mut self,
        position: &Position<V>,
        plies: u32,
    ) -> Result<Option<u32>, NodeLimitReached> {
        const { assert!(V::Geometry::SQUARES <= SQUARES) };
        self.table.fill(Slot::default());
        self.held.fill(0);
        self.positions = 0;
        for plies in (1..=plies).step_by(2) {
            if self.wins(position, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// Returns all moves that win by force within `plies` plies, after [`Prover::shortest`] for the same position.
    pub fn winning_moves<V: Evaluate>(
        &mut self,
        position: &Position<V>,
        plies: u32,
    ) -> Result<Vec<Move>, NodeLimitReached> {
        let mut winning = Vec::new();
        for mv in position.moves() {
            if self.has_won(&position.after(mv), plies - 1)? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    /// Returns true if the attacker, who is to move, wins within `plies` plies, an odd number.
    fn wins<V: Evaluate>(&mut self, position: &Position<V>, plies: u32) -> Result<bool, NodeLimitReached> {
        let (known, best) = self.known(position, plies);
        if let Some(wins) = known {
            return Ok(wins);
        }
        if plies == 1 {
            let wins = self.wins_at_once(position)?;
            self.note(position, plies, wins, None);
            return Ok(wins);
        }
        // A shorter win is found sooner, and replies that hold for a while are tried first.
        if self.wins(position, plies - 2)? {
            return Ok(true);
        }
        if position.ending().is_some() {
            return Ok(false);
        }
        let mut children: Vec<_> = position.moves().into_iter().map(|mv| (mv, position.after(mv))).collect();
        self.count(children.len())?;
        children.sort_by_cached_key(|(mv, child)| (best != Some(*mv), child.count()));
        for (mv, child) in children {
            if self.has_won(&child, plies - 1)? {
                self.note(position, plies, true, Some(mv));
                return Ok(true);
            }
        }
        self.note(position, plies, false, None);
        Ok(false)
    }

    /// Returns true if the attacker, who has just moved, wins within `plies` plies, an even number.
    fn has_won<V: Evaluate>(&mut self, position: &Position<V>, plies: u32) -> Result<bool, NodeLimitReached> {
        if let Some(ending) = position.ending() {
            return Ok(ending.winner == Some(!position.turn()));
        }
        if plies == 0 {
            return Ok(false);
        }
        let (known, best) = self.known(position, plies);
        if let Some(wins) = known {
            return Ok(wins);
        }
        let mut replies = position.moves();
        replies.sort_by_cached_key(|mv| (best != Some(*mv), u32::MAX - self.held[squares(*mv)]));
        for mv in replies {
            self.count(1)?;
            if !self.wins(&position.after(mv), plies - 1)? {
                self.held[squares(mv)] += plies;
                self.note(position, plies, false, Some(mv));
                return Ok(false);
            }
        }
        self.note(position, plies, true, None);
        Ok(true)
    }

    /// Returns true if a move wins at once.
    fn wins_at_once<V: Evaluate>(&mut self, position: &Position<V>) -> Result<bool, NodeLimitReached> {
        let mut moves = Vec::new();
        match V::KINGS {
            Kings::Mated => position.legal(&mut Each(|mv| moves.push(mv))),
            // Only a move to the king's square captures the king.
            Kings::Captured => {
                let king = position.board().king(!position.turn()).map_or(SetOf::<V>::EMPTY, SetOf::<V>::of);
                position.legal_to(king, &mut Each(|mv| moves.push(mv)));
            }
        }
        self.count(moves.len())?;
        // A side with a legal move has not lost, and a reply that is legal after one move often is after another.
        let mut escape = None;
        let wins = moves.into_iter().any(|mv| {
            let child = position.after(mv);
            if escape.is_some_and(|escape| child.is_legal(escape)) {
                return false;
            }
            escape = child.moves().first().copied();
            escape.is_none() && is_won(&child)
        });
        Ok(wins && position.ending().is_none())
    }

    fn count(&mut self, positions: usize) -> Result<(), NodeLimitReached> {
        self.positions += positions as u64;
        if self.positions > self.budget { Err(NodeLimitReached) } else { Ok(()) }
    }

    /// Returns the known result within `plies` plies, and the move to try first.
    fn known<V: Evaluate>(&self, position: &Position<V>, plies: u32) -> (Option<bool>, Option<Move>) {
        let hash = position.hash();
        let slot = self.table[hash as usize % SLOTS];
        if slot.hash != hash {
            return (None, None);
        }
        let wins = slot.wins > 0 && u32::from(slot.wins) <= plies;
        let fails = u32::from(slot.fails) >= plies;
        ((wins || fails).then_some(wins), slot.best)
    }

    fn note<V: Evaluate>(&mut self, position: &Position<V>, plies: u32, wins: bool, best: Option<Move>) {
        let hash = position.hash();
        let slot = &mut self.table[hash as usize % SLOTS];
        if slot.hash != hash {
            *slot = Slot { hash, ..Slot::default() };
        }
        if wins {
            slot.wins = plies as u8;
        } else {
            slot.fails = plies as u8;
        }
        slot.best = best;
    }
}

/// Returns true if the side that has just moved has won.
fn is_won<V: Evaluate>(position: &Position<V>) -> bool {
    position.ending().is_some_and(|ending| ending.winner == Some(!position.turn()))
}

fn squares(mv: Move) -> usize {
    mv.from.index() * SQUARES + mv.to.index()
}
