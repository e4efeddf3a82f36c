//! Property tests of the interchange types, on random games of every variant.

use faraday_variants::{AnyGame, Entry, Language, catalog};
use faraday_wire::{
    Meaning, PgnReader, Record, RecordedLine, RecordedMove, explain, overlay, play, preview, read_draft, snapshot,
    variant, write_draft, write_pgn,
};

const PLIES: usize = 80;

/// A seeded pseudo-random generator.
struct Rng(u64);

impl Rng {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// Plays random moves from the starting position, and calls `look` for each position with a move.
fn playout(entry: &'static Entry, seed: u64, mut look: impl FnMut(&mut dyn AnyGame, &str)) {
    let mut rng = Rng(seed);
    let mut game = entry.game(None).unwrap();
    for _ in 0..PLIES {
        let moves = game.legal();
        if moves.is_empty() {
            return;
        }
        let uci = game.uci(moves[rng.below(moves.len())]);
        look(&mut *game, &uci);
        play(&mut *game, &uci).unwrap();
    }
}

/// Returns the expected share of the points for a lead in rating.
fn expected(lead: u16) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-f64::from(lead) / 400.0))
}

#[test]
fn ratings_climb_from_level_to_level_in_steps_that_are_felt() {
    for entry in catalog() {
        let ratings = variant(entry, Language::ENGLISH).ratings;
        assert_eq!(ratings.len(), 9, "{}", entry.id);
        assert!((300..=600).contains(&ratings[0]), "random moves score 3 to 15 % against level 1: {}", entry.id);
        for pair in ratings.windows(2) {
            let score = expected(pair[1].checked_sub(pair[0]).expect("a level is above the one below"));
            // Ratings are multiples of ten.
            assert!((0.55..0.856).contains(&score), "{}: {ratings:?}: {score}", entry.id);
        }
    }
}

#[test]
fn a_snapshot_says_what_the_game_says() {
    for entry in catalog() {
        playout(entry, 1, |game, _| {
            let seen = snapshot(game);
            let said: Vec<String> = seen.moves.iter().map(|mv| mv.uci.clone()).collect();
            let legal: Vec<String> = game.legal().into_iter().map(|mv| game.uci(mv)).collect();
            assert_eq!(said, legal);
            let threats: Vec<String> = game.threats().into_iter().map(|square| game.name(square)).collect();
            assert_eq!(seen.threats, threats);
            for piece in &seen.pieces {
                let square = game.square(&piece.square).unwrap();
                assert_eq!(game.piece_at(square).map(|piece| piece.role.into()), Some(piece.role));
            }
            assert_eq!(seen.pieces.len(), placed(&seen.fen), "{}", seen.fen);
            let seventh = seen.fen.split(' ').nth(6).filter(|field| *field != "-").unwrap_or_default();
            let written: Vec<String> =
                seen.energies.iter().map(|amount| format!("{}:{}", amount.square, amount.amount)).collect();
            assert_eq!(written.join(","), seventh, "{}", seen.fen);
            let draft = read_draft(entry, &seen.fen).unwrap();
            assert_eq!(draft.energies, seen.energies, "{}", seen.fen);
        });
    }
}

/// Counts the pieces in a FEN.
fn placed(fen: &str) -> usize {
    fen.split(' ').next().unwrap_or_default().chars().filter(char::is_ascii_alphabetic).count()
}

#[test]
fn counts_are_never_negative_and_shares_have_signs() {
    for entry in catalog() {
        playout(entry, 3, |game, _| {
            for name in entry.overlays {
                let layer = overlay(game, name, None).unwrap();
                match layer.meaning {
                    Meaning::Count => {
                        assert!(layer.values.iter().all(|value| value.amount > 0), "{name}: {}", game.fen());
                    }
                    Meaning::Signed => assert!(layer.values.is_empty() || !layer.parts.is_empty(), "{name}"),
                }
            }
        });
    }
}

#[test]
fn a_preview_is_what_playing_does() {
    for entry in catalog() {
        let layer = entry.overlays.first().copied();
        playout(entry, 2, |game, uci| {
            let foretold = preview(game, uci, layer).unwrap();
            let mut after = game.boxed();
            let played = play(&mut *after, uci).unwrap();
            assert_eq!((&foretold.san, &foretold.events), (&played.san, &played.events));
            assert_eq!(foretold.after.fen, after.fen());
            assert_eq!(foretold.overlay, layer.and_then(|name| overlay(&*after, name, None)));
            let said = explain(game, uci).unwrap();
            assert!(said.legal && said.events == played.events);
        });
    }
}

