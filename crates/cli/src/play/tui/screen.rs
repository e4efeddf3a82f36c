//! Terminal setup: raw mode and the alternate screen, restored on drop.

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

/// True while the terminal must be restored. A process has only one terminal.
static IS_OURS: AtomicBool = AtomicBool::new(false);

/// A terminal that is restored on drop.
pub struct Screen {
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes over the terminal. It is restored before a panic of any thread is reported, and before a
    /// signal ends the program.
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

/// Restores the terminal as far as possible. There is nowhere to report an error.
fn restore() {
    // A second restoration would move the cursor over later output.
    if !IS_OURS.swap(false, Ordering::Relaxed) {
        return;
    }
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}
