//! Key and mouse handling on the board: the cursor, typed moves, and commands.

use faraday_play::Refused;
use faraday_rules::{Color, Move, Square};
use faraday_variants::AnyGame;

use crate::play::opponent;
use crate::play::table::{self, PlayerKind};
use crate::play::tui::action::{Direction, Effect, Input};
use crate::play::tui::app::App;
use crate::play::tui::dialog::{Confirmation, Dialog, FilePurpose};
use crate::play::tui::game_screen::{GameScreen, Notice, SearchPurpose};
use crate::play::tui::keys::{self, KeyCommand};
use crate::play::tui::layout::Layout;

/// The length limit for typed moves: SAN with the club's effects fits.
const LONGEST_INPUT: usize = 60;

impl App {
    pub(in crate::play::tui) fn on_board_input(&mut self, input: Input) {
        let window = self.window;
        let Some(screen) = self.game_screen() else { return };
        match input {
            Input::Step(direction) => screen.move_cursor(direction),
            Input::PageUp => screen.scrolled = (screen.scrolled + 3).min(screen.table.plies().len()),
            Input::PageDown => screen.scrolled = screen.scrolled.saturating_sub(3),
            Input::Enter if screen.input.is_empty() => self.press(),
            Input::Enter => self.submit(),
            Input::Erase => _ = screen.input.pop(),
            Input::Escape if !screen.input.is_empty() => screen.input.clear(),
            Input::Escape if screen.selected.is_some() => screen.selected = None,
            Input::Escape => self.leave(),
            Input::Click(column, row) => {
                let board = Layout::new(window, screen.board_size(), screen.view).board;
                if let Some(at) = board.square_at(column, row) {
                    screen.cursor = at;
                    screen.input.clear();
                    self.press();
                }
            }
            Input::Write(sign) => self.write(sign),
        }
    }

    fn write(&mut self, sign: char) {
        let Some(screen) = self.game_screen() else { return };
        let is_first = screen.input.is_empty();
        match keys::command_for(sign) {
            Some(command) if is_first => self.execute(command),
            _ if is_first && sign == ' ' => self.press(),
            _ if is_first && !keys::begins_move(sign) => {
                screen.show_notice(Notice::Refused(
                    "That is neither a move nor a command: press ? for the keys.".to_owned(),
                ));
            }
            _ if screen.input.chars().count() < LONGEST_INPUT && !sign.is_control() => screen.input.push(sign),
            _ => {}
        }
    }

    fn execute(&mut self, command: KeyCommand) {
        match command {
            KeyCommand::Help => self.dialog = Some(Dialog::Help),
            KeyCommand::PieceStyle => self.appearance.piece_style = self.appearance.piece_style.other(),
            KeyCommand::Undo => self.undo(),
            KeyCommand::Hint => self.ask_for_hint(),
            KeyCommand::Draw => self.offer_draw(),
            KeyCommand::Resign => self.ask_before_resigning(),
            KeyCommand::New => self.dialog = Some(Dialog::New { index: 0 }),
            KeyCommand::Save => self.ask_for_name(FilePurpose::Save),
            KeyCommand::Load => self.ask_for_name(FilePurpose::Load),
            KeyCommand::Leave => self.leave(),
            KeyCommand::Overlay => {
                if let Some(screen) = self.game_screen() {
                    screen.cycle_overlay();
                }
            }
            KeyCommand::Turn => {
                if let Some(screen) = self.game_screen() {
                    screen.view = screen.view.turned();
                }
            }
        }
    }

    /// Handles Enter, or a mouse click, on the square under the cursor.
    fn press(&mut self) {
        let Some(screen) = self.game_screen() else { return };
        let square = screen.under_cursor();
        if screen.selected == Some(square) {
            screen.selected = None;
            return;
        }
        let Some(screen) = self.on_turn() else { return };
        match screen.selected.map(|from| screen.moves(from, square)) {
            Some(moves) if !moves.is_empty() => self.play_one_of(moves),
            Some(_) if !screen.is_own(square) => screen.refuse_selected(square),
            Some(_) | None => screen.select(square),
        }
    }

    /// Returns the game if a person is to move; otherwise shows the reason.
    fn on_turn(&mut self) -> Option<&mut GameScreen> {
        let screen = self.game_screen()?;
        if let Err(notice) = screen.check_turn() {
            screen.show_notice(notice);
            return None;
        }
        Some(screen)
    }

