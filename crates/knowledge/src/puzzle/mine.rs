//! Mining: games of a sharp side against a dull one, or games whose positions have scores already, and in each the first
//! mistake after which one move wins, and no other.
//!
//! A game is a function of its number and the recipe. What a short search takes for a puzzle is looked at with more and
//! more positions before the long search proves it.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use faraday_engine::BrainError;
use faraday_rules::{Event, Move, zobrist::mix};
use faraday_variants::{AnyGame, Entry, Means};

use super::judge::{Judge, Look};
use super::{Puzzle, facts, line};

/// Random plies with which a game begins: at least so many, and up to so many more.
const OPENING: (u64, u64) = (4, 9);
/// The nodes of a move of the side that is to find the puzzle, and of the side that is to make the mistake, which draws
/// one for a game: it does not see what a player sees after some thought.
const SHARP: u64 = 1_500;
const DULL: [u64; 4] = [50, 100, 200, 400];
/// Once in so many moves the dull side takes its second-best move.
const SECOND_BEST: u64 = 6;
/// A game this long is given up.
const MOST_PLIES: usize = 160;
/// A game is given up where the sharp side stands no better than this, in thousandths of the point.
const LOST: u16 = 100;
/// In a short search, the best move must promise so much, and the second best no more than so much.
const HINT: (u16, u16) = (800, 680);
/// A side that stood so well before the mistake had won already.
const WON_BEFORE: u16 = 750;
/// In a game with scores, a mistake makes at least so much difference, and the other side stood no better than this before
/// it, in hundredths of a pawn.
const SWING: i16 = 250;
const EVEN: i16 = 200;
/// Positions visited before a candidate is proved: what does not look like a puzzle is dropped.
const SIEVES: [u64; 3] = [5_000, 20_000, 200_000];
/// A move found at no more than this depth is easy to see, and so is a win on the spot.
const EASY_DEPTH: u32 = 1;
/// Of so many puzzles, one may be rated no more than this.
const EASY_RATING: u16 = 1_000;
const ONE_EASY_IN: usize = 2;

/// How puzzles are mined.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// What all chance is drawn from.
    pub seed: u64,
    /// Positions of the search that proves a move to be the only one that wins.
    pub nodes: u64,
    /// The most moves that a solver has to find.
    pub longest: usize,
}

/// What has been looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Positions that a short search took for a puzzle.
    pub hints: u64,
    /// Those that ask too little of a solver.
    pub easy: u64,
    /// Those left after each sieve.
    pub sieved: [u64; SIEVES.len()],
    /// Those that the long search was asked about.
    pub asked: u64,
    /// Those it confirmed.
    pub proved: u64,
    /// Positions that long searches visited.
    pub nodes: u64,
}

impl Tally {
    /// Adds another's counts.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.hints += other.hints;
        self.easy += other.easy;
        self.sieved.iter_mut().zip(other.sieved).for_each(|(sum, count)| *sum += count);
        self.asked += other.asked;
        self.proved += other.proved;
        self.nodes += other.nodes;
    }
}

/// The puzzles that there are: what would repeat them, or make too many easy ones, is not kept.
#[derive(Debug, Default)]
pub struct Kept {
    boards: HashSet<String>,
    easy: usize,
    next: u64,
}

impl Kept {
    /// Takes a puzzle in. False, and nothing is done, if there is one of its position.
    pub fn add(&mut self, puzzle: &Puzzle) -> bool {
        let board = puzzle.fen.split(' ').next().unwrap_or_default();
        if !self.boards.insert(format!("{board} {}", puzzle.moves[0])) {
            return false;
        }
        self.easy += usize::from(puzzle.rating <= EASY_RATING);
        let number = puzzle.source.rsplit(' ').next().and_then(|word| word.parse::<u64>().ok());
        self.next = self.next.max(number.map_or(0, |number| number + 1));
        true
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.boards.len()
    }

    /// The number of the first game after those in which puzzles were found.
    pub fn next_game(&self) -> u64 {
        self.next
    }

