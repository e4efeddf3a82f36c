//! Which moves have refuted positions before: quiet ones by squares alone and as answers to the plies before, others by
//! what they take where.

use faraday_rules::{Color, Geometry, Move, Piece, Role};

use crate::Evaluate;

const LIMIT: i32 = 16_384;
const MOST_BONUS: i32 = 1_600;

/// A piece on the square where it landed: what later moves answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Landing(u32);

impl Landing {
    /// The landing of a piece.
    pub fn of<V: Evaluate>(piece: Piece, mv: Move) -> Landing {
        let piece = piece.color as usize * 6 + piece.role as usize;
        Landing((piece * V::Geometry::SQUARES + mv.to.index()) as u32)
    }
}

/// A move that wins material: a landing, and on whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seizure(u32);

impl Seizure {
    const VICTIMS: usize = 7;

    /// The victim is what stands where the move goes to, if anything does.
    #[inline]
    pub fn of(landing: Landing, victim: Option<Role>) -> Seizure {
        Seizure(landing.0 * Self::VICTIMS as u32 + victim.map_or(0, |role| 1 + role as u32))
    }
}

/// A move together with all that its history depends on.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The player.
    pub color: Color,
    /// The landings one, two and four plies before, where there are any.
    pub before: [Option<Landing>; 3],
}

/// The memory of moves.
pub struct History {
    squares: usize,
    butterfly: Vec<i16>,
    answers: Vec<i16>,
    seizures: Vec<i16>,
}

impl History {
    /// An empty memory for a variant's board.
    pub fn new<V: Evaluate>() -> History {
        let squares = V::Geometry::SQUARES;
        let landings = 12 * squares;
        History {
            squares,
            butterfly: vec![0; 2 * squares * squares],
            answers: vec![0; landings * landings],
            seizures: vec![0; landings * Seizure::VICTIMS],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.butterfly.fill(0);
        self.answers.fill(0);
        self.seizures.fill(0);
    }

    /// How well a quiet move has done.
    #[inline]
    pub fn score(&self, context: &Context, mv: Move, landing: Landing) -> i32 {
        let plain = self.butterfly[self.butterfly_index(context.color, mv)];
        context
            .before
            .into_iter()
            .flatten()
            .fold(i32::from(plain), |sum, before| sum + i32::from(self.answers[self.answer_index(before, landing)]))
    }

    /// How well a move that wins material has done.
    #[inline]
    pub fn seizure_score(&self, seizure: Seizure) -> i32 {
        i32::from(self.seizures[seizure.0 as usize])
    }

    /// Notes that a move that wins material refuted a position at a depth.
    pub fn reward_seizure(&mut self, seizure: Seizure, depth: i32) {
        approach(&mut self.seizures[seizure.0 as usize], bonus(depth));
    }

    /// Notes that one was tried in vain where another move refuted.
    pub fn punish_seizure(&mut self, seizure: Seizure, depth: i32) {
        approach(&mut self.seizures[seizure.0 as usize], -bonus(depth));
    }

    /// Notes that a quiet move refuted a position at a depth.
    pub fn reward(&mut self, context: &Context, mv: Move, landing: Landing, depth: i32) {
        self.shift(context, mv, landing, bonus(depth));
    }

    /// Notes that one was tried in vain where another move refuted.
    pub fn punish(&mut self, context: &Context, mv: Move, landing: Landing, depth: i32) {
        self.shift(context, mv, landing, -bonus(depth));
    }

    fn shift(&mut self, context: &Context, mv: Move, landing: Landing, amount: i32) {
        let index = self.butterfly_index(context.color, mv);
        approach(&mut self.butterfly[index], amount);
        for before in context.before.into_iter().flatten() {
            let index = self.answer_index(before, landing);
            approach(&mut self.answers[index], amount);
        }
    }

    #[inline]
    fn butterfly_index(&self, color: Color, mv: Move) -> usize {
        (color as usize * self.squares + mv.from.index()) * self.squares + mv.to.index()
    }

    #[inline]
    fn answer_index(&self, before: Landing, landing: Landing) -> usize {
        before.0 as usize * 12 * self.squares + landing.0 as usize
    }
}

fn bonus(depth: i32) -> i32 {
    (150 * depth - 100).clamp(50, MOST_BONUS)
}

/// Moves towards the limit by ever smaller steps, so that no entry overflows and recent results weigh most.
fn approach(entry: &mut i16, amount: i32) {
    let old = i32::from(*entry);
    *entry = (old + amount - old * amount.abs() / LIMIT) as i16;
}