    /// Plays the typed move.
    fn submit(&mut self) {
        let text = self.game_screen().map(|screen| std::mem::take(&mut screen.input)).unwrap_or_default();
        let Some(screen) = self.on_turn() else { return };
        let game = screen.table.game();
        match game.read_move(&text) {
            Ok(legal) => self.play(legal.mv()),
            Err(error) => match choices(game, &text) {
                moves if !moves.is_empty() => self.play_one_of(moves),
                _ => {
                    let complaint = game.complaint(&error);
                    let squares = game.explain(&text).map_or_else(|_| Vec::new(), |explanation| explanation.squares);
                    screen.show_notice(Notice::Refused(complaint));
                    screen.marked = squares;
                }
            },
        }
    }

    /// Plays the only move, or asks which one to play.
    fn play_one_of(&mut self, moves: Vec<Move>) {
        match moves.as_slice() {
            [mv] => self.play(*mv),
            _ => self.dialog = Some(Dialog::Choice { moves, index: 0 }),
        }
    }

    /// Plays a legal move of the person to move.
    pub(in crate::play::tui) fn play(&mut self, mv: Move) {
        let Some(screen) = self.game_screen() else { return };
        let was_waiting = screen.pending.is_some();
        screen.play(mv);
        if was_waiting {
            self.emit(Effect::StopSearch);
        }
        self.request_computer_move();
    }

    fn undo(&mut self) {
        let Some(screen) = self.game_screen() else { return };
        if screen.table.plies_to_undo() == 0 {
            screen.show_notice(Notice::Refused(screen.why_no_undo().to_owned()));
            return;
        }
        let count = screen.table.undo();
        screen.saved = None;
        screen.begin_position();
        let plies = if count == 1 { "One move was" } else { "Your move and the answer were" };
        screen.show_notice(Notice::Info(format!("{plies} taken back.")));
        self.emit(Effect::StopSearch);
        self.request_computer_move();
    }

    fn ask_for_hint(&mut self) {
        let Some(screen) = self.on_turn() else { return };
        screen.show_notice(Notice::Info("Looking for a good move …".to_owned()));
        let request = opponent::EngineRequest::hint_at(&screen.table);
        self.request_search(SearchPurpose::Hint, request);
    }

    fn offer_draw(&mut self) {
        let Some(screen) = self.on_turn() else { return };
        if !screen.table.players().has(PlayerKind::Computer) {
            self.dialog = Some(Dialog::Confirm(Confirmation::TakeDraw));
            return;
        }
        match screen.table.offer_draw() {
            Err(refused @ Refused::TooSoon(_)) => {
                screen.show_notice(Notice::Refused(format!("The draw was declined: {refused}.")));
            }
            Err(refused) => screen.show_notice(Notice::Refused(format!("{refused}."))),
            Ok(()) => {
                screen.show_notice(Notice::Info("You offered a draw.".to_owned()));
                let request = opponent::EngineRequest::hint_at(&screen.table);
                self.request_search(SearchPurpose::Draw, request);
            }
        }
    }

    fn ask_before_resigning(&mut self) {
        let Some(screen) = self.game_screen() else { return };
        match screen.check_open() {
            Err(notice) => screen.show_notice(notice),
            Ok(()) if !screen.table.players().has(PlayerKind::Human) => {
                screen.show_notice(Notice::Refused("The computer is playing itself.".to_owned()));
            }
            Ok(()) => self.dialog = Some(Dialog::Confirm(Confirmation::Resign)),
        }
    }

    fn ask_for_name(&mut self, purpose: FilePurpose) {
        let date = self.date.replace('.', "-");
        let Some(screen) = self.game_screen() else { return };
        let id = screen.table.game().entry().id;
        let text = match purpose {
            FilePurpose::Save => format!("{id}-{date}.pgn"),
            FilePurpose::Load => String::new(),
        };
        self.dialog = Some(Dialog::Name { purpose, text });
    }

    fn leave(&mut self) {
        if self.game_screen().is_some_and(|screen| screen.is_unfinished()) {
            self.dialog = Some(Dialog::Confirm(Confirmation::Leave));
        } else {
            self.emit(Effect::Leave);
        }
    }
}

impl GameScreen {
    fn move_cursor(&mut self, direction: Direction) {
        self.cursor = self.cursor.step(direction, self.board_size(), self.view);
    }

