//! Repository check: every reason for a refusal can occur. A table gives, for each, a position, the moves played from
//! it, and the move that it refuses.

use std::collections::BTreeSet;

use faraday_rules::orthodox;
use faraday_variants::{Language, find};

use crate::reasons::own_reasons;
use crate::texts::fits;

/// A reason, a variant, a FEN (or `start`), and moves of which the last is refused.
type Row = (&'static str, &'static str, &'static str, &'static str);

const ORTHODOX: [Row; 22] = [
    ("C.1.passing", "chess", "start", "e2e2"),
    ("C.1.empty", "chess", "start", "e4e5"),
    ("C.1.turn", "chess", "start", "e7e5"),
    ("C.1.absent", "chess", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "Qd4"),
    ("C.2.own", "chess", "start", "a1a2"),
    ("C.2.way", "chess", "start", "b1b3"),
    ("C.2.blocked", "chess", "start", "a1a3"),
    ("C.2.pawn-blocked", "chess", "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e3e4"),
    ("C.2.double-step", "chess", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5"),
    ("C.2.pawn-capture", "chess", "start", "e2d3"),
    ("C.2.castle-blocked", "chess", "4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1"),
    ("C.2.castle-check", "chess", "4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
    ("C.2.castle-attacked", "chess", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
    ("C.2.no-castling", "emulation", "start", "O-O"),
    ("C.2.choice-missing", "chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8"),
    ("C.2.choice-idle", "chess", "start", "e2e4q"),
    ("C.2.choice-wrong", "chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8p"),
    ("C.2.king-attacked", "chess", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2"),
    ("C.2.check-stands", "chess", "4k3/4r3/8/8/8/8/P7/4K3 w - - 0 1", "a2a3"),
    ("C.2.pinned", "chess", "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2a2"),
    ("C.4.over", "chess", "k7/8/1QK5/8/8/8/8/8 b - - 0 1", "a8a7"),
    ("C.7.right", "chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1"),
];

const FORCEFIELD: [Row; 8] = [
    ("FF.5.entry", "forcefield", "4k3/8/8/3q4/8/8/8/R3K3 w - - 0 1", "a1d1"),
    ("FF.5.passage", "forcefield", "4k3/8/8/3q4/8/8/8/R3K3 w - - 0 1", "a1a5"),
    ("FF.5.en-passant", "forcefield", "3qk3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6"),
    ("FF.6.entry", "forcefield", "4k3/8/8/3q4/8/8/8/1N2K3 w - - 0 1", "b1d2"),
    ("FF.6.routes", "forcefield", "4k3/8/8/8/8/2p5/7r/1N2K3 w - - 0 1", "b1c3"),
    ("FF.9.king-attacked", "forcefield", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2"),
    ("FF.9.check-stands", "forcefield", "4k3/4r3/8/8/8/8/P7/4K3 w - - 0 1", "a2a3"),
    ("FF.9.check-opened", "forcefield", "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2a2"),
];

const MAGNETIC: [Row; 5] = [
    ("MG.1.en-passant", "magnetic", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6"),
    ("MG.4.double-step", "magnetic", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5"),
    ("MG.5.choice-missing", "magnetic", "4k3/8/3P4/8/8/8/8/R3K3 w - - 0 1", "a1d1"),
    ("MG.5.choice-wrong", "magnetic", "4k3/8/3P4/8/8/8/8/R3K3 w - - 0 1", "a1d1p"),
    ("MG.5.choice-idle", "magnetic", "start", "e2e4q"),
];

const COLLISION: [Row; 13] = [
    ("PC.5.sum", "collision", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 a4:3", "a1a4"),
    ("PC.5.form", "collision", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 a4:2", "a1a4r"),
    ("PC.5.missing", "collision", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 a4:2", "a1a4"),
    ("PC.5a.idle", "collision", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 a4:2", "a1a3q"),
    ("PC.6.king", "collision", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 e2:2", "e1e2q"),
    ("PC.7.promotion", "collision", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1 -", "a7a8q"),
    ("PC.8.sum", "collision", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 f1:3", "e1g1"),
    ("PC.8.form", "collision", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 f1:2", "e1g1r"),
    ("PC.8.missing", "collision", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 f1:2", "e1g1"),
    ("PC.9.double-step", "collision", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1 -", "e3e5"),
    ("PC.10.off", "collision+decay", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 a4:3", "a1a4*"),
    ("PC.10.idle", "collision+scatter", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 a4:2", "a1a4*"),
    ("PC.10.missing", "collision+scatter+decay", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 a4:3", "a1a4"),
];

const EMULATION: [Row; 12] = [
    ("EM.2.not-lent", "emulation", "start", "a1a5"),
    ("EM.2.blocked", "emulation", "start", "b1b5"),
    ("EM.3.occupied", "emulation", "4k3/8/8/8/8/p7/PP6/4K3 w - - 0 1", "a2a3"),
    ("EM.3.nothing-there", "emulation", "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "a2b3"),
    ("EM.3.double-step", "emulation", "4k3/8/8/8/8/PP6/8/4K3 w - - 0 1", "a3a5"),
    ("EM.4.alone", "emulation", "4k3/8/8/8/8/8/PP6/R3K2R w - - 0 1", "h1h2"),
    ("EM.5.missing", "emulation", "8/PP6/8/8/4k3/8/8/4K3 w - - 0 1", "a7a8"),
    ("EM.5.idle", "emulation", "4k3/8/8/8/8/PP6/8/4K3 w - - 0 1", "a3a4q"),
    ("EM.5.wrong", "emulation", "8/PP6/8/8/4k3/8/8/4K3 w - - 0 1", "a7a8p"),
    ("EM.6.king-attacked", "emulation", "3qk3/8/8/8/8/8/3P4/4K3 w - - 0 1", "e1e2"),
    ("EM.6.check-stands", "emulation", "3qk3/8/8/8/8/8/3P4/4K3 w - - 0 1", "d2d3"),
    ("EM.6.check-opened", "emulation", "3qk3/8/8/8/8/8/3PP3/4K3 w - - 0 1", "e2d3"),
];

const FUTURE: [Row; 27] = [
    ("FC.4.way", "future", "5/5/5/2P2/K4|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1c21c5"),
    ("FC.4.blocked", "future", "5/5/2n2/2P2/K4|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1c21c3"),
    ("FC.4.double-step", "future", "5/5/5/2P2/K4|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1c21c4"),
    ("FC.4.nothing-there", "future", "5/5/5/2P2/K4|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1c21d3"),
    ("FC.5.occupied", "future", "2P2/5/5/5/K4|5/5/5/5/2n2|4k/5/5/5/5 w - - 0 1", "1c52c1"),
    ("FC.6.missing", "future", "5/5/5/5/K4|5/2P~2/5/5/5|4k/5/5/5/5 w - - 0 1", "2c42c5"),
    ("FC.6.idle", "future", "5/5/5/2P2/K4|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1c21c3q"),
    ("FC.6.wrong", "future", "5/5/5/5/K4|5/2P~2/5/5/5|4k/5/5/5/5 w - - 0 1", "2c42c5p"),
    ("FC.7.way", "future", "5/5/5/5/K1B2|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1c11c2"),
    ("FC.7.blocked", "future", "5/5/5/3P1/K1B2|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1c11e3"),
    ("FC.7.color", "future", "5/5/5/5/K1B2|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1c12c1"),
    ("FC.7.far", "future", "5/5/5/5/K1B2|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1c13c1"),
    ("FC.7.capture", "future", "5/5/5/5/K1B2|5/5/5/2n2/5|4k/5/5/5/5 w - - 0 1", "1c12c2"),
    ("FC.8.way", "future", "5/5/5/5/KN3|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1b11b2"),
    ("FC.9.way", "future", "5/5/5/5/KR3|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1b11c2"),
    ("FC.9.blocked", "future", "5/5/5/1P3/KR3|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1b11b3"),
    ("FC.9.level", "future", "5/5/5/1P3/KR3|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1b12b3"),
    ("FC.9.far", "future", "5/5/5/5/KR3|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1b13b1"),
    ("FC.9.capture", "future", "5/5/5/5/KR3|5/5/1n3/5/5|4k/5/5/5/5 w - - 0 1", "1b12b3"),
    ("FC.10.way", "future", "5/5/5/5/KQ3|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1b11c3"),
    ("FC.10.blocked", "future", "5/5/5/1P3/KQ3|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1b11b3"),
    ("FC.10.far", "future", "5/5/5/5/KQ3|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1b13c1"),
    ("FC.10.capture", "future", "5/5/5/5/KQ3|5/3n1/5/5/5|4k/5/5/5/5 w - - 0 1", "1b12d4"),
    ("FC.11.way", "future", "5/5/5/5/KR3|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1a11a3"),
    ("FC.11.attacked", "future", "5/5/5/4r/K4|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1a11a2"),
    ("FC.12.check-stands", "future", "5/5/5/2P2/K3r|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1c21c3"),
    ("FC.12.pinned", "future", "5/5/5/5/KR2r|5/5/5/5/5|4k/5/5/5/5 w - - 0 1", "1b11b2"),
];

fn rows() -> impl Iterator<Item = &'static Row> {
    ORTHODOX.iter().chain(&FORCEFIELD).chain(&MAGNETIC).chain(&COLLISION).chain(&EMULATION).chain(&FUTURE)
}

#[test]
fn every_reason_is_given_in_some_position() {
    let given = |id: &'static str| rows().filter(move |row| row.1 == id).map(|row| row.0.to_owned());
    let shared: BTreeSet<&str> = ORTHODOX.iter().map(|row| row.0).collect();
    for reason in orthodox::REASONS {
        assert!(shared.contains(reason.to_string().as_str()), "{reason} is never given");
    }
    for (_, folder, own) in own_reasons() {
        let family = own_reasons().into_iter().filter(|(_, other, _)| *other == folder);
        let reached: BTreeSet<String> = family.flat_map(|(id, ..)| given(id)).collect();
        for reason in own.iter().filter(|reason| !orthodox::REASONS.contains(reason)) {
            assert!(reached.contains(&reason.to_string()), "{folder}: {reason} is never given");
        }
    }
}

#[test]
fn each_refused_move_is_refused_for_its_reason_in_a_whole_sentence() {
    for (row, language) in rows().flat_map(|row| Language::all().map(move |language| (row, language))) {
        let (reason, variant, fen, moves) = row;
        let entry = find(variant).unwrap();
        let mut game = entry.game_in(language, Some(*fen).filter(|fen| *fen != "start")).unwrap();
        let (played, refused) = moves.rsplit_once(' ').unwrap_or(("", moves));
        for text in played.split_whitespace() {
            let legal = game.read_move(text).unwrap();
            assert_eq!(game.play(legal.mv()), Ok(()));
        }
        let place = format!("{reason} {variant} {fen} {moves} {}", language.code());
        if let Some(refusal) = game.read_uci(refused).err().and_then(|error| error.refusal().cloned()) {
            assert_eq!(refusal.reason.to_string(), **reason, "{place}");
        }
        let explanation = game.explain(refused).unwrap_or_else(|error| panic!("{place}: {error}"));
        let rule = explanation.rule.unwrap_or_else(|| panic!("{place}: {}", explanation.text));
        assert!(reason.starts_with(&format!("{}.", rule.0)), "{place}: {}", rule.0);
        assert!(fits(game.text().refusal(reason).unwrap(), &explanation.text), "{place}: {}", explanation.text);
        assert!(!explanation.text.contains(['{', '}']), "{place}: {}", explanation.text);
        assert!(!explanation.text.contains("  "), "{place}: {}", explanation.text);
    }
}
