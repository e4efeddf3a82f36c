//! One game of a match between two engines, played from an opening. The rules decide the result.

use std::num::NonZeroU32;
use std::time::Duration;

use faraday_engine::{Clocks, Limits, SideClock};
use faraday_play::{Adjudicator, Clock};
use faraday_rules::Color;
use faraday_variants::{AnyGame, Entry};

use crate::move_limits::MoveLimits;
use crate::openings::Opening;
use crate::running_engine::{MoveError, MoveReply, MoveRequest, RunningEngine, SearchInfo};
use crate::stop::Stop;
use crate::terms::Terms;
use crate::verdict::{Foul, Verdict};

/// The maximum length of a quoted answer.
const LONGEST_WORD: usize = 40;
/// The maximum length of the reason why the answer is illegal.
const LONGEST_REASON: usize = 400;

/// A move of a match game, with the information about its search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move, in UCI.
    pub uci: String,
    /// The information that came with the move. `None` for a move of the opening.
    pub info: Option<MoveInfo>,
}

/// The information that an engine sent with a move, and the times of the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MoveInfo {
    /// The engine's information on the position.
    pub search: SearchInfo,
    pub elapsed: Duration,
    /// The time left on the clock.
    pub left: Option<Duration>,
}

/// A finished match game: its start, its moves, and its verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct PlayedGame {
    /// The starting position as FEN. `None` for that of the variant.
    pub start: Option<String>,
    /// The moves, including those of the opening.
    pub plies: Vec<Ply>,
    pub verdict: Verdict,
}

/// The player of one side in a game: a running engine, and the limits of its moves.
#[expect(missing_docs, reason = "the names say it")]
pub struct Side<'a> {
    pub engine: &'a mut dyn RunningEngine,
    /// The limits of its moves.
    pub limits: MoveLimits,
    /// The seed of its random choices.
    pub seed: u64,
}

struct Board<'a> {
    game: Box<dyn AnyGame>,
    start: Option<&'a str>,
    words: Vec<String>,
    clocks: [Option<Clock>; 2],
}

/// Plays a game between two sides, White's first. `None` if the match was stopped before the end.
pub fn play(
    entry: &'static Entry,
    opening: &Opening,
    mut sides: [Side; 2],
    terms: &Terms,
    stop: &Stop,
) -> Option<PlayedGame> {
    let clocks = [0, 1].map(|side: usize| sides[side].limits.control.map(Clock::new));
    let mut board =
        Board { game: opening.game(entry), start: opening.start.as_deref(), words: opening.moves.clone(), clocks };
    let mut plies: Vec<Ply> = opening.moves.iter().map(|uci| Ply { uci: uci.clone(), info: None }).collect();
    let verdict = match ready(&mut sides, stop) {
        Ok(()) => moves(&mut board, &mut sides, &mut plies, terms, stop)?,
        Err((color, MoveError::Foul(foul))) => Verdict::Forfeited(color, foul),
        Err((_, MoveError::Stopped)) => return None,
    };
    Some(PlayedGame { start: opening.start.clone(), plies, verdict })
}

/// Gets both sides ready, or returns the side that failed.
fn ready(sides: &mut [Side; 2], stop: &Stop) -> Result<(), (Color, MoveError)> {
    let mut both = Color::ALL.into_iter().zip(sides);
    both.try_for_each(|(color, side)| side.engine.new_game(side.seed, stop).map_err(|error| (color, error)))
}

/// Plays moves until the end of the game.
fn moves(
    board: &mut Board,
    sides: &mut [Side; 2],
    plies: &mut Vec<Ply>,
    terms: &Terms,
    stop: &Stop,
) -> Option<Verdict> {
    let mut adjudicator = Adjudicator::default();
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
        let request = board.request(color, &side.limits, terms);
        let reply = match side.engine.choose(&request, stop) {
            Ok(reply) => reply,
            Err(MoveError::Foul(foul)) => return forfeit(foul),
            Err(MoveError::Stopped) => return None,
        };
        if let Some(foul) = board.press(color, &side.limits, reply.elapsed, terms) {
            return Some(board.late(color, foul));
        }
        match board.take(color, &reply) {
            Ok(ply) => plies.push(ply),
            Err(foul) => return forfeit(foul),
        }
        if let Some(verdict) = adjudicator.add_score(color, number, reply.search.score, terms.resign, terms.draw) {
            // A result by the rules takes precedence over an agreement.
            return Some(Verdict::Reached(board.game.ending().map_or(verdict, faraday_play::Verdict::Ruled)));
        }
    }
}

