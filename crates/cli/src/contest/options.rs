//! Options shared by all contests: variant, openings, limits, adjudication, and output files.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow, ensure};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use faraday_arena::statistics::Sprt;
use faraday_arena::{
    Entrant, FinishedGame, Journal, MatchPlan, MoveLimits, MoveLimitsError, OpeningError, OpeningOrder, Openings,
    OpeningsArgument, PlayerTags, Schedule, Source, Standing, Stop, Terms, seconds, write_pgn,
};
use faraday_play::{DrawAdjudication, ResignAdjudication, TimeControl};
use faraday_rules::pgn::decode;
use faraday_variants::Entry;

use super::games::{FileEnd, GamesFile};
use super::progress::ContestProgress;
use super::result::ContestResult;
use crate::{date, number, output, position, signals};

/// The syntax of players, for `--help`.
pub const PLAYERS: &str = "Players:
  faraday[:SETTING,…]      this engine, in process
  cmd:COMMAND[,SETTING,…]  any UCI engine, as a child process
  random                   random legal moves

Settings are KEY=VALUE; quote a word that contains a comma or a space:
  both     name, tc, movetime, nodes, depth; a player's own limit replaces all limits of the match
  faraday  level (1 to 10), hash (megabytes), threads, overhead (milliseconds), network:
           embedded, none, or a file, and book: yes or no; levels 8 to 10 play from the opening
           book unless it is no
  cmd      option.NAME=VALUE, a UCI option; UCI_Variant is set if the engine has it";

/// The options of all contests.
#[derive(Args)]
pub struct ContestOptions {
    /// The variant's id; `faraday rules` lists them
    #[arg(long, value_name = "VARIANT", value_parser = position::variant(), hide_possible_values = true)]
    variant: &'static Entry,
    /// Time control: [moves/]seconds[+increment] [default: 10+0.1 unless another limit is given]
    #[arg(long, value_name = "CONTROL")]
    tc: Option<TimeControl>,
    /// Seconds per move
    #[arg(long, value_name = "SECONDS", value_parser = some_seconds)]
    movetime: Option<Duration>,
    /// Nodes per move
    #[arg(long, value_parser = number::at_least(1_u64))]
    nodes: Option<u64>,
    /// Search depth per move, in plies
    #[arg(long, value_parser = number::at_least(1_u32))]
    depth: Option<u32>,
    /// Openings, each played with both colors: random:PLIES, or a .fen, .epd, or .pgn file
    #[arg(long, value_name = "SOURCE", default_value = "random:8")]
    openings: OpeningsArgument,
    /// Order of the openings in a file
    #[arg(long, default_value = "sequential", value_parser = order())]
    order: OpeningOrder,
    /// Maximum number of plies taken from each game of a PGN opening file
    #[arg(long, value_name = "PLIES", value_parser = number::at_least(0_usize))]
    opening_plies: Option<usize>,
    /// Use only random openings that a short search scores within this many centipawns of equal
    #[arg(long, value_name = "CP", value_parser = number::between(0_i32, 30_000))]
    balance: Option<i32>,
    /// Random seed for openings and lower levels
    #[arg(long, default_value_t = 1, value_parser = number::at_least(0_u64))]
    seed: u64,
    /// Adjudicate a loss when a player's own score is −CP or less for MOVES of its moves in a row
    #[arg(long, value_name = "CP:MOVES", value_parser = resign)]
    resign: Option<ResignAdjudication>,
    /// Adjudicate a draw when both scores are within CP of equal for MOVES moves, from move FROM on
    #[arg(long, value_name = "CP:MOVES:FROM", value_parser = draw)]
    draw: Option<DrawAdjudication>,
    /// Adjudicate a draw after this many plies
    #[arg(long, value_name = "PLIES", value_parser = number::between(1_u64, 100_000))]
    max_plies: Option<u64>,
    /// Milliseconds by which a player may exceed the clock, to allow for system delays
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = number::between(0_u64, 60_000))]
    margin: u64,
    /// Seconds to wait for an answer if no clock limits it
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = some_seconds)]
    patience: Duration,
    /// Games to play concurrently [default: half the processors]
    #[arg(long, value_name = "N", value_parser = number::at_least(NonZeroUsize::MIN))]
    concurrency: Option<NonZeroUsize>,
    /// Record the games in a JSON Lines file, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Append the games to a PGN file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Returns a parser for the order of openings.
fn order() -> impl TypedValueParser<Value = OpeningOrder> {
    let order = |name: String| if name == "random" { OpeningOrder::Random } else { OpeningOrder::Sequential };
    PossibleValuesParser::new(["sequential", "random"]).map(order)
}

/// Parses a player of a contest.
pub fn player(text: &str) -> Result<Entrant, String> {
    Entrant::parse(text).map_err(|error| error.to_string())
}

