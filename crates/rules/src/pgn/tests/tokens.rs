//! Tests of the tokenizer for every kind of token.

use super::{check_tokens, tell, tell_chunks, tell_places};
use crate::pgn::{Place, TOKEN_LIMIT};

#[test]
fn a_tag_pair_has_a_name_and_a_value() {
    check_tokens("[Event \"Spring Cup\"]", &["tag Event=Spring Cup"]);
    check_tokens("[ White\t\"\" ]", &["tag White="]);
    check_tokens("[A \"1\"][B \"2\"]", &["tag A=1", "tag B=2"]);
}

#[test]
fn a_quote_and_a_backslash_are_escaped_in_a_value() {
    check_tokens(r#"[A "a \"b\" \\ c"]"#, &[r#"tag A=a "b" \ c"#]);
}

#[test]
fn a_backslash_before_another_character_stands_for_itself() {
    check_tokens(r#"[A "C:\games\\new"]"#, &[r"tag A=C:\games\new"]);
}

#[test]
fn a_value_may_hold_brackets_braces_and_any_language() {
    check_tokens("[A \"{[(;%é象\"]", &["tag A={[(;%é象"]);
}

#[test]
fn a_run_of_move_characters_is_a_move() {
    for san in [
        "e4", "exd8=Q+", "O-O", "O-O-O#", "0-0", "0-0-0", "Rd8=Q", "Nc3*", "O-O*", "e8=P", "2b2x2c3", "N1a12b2", "ef7",
        "gxg1=R", "Q@e5", "--", "e1g1n",
    ] {
        check_tokens(san, &[&format!("move {san}")]);
    }
}

#[test]
fn effects_attached_to_a_move_belong_to_it() {
    check_tokens("Qa5(a2a4,c5h5)", &["move Qa5(a2a4,c5h5)"]);
    check_tokens("Rd8(d4d1=Q) e5", &["move Rd8(d4d1=Q)", "move e5"]);
    check_tokens("Nc6(Nf6-h6, c2-c5)+", &["move Nc6(Nf6-h6, c2-c5)+"]);
    check_tokens("Kxf8() *", &["move Kxf8()", "result *"]);
    check_tokens("c4(c7c5)! Be2(-){x}", &["move c4(c7c5)", "nag 1", "move Be2(-)", "comment x"]);
}

#[test]
fn a_parenthesis_behind_white_space_opens_a_variation() {
    check_tokens("e4 (d4)", &["move e4", "(", "move d4", ")"]);
    check_tokens("e4\n(d4)", &["move e4", "(", "move d4", ")"]);
}

#[test]
fn an_attached_parenthesis_with_anything_but_effects_opens_a_variation() {
    check_tokens("e4(1. d4) e5", &["move e4", "(", "move d4", ")", "move e5"]);
    check_tokens("e4(d4!)", &["move e4", "(", "move d4", "nag 1", ")"]);
    check_tokens("e4(d4 d5\nc4)", &["move e4", "(", "move d4", "move d5", "move c4", ")"]);
    check_tokens("e4({x} d4)", &["move e4", "(", "comment x", "move d4", ")"]);
    check_tokens(
        "e4(d4(c4.))",
        &["move e4", "(", "move d4", "(", "error: unexpected character `.` at line 1, column 9"],
    );
    check_tokens("e4(d4 ", &["move e4", "(", "move d4"]);
}

#[test]
fn a_parenthesis_behind_anything_but_a_move_opens_a_variation() {
    check_tokens("e4!(d4)", &["move e4", "nag 1", "(", "move d4", ")"]);
    check_tokens("e4{x}(d4)", &["move e4", "comment x", "(", "move d4", ")"]);
    check_tokens("*(d4)", &["result *", "(", "move d4", ")"]);
    check_tokens("1(d4)", &["(", "move d4", ")"]);
}

#[test]
fn move_numbers_are_skipped() {
    check_tokens(
        "1. e4 1... e5 2.d4 2...d5 3 c4 3 ... c5 4. ... a6",
        &["move e4", "move e5", "move d4", "move d5", "move c4", "move c5", "move a6"],
    );
}

#[test]
fn a_number_stands_before_a_move_that_begins_with_a_digit() {
    check_tokens("1. 2c3 2b3 2.2b2x2c3 12. 0-0", &["move 2c3", "move 2b3", "move 2b2x2c3", "move 0-0"]);
}

#[test]
fn a_nag_is_a_dollar_and_a_number() {
    check_tokens("e4 $1$139 $007 d4$255", &["move e4", "nag 1", "nag 139", "nag 7", "move d4", "nag 255"]);
}

#[test]
fn six_glyphs_stand_for_the_first_six_nags() {
    check_tokens(
        "a! b? c!! d?? e!? f?!",
        &[
            "move a", "nag 1", "move b", "nag 2", "move c", "nag 3", "move d", "nag 4", "move e", "nag 5", "move f",
            "nag 6",
        ],
    );
    check_tokens("Nc3* !", &["move Nc3*", "nag 1"]);
}

#[test]
fn a_comment_stands_in_braces_that_do_not_nest() {
    check_tokens("{a {b} c", &["comment a {b", "move c"]);
    check_tokens("e4{}d4", &["move e4", "comment ", "move d4"]);
    check_tokens("{a ; [x \"y\"] (\n% é}", &["comment a ; [x \"y\"] (\n% é"]);
}

#[test]
fn a_comment_behind_a_semicolon_ends_with_the_line() {
    check_tokens("e4; good } move\nd4", &["move e4", "comment  good } move", "move d4"]);
    check_tokens("; last", &["comment  last"]);
    check_tokens("; dos\r\nd4", &["comment  dos", "move d4"]);
}

#[test]
fn each_result_has_its_marker() {
    check_tokens("1-0 0-1 1/2-1/2 *", &["result 1-0", "result 0-1", "result 1/2-1/2", "result *"]);
    check_tokens("1-0{x}", &["result 1-0", "comment x"]);
}

#[test]
fn a_star_alone_is_a_result_and_behind_a_move_part_of_it() {
    check_tokens("Nc3* *", &["move Nc3*", "result *"]);
    check_tokens("Nc3 *", &["move Nc3", "result *"]);
}

#[test]
fn a_line_that_begins_with_a_percent_sign_is_skipped() {
    check_tokens("% [A \"b\" {\ne4\n%\n%(\r\ne5", &["move e4", "move e5"]);
}

#[test]
fn empty_lines_are_told_once() {
    check_tokens(
        "a\n\n \t\r\n\nb\nc\n;d\n\n",
        &["move a", "empty line", "move b", "move c", "comment d", "empty line"],
    );
    check_tokens("\n[A \"b\"]\n\n*", &["empty line", "tag A=b", "empty line", "result *"]);
}

#[test]
fn carriage_returns_are_white_space() {
    check_tokens("[A \"b\"]\r\n\r\n1. e4\r\ne5 *\r\n", &["tag A=b", "empty line", "move e4", "move e5", "result *"]);
}

#[test]
fn a_byte_order_mark_at_the_start_is_skipped() {
    let bytes = "\u{feff}% skipped\ne4".as_bytes();
    assert_eq!(tell(bytes), ["move e4"]);
    assert_eq!(tell_chunks(bytes.chunks(1)), ["move e4"]);
}

#[test]
fn a_place_is_the_tokens_first_character_counted_in_characters() {
    let text = "[A \"é\"] [B \"\"]\n{象\n象象} e4(a1) d4(c.";
    let places: Vec<_> = tell_places([text.as_bytes()])
        .into_iter()
        .map(|(told, Place { line, column })| format!("{told} {line}:{column}"))
        .collect();
    assert_eq!(
        places,
        [
            "tag A=é 1:1",
            "tag B= 1:9",
            "comment 象\n象象 2:1",
            "move e4(a1) 3:5",
            "move d4 3:12",
            "( 3:14",
            "error: unexpected character `.` at line 3, column 16 3:16",
        ]
    );
}

#[test]
fn a_token_may_be_as_long_as_the_limit() {
    let long = "é".repeat(TOKEN_LIMIT / 2);
    check_tokens(&format!("{{{long}}} e4"), &[&format!("comment {long}"), "move e4"]);
}

#[test]
fn a_chunk_may_end_anywhere() {
    let text = "\u{feff}[A \"é\\\"\"]\r\n\r\n1. e4(a1-a2, b) e5(d5!?) {象\n} $12 ;x\n\n1/2-1/2";
    let whole = tell_places([text.as_bytes()]);
    for size in 1..text.len() {
        assert_eq!(tell_places(text.as_bytes().chunks(size)), whole, "chunks of {size}");
    }
}

/// The PGN standard of 1994 specifies ISO 8859-1, which old collections use.
#[test]
fn bytes_that_are_no_utf_8_are_read_as_windows_1252() {
    for (bytes, told) in [
        (&b"[White \"M\xfcller, J\xf6rg\"]"[..], vec!["tag White=Müller, Jörg"]),
        (b"{caf\xe9 \x96 10 \x80} e4", vec!["comment café – 10 €", "move e4"]),
        ("{é}".as_bytes(), vec!["comment é"]),
        (b"{\xe9\x80x \xe8\xb1}", vec!["comment é€x è±"]),
        (b"{\xe9\xc3\xa9}", vec!["comment éé"]),
        (
            b"\xe8\xb1\n\n[A \"b\"]",
            vec!["error: unexpected character `è` at line 1, column 1", "empty line", "tag A=b"],
        ),
        (b"\xe8", vec!["error: unexpected character `è` at line 1, column 1"]),
        (b"{\xe8\xb1", vec!["error: comment `{è±` at line 1, column 1 is never closed"]),
    ] {
        assert_eq!(tell(bytes), told);
        for size in 1..4 {
            assert_eq!(tell_chunks(bytes.chunks(size)), told);
        }
    }
}

/// The place of a token counts characters, as in UTF-8.
#[test]
fn utf_16_is_read_like_utf_8() {
    let text = "[White \"Müller, \u{10437}\"]\r\n\r\n1. e4 {象 –} e5 ½-½\r\n";
    let told = tell_places([text.as_bytes()]);
    for text in [text, &format!("\u{feff}{text}")] {
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            for size in [1, 2, 3, 5, bytes.len()] {
                assert_eq!(tell_places(bytes.chunks(size)), told, "chunks of {size}");
            }
        }
    }
}
