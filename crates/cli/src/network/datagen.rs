//! `faraday datagen`: self-play, kept in a file that grows game by game.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Args;
use faraday_training::{GameFile, GameFileError, Held, Recipe, Selfplay};
use indicatif::{ProgressBar, ProgressStyle};

use super::{SelfplayArguments, named};
use crate::help;
use crate::outcome::Answer;
use crate::position::VariantArgument;
use crate::{number, output, signals};

/// Where nobody watches, a line is written so often.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Generate self-play games for training
///
/// To resume a run that was interrupted, repeat the command: it adds the games that are missing.
#[derive(Args)]
#[command(after_help = help::examples(&[
    "datagen {variant} --output {variant}.games",
    "datagen {variant} --output {variant}.games --positions 5000000 --nodes 1000 --threads 8",
]))]
pub struct DatagenArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// The file to write the games to
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Stop when the file has this many positions
    #[arg(long, value_name = "N", default_value_t = 3_000_000, value_parser = number::at_least(1_u64))]
    positions: u64,
    /// Nodes per search
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = number::at_least(1_u64))]
    nodes: u64,
    /// Random plies at the start of each game; every other game has one more
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = number::between(0_u64, 60))]
    opening: u64,
    /// Random seed; use a separate file for each seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::at_least(0_u64))]
    seed: u64,
    #[command(flatten)]
    selfplay: SelfplayArguments,
}

/// Plays and reports how much there is.
pub fn run(arguments: &DatagenArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let entry = arguments.variant.variant;
    let file = || arguments.output.display().to_string();
    let net = || named(&arguments.selfplay.net, &arguments.output);
    let bytes = arguments.selfplay.net.read().with_context(net)?;
    let network = arguments.selfplay.net.source(&bytes);
    let threads = arguments.selfplay.threads();
    let (nodes, opening, seed) = (arguments.nodes, arguments.opening as usize, arguments.seed);
    let selfplay = Selfplay { recipe: Recipe { seed, nodes, opening }, network, threads };
    let recipe = selfplay.recipe(entry).with_context(net)?;
    let (games, Held { games: played, positions: held, cut }) =
        GameFile::open(&arguments.output, entry.id, &recipe).with_context(file)?;
    if cut > 0 {
        output::tell(&format!("{}: {}", file(), super::cut_off(cut)));
    }
    let stop = Arc::new(AtomicBool::new(false));
    signals::watch(&stop, || {}).context("cannot listen to signals")?;
    let (games, failure) = (Mutex::new(games), Mutex::new(None::<GameFileError>));
    let (positions, count) = (AtomicU64::new(held), AtomicU64::new(played.len() as u64));
    let progress = Progress::new(arguments.positions, held);
    let mut running = threads;
    if held < arguments.positions {
        let keep = |game: faraday_training::Game| {
            let appended = games.lock().expect("no thread panics").append(&game);
            if let Err(error) = appended {
                *failure.lock().expect("no thread panics") = Some(error);
                return true;
            }
            let found = positions.fetch_add(game.plies.len() as u64, Ordering::Relaxed) + game.plies.len() as u64;
            progress.tell(found, count.fetch_add(1, Ordering::Relaxed) + 1);
            found >= arguments.positions || stop.load(Ordering::Relaxed)
        };
        running = selfplay.play(entry, &played, &keep)?;
    }
    progress.end();
    if let Some(error) = failure.into_inner().expect("no thread panics") {
        return Err(anyhow!("{}: {error}; finished games are kept", file()));
    }
    if running < threads {
        output::tell(&format!("could not start {threads} threads: games were played on {running}"));
    }
    let (positions, games) = (positions.into_inner(), count.into_inner());
    let speed = (positions - held) as f64 / progress.start.elapsed().as_secs_f64().max(1e-9);
    writeln!(out, "{games} games, {positions} positions in {}", file())?;
    if positions > held {
        writeln!(out, "{} positions in this run, {speed:.0} per second on {running} threads", positions - held)?;
    }
    if positions < arguments.positions {
        output::tell("stopped: repeat the command to resume");
        return Ok(Answer::Stopped);
    }
    Ok(Answer::Yes)
}

/// A bar on a terminal, a line now and then elsewhere.
struct Progress {
    bar: ProgressBar,
    wanted: u64,
    held: u64,
    start: Instant,
    told: Mutex<Instant>,
}

impl Progress {
    fn new(wanted: u64, held: u64) -> Progress {
        let style = ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} positions, {msg}, {eta} left");
        let bar = ProgressBar::new(wanted).with_position(held).with_style(style.expect("the template is right"));
        bar.reset_eta();
        Progress { bar, wanted, held, start: Instant::now(), told: Mutex::new(Instant::now()) }
    }

    fn tell(&self, positions: u64, games: u64) {
        let speed = (positions - self.held) as f64 / self.start.elapsed().as_secs_f64();
        if std::io::stderr().is_terminal() {
            self.bar.set_position(positions.min(self.wanted));
            self.bar.set_message(format!("{games} games, {speed:.0} positions/s"));
            return;
        }
        let mut told = self.told.lock().expect("no thread panics");
        if told.elapsed() >= LINE_EVERY {
            *told = Instant::now();
            eprintln!("{positions} of {} positions, {games} games, {speed:.0} positions/s", self.wanted);
        }
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
