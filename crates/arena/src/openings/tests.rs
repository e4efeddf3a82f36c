//! Tests of random openings and of openings from files, including invalid ones.

use std::collections::HashSet;

use faraday_variants::catalog;

use super::*;

fn plain() -> &'static Entry {
    &catalog()[0]
}

fn random(entry: &'static Entry, plies: usize, balance: Option<i32>, seed: u64) -> Openings {
    Openings::new(entry, Source::Random { plies, balance }, seed).unwrap()
}

fn read(name: &str, text: &str, order: OpeningOrder, plies: Option<usize>) -> Result<Vec<Opening>, OpeningError> {
    let source = Source::File { name: name.to_owned(), text: text.to_owned(), order, plies };
    let mut openings = Openings::new(plain(), source, 7)?;
    (0..3).map(|pair| openings.get(pair)).collect()
}

#[test]
fn the_same_seed_gives_the_same_openings_in_any_order() {
    for entry in catalog() {
        let (mut one, mut other) = (random(entry, 6, None, 3), random(entry, 6, None, 3));
        let last = other.get(9).unwrap();
        let all: Vec<Opening> = (0..10).map(|pair| one.get(pair).unwrap()).collect();
        assert_eq!(all[9], last);
        let ends: HashSet<String> = all.iter().map(|opening| opening.game(entry).fen()).collect();
        assert_eq!(ends.len(), 10, "{} has the same opening twice", entry.id);
        assert!(all.iter().all(|opening| opening.moves.len() == 6 && opening.game(entry).ending().is_none()));
        assert_ne!(random(entry, 6, None, 4).get(0).unwrap(), all[0]);
    }
}

#[test]
fn too_few_random_openings_are_reported_in_one_sentence() {
    let mut openings = random(plain(), 1, None, 1);
    assert!(openings.get(19).is_ok());
    let error = openings.get(20).unwrap_err().to_string();
    assert!(error.starts_with("random:1 gives only 20 openings"), "{error}");
    assert_eq!(random(plain(), 0, None, 1).get(1000).unwrap(), Opening::default());
}

#[test]
fn balanced_openings_are_a_choice_of_the_others() {
    let mut all = random(plain(), 4, None, 5);
    let all: Vec<Opening> = (0..200).map(|pair| all.get(pair).unwrap()).collect();
    let mut balanced = random(plain(), 4, Some(30), 5);
    let balanced: Vec<Opening> = (0..5).map(|pair| balanced.get(pair).unwrap()).collect();
    let places: Vec<usize> = balanced.iter().map(|one| all.iter().position(|other| other == one).unwrap()).collect();
    assert!(places.is_sorted() && places[4] > 4, "{places:?}");
    assert!(random(plain(), 1, Some(-1), 5).get(0).unwrap_err().to_string().contains("within the balance"));
}

#[test]
fn lines_of_fen_and_epd_are_openings() {
    let text = "# two\n% of them\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n\n4k3/8/8/8/8/8/3QP3/4K3 b - - bm Kf8; id \"x\";\n";
    let found = read("book.epd", text, OpeningOrder::Sequential, None).unwrap();
    let starts: Vec<&str> = found.iter().map(|opening| opening.start.as_deref().unwrap()).collect();
    assert_eq!(starts[0], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_eq!(starts[1], "4k3/8/8/8/8/8/3QP3/4K3 b - - 0 1");
    assert_eq!(starts[2], starts[0], "a file is begun again at its end");
}

#[test]
fn positions_of_other_programs_are_openings() {
    let text = "\u{feff}4k3/8/8/8/8/8/4P3/4K3 w - -\r\n4k3/8/8/8/8/8/3QP3/4K3 b - - hmvc 2; fmvn 4; id \"a; b\";\r4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ;D1 6";
    let found = read("book.epd", text, OpeningOrder::Sequential, None).unwrap();
    let starts: Vec<&str> = found.iter().map(|opening| opening.start.as_deref().unwrap()).collect();
    assert_eq!(
        starts,
        ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/3QP3/4K3 b - - 2 4", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",]
    );
    for tags in ["[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]", "[SetUp \"1\"]\n[FEN \"\"]"] {
        let found = read("book.pgn", &format!("{tags}\n\n1. e4 *\n"), OpeningOrder::Sequential, None).unwrap();
        assert_eq!(found[0].moves, ["e2e4"], "{tags}");
    }
}

#[test]
fn bad_openings_are_named_and_the_others_are_played() {
    let source = |name: &str, text: &str| Source::File {
        name: name.to_owned(),
        text: text.to_owned(),
        order: OpeningOrder::Sequential,
        plies: None,
    };
    let bare = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for (name, text, places) in [
        (
            "a.epd",
            format!("nonsense\n{bare}\n{bare} 7\n8/8 w - -\n"),
            &["a.epd: line 1: ", "a.epd: line 3: ", "a.epd: line 4: "][..],
        ),
        ("a.pgn", "1. e4 *\n\n1. e4\ne4 *\n\n1. d4 *\n".to_owned(), &["a.pgn: line 4: move `e4`: "]),
    ] {
        let mut openings = Openings::new(plain(), source(name, &text), 1).unwrap();
        let errors: Vec<String> = openings.errors().iter().map(ToString::to_string).collect();
        assert_eq!(errors.len(), places.len(), "{errors:?}");
        assert!(errors.iter().zip(places).all(|(error, place)| error.starts_with(place)), "{errors:?}");
        assert!(openings.get(0).is_ok());
    }
    let error = Openings::new(plain(), source("a.fen", "x\ny\n"), 1).err().unwrap().to_string();
    assert!(error.starts_with("a.fen: line 1: ") && error.ends_with("none of the 2 openings can be read"), "{error}");
}

#[test]
fn games_are_openings_up_to_a_ply() {
    let text = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    let found = read("book.pgn", text, OpeningOrder::Sequential, Some(2)).unwrap();
    assert_eq!((found[0].start.as_deref(), found[0].moves.clone()), (None, vec!["e2e4".to_owned(), "e7e5".to_owned()]));
    assert_eq!(found[1].moves, ["d2d4"]);
}

#[test]
fn a_shuffle_keeps_every_opening() {
    let mut list: Vec<u32> = (0..50).collect();
    shuffle(&mut list, 1);
    assert!(!list.is_sorted());
    list.sort_unstable();
    assert_eq!(list, (0..50).collect::<Vec<u32>>());
}

#[test]
fn invalid_openings_are_refused_with_their_line() {
    let over = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
    for (name, text, place) in [
        ("a.fen", "\nnonsense", "a.fen: line 2: "),
        ("a.fen", over, "a.fen: line 1: the game is over there."),
        ("a.fen", "# nothing\n", "a.fen: there is no opening in it"),
        ("a.pgn", "1. e4 e4 *", "a.pgn: line 1: move `e4`: "),
        ("a.pgn", "[Variant \"other\"]\n\n1. e4 *", "a.pgn: line 1: unknown variant `other` in the Variant tag"),
    ] {
        let error = read(name, text, OpeningOrder::Random, None).unwrap_err().to_string();
        assert!(error.starts_with(place), "{error}");
    }
    assert_eq!("random:8".parse(), Ok(OpeningsArgument::Random(8)));
    assert_eq!("x/book.EPD".parse(), Ok(OpeningsArgument::File("x/book.EPD".to_owned())));
    for wrong in ["random:", "random:-1", "random:201", "book.txt", ""] {
        assert!(wrong.parse::<OpeningsArgument>().is_err(), "{wrong}");
    }
}
