//! The terminal while a game is on it, and as it was before.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

use super::signals;

/// Whether the terminal is to be given back. One process has one terminal.
static IS_OURS: AtomicBool = AtomicBool::new(false);

/// A terminal that is ours until this is dropped.
pub struct Screen {
    /// What is drawn on.
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal over. A panic gives it back before it is reported, in whichever thread it happens; so does a
    /// signal that ends the program.
    pub fn enter() -> io::Result<Screen> {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore();
            report(panic);
        }));
        signals::watch(restore)?;
        IS_OURS.store(true, Ordering::Relaxed);
        enable_raw_mode()?;
        let screen = Screen { terminal: Terminal::new(CrosstermBackend::new(stdout()))? };
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back, as far as that is possible: there is nowhere left to report to if it is not.
fn restore() {
    // A second time would put the cursor over what was written since.
    if !IS_OURS.swap(false, Ordering::Relaxed) {
        return;
    }
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}
