//! The text of an overlay: a short mark for each square, and lines about the square under the cursor.
//!
//! Must not know the meaning of an overlay, only the kinds of data in it.

use std::collections::{BTreeMap, HashMap};

use faraday_rules::{Choices, Event, Meaning, Move, Overlay, Role, Square};
use faraday_variants::{AnyGame, ExplainedEvent};

use crate::output::piece;
use crate::play::tui::game_screen::{GameScreen, OverlayParts};

/// The short mark that an overlay shows in each square.
#[derive(Default)]
pub struct Marks(pub HashMap<Square, String>);

/// The text of an overlay: a mark for each square, and lines about one of them.
#[derive(Default)]
pub struct OverlayText {
    pub marks: Marks,
    /// The lines about the square under the cursor.
    pub lines: Vec<String>,
}

/// Returns the text of the current overlay.
pub fn show(screen: &GameScreen) -> OverlayText {
    let Some(layers) = screen.layers() else { return OverlayText::default() };
    let game = screen.table.game();
    let preview = screen.preview();
    let events = preview.map_or_else(Vec::new, |mv| game.events(mv));
    let marks = marks(game, &layers, preview.map(|_| events.as_slice()));
    let lines = match preview {
        Some(mv) => told(game, mv, events),
        None => about(game, &layers, screen.under_cursor()),
    };
    OverlayText { marks, lines }
}

fn marks(game: &dyn AnyGame, layers: &OverlayParts, preview: Option<&[ExplainedEvent]>) -> Marks {
    let OverlayParts { whole, focus } = layers;
    let mut marks: HashMap<Square, String> = HashMap::new();
    for (square, value) in whole.values.iter().filter(|(_, value)| *value != 0) {
        marks.insert(*square, number(whole, *value));
    }
    for (square, roles) in lent_roles(whole) {
        marks.insert(square, roles.iter().map(|role| role.letter()).collect());
    }
    for entry in &focus.entries {
        let letters = choice_letters(entry.choices);
        if entry.sum.is_some() || !letters.is_empty() {
            let sum = entry.sum.map(|sum| sum.to_string()).unwrap_or_default();
            marks.insert(entry.to, sum + &letters);
        }
    }
    if let Some(events) = preview {
        // The lines of an overlay leave out the square of the move itself, so a preview takes its
        // marks from the events.
        marks.extend(events.iter().filter_map(|told| shifted(game, told.event)));
    } else {
        let moved = focus.lines.iter().filter(|line| line.to != line.meets);
        marks.extend(moved.map(|line| (line.meets, goes_to(game, line.to))));
    }
    Marks(marks)
}

fn shifted(game: &dyn AnyGame, event: Event) -> Option<(Square, String)> {
    match event {
        Event::Pushed { from, to, .. } | Event::Pulled { from, to, .. } => Some((from, goes_to(game, to))),
        Event::Moved { .. }
        | Event::Taken { .. }
        | Event::Ejected { .. }
        | Event::Absorbed { .. }
        | Event::Transformed { .. }
        | Event::Promoted { .. }
        | Event::Removed { .. } => None,
    }
}

fn goes_to(game: &dyn AnyGame, to: Square) -> String {
    format!("→{}", game.name(to))
}

fn number(overlay: &Overlay, value: i32) -> String {
    match overlay.meaning {
        Meaning::Count => value.to_string(),
        Meaning::Signed => format!("{value:+}"),
    }
}

fn lent_roles(overlay: &Overlay) -> BTreeMap<Square, Vec<Role>> {
    let mut lent: BTreeMap<Square, Vec<Role>> = BTreeMap::new();
    for power in &overlay.lent {
        let roles = lent.entry(power.to).or_default();
        if !roles.contains(&power.role) {
            roles.push(power.role);
        }
    }
    for roles in lent.values_mut() {
        roles.sort_unstable_by(|a, b| b.cmp(a));
    }
    lent
}

fn choice_letters(choices: Choices) -> String {
    choices.offered().flatten().map(|choice| choice.sign().to_ascii_uppercase()).collect()
}

/// Describes the effects of a move before it is played.
fn told(game: &dyn AnyGame, mv: Move, events: Vec<ExplainedEvent>) -> Vec<String> {
    let title = format!("If {}:", game.san(mv));
    std::iter::once(title).chain(events.into_iter().map(|told| told.text)).collect()
}

fn about(game: &dyn AnyGame, layers: &OverlayParts, square: Square) -> Vec<String> {
    let OverlayParts { whole, focus } = layers;
    let mut lines = Vec::new();
    let parts: Vec<_> = whole.parts.iter().filter(|part| part.to == square).collect();
    if let Some((_, value)) = whole.values.iter().find(|(at, _)| *at == square) {
        let shares: Vec<String> =
            parts.iter().map(|part| format!("{} {:+}", piece(game, part.from), part.amount)).collect();
        let sum = number(whole, *value);
        let makers = if shares.is_empty() { String::new() } else { format!(" = {}", shares.join(", ")) };
        lines.push(format!("{}: {sum}{makers}", game.name(square)));
    }
    let given: Vec<_> = whole.parts.iter().filter(|part| part.from == square).collect();
    if let Some(first) = given.first() {
        let names: Vec<String> = given.iter().map(|part| game.name(part.to)).collect();
        lines.push(format!("{} gives {:+} to {}", piece(game, square), first.amount, names.join(" ")));
    }
    let lent = whole.lent.iter().filter(|power| power.to == square);
    let lenders: Vec<String> =
        lent.map(|power| format!("{} from {}", power.role.letter(), piece(game, power.from))).collect();
    if !lenders.is_empty() {
        lines.push(format!("{} has {}", piece(game, square), lenders.join(", ")));
    }
    for line in &focus.lines {
        let end = if line.to == line.meets { "stays".to_owned() } else { format!("goes to {}", game.name(line.to)) };
        lines.push(format!("{} {end}", piece(game, line.meets)));
    }
    if let Some(entry) = focus.entries.iter().find(|entry| entry.to == square) {
        let sum = entry.sum.map(|sum| format!("sum {sum}"));
        let letters = choice_letters(entry.choices);
        let choice = (!letters.is_empty()).then(|| format!("choose {letters}"));
        lines.extend([sum, choice].into_iter().flatten());
    } else if !focus.entries.is_empty() && game.piece_at(square).is_some() {
        lines.push(format!("{} can move to {}", piece(game, square), by_level(game, &focus.entries)));
    }
    lines
}

/// Lists the squares of entries, grouped by level.
fn by_level(game: &dyn AnyGame, entries: &[faraday_rules::Destination]) -> String {
    let mut levels: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for entry in entries {
        levels.entry(entry.level).or_default().push(game.name(entry.to));
    }
    levels.into_values().map(|names| names.join(" ")).collect::<Vec<_>>().join(" | ")
}
