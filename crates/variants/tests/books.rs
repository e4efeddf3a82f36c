//! Tests of opening books: every move of the bundled ones is legal, invalid texts are refused in one sentence, and
//! levels choose book moves by their seed.

use std::collections::BTreeSet;
use std::sync::Arc;

use faraday_engine::{AnyEngine, Book, BookMove, BookUse, Control, Level, Limits, SearchRequest};
use faraday_variants::book::{BookError, lines, read, write};
use faraday_variants::{Entry, catalog, find};

const SMALL: &str = "faraday-book 1 chess\n\
    # By hand.\n\
    0 g1f3 20 60 4 5\n\
    1 g8f6 -18 100 0 0\n\
    2 b1c3 15 100 0 0\n\
    1 b8c6 -25 50 0 0\n\
    0 b1c3 10 0 2 2\n\
    1 g8f6 -10 100 0 0\n\
    2 e2e4 10 100 0 0\n\
    end 7\n";

fn chess() -> &'static Entry {
    find("chess").unwrap()
}

fn with_books() -> impl Iterator<Item = (&'static Entry, &'static str)> {
    catalog().iter().filter_map(|entry| Some((entry, entry.book_text()?)))
}

/// The maximum size of a book. The web app loads a whole book, compressed to a quarter of this.
const MOST_BYTES: usize = 64 << 10;

#[test]
fn every_game_has_a_book_and_every_move_in_it_is_legal() {
    let families: BTreeSet<&str> = catalog().iter().map(|entry| entry.family).collect();
    assert_eq!(with_books().map(|(entry, _)| entry.family).collect::<BTreeSet<_>>(), families);
    for (entry, text) in with_books() {
        let book = read(entry, text).unwrap_or_else(|error| panic!("{}: {error}", entry.id));
        let start = entry.game(None).unwrap();
        // All first moves are in the book, and each of them has a reply.
        assert_eq!(book.moves(start.hash()).len(), start.legal().len(), "{}", entry.id);
        for known in book.moves(start.hash()) {
            assert!(!book.moves(start.restarted_after(known.mv).hash()).is_empty(), "{}", start.uci(known.mv));
        }
        let best = |known: &&BookMove| known.weight == 100;
        assert!(book.moves(start.hash()).iter().any(|known| best(&known)), "{}", entry.id);
        assert!(text.len() < MOST_BYTES, "{}: {} bytes", entry.id, text.len());
    }
}

#[test]
fn what_is_read_and_written_is_the_same() {
    for (entry, text) in with_books().chain([(chess(), SMALL)]) {
        let method = text.lines().nth(1).unwrap().trim_start_matches("# ");
        let book = read(entry, text).unwrap();
        assert_eq!(write(entry, &book, method), text, "{}", entry.id);
    }
}

#[test]
fn transpositions_are_found() {
    let book = read(chess(), SMALL).unwrap();
    let mut game = chess().game(None).unwrap();
    for text in ["b1c3", "g8f6", "g1f3"] {
        game.play_legal(game.read_uci(text).unwrap());
    }
    // The book reaches this position by Nf3 Nf6 Nc3, without a reply. A reply added there is found here.
    let mut other = book.clone();
    let mut main = chess().game(None).unwrap();
    for text in ["g1f3", "g8f6", "b1c3"] {
        main.play_legal(main.read_uci(text).unwrap());
    }
    let mv = main.read_uci("d7d5").unwrap().mv();
    assert!(other.add(main.hash(), BookMove { mv, score: 0, weight: 1, games: 0, half_points: 0 }));
    assert_eq!(other.moves(game.hash())[0].mv, mv);
    let start = chess().game(None).unwrap();
    assert_eq!(lines(&other, start.as_ref()).len(), 8);
}

#[test]
fn a_book_that_is_cut_anywhere_is_refused_in_one_sentence() {
    let sentence = |error: &BookError| {
        let text = error.to_string();
        assert!(text.starts_with("line ") && !text.contains('\n') && text.len() < 200, "{text}");
    };
    // Only the end of the last line may be missing.
    for end in 0..SMALL.len() - 1 {
        sentence(&read(chess(), &SMALL[..end]).expect_err(&SMALL[..end]));
    }
    let all: Vec<&str> = SMALL.lines().collect();
    for at in (0..all.len()).filter(|at| *at != 1) {
        let rest: Vec<&str> = all.iter().enumerate().filter(|(line, _)| *line != at).map(|(_, line)| *line).collect();
        sentence(&read(chess(), &rest.join("\n")).expect_err(all[at]));
    }
}

