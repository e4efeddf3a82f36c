//! Keys and mouse at the board: the cursor, typed moves, commands.

use faraday_play::Refused;
use faraday_rules::{Color, Move, Square};
use faraday_variants::AnyGame;

use crate::play::opponent;
use crate::play::table::{self, Seat};
use crate::play::tui::action::{Direction, Order, Touch};
use crate::play::tui::app::App;
use crate::play::tui::dialog::{Dialog, FilePurpose, Question};
use crate::play::tui::keys::{self, Wish};
use crate::play::tui::plan::Layout;
use crate::play::tui::sitting::{Notice, Purpose, Sitting};

/// The length limit for typed moves: SAN with the club's effects fits.
const LONGEST_INPUT: usize = 60;

impl App {
    pub(in crate::play::tui) fn touch_board(&mut self, touch: Touch) {
        let window = self.window;
        let Some(sitting) = self.sitting() else { return };
        match touch {
            Touch::Step(direction) => sitting.move_cursor(direction),
            Touch::PageUp => sitting.scrolled = (sitting.scrolled + 3).min(sitting.table.plies().len()),
            Touch::PageDown => sitting.scrolled = sitting.scrolled.saturating_sub(3),
            Touch::Enter if sitting.input.is_empty() => self.press(),
            Touch::Enter => self.submit(),
            Touch::Erase => _ = sitting.input.pop(),
            Touch::Escape if !sitting.input.is_empty() => sitting.input.clear(),
            Touch::Escape if sitting.selected.is_some() => sitting.selected = None,
            Touch::Escape => self.leave(),
            Touch::Click(column, row) => {
                let plan = Layout::new(window, sitting.shape(), sitting.view).board;
                if let Some(spot) = plan.spot_at(column, row) {
                    sitting.cursor = spot;
                    sitting.input.clear();
                    self.press();
                }
            }
            Touch::Write(sign) => self.write(sign),
        }
    }

    fn write(&mut self, sign: char) {
        let Some(sitting) = self.sitting() else { return };
        let is_first = sitting.input.is_empty();
        match keys::wish(sign) {
            Some(wish) if is_first => self.grant(wish),
            _ if is_first && sign == ' ' => self.press(),
            _ if is_first && !keys::begins_move(sign) => {
                sitting.say(Notice::Refused("That is neither a move nor a command: press ? for the keys.".to_owned()));
            }
            _ if sitting.input.chars().count() < LONGEST_INPUT && !sign.is_control() => sitting.input.push(sign),
            _ => {}
        }
    }

    fn grant(&mut self, wish: Wish) {
        match wish {
            Wish::Help => self.dialog = Some(Dialog::Help),
            Wish::Figures => self.look.figures = self.look.figures.other(),
            Wish::Undo => self.undo(),
            Wish::Hint => self.ask_for_hint(),
            Wish::Draw => self.offer_draw(),
            Wish::Resign => self.ask_before_resigning(),
            Wish::New => self.dialog = Some(Dialog::New { index: 0 }),
            Wish::Save => self.ask_for_name(FilePurpose::Save),
            Wish::Load => self.ask_for_name(FilePurpose::Load),
            Wish::Leave => self.leave(),
            Wish::Overlay => {
                if let Some(sitting) = self.sitting() {
                    sitting.cycle_overlay();
                }
            }
            Wish::Turn => {
                if let Some(sitting) = self.sitting() {
                    sitting.view = sitting.view.turned();
                }
            }
        }
    }

    /// Handles Enter, or a mouse click, on the square under the cursor.
    fn press(&mut self) {
        let Some(sitting) = self.sitting() else { return };
        let square = sitting.under_cursor();
        if sitting.selected == Some(square) {
            sitting.selected = None;
            return;
        }
        let Some(sitting) = self.on_turn() else { return };
        match sitting.selected.map(|from| sitting.moves(from, square)) {
            Some(moves) if !moves.is_empty() => self.play_one_of(moves),
            Some(_) if !sitting.is_own(square) => sitting.refuse_selected(square),
            Some(_) | None => sitting.select(square),
        }
    }

    /// Returns the game if a person is to move; otherwise shows the reason.
    fn on_turn(&mut self) -> Option<&mut Sitting> {
        let sitting = self.sitting()?;
        if let Err(notice) = sitting.check_turn() {
            sitting.say(notice);
            return None;
        }
        Some(sitting)
    }

