//! The complete state of the screen, and the only way to change it: it takes an action and returns orders.
//!
//! Knows nothing of the terminal, files, threads, or the time of day.

use std::mem;

use ratatui::layout::Size;

use super::action::{Action, Direction, Order, Touch};
use super::dialog::Dialog;
use super::look::Look;
use super::menu::{Menu, Next};
use super::sitting::{Notice, Purpose, Sitting, Waiting};
use crate::play::opponent::Question;
use crate::play::start::Terms;
use crate::play::table::Seat;
use crate::play::table::Start;

/// The state of the program.
pub struct App {
    /// The size of the window.
    pub window: Size,
    pub look: Look,
    pub stage: Stage,
    /// The dialog in front of the stage.
    pub dialog: Option<Dialog>,
    /// Today's date, for records.
    pub date: String,
    /// The terms from the command line. The menu asks for missing ones.
    asked: Terms,
    /// The terms of the game in progress.
    pub terms: Terms,
    tickets: u64,
    orders: Vec<Order>,
}

/// The menu or the board.
pub enum Stage {
    /// The questions before a game.
    Menu(Menu),
    Game(Box<Sitting>),
}

/// Asks for confirmation before an unfinished game is left.
const LEAVING: Dialog = Dialog::Confirm(super::dialog::Question::Leave);

impl App {
    /// Creates the state with the menu, or with a game if the command line names one.
    pub fn new(window: Size, look: Look, date: String, terms: Terms, start: Option<Start>) -> App {
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
        if let Some(start) = start {
            app.sit_down(start, terms);
        }
        app
    }

    /// Returns the orders that are due before any action.
    pub fn first_orders(&mut self) -> Vec<Order> {
        mem::take(&mut self.orders)
    }

    /// Applies an action and returns the orders that follow from it.
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

    /// Passes a key or a mouse click to the dialog, or else to the stage.
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

    /// Asks for confirmation at the first Ctrl-C, and leaves at the second.
    fn interrupt(&mut self) {
        match &self.stage {
            Stage::Game(sitting) if sitting.is_unfinished() && !self.asks_to_leave() => self.dialog = Some(LEAVING),
            Stage::Game(_) | Stage::Menu(_) => self.order(Order::Leave),
        }
    }

    /// Returns true if the dialog asks for confirmation to leave an unfinished game.
    pub fn asks_to_leave(&self) -> bool {
        self.dialog.as_ref() == Some(&LEAVING)
    }

    /// Starts or continues a game.
    pub(super) fn sit_down(&mut self, start: impl Into<Start>, terms: Terms) {
        self.order(Order::Hush);
        self.terms = terms;
        self.dialog = None;
        self.stage = Stage::Game(Box::new(Sitting::new(terms.table(start))));
        self.ask_if_due();
    }

    /// Returns to the menu.
    pub(super) fn show_menu(&mut self) {
        self.order(Order::Hush);
        self.stage = Stage::Menu(Menu::new(self.asked));
    }

    pub(super) fn order(&mut self, order: Order) {
        self.orders.push(order);
    }

    /// Returns the game on the stage.
    pub(super) fn sitting(&mut self) -> Option<&mut Sitting> {
        match &mut self.stage {
            Stage::Game(sitting) => Some(sitting),
            Stage::Menu(_) => None,
        }
    }

    /// Shows a notice at the board.
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

    /// Sends a question to the computer.
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
