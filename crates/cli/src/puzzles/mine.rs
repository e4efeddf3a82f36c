//! `faraday puzzles mine`: finds puzzles in games, which it plays or reads, and stores each as soon as it is proved.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::{Context, anyhow};
use clap::Args;
use faraday_knowledge::puzzle::{
    self, MOST_MOVES, Miner, MiningSettings, MiningStatistics, Puzzle, PuzzleSearcher, PuzzleSet, ScoredGame,
    VERIFYING_NODES, write,
};
use faraday_training::GameFile;
use faraday_variants::Entry;
use serde::de::IgnoredAny;

use super::searcher;
use crate::exit_status::Answer;
use crate::help;
use crate::position::VariantArgument;
use crate::{input, number, output, signals};

/// The size of the playing search's transposition table in megabytes.
const PLAYER_MEGABYTES: usize = 8;

/// Mine puzzles from self-play
///
/// Searching games of `faraday datagen` is faster than playing new ones. Repeat the command to resume an interrupted
/// run. It adds the missing puzzles.
#[derive(Args)]
#[command(after_help = help::examples(&[
    "puzzles mine {variant} --output {variant}.jsonl",
    "puzzles mine {variant} --output {variant}.jsonl --count 300 --threads 8",
    "puzzles mine {variant} --output {variant}.jsonl --games {variant}.games",
]))]
pub struct MineArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// The file to add puzzles to
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Stop when the file has this many puzzles
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::at_least(1_usize))]
    count: usize,
    /// Search the games in a file of `faraday datagen` instead of playing new ones
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Nodes of the search that proves that only one move wins
    #[arg(long, value_name = "N", default_value_t = VERIFYING_NODES, value_parser = number::at_least(1_u64))]
    nodes: u64,
    /// Maximum number of moves that a solver has to find
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::between(1_usize, MOST_MOVES))]
    moves: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::at_least(0_u64))]
    seed: u64,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = number::between(1_usize, 1024))]
    threads: Option<usize>,
}

/// State shared by the threads.
struct MiningState<'a> {
    arguments: &'a MineArguments,
    kept: Mutex<PuzzleSet>,
    file: PuzzleFile,
    tally: Mutex<MiningStatistics>,
    /// The games to search, or `None` if games are to be played.
    games: Option<Vec<ScoredGame>>,
    next: AtomicU64,
    stop: &'a AtomicBool,
}

/// Mines puzzles and reports the fate of the candidates.
pub fn run(arguments: &MineArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let MineArguments { variant, output, count, .. } = arguments;
    let mut kept = PuzzleSet::default();
    let (file, puzzles) = PuzzleFile::open(variant.variant, output)?;
    for puzzle in puzzles {
        kept.add(&puzzle);
    }
    let held = kept.count();
    let stop = signals::stop_flag()?;
    let next = AtomicU64::new(kept.next_game());
    let games = arguments.games.as_ref().map(|path| scored(variant.variant.id, path)).transpose()?;
    let state =
        MiningState { arguments, kept: Mutex::new(kept), file, tally: Mutex::default(), games, next, stop: &stop };
    let threads = arguments.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().name("miner".to_owned()).spawn_scoped(scope, || state.mine()).ok();
        let helpers: Vec<_> = (1..threads).map_while(start).collect();
        let own = state.mine();
        let others = helpers.into_iter().map(|helper| helper.join().map_err(|_| anyhow!("a thread has failed"))?);
        others.chain([own]).collect::<anyhow::Result<()>>()
    })?;
    let (found, tally) = (locked(&state.kept).count(), *locked(&state.tally));
    writeln!(out, "{found} puzzles in {}, {} of them new", output.display(), found - held)?;
    writeln!(
        out,
        "{} games, {} candidates, {} too easy, {:?} after each sieve, {} proved; {} nodes to prove them",
        tally.games, tally.candidates, tally.easy, tally.filtered, tally.proved, tally.nodes
    )?;
    if found < *count {
        let is_stopped = stop.load(Ordering::Relaxed);
        output::status(if is_stopped { "stopped: repeat the command to resume" } else { "there are no more games" });
        return Ok(Answer::Stopped);
    }
    Ok(Answer::Yes)
}

