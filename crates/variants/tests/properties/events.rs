//! Property tests of events: those reported for a move match its effects on the board.

use std::collections::BTreeMap;

use faraday_rules::{Board, Event, Geometry, Move, Piece, Position, RuleId, Square, Variant};
use faraday_variants::{Language, find};

use crate::positions::{composed, steps};

/// The rule by which energy on a square is sent out again. In all other rules, energy comes from a
/// captured or removed piece.
const SCATTER: RuleId = RuleId("PC.10");

/// A board that is only updated by events.
struct EventBoard<G: Geometry> {
    board: Board<G>,
    energies: BTreeMap<Square, u32>,
}

impl<G: Geometry> EventBoard<G> {
    fn of<V: Variant<Geometry = G>>(position: &Position<V>) -> Self {
        let field = V::write_field(position.state()).filter(|field| field != "-").unwrap_or_default();
        let entry = |entry: &str| {
            let (name, amount) = entry.split_once(':').unwrap();
            (G::parse(name).unwrap(), amount.parse().unwrap())
        };
        let energies = field.split(',').filter(|entry| !entry.is_empty()).map(entry).collect();
        EventBoard { board: *position.board(), energies }
    }

    fn lift(&mut self, piece: Piece, at: Square) {
        assert_eq!(self.board.piece_at(at), Some(piece), "what leaves {}", G::name(at));
        self.board.toggle(at, piece);
    }

    fn put(&mut self, piece: Piece, at: Square) {
        assert_eq!(self.board.piece_at(at), None, "what is on {}", G::name(at));
        self.board.toggle(at, piece);
    }

    fn spend(&mut self, at: Square, amount: u16) {
        let energy = self.energies.entry(at).or_default();
        *energy = energy.checked_sub(amount.into()).expect("no more energy goes than was there");
    }

    fn hear(&mut self, rule: RuleId, event: Event) {
        match event {
            Event::Moved { piece, from, to }
            | Event::Pushed { piece, from, to }
            | Event::Pulled { piece, from, to } => {
                self.lift(piece, from);
                self.put(piece, to);
            }
            Event::Taken { piece, at } | Event::Removed { piece, at } => self.lift(piece, at),
            Event::Transformed { piece, role, at } | Event::Promoted { piece, role, at } => {
                self.lift(piece, at);
                self.put(Piece { role, ..piece }, at);
            }
            Event::Ejected { from, to, amount } => {
                if rule == SCATTER {
                    self.spend(from, amount);
                }
                *self.energies.entry(to).or_default() += u32::from(amount);
            }
            Event::Absorbed { at, amount } => self.spend(at, amount),
        }
    }
}

/// Returns a few thousand positions, each with one of its moves.
fn moves<V: Variant>() -> Vec<(Position<V>, Move)> {
    let composed = composed::<V>(500).into_iter().filter(|position| position.ending().is_none());
    let all = composed.flat_map(|position| position.moves().into_iter().map(move |mv| (position.clone(), mv)));
    steps::<V>(4, 120).into_iter().chain(all.step_by(3)).collect()
}

fn a_told_move_and_a_silent_one_lead_to_the_same_position<V: Variant>() {
    for (position, mv) in moves::<V>() {
        let mut told = position.clone();
        let mut events = Vec::new();
        told.play(mv, &mut events);
        assert_eq!(told, position.after(mv), "{} {} {mv:?}", V::ID, position.to_fen());
        assert_eq!(events, position.events(mv));
    }
}

fn events_tell_everything_that_happens_on_the_board<V: Variant>() {
    for (position, mv) in moves::<V>() {
        let mut listener = EventBoard::of(&position);
        let events = position.events(mv);
        events.iter().for_each(|(rule, event)| listener.hear(*rule, *event));
        listener.energies.retain(|_, energy| *energy > 0);
        let after = EventBoard::of(&position.after(mv));
        let place = format!("{} {} {}", V::ID, position.to_fen(), Position::<V>::write_uci(mv));
        assert_eq!(listener.board, after.board, "{place}: {events:?}");
        assert_eq!(listener.energies, after.energies, "{place}: {events:?}");
    }
}

fn the_first_things_told_are_what_is_taken_and_who_moves<V: Variant>() {
    for (position, mv) in moves::<V>() {
        let piece = position.board().piece_at(mv.from).unwrap();
        let events = position.events(mv);
        let place = format!("{} {} {}: {events:?}", V::ID, position.to_fen(), Position::<V>::write_uci(mv));
        let at = usize::from(matches!(events[0].1, Event::Taken { .. }));
        assert_eq!(events[at].1, Event::Moved { piece, from: mv.from, to: mv.to }, "{place}");
        let taken = |event: &&(RuleId, Event)| matches!(event.1, Event::Taken { .. });
        assert_eq!(events.iter().filter(taken).count(), at, "{place}");
    }
}

fn moves_displace_others_only_where_the_catalog_says_so<V: Variant>() {
    let displaces = |(_, event): &(RuleId, Event)| matches!(event, Event::Pushed { .. } | Event::Pulled { .. });
    let displaced = moves::<V>().iter().any(|(position, mv)| position.events(*mv).iter().any(displaces));
    assert_eq!(find(V::ID).unwrap().displaces_pieces(), displaced);
}

fn every_event_has_a_rule_with_a_text_and_a_whole_sentence<V: Variant>() {
    let entry = find(V::ID).unwrap();
    for (position, mv) in moves::<V>().into_iter().step_by(7) {
        let fen = position.to_fen();
        let games = Language::all().map(|language| entry.game_in(language, Some(&fen)).unwrap());
        for told in games.flat_map(|game| game.events(mv)) {
            assert!(entry.text.rule(told.rule.0).is_some(), "{}: no text for {}", V::ID, told.rule.0);
            let is_whole = told.text.ends_with('.') && !told.text.contains(['{', '}']);
            assert!(is_whole, "{}: {}", V::ID, told.text);
        }
    }
}

in_every_variant!(
    a_told_move_and_a_silent_one_lead_to_the_same_position,
    events_tell_everything_that_happens_on_the_board,
    the_first_things_told_are_what_is_taken_and_who_moves,
    moves_displace_others_only_where_the_catalog_says_so,
    every_event_has_a_rule_with_a_text_and_a_whole_sentence,
);