/// Plays the games of a schedule.
pub fn play(
    options: &ContestOptions,
    players: &[Entrant],
    schedule: Schedule,
    sprt: Option<Sprt>,
) -> anyhow::Result<ContestResult> {
    let plan = options.plan(players, schedule, sprt);
    let mut openings = options.open()?;
    let mut journal = match &options.record {
        Some(path) => Journal::open(path, &plan.settings(&openings))?,
        None => Journal::none(),
    };
    let mut pgn = options.pgn.as_deref().map(open_games).transpose()?;
    let stop = Stop::new();
    let engines = stop.clone();
    signals::watch(&stop.flag(), move || engines.end_engines())?;
    let mut progress = ContestProgress::new(&plan, journal.lines().len());
    let today = date::today();
    let tell = &mut |finished: &FinishedGame, standing: &Standing| -> io::Result<()> {
        if let Some(pgn) = &mut pgn {
            let scheduled = finished.scheduled;
            let names = [scheduled.white, scheduled.black].map(|player| {
                let Entrant { name, limits, .. } = &plan.entrants[player];
                PlayerTags { name, limits }
            });
            let text = write_pgn(plan.entry, finished.played, &names, &scheduled.round(), &today);
            pgn.add(&text)?;
        }
        progress.game(&plan, finished, standing);
        Ok(())
    };
    let ended = faraday_arena::run(&plan, &mut openings, &mut journal, &stop, tell);
    progress.end();
    let (outcome, standing) = ended.map_err(|error| anyhow!("{error}"))?;
    Ok(ContestResult { plan, standing, outcome })
}

fn open_games(path: &Path) -> anyhow::Result<GamesFile> {
    let (games, end) = GamesFile::open(path)?;
    if end == FileEnd::Repaired {
        output::status(&format!("{}: its last game is incomplete and ends there", path.display()));
    }
    Ok(games)
}

impl ContestOptions {
    fn plan(&self, players: &[Entrant], schedule: Schedule, sprt: Option<Sprt>) -> MatchPlan {
        let mut entrants = players.to_vec();
        Entrant::tell_apart(&mut entrants);
        for entrant in &mut entrants {
            if entrant.limits.is_empty() {
                entrant.limits = self.limits();
            }
        }
        let half = thread::available_parallelism().map_or(1, |processors| (processors.get() / 2).max(1));
        let terms = Terms {
            resign: self.resign,
            draw: self.draw,
            most_plies: self.max_plies.map(|plies| plies as usize),
            margin: Duration::from_millis(self.margin),
            patience: self.patience,
        };
        let concurrency = self.concurrency.map_or(half, NonZeroUsize::get);
        MatchPlan { entry: self.variant, entrants, schedule, terms, seed: self.seed, concurrency, sprt }
    }

    /// Returns true if the match itself sets a limit for moves.
    pub fn limits_moves(&self) -> bool {
        !self.given_limits().is_empty()
    }

    fn given_limits(&self) -> MoveLimits {
        MoveLimits { control: self.tc, move_time: self.movetime, nodes: self.nodes, depth: self.depth }
    }

    fn limits(&self) -> MoveLimits {
        let limits = self.given_limits();
        if limits.is_empty() {
            let usual = TimeControl::fischer(Duration::from_secs(10), Duration::from_millis(100));
            return MoveLimits { control: Some(usual.expect("there is time for the first move")), ..limits };
        }
        limits
    }

    fn open(&self) -> anyhow::Result<Openings> {
        let source = match &self.openings {
            OpeningsArgument::Random(plies) => {
                ensure!(
                    self.opening_plies.is_none(),
                    "--opening-plies is for PGN files; random openings have their length in random:PLIES"
                );
                ensure!(self.order == OpeningOrder::Sequential, "--order is for files; random openings have none");
                Source::Random { plies: *plies, balance: self.balance }
            }
            OpeningsArgument::File(name) => {
                ensure!(self.balance.is_none(), "--balance chooses among random openings, not among those of a file");
                let bytes = fs::read(name).with_context(|| format!("cannot read {name}"))?;
                let text = decode(&bytes).into_owned();
                Source::File { name: name.clone(), text, order: self.order, plies: self.opening_plies }
            }
        };
        let openings = Openings::new(self.variant, source, self.seed)?;
        name_bad(openings.errors());
        Ok(openings)
    }
}

/// Reports the openings that are left out, the first of them with their reasons.
fn name_bad(errors: &[OpeningError]) {
    const MOST: usize = 20;
    for error in errors.iter().take(MOST) {
        output::diagnostic("note", &format!("{error}; this opening is skipped"));
    }
    if errors.len() > MOST {
        output::diagnostic("note", &format!("{} more openings are skipped", errors.len() - MOST));
    }
}

/// Parses a positive number of seconds.
fn some_seconds(text: &str) -> Result<Duration, MoveLimitsError> {
    seconds(text).ok().filter(|time| !time.is_zero()).ok_or_else(|| MoveLimitsError::Seconds(text.to_owned()))
}

fn resign(text: &str) -> Result<ResignAdjudication, String> {
    let [centipawns, moves] = numbers(text).ok_or("write CP:MOVES, such as 600:4")?;
    Ok(ResignAdjudication { centipawns: centipawns as i32, moves })
}

fn draw(text: &str) -> Result<DrawAdjudication, String> {
    let [centipawns, moves, from] = numbers(text).ok_or("write CP:MOVES:FROM, such as 10:8:40")?;
    Ok(DrawAdjudication { centipawns: centipawns as i32, moves, from })
}

/// Parses numbers between colons, each from 1 to 100,000.
fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let number = |text: &str| u32::from_str(text).ok().filter(|number| (1..=100_000).contains(number));
    let numbers: Option<Vec<u32>> = text.split(':').map(number).collect();
    numbers?.try_into().ok()
}
