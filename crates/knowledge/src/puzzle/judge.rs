//! What a search says of the choice that a player has: the best move, and what the second best is worth.

use std::collections::HashMap;

use faraday_engine::{Brain, BrainError, Chances, Control, Limits, Order, Report, Score};
use faraday_variants::Entry;

/// From here on, in thousandths of the point, a move wins.
const WINS: u16 = 830;
/// Up to here a move does not win.
pub(crate) const HOLDS: u16 = 640;

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// The best move, in UCI.
    pub best: String,
    /// The reply that is expected.
    pub reply: Option<String>,
    /// What share of the point the best move promises, in thousandths.
    pub expected: u16,
    /// The second-best move, if there is more than one, and what it promises.
    pub second: Option<(String, u16)>,
    /// In how many moves the best one wins by force.
    pub forced: Option<u32>,
    /// At which depth the best move was found and kept from then on, and at how many positions.
    pub found: (u32, u64),
    /// Positions visited.
    pub nodes: u64,
}

impl Look {
    /// Whether the best move wins, and no other does.
    pub fn is_single_win(&self) -> bool {
        self.is_win_beyond(WINS, HOLDS)
    }

    /// Whether the best move promises at least so much, and all others at most so much.
    pub(crate) fn is_win_beyond(&self, best: u16, others: u16) -> bool {
        self.expected >= best && self.second.as_ref().is_some_and(|(_, second)| *second <= others)
    }
}

/// A player who is asked for a judgement.
pub struct Judge(Box<dyn Brain>);

impl Judge {
    /// One who thinks with this player.
    pub fn new(brain: Box<dyn Brain>) -> Judge {
        Judge(brain)
    }

    /// Forgets earlier searches, so that the next finds what it would have found first.
    pub fn forget(&mut self) {
        self.0.new_game();
    }

    /// Looks at the position after some moves with about so many nodes, two lines. None if there is no move.
    pub fn look(&mut self, fen: Option<&str>, moves: &[String], nodes: u64) -> Result<Option<Look>, BrainError> {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.0.set_position(fen, &moves)?;
        let limits = Limits { nodes: Some(nodes), lines: 2, ..Limits::default() };
        let (mut lines, mut found) = ([None, None], (0, 0));
        let mut tell = |report: Report<String>| {
            let Some(slot) = lines.get_mut(report.line - 1) else { return };
            let first = report.moves.first();
            if report.line == 1 && slot.as_ref().and_then(|line: &Report<String>| line.moves.first()) != first {
                found = (report.depth, report.nodes);
            }
            *slot = Some(report);
        };
        let answer = self.0.go(&Order { limits, ..Order::default() }, &Control::new(), &mut tell);
        let [Some(best), second] = lines else { return Ok(None) };
        let forced = match best.score {
            Score::Mate(moves) => u32::try_from(moves).ok(),
            Score::Centipawns(_) => None,
        };
        let expected = share(best.chances);
        let mut moves = best.moves.into_iter();
        let Some(mv) = moves.next() else { return Ok(None) };
        let second = second.and_then(|line| Some((line.moves.first()?.clone(), share(line.chances))));
        Ok(Some(Look { best: mv, reply: moves.next(), expected, second, forced, found, nodes: answer.nodes }))
    }
}

/// A judge of each variant that one is asked for.
pub struct Judges {
    make: fn(&'static Entry) -> Judge,
    made: HashMap<&'static str, Judge>,
}

impl Judges {
    /// Those that a function makes.
    pub fn new(make: fn(&'static Entry) -> Judge) -> Judges {
        Judges { make, made: HashMap::new() }
    }

    /// The judge of a variant.
    pub fn of(&mut self, variant: &'static Entry) -> &mut Judge {
        self.made.entry(variant.id).or_insert_with(|| (self.make)(variant))
    }
}

/// What share of the point chances promise, in thousandths.
fn share(chances: Chances) -> u16 {
    chances.win + chances.draw / 2
}
