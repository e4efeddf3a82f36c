//! The state of the menu before a game: variant, side, and level.

use faraday_engine::Level;
use faraday_variants::{Entry, catalog};

use crate::play::arguments::Side;
use crate::play::start::{DEFAULT_LEVEL, GameOptions};

/// A page of the menu, which asks one question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page {
    Variant,
    /// The side played by a person.
    Side,
    /// The level of the computer.
    Level,
}

/// The state of the menu: its page, its highlighted answer, and the options so far.
pub struct Menu {
    pub page: Page,
    /// The index of the highlighted answer.
    pub index: usize,
    /// The options fixed by the command line or by earlier pages.
    pub options: GameOptions,
    pub entry: Option<&'static Entry>,
    asked: GameOptions,
}

/// The result of an answer in the menu.
#[derive(Clone, Copy)]
pub enum MenuOutcome {
    /// The menu continues, with the same or another page.
    Menu,
    Game(&'static Entry, GameOptions),
    /// The menu is left, because there is no page before the first.
    Leave,
}

impl Menu {
    /// Creates a menu at its first page. It skips the options that are given.
    pub fn new(options: GameOptions) -> Menu {
        Menu { page: Page::Variant, index: 0, options, entry: None, asked: options }
    }

    /// Returns the answers of the page, each with a name and its description.
    pub fn answers(&self) -> Vec<(String, Vec<String>)> {
        match self.page {
            Page::Variant => {
                let answer = |entry: &Entry| (title(entry), entry.text.tagline.clone());
                catalog().iter().map(answer).collect()
            }
            Page::Side => Side::ALL.iter().map(|side| (side.words().to_owned(), Vec::new())).collect(),
            Page::Level => levels().map(|level| (level_words(level, self.entry), Vec::new())).collect(),
        }
    }

    /// Moves the highlight, which stops at both ends.
    pub fn step(&mut self, by: isize) {
        let last = self.answers().len().saturating_sub(1);
        self.index = self.index.saturating_add_signed(by).min(last);
    }

    /// Chooses the highlighted answer.
    pub fn choose(&mut self) -> MenuOutcome {
        match self.page {
            Page::Variant => self.entry = catalog().get(self.index),
            Page::Side => self.options.side = Side::ALL.get(self.index).copied(),
            Page::Level => self.options.level = levels().nth(self.index),
        }
        let Some(entry) = self.entry else { return MenuOutcome::Menu };
        if self.options.side.is_none() {
            self.turn_to(Page::Side, 0);
            MenuOutcome::Menu
        } else if self.options.level.is_none() && self.options.side != Some(Side::Both) {
            self.turn_to(Page::Level, levels().position(|level| level == DEFAULT_LEVEL).unwrap_or(0));
            MenuOutcome::Menu
        } else {
            MenuOutcome::Game(entry, self.options)
        }
    }

    /// Returns to the previous page.
    pub fn back(&mut self) -> MenuOutcome {
        let variant = self.entry.and_then(|entry| catalog().iter().position(|other| other.id == entry.id));
        match self.page {
            Page::Variant => return MenuOutcome::Leave,
            Page::Level if self.asked.side.is_none() => {
                let side = Side::ALL.iter().position(|side| Some(*side) == self.options.side);
                self.options.side = None;
                self.turn_to(Page::Side, side.unwrap_or(0));
            }
            Page::Side | Page::Level => {
                self.options = self.asked;
                self.entry = None;
                self.turn_to(Page::Variant, variant.unwrap_or(0));
            }
        }
        MenuOutcome::Menu
    }

    fn turn_to(&mut self, page: Page, index: usize) {
        self.page = page;
        self.index = index;
    }
}

/// Returns a variant's name, followed by its id if another variant has the same name.
pub fn title(entry: &Entry) -> String {
    let namesakes = catalog().iter().filter(|other| other.text.name == entry.text.name);
    if namesakes.count() > 1 { format!("{} ({})", entry.text.name, entry.id) } else { entry.text.name.clone() }
}

fn levels() -> impl Iterator<Item = Level> {
    (Level::LOWEST.number()..=Level::FULL.number()).filter_map(Level::new)
}

fn level_words(level: Level, entry: Option<&Entry>) -> String {
    let number = level.number();
    let rating = entry.and_then(|entry| entry.ladder.rating(level));
    let rating = rating.map_or_else(String::new, |rating| format!("rated about {rating}"));
    match level {
        Level::LOWEST => format!("Level {number}: {rating}, for your first game"),
        Level::FULL => format!("Level {number}: as strong as its time allows"),
        _ => format!("Level {number}: {rating}"),
    }
}