    /// Plays the typed move.
    fn submit(&mut self) {
        let text = self.sitting().map(|sitting| std::mem::take(&mut sitting.input)).unwrap_or_default();
        let Some(sitting) = self.on_turn() else { return };
        let game = sitting.table.game();
        match game.read_move(&text) {
            Ok(legal) => self.play(legal.mv()),
            Err(error) => match choices(game, &text) {
                moves if !moves.is_empty() => self.play_one_of(moves),
                _ => {
                    let complaint = game.complaint(&error);
                    let squares = game.explain(&text).map_or_else(|_| Vec::new(), |explanation| explanation.squares);
                    sitting.say(Notice::Refused(complaint));
                    sitting.marked = squares;
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
        let Some(sitting) = self.sitting() else { return };
        let was_waiting = sitting.waiting.is_some();
        sitting.play(mv);
        if was_waiting {
            self.order(Order::Hush);
        }
        self.ask_if_due();
    }

    fn undo(&mut self) {
        let Some(sitting) = self.sitting() else { return };
        if sitting.table.plies_to_undo() == 0 {
            sitting.say(Notice::Refused(sitting.why_no_undo().to_owned()));
            return;
        }
        let count = sitting.table.undo();
        sitting.saved = None;
        sitting.begin_position();
        let plies = if count == 1 { "One move was" } else { "Your move and the answer were" };
        sitting.say(Notice::Told(format!("{plies} taken back.")));
        self.order(Order::Hush);
        self.ask_if_due();
    }

    fn ask_for_hint(&mut self) {
        let Some(sitting) = self.on_turn() else { return };
        sitting.say(Notice::Told("Looking for a good move …".to_owned()));
        let question = opponent::Question::hint_at(&sitting.table);
        self.ask(Purpose::Hint, question);
    }

    fn offer_draw(&mut self) {
        let Some(sitting) = self.on_turn() else { return };
        if !sitting.table.seats().has(Seat::Computer) {
            self.dialog = Some(Dialog::Confirm(Question::TakeDraw));
            return;
        }
        match sitting.table.offer_draw() {
            Err(refused @ Refused::TooSoon(_)) => {
                sitting.say(Notice::Refused(format!("The draw was declined: {refused}.")));
            }
            Err(refused) => sitting.say(Notice::Refused(format!("{refused}."))),
            Ok(()) => {
                sitting.say(Notice::Told("You offered a draw.".to_owned()));
                let question = opponent::Question::hint_at(&sitting.table);
                self.ask(Purpose::Draw, question);
            }
        }
    }

    fn ask_before_resigning(&mut self) {
        let Some(sitting) = self.sitting() else { return };
        match sitting.check_open() {
            Err(notice) => sitting.say(notice),
            Ok(()) if !sitting.table.seats().has(Seat::Human) => {
                sitting.say(Notice::Refused("The computer is playing itself.".to_owned()));
            }
            Ok(()) => self.dialog = Some(Dialog::Confirm(Question::Resign)),
        }
    }

    fn ask_for_name(&mut self, purpose: FilePurpose) {
        let date = self.date.replace('.', "-");
        let Some(sitting) = self.sitting() else { return };
        let id = sitting.table.game().entry().id;
        let text = match purpose {
            FilePurpose::Save => format!("{id}-{date}.pgn"),
            FilePurpose::Load => String::new(),
        };
        self.dialog = Some(Dialog::Name { purpose, text });
    }

    fn leave(&mut self) {
        if self.sitting().is_some_and(|sitting| sitting.is_unfinished()) {
            self.dialog = Some(Dialog::Confirm(Question::Leave));
        } else {
            self.order(Order::Leave);
        }
    }
}

impl Sitting {
    fn move_cursor(&mut self, direction: Direction) {
        self.cursor = self.cursor.step(direction, self.shape(), self.view);
    }

    fn cycle_overlay(&mut self) {
        let names = self.table.game().entry().overlays;
        let next = match self.overlay.and_then(|name| names.iter().position(|other| *other == name)) {
            Some(index) => names.get(index + 1),
            None => names.first(),
        };
        self.overlay = next.copied();
        let text = self.table.game().text();
        self.say(Notice::Told(match self.overlay {
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
            Some(Seat::Human) => Ok(()),
            Some(Seat::Computer) | None => Err(Notice::Refused("It is the computer's turn.".to_owned())),
        }
    }

    fn why_no_undo(&self) -> &'static str {
        if !self.table.seats().has(Seat::Human) {
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
        let (name, turn) = (game.name(square), table::name(game.turn()));
        if self.is_own(square) {
            self.begin_selection(square);
        } else if game.piece_at(square).is_some() {
            self.say(Notice::Refused(format!("{name} is not yours: it is {turn}'s turn.")));
        } else {
            self.say(Notice::Refused(format!("{name} is empty: select one of {turn}'s pieces.")));
        }
    }

    fn begin_selection(&mut self, square: Square) {
        self.notice = None;
        self.marked.clear();
        self.selected = Some(square);
        if self.destinations().is_empty() {
            let name = self.table.game().name(square);
            self.say(Notice::Told(format!("{name} has no legal moves; go to a square and press Enter to see why.")));
        }
    }

    /// Shows why the selected piece may not move to a square. It stays selected.
    fn refuse_selected(&mut self, to: Square) {
        let Some(from) = self.selected else { return };
        let mv = Move { from, to, choice: None };
        let game = self.table.game();
        if let Some(refusal) = game.refusal(mv) {
            let sentence = format!("{} ({})", game.sentence(mv, &refusal), refusal.reason.rule.0);
            self.say(Notice::Refused(sentence));
            self.marked = refusal.squares.to_vec();
        }
    }

    /// Plays a legal move and updates the board.
    pub(in crate::play::tui) fn play(&mut self, mv: Move) {
        if let Err(refused) = self.table.play(mv) {
            let complaint = table::complaint(self.table.game(), &refused);
            self.say(Notice::Refused(complaint));
            return;
        }
        self.begin_position();
        self.tell_end();
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
pub(super) fn resigner(sitting: &Sitting) -> Color {
    let turn = sitting.table.game().turn();
    if sitting.table.seats().of(turn) == Seat::Human { turn } else { !turn }
}