    fn has_room_for_easy(&self) -> bool {
        self.easy * ONE_EASY_IN <= self.count()
    }
}

/// A game that was played, and what its players thought of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scored {
    /// Its number where it is from.
    pub number: u64,
    /// Its moves from the start, each with what the position before it was worth to the side to move, in hundredths of a
    /// pawn, if that is known.
    pub plies: Vec<(Move, Option<i16>)>,
}

/// Plays games, or takes those that were played, and looks for puzzles in them.
pub struct Miner {
    variant: &'static Entry,
    recipe: Recipe,
    player: Judge,
    judge: Judge,
}

impl Miner {
    /// A miner with one player for the games, and one who judges.
    pub fn new(variant: &'static Entry, recipe: Recipe, player: Judge, judge: Judge) -> Miner {
        Miner { variant, recipe, player, judge }
    }

    /// Plays the game of a number to the first puzzle in it, or to its end.
    pub fn mine(&mut self, number: u64, kept: &Mutex<Kept>, tally: &mut Tally) -> Result<Option<Puzzle>, BrainError> {
        tally.games += 1;
        let mut seed = mix(self.recipe.seed ^ number << 20);
        let mut draw = |below: u64| {
            seed = mix(seed);
            seed % below
        };
        let Some(mut game) = opening(self.variant, &mut draw) else { return Ok(None) };
        let (sharp, dull) = (draw(2) as usize, DULL[draw(DULL.len() as u64) as usize]);
        let mut played = ucis(game.as_ref());
        self.player.forget();
        // The dull side proposes a mistake at each turn. What is neither one to be punished by one move alone, nor leaves the
        // game open, is taken back, and the move of a sharper eye is played.
        let mut is_open = false;
        while game.ending().is_none() && played.len() < MOST_PLIES {
            let is_sharp = played.len() % 2 == sharp;
            let Some(look) = self.player.look(None, &played, if is_sharp { SHARP } else { dull })? else { break };
            if is_sharp {
                if look.expected <= LOST {
                    break;
                }
                if look.expected > WON_BEFORE {
                    if !is_open {
                        break;
                    }
                    if look.is_win_beyond(HINT.0, HINT.1) {
                        tally.hints += 1;
                        let source = format!("self-play {} {number}", self.recipe.seed);
                        if let Some(puzzle) = self.candidate(source, game.as_ref(), &played, kept, tally)? {
                            return Ok(Some(puzzle));
                        }
                    }
                    is_open = false;
                    game.undo();
                    played.pop();
                    let Some(better) = self.player.look(None, &played, SHARP)? else { break };
                    play(game.as_mut(), &mut played, better.best);
                    continue;
                }
                is_open = true;
            }
            let second = look.second.filter(|_| !is_sharp && draw(SECOND_BEST) == 0);
            play(game.as_mut(), &mut played, second.map_or(look.best, |(mv, _)| mv));
        }
        Ok(None)
    }

    /// Looks through a game that was played to the first puzzle in it.
    pub fn sift(
        &mut self,
        scored: &Scored,
        kept: &Mutex<Kept>,
        tally: &mut Tally,
    ) -> Result<Option<Puzzle>, BrainError> {
        tally.games += 1;
        let Ok(mut game) = self.variant.game(None) else { return Ok(None) };
        let mut played = Vec::new();
        for (index, (mv, score)) in scored.plies.iter().enumerate() {
            if game.play(*mv).is_err() {
                break;
            }
            played.push((self.variant.write_uci)(*mv));
            let next = scored.plies.get(index + 1).and_then(|(_, score)| *score);
            // Each score is what the side to move promises itself.
            let (Some(before), Some(after)) = (score.map(i16::saturating_neg), next) else { continue };
            if before > EVEN || after.saturating_sub(before) < SWING {
                continue;
            }
            tally.hints += 1;
            let source = format!("datagen {}", scored.number);
            if let Some(puzzle) = self.candidate(source, game.as_ref(), &played, kept, tally)? {
                return Ok(Some(puzzle));
            }
        }
        Ok(None)
    }

