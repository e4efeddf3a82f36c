//! Full-width search: whether a player wins by force within so many plies, whatever the opponent does. It asks the rules
//! for moves and endings, and whether kings are captured, and nothing else: no evaluation, no pruning.

use faraday_engine::Evaluate;
use faraday_rules::{Each, Geometry, Kings, Move, Position, Set, SetOf};

/// Slots of the table, a power of two, and more than most proofs have positions.
const SLOTS: usize = 1 << 22;
const SQUARES: usize = 128;

/// More positions were visited than a proof may take.
#[derive(Debug)]
pub struct Spent;

/// What is known of a position, for one attacker.
#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u64,
    /// The attacker wins within so many plies; 0 if none is known.
    wins: u8,
    /// The attacker does not win within so many plies.
    fails: u8,
    /// What settled it last: the move that wins, or the reply that holds.
    best: Option<Move>,
}

/// Searches for forced wins, of one position at a time.
pub struct Prover {
    table: Vec<Slot>,
    /// How often a reply held, by the squares that it connects.
    held: Vec<u32>,
    positions: u64,
    budget: u64,
}

impl Prover {
    /// A prover that gives up after so many positions.
    pub fn new(budget: u64) -> Prover {
        Prover { table: vec![Slot::default(); SLOTS], held: vec![0; SQUARES * SQUARES], positions: 0, budget }
    }

    /// The positions visited for the last answer.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The number of plies of the shortest forced win within so many plies.
    pub fn shortest<V: Evaluate>(&mut self, position: &Position<V>, plies: u32) -> Result<Option<u32>, Spent> {
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

    /// All moves that win by force within so many plies, of the position whose shortest win was asked for last.
    pub fn winning_moves<V: Evaluate>(&mut self, position: &Position<V>, plies: u32) -> Result<Vec<Move>, Spent> {
        let mut winning = Vec::new();
        for mv in position.moves() {
            if self.has_won(&position.after(mv), plies - 1)? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    /// Whether the attacker, who is to move, wins within so many plies, an odd number.
    fn wins<V: Evaluate>(&mut self, position: &Position<V>, plies: u32) -> Result<bool, Spent> {
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

    /// Whether the attacker, who has just moved, wins within so many plies, an even number.
    fn has_won<V: Evaluate>(&mut self, position: &Position<V>, plies: u32) -> Result<bool, Spent> {
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

    /// Whether a move wins at once.
    fn wins_at_once<V: Evaluate>(&mut self, position: &Position<V>) -> Result<bool, Spent> {
        let mut moves = Vec::new();
        match V::KINGS {
            Kings::Mated => position.legal(&mut Each(|mv| moves.push(mv))),
            // A king is captured by nothing but a move to its square.
            Kings::Captured => {
                let king = position.board().king(!position.turn()).map_or(SetOf::<V>::EMPTY, SetOf::<V>::of);
                position.legal_to(king, &mut Each(|mv| moves.push(mv)));
            }
        }
        self.count(moves.len())?;
        // Who has a legal move has not lost, and what is legal after one move often is after another.
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

    fn count(&mut self, positions: usize) -> Result<(), Spent> {
        self.positions += positions as u64;
        if self.positions > self.budget { Err(Spent) } else { Ok(()) }
    }

    /// What is known within so many plies, and the move to begin with.
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

/// Whether the side that has just moved has won.
fn is_won<V: Evaluate>(position: &Position<V>) -> bool {
    position.ending().is_some_and(|ending| ending.winner == Some(!position.turn()))
}

fn squares(mv: Move) -> usize {
    mv.from.index() * SQUARES + mv.to.index()
}