#[test]
fn what_is_wrong_with_a_book_is_said_with_its_place() {
    let with = |from: &str, to: &str| read(chess(), &SMALL.replacen(from, to, 1)).unwrap_err().to_string();
    assert_eq!(read(chess(), "hello").unwrap_err(), BookError::Foreign);
    assert_eq!(with("book 1", "book 2"), "line 1: the book has version `2`, this program reads version 1");
    assert_eq!(with("1 chess", "1 go"), "line 1: the book is for `go`, not for `chess`");
    assert_eq!(with("1 g8f6 -18", "2 g8f6 -18"), "line 4: ply 2 does not follow a move of ply 1");
    assert_eq!(with("b8c6", "b8d6"), "line 6: `b8d6` is illegal here");
    assert_eq!(with("b8c6", "g8f6"), "line 6: `g8f6` is in the book for this position already");
    assert_eq!(
        with("1 b8c6 -25 50", "1 b8c6 -25"),
        "line 6: `1 b8c6 -25 0 0` should be ply, move, score, weight, games and half points"
    );
    assert_eq!(with("-25 50", "-25 -50"), "line 6: a weight cannot be -50");
    assert_eq!(with("-25 50", "-25 4294967295"), "line 6: a weight cannot be 4294967295");
    assert_eq!(with("-25 50", "2147483647 50"), "line 6: a score cannot be 2147483647");
    assert_eq!(with("60 4 5", "60 9000000000 5"), "line 3: a number of games cannot be 9000000000");
    assert_eq!(with("60 4 5", "60 4 9"), "line 3: half points in 4 games cannot be 9");
    assert_eq!(with("end 7", "end 8"), "line 10: the book is cut off: it has 7 moves, and no line `end 7` after them");
    assert_eq!(with("end 7\n", "end 7\n0 e2e4 0 0 0 0\n"), "line 11: nothing may follow the end of a book");
    for (entry, text) in with_books() {
        let other = catalog().iter().find(|other| other.id != entry.id).unwrap();
        assert!(matches!(read(other, text), Err(BookError::Variant { .. })));
    }
}

fn played(engine: &mut dyn AnyEngine, level: u8, seed: u64, book: BookUse) -> (String, u64) {
    let limits = Limits { nodes: Some(200), ..Limits::default() };
    let request = SearchRequest { limits, level: Level::new(level).unwrap(), seed, book, ..SearchRequest::default() };
    engine.new_game();
    let answer = engine.go(&request, &Control::new(), &mut |_| {});
    (answer.best.unwrap(), answer.nodes)
}

#[test]
fn the_higher_levels_play_from_the_book_with_variety_and_by_their_seed() {
    for (entry, _) in with_books() {
        let mut engine = entry.engine(1);
        let start = entry.game(None).unwrap();
        let book = entry.book().unwrap();
        let liked: BTreeSet<String> =
            book.moves(start.hash()).iter().filter(|known| known.weight > 0).map(|known| start.uci(known.mv)).collect();
        for level in 8..=10 {
            let all: Vec<_> = (0..60).map(|seed| played(engine.as_mut(), level, seed, BookUse::Open)).collect();
            assert_eq!(
                all,
                (0..60).map(|seed| played(engine.as_mut(), level, seed, BookUse::Open)).collect::<Vec<_>>()
            );
            assert!(all.iter().all(|(uci, nodes)| *nodes == 0 && liked.contains(uci)), "{}", entry.id);
            let kinds: BTreeSet<_> = all.iter().collect();
            assert!(kinds.len() > 1 || liked.len() == 1, "{}", entry.id);
        }
        for (level, book) in [(7, BookUse::Open), (10, BookUse::Closed)] {
            assert!(played(engine.as_mut(), level, 1, book).1 > 0, "{}: level {level}", entry.id);
        }
    }
}

#[test]
fn a_move_of_the_book_that_is_not_legal_is_not_played() {
    let start = chess().game(None).unwrap();
    let mv = (chess().parse_uci)("e1d1").unwrap();
    let mut book = Book::default();
    book.add(start.hash(), BookMove { mv, score: 900, weight: 100, games: 0, half_points: 0 });
    let mut engine = chess().engine(1);
    engine.set_book(Some(Arc::new(book)));
    let (best, nodes) = played(engine.as_mut(), 10, 1, BookUse::Open);
    assert!(nodes > 0 && start.read_uci(&best).is_ok(), "{best}");
}
