//! One game: two contenders, an opening, and the rules, which decide.

use std::num::NonZeroU32;
use std::time::Duration;

use faraday_engine::{Clocks, Limits, Purse};
use faraday_play::{Clock, Opinions};
use faraday_rules::Color;
use faraday_variants::{AnyGame, Entry};

use crate::contender::{Contender, Question, Reply, Thought, Trouble};
use crate::openings::Opening;
use crate::pace::Pace;
use crate::stop::Stop;
use crate::terms::Terms;
use crate::verdict::{Foul, Verdict};

/// No more of an engine's word than this is quoted.
const LONGEST_WORD: usize = 40;
/// And so much of why it is none.
const LONGEST_REASON: usize = 400;

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// In UCI.
    pub uci: String,
    /// What its player thought; none for a move of the opening.
    pub thinking: Option<Thinking>,
}

/// How a move came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// What its player said of the position.
    pub thought: Thought,
    /// How long it took.
    pub elapsed: Duration,
    /// What is left on its clock.
    pub left: Option<Duration>,
}

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The FEN from which it started; none for the variant's start.
    pub start: Option<String>,
    /// The moves, those of the opening included.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub verdict: Verdict,
}

/// Who plays a side.
pub struct Side<'a> {
    /// The engine.
    pub contender: &'a mut dyn Contender,
    /// What limits its moves.
    pub pace: Pace,
    /// What it draws lots from.
    pub seed: u64,
}

struct Board<'a> {
    game: Box<dyn AnyGame>,
    start: Option<&'a str>,
    words: Vec<String>,
    clocks: [Option<Clock>; 2],
}

/// Plays a game, White's side first. None if it was stopped before its end.
pub fn play(
    entry: &'static Entry,
    opening: &Opening,
    mut sides: [Side; 2],
    terms: &Terms,
    stop: &Stop,
) -> Option<Played> {
    let clocks = [0, 1].map(|side: usize| sides[side].pace.control.map(Clock::new));
    let mut board =
        Board { game: opening.game(entry), start: opening.start.as_deref(), words: opening.moves.clone(), clocks };
    let mut plies: Vec<Ply> = opening.moves.iter().map(|uci| Ply { uci: uci.clone(), thinking: None }).collect();
    let verdict = match ready(&mut sides, stop) {
        Ok(()) => moves(&mut board, &mut sides, &mut plies, terms, stop)?,
        Err((color, Trouble::Foul(foul))) => Verdict::Forfeited(color, foul),
        Err((_, Trouble::Stopped)) => return None,
    };
    Some(Played { start: opening.start.clone(), plies, verdict })
}

/// Both get ready, unless one of them cannot.
fn ready(sides: &mut [Side; 2], stop: &Stop) -> Result<(), (Color, Trouble)> {
    let mut both = Color::ALL.into_iter().zip(sides);
    both.try_for_each(|(color, side)| side.contender.new_game(side.seed, stop).map_err(|trouble| (color, trouble)))
}

/// Moves until the end.
fn moves(
    board: &mut Board,
    sides: &mut [Side; 2],
    plies: &mut Vec<Ply>,
    terms: &Terms,
    stop: &Stop,
) -> Option<Verdict> {
    let mut opinions = Opinions::default();
    loop {
        if let Some(ending) = board.game.ending() {
            return Some(Verdict::Reached(faraday_play::Verdict::Ruled(ending)));
        }
        if terms.most_plies.is_some_and(|most| plies.len() >= most) {
            return Some(Verdict::TooLong);
        }
        let (color, number) = (board.game.turn(), board.game.fullmoves());
        let side = &mut sides[color as usize];
        let forfeit = |foul| Some(Verdict::Forfeited(color, foul));
        let question = board.question(color, &side.pace, terms);
        let reply = match side.contender.choose(&question, stop) {
            Ok(reply) => reply,
            Err(Trouble::Foul(foul)) => return forfeit(foul),
            Err(Trouble::Stopped) => return None,
        };
        if let Some(foul) = board.press(color, &side.pace, reply.elapsed, terms) {
            return Some(board.late(color, foul));
        }
        match board.take(color, &reply) {
            Ok(ply) => plies.push(ply),
            Err(foul) => return forfeit(foul),
        }
        if let Some(verdict) = opinions.hear(color, number, reply.thought.score, terms.resign, terms.draw) {
            // What the rules decide goes before what is agreed.
            return Some(Verdict::Reached(board.game.ending().map_or(verdict, faraday_play::Verdict::Ruled)));
        }
    }
}

