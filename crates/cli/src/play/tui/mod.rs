//! The full-screen game in a terminal: reads events, passes them to the state machine, runs its effects, and draws.

mod action;
mod app;
mod appearance;
mod dialog;
mod game_screen;
mod keys;
mod layout;
mod menu;
mod screen;
mod signals;
mod update;
mod view;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use ratatui::crossterm::event;

use super::arguments::PlayArguments;
use super::opponent::OpponentThread;
use super::start::{self, GameOptions};
use crate::date;
use crate::file;
use action::{Action, Effect};
use app::App;
use appearance::Appearance;
use screen::Screen;

/// The time for which the program sleeps if nothing happens: short enough for clocks with tenths.
const NAP: Duration = Duration::from_millis(50);

/// The resources for executing effects.
struct Runtime {
    worker: Option<(&'static str, OpponentThread)>,
    actions: VecDeque<Action>,
    wants_to_leave: bool,
}

/// Plays on the screen.
pub fn run(arguments: &PlayArguments) -> anyhow::Result<()> {
    let start = start::game(arguments)?;
    let appearance = Appearance::of(|name| std::env::var(name).ok());
    let mut screen = Screen::enter()?;
    let window = screen.terminal.size()?;
    let mut app = App::new(window, appearance, date::today(), GameOptions::of(arguments), start);
    play(&mut app, &mut screen)
}

fn play(app: &mut App, screen: &mut Screen) -> anyhow::Result<()> {
    let mut runtime = Runtime { worker: None, actions: VecDeque::new(), wants_to_leave: false };
    app.first_effects().into_iter().for_each(|effect| runtime.run_effect(effect));
    let mut last = Instant::now();
    while !runtime.wants_to_leave {
        screen.terminal.draw(|frame| view::draw(app, frame))?;
        runtime.collect_actions()?;
        let now = Instant::now();
        // The time that has passed is charged to the side to move before any other action.
        runtime.actions.push_front(Action::Pass(now - last));
        last = now;
        while let Some(action) = runtime.actions.pop_front() {
            app.update(action).into_iter().for_each(|effect| runtime.run_effect(effect));
        }
    }
    Ok(())
}

impl Runtime {
    /// Collects events, and sleeps if there are none.
    fn collect_actions(&mut self) -> anyhow::Result<()> {
        if event::poll(NAP)? {
            loop {
                self.actions.extend(keys::action(&event::read()?));
                if !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        if let Some((_, worker)) = &self.worker {
            while let Some((request_id, answer)) = worker.answer()? {
                self.actions.push_back(Action::EngineAnswer(request_id, answer));
            }
        }
        Ok(())
    }

    fn run_effect(&mut self, effect: Effect) {
        match effect {
            Effect::Leave => self.wants_to_leave = true,
            Effect::StopSearch => {
                if let Some((_, worker)) = &self.worker {
                    worker.stop();
                }
            }
            Effect::Search { entry, request_id, request } => {
                let known = self.worker.take_if(|(id, _)| *id == entry.id);
                let (_, mut worker) = known.unwrap_or_else(|| (entry.id, OpponentThread::new(entry)));
                worker.ask(request_id, request);
                self.worker = Some((entry.id, worker));
            }
            Effect::Save { path, text, if_exists } => {
                let result = file::save(&path, &text, if_exists);
                self.actions.push_back(Action::Saved(path, result));
            }
            Effect::Load(path) => {
                let text = file::load(&path).map_err(|error| format!("{error:#}"));
                self.actions.push_back(Action::Loaded(path, text));
            }
        }
    }
}
