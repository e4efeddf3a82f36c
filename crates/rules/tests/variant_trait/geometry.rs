//! Tests that squares, names, steps, and lines of each board are consistent.

use faraday_rules::{Color, Flat, Geometry, Role, Set, Square, Tower};

fn set<G: Geometry>(keep: impl Fn(Square) -> bool) -> G::Set {
    G::squares().filter(|square| keep(*square)).fold(G::Set::EMPTY, |set, square| set | G::Set::of(square))
}

fn check_coordinates<G: Geometry>() {
    assert_eq!(G::squares().count(), G::SQUARES);
    assert_eq!(set::<G>(|_| true), G::ALL);
    for square in G::squares() {
        let (level, file, rank) = (G::level(square), G::file(square), G::rank(square));
        assert_eq!(G::at(level, file, rank), Some(square));
        assert_eq!(G::parse(&G::name(square)), Some(square));
        assert_eq!(G::rank_of(Color::White, square) + G::rank_of(Color::Black, square), G::RANKS - 1);
        assert_eq!(G::name(square).len(), G::NAME_LENGTH);
    }
    assert_eq!(G::at(G::LEVELS, 0, 0), None);
    assert_eq!(G::at(0, G::FILES, 0), None);
    assert_eq!(G::at(0, 0, G::RANKS), None);
}

fn check_attacks<G: Geometry>() {
    for (from, role) in G::squares().flat_map(|from| Role::ALL.map(|role| (from, role))) {
        for color in Color::ALL {
            let reached = G::attacks(color, role, from, G::Set::EMPTY);
            assert!(!reached.has(from) && (reached & !G::ALL).is_empty());
            // A pawn's attack is mirrored by an enemy pawn on the attacked square; all other attacks go both ways.
            for to in reached.squares() {
                assert!(G::attacks(!color, role, to, G::Set::EMPTY).has(from), "{} {}", G::name(from), G::name(to));
            }
        }
    }
}

fn check_lines<G: Geometry>() {
    for (a, b) in G::squares().flat_map(|a| G::squares().map(move |b| (a, b))) {
        let (between, line) = (G::between(a, b), G::line(a, b));
        assert_eq!(between, G::between(b, a));
        assert_eq!(line, G::line(b, a));
        assert!((between & !line).is_empty());
        assert_eq!(line.any(), line.has(a) && line.has(b));
        if let Some(first) = between.first() {
            assert!(!G::attacks(Color::White, Role::Queen, a, G::Set::of(first)).has(b));
        }
    }
}

fn check_ranks<G: Geometry>() {
    for color in Color::ALL {
        for rank in 0..G::RANKS {
            assert_eq!(G::rank_set(color, rank), set::<G>(|square| G::rank_of(color, square) == rank));
        }
        assert_eq!(G::last_rank(color), G::rank_set(color, G::RANKS - 1));
        assert_eq!(G::advance(color, G::ALL), G::ALL & !G::rank_set(color, 0));
        let captures = G::squares().fold(G::Set::EMPTY, |set, square| set | G::pawn(color, square));
        assert_eq!(G::pawns(color, G::ALL), captures);
    }
    let light = G::squares().filter(|square| G::is_light(*square)).count();
    assert!(light.abs_diff(G::SQUARES - light) <= 1);
}

#[test]
fn coordinates_and_names_stand_for_one_square_each() {
    check_coordinates::<Flat>();
    check_coordinates::<Tower>();
}

#[test]
fn what_is_attacked_attacks_back() {
    check_attacks::<Flat>();
    check_attacks::<Tower>();
}

#[test]
fn lines_join_both_ways_and_hold_what_lies_between() {
    check_lines::<Flat>();
    check_lines::<Tower>();
}

#[test]
fn ranks_are_counted_from_each_players_side() {
    check_ranks::<Flat>();
    check_ranks::<Tower>();
}

#[test]
fn a_set_gives_back_its_squares_in_order() {
    let mut word: u64 = 0x9E37_79B9_7F4A_7C15;
    for _ in 0..500 {
        word = word.rotate_left(13).wrapping_mul(5).wrapping_add(0xE654_6B64);
        let squares: Vec<Square> = word.squares().collect();
        assert!(squares.is_sorted() && squares.len() as u32 == word.count());
        assert_eq!((word.first(), word.last()), (squares.first().copied(), squares.last().copied()));
        assert_eq!(squares.iter().fold(0, |set, square| set | u64::of(*square)), word);
    }
    assert_eq!((0_u64.first(), 0_u128.last(), 0_u64.is_many()), (None, None, false));
}
