//! A game on the screen of a terminal: reads events, passes them to the state machine, executes its orders, and draws.

mod action;
mod app;
mod dialog;
mod keys;
mod look;
mod menu;
mod plan;
mod screen;
mod signals;
mod sitting;
mod update;
mod view;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use ratatui::crossterm::event;

use super::arguments::PlayArguments;
use super::opponent::Worker;
use super::start::{self, Terms};
use crate::date;
use crate::file;
use action::{Action, Order};
use app::App;
use look::Look;
use screen::Screen;

/// The time for which the program sleeps if nothing happens: short enough for clocks with tenths.
const NAP: Duration = Duration::from_millis(50);

/// The resources for executing orders.
struct Outside {
    worker: Option<(&'static str, Worker)>,
    actions: VecDeque<Action>,
    wants_to_leave: bool,
}

/// Plays on the screen.
pub fn run(arguments: &PlayArguments) -> anyhow::Result<()> {
    let start = start::game(arguments)?;
    let look = Look::of(|name| std::env::var(name).ok());
    let mut screen = Screen::enter()?;
    let window = screen.terminal.size()?;
    let mut app = App::new(window, look, date::today(), Terms::of(arguments), start);
    play(&mut app, &mut screen)
}

fn play(app: &mut App, screen: &mut Screen) -> anyhow::Result<()> {
    let mut outside = Outside { worker: None, actions: VecDeque::new(), wants_to_leave: false };
    app.first_orders().into_iter().for_each(|order| outside.carry_out(order));
    let mut last = Instant::now();
    while !outside.wants_to_leave {
        screen.terminal.draw(|frame| view::draw(app, frame))?;
        outside.listen()?;
        let now = Instant::now();
        // The time that has passed is charged to the side to move before any other action.
        outside.actions.push_front(Action::Pass(now - last));
        last = now;
        while let Some(action) = outside.actions.pop_front() {
            app.update(action).into_iter().for_each(|order| outside.carry_out(order));
        }
    }
    Ok(())
}

impl Outside {
    /// Collects events, and sleeps if there are none.
    fn listen(&mut self) -> anyhow::Result<()> {
        if event::poll(NAP)? {
            loop {
                self.actions.extend(keys::action(&event::read()?));
                if !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        if let Some((_, worker)) = &self.worker {
            while let Some((ticket, thought)) = worker.answer()? {
                self.actions.push_back(Action::Thought(ticket, thought));
            }
        }
        Ok(())
    }

    fn carry_out(&mut self, order: Order) {
        match order {
            Order::Leave => self.wants_to_leave = true,
            Order::Hush => {
                if let Some((_, worker)) = &self.worker {
                    worker.stop();
                }
            }
            Order::Ask { entry, ticket, question } => {
                let known = self.worker.take_if(|(id, _)| *id == entry.id);
                let (_, mut worker) = known.unwrap_or_else(|| (entry.id, Worker::new(entry)));
                worker.ask(ticket, question);
                self.worker = Some((entry.id, worker));
            }
            Order::Save { path, text, standing } => {
                let result = file::save(&path, &text, standing);
                self.actions.push_back(Action::Saved(path, result));
            }
            Order::Load(path) => {
                let text = file::load(&path).map_err(|error| format!("{error:#}"));
                self.actions.push_back(Action::Loaded(path, text));
            }
        }
    }
}