impl Board<'_> {
    fn question(&self, color: Color, pace: &Pace, terms: &Terms) -> Question<'_> {
        let own = self.clocks[color as usize].as_ref();
        // A side without a clock is told its opponent's, so that both are there.
        let purse = |clock: &Option<Clock>| {
            let clock = clock.as_ref().or(own);
            clock.map(|clock| Purse { left: clock.left(), increment: clock.control().increment() }).unwrap_or_default()
        };
        let clocks = own.map(|own| Clocks {
            purses: [purse(&self.clocks[0]), purse(&self.clocks[1])],
            moves_to_go: own.to_go().map(NonZeroU32::get),
        });
        let limits =
            Limits { clocks, move_time: pace.move_time, nodes: pace.nodes, depth: pace.depth, ..Limits::default() };
        let allowed = own.map(Clock::left).into_iter().chain(pace.move_time).min();
        let due = allowed.map_or(terms.patience, |allowed| allowed + terms.margin);
        Question { start: self.start, moves: &self.words, limits, due }
    }

    /// Looks at the clock.
    fn press(&mut self, color: Color, pace: &Pace, elapsed: Duration, terms: &Terms) -> Option<Foul> {
        if !pace.is_timed() {
            return (elapsed > terms.patience).then_some(Foul::Silent);
        }
        let mut is_late = pace.move_time.is_some_and(|time| elapsed > time + terms.margin);
        if let Some(clock) = &mut self.clocks[color as usize] {
            // Who is late by no more than the margin has nothing left but the increment.
            is_late |= elapsed > clock.left() + terms.margin;
            clock.spend(elapsed);
            clock.press();
        }
        is_late.then_some(Foul::TimeUp)
    }

    /// What being late comes to: a flag loses nothing to a side that cannot win (T.1, T.2).
    fn late(&self, color: Color, foul: Foul) -> Verdict {
        if foul == Foul::TimeUp && self.game.has_insufficient_material(!color) {
            return Verdict::Reached(faraday_play::Verdict::TimedOutDrawn(color));
        }
        Verdict::Forfeited(color, foul)
    }

    /// Plays what a side has answered, if it is a legal move.
    fn take(&mut self, color: Color, reply: &Reply) -> Result<Ply, Foul> {
        let illegal = |why: String| {
            // The reason quotes the word.
            let clean = |text: &str, most| text.chars().filter(|letter| !letter.is_control()).take(most).collect();
            Foul::Illegal(clean(&reply.word, LONGEST_WORD), clean(&why, LONGEST_REASON))
        };
        let legal = self.game.read_uci(&reply.word).map_err(|error| illegal(self.game.complaint(&error)))?;
        let uci = self.game.uci(legal.mv());
        self.game.play_legal(legal);
        self.words.push(uci.clone());
        let left = self.clocks[color as usize].as_ref().map(Clock::left);
        let Reply { thought, elapsed, .. } = *reply;
        Ok(Ply { uci, thinking: Some(Thinking { thought, elapsed, left }) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_saves_who_is_a_little_late() {
        let terms = Terms { margin: Duration::from_millis(50), ..Terms::default() };
        let pace = Pace { control: "1+0.1".parse().ok(), ..Pace::default() };
        let late = |elapsed| {
            let game = faraday_variants::catalog()[0].game(None).unwrap();
            let clocks = [pace.control.map(Clock::new), None];
            let mut board = Board { game, start: None, words: Vec::new(), clocks };
            let foul = board.press(Color::White, &pace, Duration::from_millis(elapsed), &terms);
            (foul, board.clocks[0].as_ref().map(|clock| clock.left().as_millis()))
        };
        assert_eq!(late(1050), (None, Some(100)), "nothing is left but the increment");
        assert_eq!(late(1051).0, Some(Foul::TimeUp));
    }
}
