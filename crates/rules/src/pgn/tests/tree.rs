//! Tests of game trees that are built through the API instead of parsed.

use super::{movetext, read_one, write};
use crate::pgn::{DEPTH_LIMIT, GameTree, Step, TreeError};

#[test]
fn a_move_behind_one_that_has_a_next_is_a_variation_of_that() -> Result<(), TreeError> {
    let mut tree = GameTree::new();
    let e4 = tree.add_move(None, "e4")?;
    tree.add_move(Some(e4), "e5")?;
    tree.add_move(None, "d4")?;
    let c5 = tree.add_move(Some(e4), "c5")?;
    tree.add_move(Some(c5), "Nf3")?;
    assert_eq!(movetext(&tree), "1. e4 (1. d4) 1... e5 (1... c5 2. Nf3) *");
    Ok(())
}

#[test]
fn a_comment_before_a_move_goes_where_it_is_read_again() -> Result<(), TreeError> {
    let mut tree = GameTree::new();
    let e4 = tree.add_move(None, "e4")?;
    let e5 = tree.add_move(Some(e4), "e5")?;
    tree.add_comment_before(e4, "start");
    tree.add_comment_before(e5, "behind e4");
    let d4 = tree.add_variation(e4, "d4")?;
    tree.add_comment_before(d4, "before d4");
    tree.add_comment_before(e5, "before e5");
    assert_eq!(tree.comments(), ["start"]);
    assert_eq!(tree.node(e4).comments_after(), ["behind e4"]);
    assert_eq!(tree.node(d4).comments_before(), ["before d4"]);
    assert_eq!(tree.node(e5).comments_before(), ["before e5"]);
    Ok(())
}

#[test]
fn trees_are_equal_whatever_the_order_they_grew_in() -> Result<(), TreeError> {
    let read = read_one("1. e4 (1. d4) e5 *");
    let mut grown = GameTree::new();
    let e4 = grown.add_move(None, "e4")?;
    grown.add_move(Some(e4), "e5")?;
    grown.add_variation(e4, "d4")?;
    assert_eq!(grown, read);
    assert_ne!(grown, read_one("1. e4 e5 (1. d4) *"));
    assert_ne!(grown, read_one("1. e4 (1. d4) c5 *"));
    assert_ne!(grown, read_one("1. e4 (1. d4) e5 1-0"));
    Ok(())
}

#[test]
fn a_walk_tells_a_variation_behind_the_move_that_it_replaces() {
    let tree = read_one("e4 (d4 d5 (c5)) e5 *");
    let told: Vec<_> = tree
        .walk()
        .map(|step| match step {
            Step::Move(id) => tree.node(id).san(),
            Step::VariationStart => "(",
            Step::VariationEnd => ")",
        })
        .collect();
    assert_eq!(told, ["e4", "(", "d4", "d5", "(", "c5", ")", ")", "e5"]);
}

#[test]
fn a_text_that_would_not_be_read_as_one_move_is_refused() -> Result<(), TreeError> {
    let mut tree = GameTree::new();
    for text in ["", "*", "1-0", "12", "e4 e5", "e4!", "e4(", "e4(x!)", "(e4)", "é", "e4(a)(b)", "1(a)"] {
        let error = tree.add_move(None, text).unwrap_err();
        assert_eq!(error.to_string(), format!("`{text}` cannot be written as a move"));
    }
    for text in ["Nc3*", "Qa5(a2a4,c5h5)+", "2b2x2c3"] {
        tree.add_move(None, text)?;
    }
    Ok(())
}

#[test]
fn a_text_that_would_not_be_read_as_a_tag_name_is_refused() {
    for text in ["", "a b", "a\"", "é"] {
        let error = GameTree::new().set_header(text, "x").unwrap_err();
        assert_eq!(error.to_string(), format!("`{text}` cannot be written as a tag name"));
    }
}

#[test]
fn a_header_is_set_in_its_place() -> Result<(), TreeError> {
    let mut tree = GameTree::new();
    tree.set_header("A", "1")?;
    tree.set_header("B", "2")?;
    tree.set_header("A", "3\r\n4\n5")?;
    assert!(write(&tree).contains("[A \"3 4 5\"]\n[B \"2\"]\n"));
    Ok(())
}

#[test]
fn variations_by_hand_nest_to_the_limit_and_no_deeper() -> Result<(), TreeError> {
    let mut tree = GameTree::new();
    let mut last = tree.add_move(None, "a")?;
    for _ in 0..DEPTH_LIMIT {
        last = tree.add_variation(last, "a")?;
    }
    let text = "b".to_owned();
    assert_eq!(tree.add_variation(last, "b"), Err(TreeError::TooDeep { text }));
    assert_eq!(read_one(&movetext(&tree)), tree);
    Ok(())
}

#[test]
fn a_long_game_is_dropped_and_written_without_recursion() {
    let text = format!("{}*", "Nf3 ".repeat(200_000));
    let tree = read_one(&text);
    assert_eq!(read_one(&write(&tree)).main_line().count(), 200_000);
}
