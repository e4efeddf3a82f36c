//! Progress of a contest on standard error: a bar on a terminal, otherwise a line per game.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::Duration;

use faraday_arena::{FinishedGame, MatchPlan, Standing, Verdict};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::summary;
use crate::output;

/// Reports the progress of a contest on standard error.
pub struct ContestProgress {
    bar: Option<ProgressBar>,
    total: usize,
    /// The number of finished games.
    finished_games: usize,
}

impl ContestProgress {
    /// Starts reporting, with the number of games that a resumed record already contains.
    pub fn new(plan: &MatchPlan, recorded: usize) -> ContestProgress {
        let total = plan.schedule.len();
        let finished_games = recorded.min(total);
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr_with_hz(5));
            let style = ProgressStyle::with_template("{bar:24} {pos}/{len}  {wide_msg}  {elapsed} (left {eta})");
            bar.set_style(style.expect("the template is well formed"));
            bar.set_position(finished_games as u64);
            bar.reset_eta();
            // A steady tick starts a thread, and would panic if the system provides none.
            if thread::Builder::new().spawn(|| {}).is_ok() {
                bar.enable_steady_tick(Duration::from_secs(1));
            }
            bar
        });
        if recorded > 0 {
            let line = format!("resuming after {finished_games} of {total} games");
            match &bar {
                Some(bar) => bar.println(line),
                None => output::status(&line),
            }
        }
        ContestProgress { bar, total, finished_games }
    }

    /// Counts and reports a finished game.
    pub fn game(&mut self, plan: &MatchPlan, finished: &FinishedGame, standing: &Standing) {
        self.finished_games += 1;
        let line = finished.line;
        let state = if plan.entrants.len() == 2 { summary::brief(plan, standing) } else { String::new() };
        let mut text = format!("game {}: {} – {} {} ({})", line.game, line.white, line.black, line.result, line.reason);
        let is_foul = matches!(finished.played.verdict, Verdict::Forfeited(..));
        if is_foul {
            text = format!("{text} {}", line.text);
        }
        let text = output::one_line(&text);
        match &self.bar {
            Some(bar) => {
                bar.set_position(self.finished_games as u64);
                if is_foul {
                    bar.println(&text);
                }
                bar.set_message(if state.is_empty() { text } else { state });
            }
            None => output::status(&format!("{}/{}  {text}  {state}", self.finished_games, self.total)),
        }
    }

    /// Stops the bar and removes it from the terminal.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
