//! Puzzle mining from games that a strong side plays against a weak one, or from games with known scores. A puzzle
//! starts with the first mistake after which exactly one move wins.
//!
//! A game is a function of its number and the settings. Candidates from a short search are filtered by longer ones
//! before the longest verifies them.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use faraday_engine::PositionError;
use faraday_rules::{Event, Move, zobrist::mix};
use faraday_variants::{AnyGame, Entry, PositionFeature};

use super::searcher::{PuzzleSearch, PuzzleSearcher};
use super::{Puzzle, facts, proof};

/// The number of random plies at the start of a game: the minimum, and the size of the range.
const OPENING: (u64, u64) = (4, 9);
/// The nodes per move of the strong side, which must find the puzzle, and of the weak side, which makes the mistake.
/// The number of nodes of the weak side is drawn for each game. It misses what a player finds after some thought.
const STRONG: u64 = 1_500;
const WEAK: [u64; 4] = [50, 100, 200, 400];
/// The weak side plays its second-best move once in this number of moves, on average.
const SECOND_BEST: u64 = 6;
/// Games are abandoned at this length.
const MOST_PLIES: usize = 160;
/// Games are abandoned when the strong side's expected score falls to this, in permille.
const LOST: u16 = 100;
/// The expected scores in a short search: the minimum of the best move, and the maximum of the second best.
const CANDIDATE: (u16, u16) = (800, 680);
/// With a higher expected score before the mistake, in permille, a side had already won.
const WON_BEFORE: u16 = 750;
/// In scored games: the minimum swing of a mistake, and the maximum score of the other side before it, in centipawns.
const SWING: i16 = 250;
const EVEN: i16 = 200;
/// The nodes of the searches that filter candidates.
const FILTERS: [u64; 3] = [5_000, 20_000, 200_000];
/// A move found at this depth or earlier is obvious, and so is an immediate win.
const EASY_DEPTH: u32 = 1;
/// Puzzles rated at most `EASY_RATING` are easy; at most one of `ONE_EASY_IN` puzzles may be easy.
const EASY_RATING: u16 = 1_000;
const ONE_EASY_IN: usize = 2;

/// The settings of a puzzle miner, which determine its games and searches.
#[derive(Clone, Copy, Debug)]
pub struct MiningSettings {
    /// The random seed.
    pub seed: u64,
    /// The nodes of the search that verifies the only winning move.
    pub nodes: u64,
    /// The maximum number of moves that a solver has to find.
    pub longest: usize,
}

/// The counts of a mining run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MiningStatistics {
    /// The games that were played or read.
    pub games: u64,
    /// Candidates found by the short search.
    pub candidates: u64,
    /// Candidates that are too easy.
    pub easy: u64,
    /// Candidates left after each filter.
    pub filtered: [u64; FILTERS.len()],
    /// Candidates that reached the verifying search.
    pub verified: u64,
    /// Candidates that were verified.
    pub proved: u64,
    /// The nodes of the verifying searches.
    pub nodes: u64,
}

impl MiningStatistics {
    /// Adds the counts of another run.
    pub fn add(&mut self, other: &MiningStatistics) {
        self.games += other.games;
        self.candidates += other.candidates;
        self.easy += other.easy;
        self.filtered.iter_mut().zip(other.filtered).for_each(|(sum, count)| *sum += count);
        self.verified += other.verified;
        self.proved += other.proved;
        self.nodes += other.nodes;
    }
}

/// The puzzles found so far, used to avoid duplicates and too many easy puzzles.
#[derive(Debug, Default)]
pub struct PuzzleSet {
    boards: HashSet<String>,
    easy: usize,
    next: u64,
}

impl PuzzleSet {
    /// Adds a puzzle. Returns false if there already is one with the same position and mistake.
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

    /// Returns the number of puzzles.
    pub fn count(&self) -> usize {
        self.boards.len()
    }

    /// Returns the number of the first game after those in which puzzles were found.
    pub fn next_game(&self) -> u64 {
        self.next
    }

    fn has_room_for_easy(&self) -> bool {
        self.easy * ONE_EASY_IN <= self.count()
    }
}

/// A game with the scores of its positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredGame {
    /// The number of the game in its source.
    pub number: u64,
    /// The moves from the start, each with the score of the position before it for the side to
    /// move, in centipawns, if known.
    pub plies: Vec<(Move, Option<i16>)>,
}

/// Mines puzzles from its own games or from scored games.
pub struct Miner {
    variant: &'static Entry,
    settings: MiningSettings,
    player: PuzzleSearcher,
    searcher: PuzzleSearcher,
}

impl Miner {
    /// Creates a miner with one engine to play and one to verify.
    pub fn new(
        variant: &'static Entry,
        settings: MiningSettings,
        player: PuzzleSearcher,
        searcher: PuzzleSearcher,
    ) -> Miner {
        Miner { variant, settings, player, searcher }
    }