    /// Whether the position reached is a puzzle.
    fn candidate(
        &mut self,
        source: String,
        game: &dyn AnyGame,
        played: &[String],
        kept: &Mutex<Kept>,
        tally: &mut Tally,
    ) -> Result<Option<Puzzle>, BrainError> {
        let Some((mistake, earlier)) = played.split_last() else { return Ok(None) };
        let Some(start) = game.begun_at(earlier.len()) else { return Ok(None) };
        let fen = start.fen();
        let moves = std::slice::from_ref(mistake);
        for (nodes, passed) in SIEVES.into_iter().zip(&mut tally.sieved) {
            self.judge.forget();
            let look = self.judge.look(Some(&fen), moves, nodes.min(self.recipe.nodes))?;
            let Some(look) = look.filter(Look::is_single_win) else { return Ok(None) };
            let is_on_the_spot = look.forced == Some(1);
            let is_easy = is_on_the_spot || look.found.0 <= EASY_DEPTH;
            // A king that stands to be captured, or a piece to be taken back, asks nothing of the solver.
            let asks_nothing = is_on_the_spot && !self.variant.means.contains(&Means::Check)
                || is_easy && recaptures(game, mistake, &look.best);
            let has_room = || kept.lock().unwrap_or_else(PoisonError::into_inner).has_room_for_easy();
            if asks_nothing || is_easy && !has_room() {
                tally.easy += 1;
                return Ok(None);
            }
            *passed += 1;
        }
        tally.asked += 1;
        let Recipe { nodes, longest, .. } = self.recipe;
        let proof = match line::prove(&mut self.judge, self.variant, (&fen, mistake), nodes, longest)? {
            Ok(proof) => proof,
            Err(spent) => {
                tally.nodes += spent;
                return Ok(None);
            }
        };
        tally.nodes += proof.nodes;
        let id = id_of(&fen, mistake);
        let mut puzzle = Puzzle {
            id,
            fen,
            moves: proof.moves,
            rating: proof.rating,
            themes: Vec::new(),
            causes: Vec::new(),
            source,
            nodes,
        };
        puzzle.themes = facts(self.variant, &puzzle).unwrap_or_default();
        tally.proved += 1;
        Ok(Some(puzzle))
    }
}

/// A game of so many random moves, not yet over.
fn opening(variant: &Entry, draw: &mut impl FnMut(u64) -> u64) -> Option<Box<dyn AnyGame>> {
    let mut game = variant.game(None).ok()?;
    for _ in 0..OPENING.0 + draw(OPENING.1) {
        let moves = game.legal();
        let mv = *moves.get(draw(moves.len().max(1) as u64) as usize)?;
        game.play(mv).ok()?;
    }
    game.ending().is_none().then_some(game)
}

fn play(game: &mut dyn AnyGame, played: &mut Vec<String>, mv: String) {
    let read = game.read_uci(&mv).expect("the search plays legal moves");
    game.play_legal(read);
    played.push(mv);
}

fn ucis(game: &dyn AnyGame) -> Vec<String> {
    game.moves().into_iter().map(|mv| game.uci(mv)).collect()
}

/// Whether a move captures where the move before it landed.
fn recaptures(game: &dyn AnyGame, mistake: &str, best: &str) -> bool {
    let Ok(legal) = game.read_uci(best) else { return false };
    let landed = (game.entry().parse_uci)(mistake).is_ok_and(|before| before.to == legal.mv().to);
    landed
        && game
            .events(legal.mv())
            .iter()
            .any(|told| matches!(told.event, Event::Taken { at, .. } if at == legal.mv().to))
}

/// Letters and digits that follow from a position and a move.
fn id_of(fen: &str, mistake: &str) -> String {
    const LETTERS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    const LENGTH: usize = 6;
    let hash = fen.bytes().chain(mistake.bytes()).fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
    let digits = std::iter::successors(Some(hash), |rest| Some(rest / LETTERS.len() as u64));
    digits.take(LENGTH).map(|rest| char::from(LETTERS[(rest % LETTERS.len() as u64) as usize])).collect()
}
