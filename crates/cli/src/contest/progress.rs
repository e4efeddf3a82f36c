//! Progress of a contest: a bar on a terminal, otherwise a line per game.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::Duration;

use faraday_arena::{FinishedGame, MatchPlan, Standing, Verdict};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::summary;
use crate::output;

/// Reports the progress of a contest on standard error.
pub struct Progress {
    bar: Option<ProgressBar>,
    total: usize,
    /// The number of finished games.
    over: usize,
}

impl Progress {
    /// Starts reporting, with the number of games that a resumed record already contains.
    pub fn new(plan: &MatchPlan, recorded: usize) -> Progress {
        let total = plan.schedule.len();
        let over = recorded.min(total);
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr_with_hz(5));
            let style = ProgressStyle::with_template("{bar:24} {pos}/{len}  {wide_msg}  {elapsed} (left {eta})");
            bar.set_style(style.expect("the template is well formed"));
            bar.set_position(over as u64);
            bar.reset_eta();
            // A steady tick starts a thread, and would panic if the system provides none.
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

    /// Counts and reports a finished game.
    pub fn game(&mut self, plan: &MatchPlan, finished: &FinishedGame, standing: &Standing) {
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

    /// Stops the bar and removes it from the terminal.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