    /// Plays a game up to its first puzzle or to its end.
    pub fn mine(
        &mut self,
        number: u64,
        puzzles: &Mutex<PuzzleSet>,
        statistics: &mut MiningStatistics,
    ) -> Result<Option<Puzzle>, PositionError> {
        statistics.games += 1;
        let mut seed = mix(self.settings.seed ^ number << 20);
        let mut draw = |below: u64| {
            seed = mix(seed);
            seed % below
        };
        let Some(mut game) = opening(self.variant, &mut draw) else { return Ok(None) };
        let (strong, weak) = (draw(2) as usize, WEAK[draw(WEAK.len() as u64) as usize]);
        let mut played = ucis(game.as_ref());
        self.player.clear();
        // The weak side proposes a mistake at each turn. If that decides the game without making a puzzle, it is taken
        // back and replaced with a move from a longer search.
        let mut is_open = false;
        while game.ending().is_none() && played.len() < MOST_PLIES {
            let is_strong = played.len() % 2 == strong;
            let Some(search) = self.player.search(None, &played, if is_strong { STRONG } else { weak })? else { break };
            if is_strong {
                if search.expected <= LOST {
                    break;
                }
                if search.expected > WON_BEFORE {
                    if !is_open {
                        break;
                    }
                    if search.is_win_beyond(CANDIDATE.0, CANDIDATE.1) {
                        statistics.candidates += 1;
                        let source = format!("self-play {} {number}", self.settings.seed);
                        if let Some(puzzle) = self.candidate(source, game.as_ref(), &played, puzzles, statistics)? {
                            return Ok(Some(puzzle));
                        }
                    }
                    is_open = false;
                    game.undo();
                    played.pop();
                    let Some(better) = self.player.search(None, &played, STRONG)? else { break };
                    play(game.as_mut(), &mut played, better.best);
                    continue;
                }
                is_open = true;
            }
            let second = search.second.filter(|_| !is_strong && draw(SECOND_BEST) == 0);
            play(game.as_mut(), &mut played, second.map_or(search.best, |(mv, _)| mv));
        }
        Ok(None)
    }

    /// Searches a scored game for its first puzzle.
    pub fn mine_scored_game(
        &mut self,
        scored: &ScoredGame,
        puzzles: &Mutex<PuzzleSet>,
        statistics: &mut MiningStatistics,
    ) -> Result<Option<Puzzle>, PositionError> {
        statistics.games += 1;
        let Ok(mut game) = self.variant.game(None) else { return Ok(None) };
        let mut played = Vec::new();
        for (index, (mv, score)) in scored.plies.iter().enumerate() {
            if game.play(*mv).is_err() {
                break;
            }
            played.push((self.variant.write_uci)(*mv));
            let next = scored.plies.get(index + 1).and_then(|(_, score)| *score);
            // Each score is for the side to move.
            let (Some(before), Some(after)) = (score.map(i16::saturating_neg), next) else { continue };
            if before > EVEN || after.saturating_sub(before) < SWING {
                continue;
            }
            statistics.candidates += 1;
            let source = format!("datagen {}", scored.number);
            if let Some(puzzle) = self.candidate(source, game.as_ref(), &played, puzzles, statistics)? {
                return Ok(Some(puzzle));
            }
        }
        Ok(None)
    }

    /// Turns the current position into a puzzle if it qualifies.
    fn candidate(
        &mut self,
        source: String,
        game: &dyn AnyGame,
        played: &[String],
        puzzles: &Mutex<PuzzleSet>,
        statistics: &mut MiningStatistics,
    ) -> Result<Option<Puzzle>, PositionError> {
        let Some((mistake, earlier)) = played.split_last() else { return Ok(None) };
        let Some(start) = game.restarted_at(earlier.len()) else { return Ok(None) };
        let fen = start.fen();
        let moves = std::slice::from_ref(mistake);
        for (nodes, passed) in FILTERS.into_iter().zip(&mut statistics.filtered) {
            self.searcher.clear();
            let search = self.searcher.search(Some(&fen), moves, nodes.min(self.settings.nodes))?;
            let Some(search) = search.filter(PuzzleSearch::is_single_win) else { return Ok(None) };
            let is_immediate = search.forced == Some(1);
            let is_easy = is_immediate || search.found.0 <= EASY_DEPTH;
            // Capturing a king or recapturing a piece is too easy.
            let is_trivial = is_immediate && !self.variant.features.contains(&PositionFeature::Check)
                || is_easy && recaptures(game, mistake, &search.best);
            let has_room = || puzzles.lock().unwrap_or_else(PoisonError::into_inner).has_room_for_easy();
            if is_trivial || is_easy && !has_room() {
                statistics.easy += 1;
                return Ok(None);
            }
            *passed += 1;
        }
        statistics.verified += 1;
        let MiningSettings { nodes, longest, .. } = self.settings;
        let proof = match proof::prove(&mut self.searcher, self.variant, (&fen, mistake), nodes, longest)? {
            Ok(proof) => proof,
            Err(spent) => {
                statistics.nodes += spent;
                return Ok(None);
            }
        };
        statistics.nodes += proof.nodes;
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
        statistics.proved += 1;
        Ok(Some(puzzle))
    }
}

/// Plays random opening moves; `None` if the game is over then.
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

/// Returns true if a move captures on the square where the move before it landed.
fn recaptures(game: &dyn AnyGame, mistake: &str, best: &str) -> bool {
    let Ok(legal) = game.read_uci(best) else { return false };
    let landed = (game.entry().parse_uci)(mistake).is_ok_and(|before| before.to == legal.mv().to);
    landed
        && game
            .events(legal.mv())
            .iter()
            .any(|told| matches!(told.event, Event::Taken { at, .. } if at == legal.mv().to))
}

/// Returns a short id, derived from a position and a move.
fn id_of(fen: &str, mistake: &str) -> String {
    const LETTERS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    const LENGTH: usize = 6;
    let hash = fen.bytes().chain(mistake.bytes()).fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
    let digits = std::iter::successors(Some(hash), |rest| Some(rest / LETTERS.len() as u64));
    digits.take(LENGTH).map(|rest| char::from(LETTERS[(rest % LETTERS.len() as u64) as usize])).collect()
}
