//! Property tests of PGN: written games read back the same, chunk boundaries do not matter, and no bytes cause a panic.

use proptest::{collection::vec, prelude::*, sample::Index};

use super::{read_one, tell_places, write};
use crate::pgn::{GameReader, GameResult, GameTree, NodeId, PgnError, is_utf_16, read_games};

/// One step in growing a tree. Steps that the tree refuses are omitted.
#[derive(Debug, Clone)]
enum Growth {
    Move(Option<Index>, String),
    Variation(Index, String),
    Nag(Index, u8),
    Comment(Option<Index>, String),
    CommentBefore(Index, String),
}

const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

fn san() -> impl Strategy<Value = String> {
    prop_oneof![
        "[NBRQK]?[a-h]?x?[a-h][1-8](=[QRBN])?[+#*]?",
        "O-O(-O)?[*+]?",
        "[1-3][a-e][1-5]x?[1-3][a-e][1-5]",
        "[A-Za-z0-9+#=*:@/_-]{1,9}(\\([A-Za-z0-9,=+ -]{0,12}\\))?[+#]?",
    ]
}

/// Any text except a closing brace, which comments cannot contain.
fn comment() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z%\\[\\];({\" é\t]{0,30}", "[^}]{0,20}", "([a-z]{0,9}[ \r\n]){0,40}"]
}

fn growth() -> impl Strategy<Value = Growth> {
    use Growth::{Comment, CommentBefore, Move, Nag, Variation};
    let any_move = || any::<Index>();
    prop_oneof![
        4 => (any::<Option<Index>>(), san()).prop_map(|(after, san)| Move(after, san)),
        3 => (any_move(), san()).prop_map(|(of, san)| Variation(of, san)),
        1 => (any_move(), any::<u8>()).prop_map(|(id, nag)| Nag(id, nag)),
        2 => (any::<Option<Index>>(), comment()).prop_map(|(after, text)| Comment(after, text)),
        1 => (any_move(), comment()).prop_map(|(id, text)| CommentBefore(id, text)),
    ]
}

fn result() -> impl Strategy<Value = GameResult> {
    use GameResult::{Black, Draw, Unknown, White};
    prop::sample::select(vec![White, Black, Draw, Unknown])
}

prop_compose! {
    fn tree()(
        roster in vec(".{0,12}", 7),
        others in vec(("[A-Za-z0-9_]{1,8}", ".{0,12}"), 0..4),
        side in "[wb]",
        number in 0_u32..300,
        growths in vec(growth(), 0..60),
        result in result(),
    ) -> GameTree {
        let mut tree = GameTree::new();
        for (name, value) in ROSTER.iter().zip(&roster) {
            tree.set_header(name, value).unwrap();
        }
        tree.set_header("FEN", &format!("8 {side} - - 0 {number}")).unwrap();
        for (name, value) in &others {
            tree.set_header(name, value).unwrap();
        }
        tree.set_result(result);
        let mut ids = Vec::new();
        for growth in &growths {
            ids.extend(grow(&mut tree, &ids, growth));
        }
        tree
    }
}

fn grow(tree: &mut GameTree, ids: &[NodeId], growth: &Growth) -> Option<NodeId> {
    let pick = |index: &Index| (!ids.is_empty()).then(|| *index.get(ids));
    match growth {
        Growth::Move(after, san) => {
            let after = after.as_ref().and_then(pick);
            return tree.add_move(after, san).ok();
        }
        Growth::Variation(of, san) => return tree.add_variation(pick(of)?, san).ok(),
        Growth::Nag(id, nag) => tree.add_nag(pick(id)?, *nag),
        Growth::Comment(after, text) => tree.add_comment(after.as_ref().and_then(pick), text),
        Growth::CommentBefore(id, text) => tree.add_comment_before(pick(id)?, text),
    }
    None
}

/// Bytes that are often similar to PGN.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "[Event \"", "\"]", "\n", "\n\n", "\r\n", "e4", "1.", "...", "(", ")", "{", "}", ";",
            "%", "$", "12", "!", "?", "*", "1-0", " ", "\\", "\"", "\n\n[A \"b\"]\n", "é", "象",
            "\u{feff}", "Qa5(a2a4", ",", "=", "[",
        ]).prop_map(|text| text.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..4),
    ];
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn cut<'b>(bytes: &'b [u8], cuts: &[Index]) -> Vec<&'b [u8]> {
    let mut ends: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    ends.push(bytes.len());
    ends.sort_unstable();
    let starts = [0].into_iter().chain(ends.clone());
    starts.zip(ends.clone()).map(|(start, end)| &bytes[start..end]).collect()
}

fn read_chunks(chunks: &[&[u8]]) -> Vec<Result<GameTree, PgnError>> {
    let mut games = Vec::new();
    let mut reader = GameReader::new();
    for chunk in chunks {
        reader.feed(chunk, &mut |game| games.push(game));
    }
    reader.finish(&mut |game| games.push(game));
    games
}

proptest! {
    #[test]
    fn a_written_tree_reads_as_itself(tree in tree()) {
        prop_assert_eq!(read_one(&write(&tree)), tree);
    }

    #[test]
    fn written_games_are_read_one_by_one(trees in vec(tree(), 0..4)) {
        let text: String = trees.iter().map(write).collect();
        let games: Result<Vec<_>, _> = read_games(&text).into_iter().collect();
        prop_assert_eq!(games, Ok(trees));
    }

    #[test]
    fn a_game_that_was_read_is_written_the_same_ever_after(bytes in bytes()) {
        for tree in read_chunks(&[&bytes]).into_iter().flatten() {
            let written = write(&tree);
            prop_assert_eq!(write(&read_one(&written)), written);
        }
    }

    #[test]
    fn chunks_give_the_tokens_of_the_whole(bytes in bytes(), cuts in vec(any::<Index>(), 0..9)) {
        prop_assert_eq!(tell_places(cut(&bytes, &cuts)), tell_places([&bytes[..]]));
    }

    #[test]
    fn chunks_give_the_games_of_the_whole(bytes in bytes(), cuts in vec(any::<Index>(), 0..9)) {
        prop_assert_eq!(read_chunks(&cut(&bytes, &cuts)), read_chunks(&[&bytes]));
    }

    #[test]
    fn single_bytes_give_the_tokens_of_a_written_tree(tree in tree()) {
        let text = write(&tree);
        prop_assert_eq!(tell_places(text.as_bytes().chunks(1)), tell_places([text.as_bytes()]));
    }

    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..2000)) {
        read_chunks(&[&bytes]);
    }

    #[test]
    fn a_broken_game_does_not_break_the_next(bytes in bytes(), tree in tree()) {
        // Everything left open by the bytes is closed first, so that the game is below an empty line.
        let text = [&bytes, &b"\n}\n)\n\n"[..], write(&tree).as_bytes()].concat();
        // The encoding applies to the whole text: if the bytes begin like UTF-16, the text after them is read
        // as UTF-16 as well.
        prop_assume!(!is_utf_16(&text));
        let games = read_chunks(&[&text]);
        prop_assert_eq!(games.last(), Some(&Ok(tree)));
    }
}