#[test]
fn a_draft_that_is_read_is_written_as_it_was() {
    for entry in catalog() {
        playout(entry, 3, |game, _| {
            let fen = game.fen();
            let draft = read_draft(entry, &fen).unwrap();
            assert_eq!(write_draft(entry, &draft), fen);
        });
    }
}

fn line(moves: &[String]) -> Vec<RecordedMove> {
    let recorded = |text: &String| RecordedMove {
        text: text.clone(),
        nags: Vec::new(),
        before: None,
        comment: None,
        variations: Vec::new(),
    };
    moves.iter().map(recorded).collect()
}

fn read_back(pgn: &str) -> Record {
    let mut reader = PgnReader::default();
    // Chunks of odd length: the split of a file must not affect its contents.
    let mut entries: Vec<_> = pgn.as_bytes().chunks(7).flat_map(|piece| reader.feed(piece)).collect();
    entries.extend(reader.finish());
    assert_eq!(entries.len(), 1, "{pgn}");
    entries.remove(0).record.expect("what was written can be read")
}

#[test]
fn a_record_is_read_as_it_was_written() {
    for entry in catalog() {
        let mut moves = Vec::new();
        let mut sans = Vec::new();
        playout(entry, 4, |game, uci| {
            moves.push(uci.to_owned());
            sans.push(game.san(game.read_uci(uci).unwrap().mv()));
        });
        let mut record = Record {
            variant: Some(entry.id.to_owned()),
            fen: None,
            headers: vec![("White".to_owned(), "A \"quoted\" name".to_owned())],
            comment: Some("Before all.".to_owned()),
            moves: line(&moves),
            result: "1/2-1/2".to_owned(),
        };
        record.moves[4].nags = vec![1, 14];
        record.moves[4].comment = Some("Why not?".to_owned());
        record.moves[4].variations = vec![RecordedLine(line(&moves[4..9]))];
        record.moves[4].variations[0].0[2].comment = Some("Deeper.".to_owned());
        let back = read_back(&write_pgn(&record, Language::ENGLISH).unwrap());
        assert_eq!(back.variant.as_deref(), entry.pgn_tag());
        assert_eq!((&back.comment, &back.result), (&record.comment, &record.result));
        assert!(back.headers.contains(&record.headers[0]));
        let texts: Vec<&str> = back.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(texts, sans);
        assert_eq!((&back.moves[4].nags, &back.moves[4].comment), (&record.moves[4].nags, &record.moves[4].comment));
        assert_eq!(back.moves[4].variations[0].0[2].comment.as_deref(), Some("Deeper."));
        // Writing and reading again must not change the game.
        let again = write_pgn(&back, Language::ENGLISH).unwrap();
        assert_eq!(read_back(&again), back);
    }
}

#[test]
fn a_record_with_an_illegal_move_is_not_written() {
    let entry = catalog().first().unwrap();
    let record = Record {
        variant: Some(entry.id.to_owned()),
        fen: None,
        headers: Vec::new(),
        comment: None,
        moves: line(&["e2e5".to_owned()]),
        result: "*".to_owned(),
    };
    assert!(write_pgn(&record, Language::ENGLISH).unwrap_err().contains("e2"));
    let nowhere = Record { variant: Some("checkers".to_owned()), ..record };
    assert_eq!(write_pgn(&nowhere, Language::ENGLISH), Err("there is no variant `checkers`".to_owned()));
}

#[test]
fn shapes_survive_json() {
    for entry in catalog() {
        let shape = variant(entry, Language::ENGLISH);
        let json = serde_json::to_string(&shape).unwrap();
        assert_eq!(serde_json::from_str::<faraday_wire::Variant>(&json).unwrap(), shape);
        playout(entry, 5, |game, _| {
            let seen = snapshot(game);
            let json = serde_json::to_string(&seen).unwrap();
            assert_eq!(serde_json::from_str::<faraday_wire::Snapshot>(&json).unwrap(), seen);
        });
    }
}

#[test]
fn a_tag_of_others_means_the_variant_that_answers_to_it() {
    for entry in catalog() {
        let names = [entry.id, &entry.text.name].into_iter().chain(entry.aliases.iter().copied());
        for name in names {
            let mut reader = PgnReader::default();
            let mut entries = reader.feed(format!("[Variant \"{name}\"]\n\n*").as_bytes());
            entries.extend(reader.finish());
            let record = entries.into_iter().next().and_then(|entry| entry.record).unwrap();
            assert_eq!(record.variant.as_deref(), Some(entry.id), "{name}");
        }
    }
    assert_eq!(catalog().iter().filter(|entry| entry.has_tag("standard")).count(), 1);
}