impl MiningState<'_> {
    /// Mines game after game until there are enough puzzles.
    fn mine(&self) -> anyhow::Result<()> {
        let MineArguments { variant, seed, nodes, moves, count, .. } = self.arguments;
        let variant = variant.variant;
        let player = PuzzleSearcher::new(variant.engine(PLAYER_MEGABYTES));
        let settings = MiningSettings { seed: *seed, nodes: *nodes, longest: *moves };
        let mut miner = Miner::new(variant, settings, player, searcher(variant));
        while !self.stop.load(Ordering::Relaxed) && locked(&self.kept).count() < *count {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let mut tally = MiningStatistics::default();
            let puzzle = match &self.games {
                None => miner.mine(number, &self.kept, &mut tally),
                Some(games) => match games.get(number as usize) {
                    Some(game) => miner.mine_scored_game(game, &self.kept, &mut tally),
                    None => break,
                },
            };
            locked(&self.tally).add(&tally);
            let Some(puzzle) = puzzle? else { continue };
            let mut kept = locked(&self.kept);
            if kept.count() < *count && kept.add(&puzzle) {
                self.file.append(&write(&puzzle)).with_context(|| self.arguments.output.display().to_string())?;
                output::status(&format!(
                    "{}: {} of {count}, game {number}, {} moves, rated {}",
                    variant.id,
                    kept.count(),
                    puzzle.turns(),
                    puzzle.rating
                ));
            }
        }
        Ok(())
    }
}

/// A file of puzzles to which lines are appended.
struct PuzzleFile(File);

impl PuzzleFile {
    /// Opens or creates a file and reads its puzzles. An incomplete last line is removed; its puzzle
    /// will be found again.
    fn open(variant: &Entry, path: &Path) -> anyhow::Result<(PuzzleFile, Vec<Puzzle>)> {
        let name = || path.display().to_string();
        let mut file = OpenOptions::new().create(true).append(true).open(path).with_context(name)?;
        let text = input::text(path)?;
        let (lines, last) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        let is_torn = !lines.is_empty() && serde_json::from_str::<IgnoredAny>(last).is_err();
        let whole = if is_torn { lines } else { &text };
        let puzzles = puzzle::read(variant, whole).map_err(|error| anyhow!("{}: {error}", name()))?;
        if !last.is_empty() && !is_torn {
            file.write_all(b"\n").with_context(name)?;
        } else if !last.is_empty() {
            let length = file.metadata().with_context(name)?.len();
            file.set_len(length - last.len() as u64).with_context(name)?;
            output::status(&format!("{}: the last line was incomplete, and has been removed", name()));
        }
        Ok((PuzzleFile(file), puzzles))
    }

    /// Appends a line, completely or not at all.
    fn append(&self, line: &str) -> io::Result<()> {
        let length = self.0.metadata()?.len();
        let written = (&self.0).write_all(format!("{line}\n").as_bytes());
        if written.is_err() {
            let _ = self.0.set_len(length);
        }
        written
    }
}

/// Returns the games of a file in their order.
fn scored(variant: &str, path: &Path) -> anyhow::Result<Vec<ScoredGame>> {
    let mut games = Vec::new();
    let keep = |game: faraday_training::Game| {
        let random = game.opening.into_iter().map(|mv| (mv, None));
        let plies = random.chain(game.plies.into_iter().map(|ply| (ply.mv, Some(ply.score)))).collect();
        games.push(ScoredGame { number: games.len() as u64, plies });
    };
    GameFile::read(path, variant, keep).with_context(|| path.display().to_string())?;
    Ok(games)
}

fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
