//! The state machine of the full-screen game, which holds all of its state. It takes an action and returns effects.
//!
//! Must not know the terminal, files, threads, or the time of day.

use std::mem;

use ratatui::layout::Size;

use super::action::{Action, Direction, Effect, Input};
use super::appearance::Appearance;
use super::dialog::Dialog;
use super::game_screen::{GameScreen, Notice, PendingSearch, SearchPurpose};
use super::menu::{Menu, MenuOutcome};
use crate::play::opponent::EngineRequest;
use crate::play::start::GameOptions;
use crate::play::table::PlayerKind;
use crate::play::table::Start;

/// The complete state of the full-screen game, including effects that wait to be executed.
pub struct App {
    /// The size of the window.
    pub window: Size,
    pub appearance: Appearance,
    pub stage: Stage,
    /// The dialog in front of the stage.
    pub dialog: Option<Dialog>,
    /// Today's date, for records.
    pub date: String,
    /// The options from the command line. The menu asks for missing ones.
    asked: GameOptions,
    /// The options of the game in progress.
    pub options: GameOptions,
    last_request_id: u64,
    effects: Vec<Effect>,
}

/// The current stage of the program: the menu or a game.
pub enum Stage {
    /// The questions before a game.
    Menu(Menu),
    Game(Box<GameScreen>),
}

/// Asks for confirmation before an unfinished game is left.
const LEAVING: Dialog = Dialog::Confirm(super::dialog::Confirmation::Leave);

impl App {
    /// Creates the state with the menu, or with a game if the command line names one.
    pub fn new(window: Size, appearance: Appearance, date: String, options: GameOptions, start: Option<Start>) -> App {
        let mut app = App {
            window,
            appearance,
            stage: Stage::Menu(Menu::new(options)),
            dialog: None,
            date,
            asked: options,
            options,
            last_request_id: 0,
            effects: Vec::new(),
        };
        if let Some(start) = start {
            app.start_game(start, options);
        }
        app
    }

    /// Returns the effects that are due before any action.
    pub fn first_effects(&mut self) -> Vec<Effect> {
        mem::take(&mut self.effects)
    }

    /// Applies an action and returns the effects that follow from it.
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Resize(window) => self.window = window,
            Action::Pass(elapsed) => self.pass(elapsed),
            Action::EngineAnswer(request_id, answer) => self.on_answer(request_id, answer),
            Action::Saved(path, result) => self.saved(&path, result),
            Action::Loaded(path, text) => self.loaded(&path, text),
            Action::Interrupt => self.interrupt(),
            Action::Input(input) => self.on_input(input),
        }
        mem::take(&mut self.effects)
    }

    /// Passes a key or a mouse click to the dialog, or else to the stage.
    fn on_input(&mut self, input: Input) {
        if !super::layout::fits(self.window) {
            if matches!(input, Input::Escape | Input::Write('q')) {
                self.interrupt();
            }
            return;
        }
        if let Some(dialog) = self.dialog.take() {
            self.on_dialog_input(dialog, input);
            return;
        }
        match &mut self.stage {
            Stage::Menu(menu) => {
                let next = on_menu_input(menu, input);
                self.follow_menu(next);
            }
            Stage::Game(_) => self.on_board_input(input),
        }
    }

    fn follow_menu(&mut self, next: MenuOutcome) {
        match next {
            MenuOutcome::Menu => {}
            MenuOutcome::Leave => self.emit(Effect::Leave),
            MenuOutcome::Game(entry, options) => {
                let game = entry.game(None).expect("a variant's own start is a position of it");
                self.start_game(game, options);
            }
        }
    }

    /// Asks for confirmation at the first Ctrl-C, and leaves at the second.
    fn interrupt(&mut self) {
        match &self.stage {
            Stage::Game(screen) if screen.is_unfinished() && !self.asks_to_leave() => self.dialog = Some(LEAVING),
            Stage::Game(_) | Stage::Menu(_) => self.emit(Effect::Leave),
        }
    }

    /// Returns true if the dialog asks for confirmation to leave an unfinished game.
    pub fn asks_to_leave(&self) -> bool {
        self.dialog.as_ref() == Some(&LEAVING)
    }

    /// Starts or continues a game.
    pub(super) fn start_game(&mut self, start: impl Into<Start>, options: GameOptions) {
        self.emit(Effect::StopSearch);
        self.options = options;
        self.dialog = None;
        self.stage = Stage::Game(Box::new(GameScreen::new(options.table(start))));
        self.request_computer_move();
    }

    /// Returns to the menu.
    pub(super) fn show_menu(&mut self) {
        self.emit(Effect::StopSearch);
        self.stage = Stage::Menu(Menu::new(self.asked));
    }

    pub(super) fn emit(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Returns the game on the stage.
    pub(super) fn game_screen(&mut self) -> Option<&mut GameScreen> {
        match &mut self.stage {
            Stage::Game(screen) => Some(screen),
            Stage::Menu(_) => None,
        }
    }

    /// Shows a notice at the board.
    pub(super) fn show_notice(&mut self, notice: Notice) {
        if let Some(screen) = self.game_screen() {
            screen.show_notice(notice);
        }
    }

    /// Asks the computer for its move if it is its turn.
    pub(super) fn request_computer_move(&mut self) {
        let Some(screen) = self.game_screen() else { return };
        if screen.table.mover() == Some(PlayerKind::Computer) {
            let request = EngineRequest::move_at(&screen.table);
            self.request_search(SearchPurpose::Move, request);
        }
    }

    /// Sends a request to the computer.
    pub(super) fn request_search(&mut self, purpose: SearchPurpose, request: EngineRequest) {
        self.last_request_id += 1;
        let request_id = self.last_request_id;
        let Some(screen) = self.game_screen() else { return };
        screen.pending = Some(PendingSearch { request_id, purpose });
        let entry = screen.table.game().entry();
        self.emit(Effect::Search { entry, request_id, request });
    }
}

fn on_menu_input(menu: &mut Menu, input: Input) -> MenuOutcome {
    match input {
        Input::Step(Direction::Up) => menu.step(-1),
        Input::Step(Direction::Down) => menu.step(1),
        Input::PageUp => menu.step(-5),
        Input::PageDown => menu.step(5),
        Input::Enter | Input::Write(' ') | Input::Step(Direction::Right) => return menu.choose(),
        Input::Escape | Input::Erase | Input::Write('q') | Input::Step(Direction::Left) => return menu.back(),
        Input::Write(_) | Input::Click(..) => {}
    }
    MenuOutcome::Menu
}
