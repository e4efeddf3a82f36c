//! What is told while a contest goes on: a bar on a terminal, else a line a game.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::Duration;

use faraday_arena::{Finished, Plan, Standing, Verdict};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::summary;
use crate::output;

/// Tells of a contest on the error stream.
pub struct Progress {
    bar: Option<ProgressBar>,
    total: usize,
    /// How many games are over.
    over: usize,
}

impl Progress {
    /// Begins; so many games are in the record.
    pub fn new(plan: &Plan, recorded: usize) -> Progress {
        let total = plan.schedule.len();
        let over = recorded.min(total);
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr_with_hz(5));
            let style = ProgressStyle::with_template("{bar:24} {pos}/{len}  {wide_msg}  {elapsed} (left {eta})");
            bar.set_style(style.expect("the template is well formed"));
            bar.set_position(over as u64);
            bar.reset_eta();
            // The bar would start a thread for it, and panic where there is none.
            if thread::Builder::new().spawn(|| {}).is_ok() {
                bar.enable_steady_tick(Duration::from_secs(1));
            }
            bar
        });
        if recorded > 0 {
            let line = format!("resuming after {over} of {total} games");
            match &bar {
                Some(bar) => bar.println(line),
                None => output::tell(&line),
            }
        }
        Progress { bar, total, over }
    }

    /// A game is over.
    pub fn game(&mut self, plan: &Plan, finished: &Finished, standing: &Standing) {
        self.over += 1;
        let line = finished.line;
        let state = if plan.entrants.len() == 2 { summary::brief(plan, standing) } else { String::new() };
        let mut said = format!("game {}: {} – {} {} ({})", line.game, line.white, line.black, line.result, line.reason);
        let is_foul = matches!(finished.played.verdict, Verdict::Forfeited(..));
        if is_foul {
            said = format!("{said} {}", line.text);
        }
        let said = output::one_line(&said);
        match &self.bar {
            Some(bar) => {
                bar.set_position(self.over as u64);
                if is_foul {
                    bar.println(&said);
                }
                bar.set_message(if state.is_empty() { said } else { state });
            }
            None => output::tell(&format!("{}/{}  {said}  {state}", self.over, self.total)),
        }
    }

    /// The contest is over.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
