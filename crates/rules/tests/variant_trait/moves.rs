//! Tests of moves packed into numbers, and of sets of choices.

use faraday_rules::{Choice, Choices, Move, Role, Square};

fn every_move() -> impl Iterator<Item = Move> {
    let choices = || [None].into_iter().chain(Choice::ALL.map(Some));
    let pairs = (0..128).flat_map(|from| (0..128).map(move |to| (Square::new(from), Square::new(to))));
    pairs.flat_map(move |(from, to)| choices().map(move |choice| Move { from, to, choice }))
}

#[test]
fn a_packed_move_is_unpacked_as_itself_and_fits_in_seventeen_bits() {
    for mv in every_move() {
        assert!(mv.pack() < 1 << 17);
        assert_eq!(Move::unpack(mv.pack()), mv);
    }
}

#[test]
fn any_number_unpacks_to_a_move() {
    for number in (0..=u32::MAX).step_by(65_537) {
        let mv = Move::unpack(number);
        assert!(mv.from.index() < 128 && mv.to.index() < 128);
    }
}

#[test]
fn signs_are_read_back() {
    for choice in Choice::ALL {
        assert_eq!(Choice::from_sign(choice.sign()), Some(choice));
    }
    assert_eq!(Choice::from_sign('k'), None);
    assert_eq!(Choice::from_sign('Q'), None);
}

#[test]
fn a_role_that_can_be_chosen_is_that_of_its_choice() {
    for role in Role::ALL {
        match Choice::of_role(role) {
            Some(choice) => assert_eq!(choice.role(), Some(role)),
            None => assert!(matches!(role, Role::Pawn | Role::King)),
        }
    }
    assert_eq!((Choice::Decay.role(), Choice::Scatter.role()), (Some(Role::Pawn), None));
}

#[test]
fn what_is_offered_is_what_the_set_has() {
    let every = Choice::ALL.into_iter().fold(Choices::PLAIN, |all, choice| all.with(Choices::of(choice)));
    for choices in [Choices::NONE, Choices::PLAIN, Choices::PROMOTION, Choices::of(Choice::Scatter), every] {
        let offered: Vec<Option<Choice>> = choices.offered().collect();
        assert_eq!(offered.len() as u32, choices.count());
        assert_eq!(offered.is_empty(), choices.is_empty());
        for choice in [None].into_iter().chain(Choice::ALL.map(Some)) {
            assert_eq!(offered.contains(&choice), choices.has(choice));
        }
    }
    let first = Choices::PROMOTION.offered().next();
    assert_eq!(first, Some(Some(Choice::Queen)), "a queen is what an interface offers first");
}
