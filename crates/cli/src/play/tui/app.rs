//! The whole of what the screen shows, and the one way in which it changes: an action comes in, orders go out.
//!
//! Knows nothing of the terminal, of files, of threads or of the time of day.

use std::mem;

use faraday_variants::AnyGame;
use ratatui::layout::Size;

use super::action::{Action, Direction, Order, Touch};
use super::dialog::Dialog;
use super::look::Look;
use super::menu::{Menu, Next};
use super::sitting::{Notice, Purpose, Sitting, Waiting};
use crate::play::opponent::Question;
use crate::play::start::Terms;
use crate::play::table::Seat;

/// The program on its screen.
pub struct App {
    /// The window.
    pub window: Size,
    /// How things are drawn.
    pub look: Look,
    /// What is on the stage.
    pub stage: Stage,
    /// What stands in front of it.
    pub dialog: Option<Dialog>,
    /// Today's date, for records.
    pub date: String,
    /// What the command line says; what it leaves open the menu asks.
    asked: Terms,
    /// The terms of the game in progress.
    pub terms: Terms,
    tickets: u64,
    orders: Vec<Order>,
}

/// What is on the stage.
pub enum Stage {
    /// The questions before a game.
    Menu(Menu),
    /// A game.
    Game(Box<Sitting>),
}

/// Asks whether an unfinished game may be left.
const LEAVING: Dialog = Dialog::Confirm(super::dialog::Question::Leave);

impl App {
    /// The menu, or a game if the command line names one.
    pub fn new(window: Size, look: Look, date: String, terms: Terms, game: Option<Box<dyn AnyGame>>) -> App {
        let mut app = App {
            window,
            look,
            stage: Stage::Menu(Menu::new(terms)),
            dialog: None,
            date,
            asked: terms,
            terms,
            tickets: 0,
            orders: Vec::new(),
        };
        if let Some(game) = game {
            app.sit_down(game, terms);
        }
        app
    }

    /// The orders that are due before anything has happened.
    pub fn first_orders(&mut self) -> Vec<Order> {
        mem::take(&mut self.orders)
    }

    /// Lets something happen.
    pub fn update(&mut self, action: Action) -> Vec<Order> {
        match action {
            Action::Resize(window) => self.window = window,
            Action::Pass(elapsed) => self.pass(elapsed),
            Action::Thought(ticket, thought) => self.hear(ticket, thought),
            Action::Saved(path, result) => self.saved(&path, result),
            Action::Loaded(path, text) => self.loaded(&path, text),
            Action::Interrupt => self.interrupt(),
            Action::Touch(touch) => self.touch(touch),
        }
        mem::take(&mut self.orders)
    }

    /// A key or the mouse: what is in front takes it.
    fn touch(&mut self, touch: Touch) {
        if !super::plan::fits(self.window) {
            if matches!(touch, Touch::Escape | Touch::Write('q')) {
                self.interrupt();
            }
            return;
        }
        if let Some(dialog) = self.dialog.take() {
            self.touch_dialog(dialog, touch);
            return;
        }
        match &mut self.stage {
            Stage::Menu(menu) => {
                let next = touch_menu(menu, touch);
                self.follow_menu(next);
            }
            Stage::Game(_) => self.touch_board(touch),
        }
    }

    fn follow_menu(&mut self, next: Next) {
        match next {
            Next::Menu => {}
            Next::Leave => self.order(Order::Leave),
            Next::Game(entry, terms) => {
                let game = entry.game(None).expect("a variant's own start is a position of it");
                self.sit_down(game, terms);
            }
        }
    }

    /// Control and C ask once.
    fn interrupt(&mut self) {
        match &self.stage {
            Stage::Game(sitting) if sitting.is_unfinished() && !self.asks_to_leave() => self.dialog = Some(LEAVING),
            Stage::Game(_) | Stage::Menu(_) => self.order(Order::Leave),
        }
    }

    /// Whether it is asked if an unfinished game may be left.
    pub fn asks_to_leave(&self) -> bool {
        self.dialog.as_ref() == Some(&LEAVING)
    }

    /// Begins a game, or goes on with one.
    pub(super) fn sit_down(&mut self, game: Box<dyn AnyGame>, terms: Terms) {
        self.order(Order::Hush);
        self.terms = terms;
        self.dialog = None;
        self.stage = Stage::Game(Box::new(Sitting::new(terms.table(game))));
        self.ask_if_due();
    }

    /// Back to the menu.
    pub(super) fn show_menu(&mut self) {
        self.order(Order::Hush);
        self.stage = Stage::Menu(Menu::new(self.asked));
    }

    pub(super) fn order(&mut self, order: Order) {
        self.orders.push(order);
    }

    /// The game on the stage.
    pub(super) fn sitting(&mut self) -> Option<&mut Sitting> {
        match &mut self.stage {
            Stage::Game(sitting) => Some(sitting),
            Stage::Menu(_) => None,
        }
    }

    /// Says something at the board.
    pub(super) fn say(&mut self, notice: Notice) {
        if let Some(sitting) = self.sitting() {
            sitting.say(notice);
        }
    }

    /// Asks the computer for its move if it is its turn.
    pub(super) fn ask_if_due(&mut self) {
        let Some(sitting) = self.sitting() else { return };
        if sitting.table.mover() == Some(Seat::Computer) {
            let question = Question::move_at(&sitting.table);
            self.ask(Purpose::Move, question);
        }
    }

    /// Asks the computer something.
    pub(super) fn ask(&mut self, purpose: Purpose, question: Question) {
        self.tickets += 1;
        let ticket = self.tickets;
        let Some(sitting) = self.sitting() else { return };
        sitting.waiting = Some(Waiting { ticket, purpose });
        let entry = sitting.table.game().entry();
        self.order(Order::Ask { entry, ticket, question });
    }
}

fn touch_menu(menu: &mut Menu, touch: Touch) -> Next {
    match touch {
        Touch::Step(Direction::Up) => menu.step(-1),
        Touch::Step(Direction::Down) => menu.step(1),
        Touch::PageUp => menu.step(-5),
        Touch::PageDown => menu.step(5),
        Touch::Enter | Touch::Write(' ') | Touch::Step(Direction::Right) => return menu.choose(),
        Touch::Escape | Touch::Erase | Touch::Write('q') | Touch::Step(Direction::Left) => return menu.back(),
        Touch::Write(_) | Touch::Click(..) => {}
    }
    Next::Menu
}