    fn cycle_overlay(&mut self) {
        let names = self.table.game().entry().overlays;
        let next = match self.overlay.and_then(|name| names.iter().position(|other| *other == name)) {
            Some(index) => names.get(index + 1),
            None => names.first(),
        };
        self.overlay = next.copied();
        let text = self.table.game().text();
        self.show_notice(Notice::Info(match self.overlay {
            Some(name) => format!("Overlay: {}.", text.word(name)),
            None if names.is_empty() => "This game has no overlays.".to_owned(),
            None => "No overlay.".to_owned(),
        }));
    }

    /// Returns an error if the game is over.
    fn check_open(&self) -> Result<(), Notice> {
        match self.table.verdict() {
            Some(verdict) => {
                Err(Notice::Refused(format!("The game is over. {}", verdict.sentence(self.table.game().text()))))
            }
            None => Ok(()),
        }
    }

    /// Returns an error unless a person is to move.
    fn check_turn(&self) -> Result<(), Notice> {
        self.check_open()?;
        match self.table.mover() {
            Some(PlayerKind::Human) => Ok(()),
            Some(PlayerKind::Computer) | None => Err(Notice::Refused("It is the computer's turn.".to_owned())),
        }
    }

    fn why_no_undo(&self) -> &'static str {
        if !self.table.players().has(PlayerKind::Human) {
            "The computer is playing itself."
        } else if self.table.plies().is_empty() {
            "There is no move to take back."
        } else {
            "You have no move to take back, or you lost on time."
        }
    }

    fn is_own(&self, square: Square) -> bool {
        let game = self.table.game();
        game.piece_at(square).is_some_and(|piece| piece.color == game.turn())
    }

    fn select(&mut self, square: Square) {
        let game = self.table.game();
        let (name, turn) = (game.name(square), table::color_name(game.turn()));
        if self.is_own(square) {
            self.begin_selection(square);
        } else if game.piece_at(square).is_some() {
            self.show_notice(Notice::Refused(format!("{name} is not yours: it is {turn}'s turn.")));
        } else {
            self.show_notice(Notice::Refused(format!("{name} is empty: select one of {turn}'s pieces.")));
        }
    }

    fn begin_selection(&mut self, square: Square) {
        self.notice = None;
        self.marked.clear();
        self.selected = Some(square);
        if self.destinations().is_empty() {
            let name = self.table.game().name(square);
            self.show_notice(Notice::Info(format!(
                "{name} has no legal moves; go to a square and press Enter to see why."
            )));
        }
    }

    /// Shows why the selected piece may not move to a square. It stays selected.
    fn refuse_selected(&mut self, to: Square) {
        let Some(from) = self.selected else { return };
        let mv = Move { from, to, choice: None };
        let game = self.table.game();
        if let Some(refusal) = game.refusal(mv) {
            let sentence = format!("{} ({})", game.sentence(mv, &refusal), refusal.reason.rule.0);
            self.show_notice(Notice::Refused(sentence));
            self.marked = refusal.squares.to_vec();
        }
    }

    /// Plays a legal move and updates the board.
    pub(in crate::play::tui) fn play(&mut self, mv: Move) {
        if let Err(refused) = self.table.play(mv) {
            let complaint = table::refusal_text(self.table.game(), &refused);
            self.show_notice(Notice::Refused(complaint));
            return;
        }
        self.begin_position();
        self.show_result();
    }
}

/// Returns the legal moves that a text denotes if its missing choice is ignored.
fn choices(game: &dyn AnyGame, text: &str) -> Vec<Move> {
    let bare = |text: &str| text.trim_end_matches(['+', '#', '!', '?']).to_owned();
    let stem = |san: &str| bare(san).split(['=', '*']).next().unwrap_or_default().to_owned();
    let text = bare(text.trim());
    let means = |mv: &Move| {
        let plain = Move { choice: None, ..*mv };
        mv.choice.is_some() && (game.uci(plain) == text || stem(&game.san(*mv)) == text)
    };
    game.legal().into_iter().filter(means).collect()
}

/// Returns the color of the person who resigns: the only person, or the one to move.
pub(super) fn resigner(screen: &GameScreen) -> Color {
    let turn = screen.table.game().turn();
    if screen.table.players().of(turn) == PlayerKind::Human { turn } else { !turn }
}
