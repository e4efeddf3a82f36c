//! Tests of German sentences about moves: a refusal, an event, and an ending in every variant, with the grammatical
//! forms that the words need.

use faraday_rules::{Color, EndReason, Ending};
use faraday_variants::{AnyGame, Language, find};

fn game(id: &str, fen: &str) -> Box<dyn AnyGame> {
    let german = Language::find("de").unwrap();
    find(id).unwrap().game_in(german, Some(fen)).unwrap_or_else(|error| panic!("{id} {fen}: {error}"))
}

#[track_caller]
fn check_refused(id: &str, fen: &str, mv: &str, expected: &str) {
    let game = game(id, fen);
    let explanation = game.explain(mv).unwrap();
    assert_eq!(explanation.text, expected);
    let complaint = game.complaint(&game.read_move(mv).unwrap_err());
    assert_eq!(complaint, format!("{expected} ({})", explanation.rule.unwrap().0));
}

#[track_caller]
fn check_told(id: &str, fen: &str, mv: &str, expected: &[&str]) {
    let explanation = game(id, fen).explain(mv).unwrap();
    let told: Vec<&str> = explanation.events.iter().map(|told| told.text.as_str()).collect();
    assert_eq!(told, expected);
}

#[test]
fn chess() {
    let fen = "4k3/4q3/8/8/8/8/P3R3/4K3 w - - 0 1";
    check_refused("chess", fen, "e2a2", "Re2–a2 ist regelwidrig: Auf a2 steht ein eigener Stein, der weiße Bauer.");
    check_refused(
        "chess",
        fen,
        "e2b2",
        "Re2–b2 ist regelwidrig: Das gäbe den König auf e1 dem Angriff durch die schwarze Dame auf e7 preis.",
    );
    check_refused("chess", fen, "e2f3", "Re2–f3 ist regelwidrig: So zieht ein Turm nicht.");
    check_told(
        "chess",
        "1q2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "axb8=Q",
        &[
            "Die schwarze Dame auf b8 wird geschlagen.",
            "Der weiße Bauer zieht von a7 nach b8.",
            "Der weiße Bauer auf b8 wandelt sich in eine Dame um.",
        ],
    );
}

#[test]
fn forcefield() {
    check_refused(
        "forcefield",
        "4k3/8/8/3q4/8/8/8/R3K3 w - - 0 1",
        "a1a5",
        "Ra1–a5 ist regelwidrig: Der Weg führt über a2, und Schwarz beherrscht dieses Feld (Ladung −1).",
    );
    check_refused(
        "forcefield",
        "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1",
        "e2a2",
        "Re2–a2 ist regelwidrig: Das ließe den schwarzen Turm auf e7 bis zum König auf e1 gelangen.",
    );
}

#[test]
fn magnetic() {
    check_refused(
        "magnetic",
        "4k3/8/3P4/8/8/8/8/R3K3 w - - 0 1",
        "a1d1",
        "Ra1–d1 ist unvollständig: Der Impuls stößt den Bauern auf d6 nach d8 ab, auf seine letzte Reihe; \
         gib an, was er dort wird: n, b, r oder q.",
    );
    check_told(
        "magnetic",
        "4k3/8/8/3q4/8/8/8/R3K1P1 w - - 0 1",
        "a1d1",
        &["Der weiße Turm zieht von a1 nach d1.", "Die schwarze Dame wird von d5 nach d2 angezogen."],
    );
}

#[test]
fn collision() {
    check_refused(
        "collision",
        "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 a4:1",
        "a1a4",
        "Qa1–a4 ist regelwidrig: Masse und Energie auf a4 ergeben 8, und das ist kein Vielfaches von 3, 5 oder 7.",
    );
    check_told(
        "collision",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 a4:2",
        "a1a4q",
        &[
            "Der weiße Turm zieht von a1 nach a4.",
            "Die Energie (2) auf a4 ist verbraucht.",
            "Der weiße Turm auf a4 wird zur Dame.",
        ],
    );
}

#[test]
fn emulation() {
    check_refused(
        "emulation",
        "4k3/8/8/8/8/8/PP6/R3K2Q w - - 0 1",
        "h1h2",
        "Qh1–h2 ist regelwidrig: Neben h1 steht kein Nachbar, also kann die Dame dort nicht ziehen.",
    );
}

#[test]
fn future() {
    check_refused(
        "future",
        "5/5/5/5/K1B2|5/5/5/2q2/5|4k/5/5/5/5 w - - 0 1",
        "1c12c2",
        "B1c1–2c2 ist regelwidrig: Ein Läufer kann beim Ebenenwechsel nicht schlagen, und auf 2c2 steht die schwarze Dame.",
    );
}

#[test]
fn texts_that_are_no_moves_and_no_positions() {
    let game = game("chess", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
    let complaint = |text: &str| game.complaint(&game.read_move(text).unwrap_err());
    assert_eq!(complaint("Rd1"), "`Rd1` ist mehrdeutig: Rad1, Rhd1");
    assert_eq!(complaint("Nd1"), "Nd1 ist regelwidrig: Du hast keinen Stein, der diesen Zug machen kann. (C.1)");
    assert_eq!(complaint("a1z9"), "`z9` in `a1z9` ist kein Feld des Bretts");
    assert_eq!(complaint(""), "es ist kein Zug angegeben");
    let german = find("chess").unwrap().text_in(Language::find("de").unwrap());
    let setup = |fen: &str| german.setup_error_sentence(&find("chess").unwrap().game(Some(fen)).err().unwrap());
    assert_eq!(setup("8/8/8/8/8/8/8/K7 w - - 0 1"), "Schwarz hat keinen König");
    assert_eq!(setup("8/8/8/8/8/8/8/K7 w - -"), "die FEN hat 4 von 6 Angaben: Es fehlt der Halbzugzähler");
}

#[test]
fn ends() {
    let german = find("chess").unwrap().text_in(Language::find("de").unwrap());
    assert_eq!(german.ending(Ending::win(Color::White, EndReason::Checkmate)), "Weiß gewinnt: Schachmatt.");
    assert_eq!(german.ending(Ending::draw(EndReason::Stalemate)), "Die Partie ist remis: Patt.");
    assert_eq!(german.time_out(Color::White), "Schwarz gewinnt: Weiß hat die Zeit überschritten.");
}