impl Board<'_> {
    fn request(&self, color: Color, limits: &MoveLimits, terms: &Terms) -> MoveRequest<'_> {
        let own = self.clocks[color as usize].as_ref();
        // A side without a clock is given the same time as its opponent, because UCI expects both.
        let side = |clock: &Option<Clock>| {
            let clock = clock.as_ref().or(own);
            clock.map(|clock| SideClock { left: clock.left(), increment: clock.increment() }).unwrap_or_default()
        };
        let clocks = own.map(|own| Clocks {
            sides: [side(&self.clocks[0]), side(&self.clocks[1])],
            moves_to_go: own.to_go().map(NonZeroU32::get),
        });
        let limits = Limits {
            clocks,
            move_time: limits.move_time,
            nodes: limits.nodes,
            depth: limits.depth,
            ..Limits::default()
        };
        let allowed = own.map(Clock::left).into_iter().chain(limits.move_time).min();
        let due = allowed.map_or(terms.patience, |allowed| allowed + terms.margin);
        MoveRequest { start: self.start, moves: &self.words, limits, due }
    }

    /// Stops the clock of a move. Returns a foul if the move was late.
    fn press(&mut self, color: Color, limits: &MoveLimits, elapsed: Duration, terms: &Terms) -> Option<Foul> {
        if !limits.is_timed() {
            return (elapsed > terms.patience).then_some(Foul::Silent);
        }
        let mut is_late = limits.move_time.is_some_and(|time| elapsed > time + terms.margin);
        if let Some(clock) = &mut self.clocks[color as usize] {
            // A move that exceeds the time by at most the margin leaves only the increment.
            is_late |= elapsed > clock.left() + terms.margin;
            clock.spend(elapsed);
            clock.press();
        }
        is_late.then_some(Foul::TimeUp)
    }

    /// Returns the result of a late move. A side that runs out of time draws if the opponent cannot win (T.1, T.2).
    fn late(&self, color: Color, foul: Foul) -> Verdict {
        if foul == Foul::TimeUp && self.game.has_insufficient_material(!color) {
            return Verdict::Reached(faraday_play::Verdict::TimedOutDrawn(color));
        }
        Verdict::Forfeited(color, foul)
    }

    /// Plays the move that a side has answered, if it is legal.
    fn take(&mut self, color: Color, reply: &MoveReply) -> Result<Ply, Foul> {
        let illegal = |why: String| {
            // The reason quotes the answer, so both are cleaned.
            let clean = |text: &str, most| text.chars().filter(|letter| !letter.is_control()).take(most).collect();
            Foul::Illegal(clean(&reply.word, LONGEST_WORD), clean(&why, LONGEST_REASON))
        };
        let legal = self.game.read_uci(&reply.word).map_err(|error| illegal(self.game.complaint(&error)))?;
        let uci = self.game.uci(legal.mv());
        self.game.play_legal(legal);
        self.words.push(uci.clone());
        let left = self.clocks[color as usize].as_ref().map(Clock::left);
        let MoveReply { search, elapsed, .. } = *reply;
        Ok(Ply { uci, info: Some(MoveInfo { search, elapsed, left }) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_saves_who_is_a_little_late() {
        let terms = Terms { margin: Duration::from_millis(50), ..Terms::default() };
        let limits = MoveLimits { control: "1+0.1".parse().ok(), ..MoveLimits::default() };
        let late = |elapsed| {
            let game = faraday_variants::catalog()[0].game(None).unwrap();
            let clocks = [limits.control.map(Clock::new), None];
            let mut board = Board { game, start: None, words: Vec::new(), clocks };
            let foul = board.press(Color::White, &limits, Duration::from_millis(elapsed), &terms);
            (foul, board.clocks[0].as_ref().map(|clock| clock.left().as_millis()))
        };
        assert_eq!(late(1050), (None, Some(100)), "nothing is left but the increment");
        assert_eq!(late(1051).0, Some(Foul::TimeUp));
    }
}
