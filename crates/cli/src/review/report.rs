//! Formats a review as text.

use std::io::Write;

use faraday_knowledge::Verdict;
use faraday_knowledge::expected_score;
use faraday_knowledge::review::{Line, LostPiece, MoveRef, Reason, Review, TurningPoint};
use faraday_rules::pgn::GameTree;
use faraday_rules::{Color, EndReason};
use faraday_variants::{AnyGame, role_word};

use crate::output::{self, BAD, FAINT, GOOD, STRONG, styled};
use crate::show::grid;

/// The number of moves shown of a line.
const SHOWN: usize = 8;

/// Writes the accuracy of each side, then every turning point.
pub fn write(
    number: u64,
    tree: &GameTree,
    (game, review): (&dyn AnyGame, &Review),
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let player = |name| tree.header(name).unwrap_or("?");
    let title = format!("game {number}: {} – {} ({})", player("White"), player("Black"), game.entry().id);
    writeln!(out, "{}", styled(STRONG, &output::brief(&title)))?;
    if let Some(opening) = tree.header("Opening") {
        writeln!(out, "opening: {}", output::brief(opening))?;
    }
    let accuracy = Color::ALL.map(|color| match review.accuracy[color as usize] {
        Some(accuracy) => format!("{color} {accuracy:.1}%"),
        None => format!("{color} –"),
    });
    writeln!(out, "accuracy: {}", accuracy.join(", "))?;
    if review.turning_points.is_empty() {
        writeln!(out, "no move gave much away")?;
    }
    for point in &review.turning_points {
        writeln!(out)?;
        turning_point(game, review, point, out)?;
    }
    Ok(())
}

fn turning_point(game: &dyn AnyGame, review: &Review, point: &TurningPoint, out: &mut dyn Write) -> anyhow::Result<()> {
    let ply = &review.plies[point.ply];
    let mut before = game.boxed();
    while before.moves().len() > point.ply {
        before.undo();
    }
    let san = before.san(ply.mv);
    let (sign, word) = match ply.verdict {
        Some(Verdict::Blunder) => ("??", "a blunder"),
        Some(Verdict::Mistake) => ("?", "a mistake"),
        Some(Verdict::Inaccuracy) | None => ("?!", "an inaccuracy"),
    };
    let percent = |share: f64| (share * 100.0).round();
    let expected = expected_score(review.found[point.ply].score);
    let kept = 1.0 - expected_score(review.found[point.ply + 1].score);
    let head = format!("{}{san}{sign}", numbered(&*before, 0));
    let chances =
        format!("{word}: {}'s expected score fell from {}% to {}%", ply.color, percent(expected), percent(kept));
    writeln!(out, "{} {chances}", styled(BAD, &head))?;
    grid::draw(&*before, |square| grid::Cell::piece(&*before, square), out)?;
    for reason in &point.reasons {
        writeln!(out, "  {}", sentence(game, &san, point, reason))?;
    }
    writeln!(out, "  better: {}", styled(GOOD, &line(&*before, &point.better)))?;
    if !point.refutation.moves.is_empty() {
        before.play(ply.mv).map_err(|refusal| anyhow::anyhow!("{}", before.sentence(ply.mv, &refusal)))?;
        writeln!(out, "  after it: {}", styled(FAINT, &line(&*before, &point.refutation)))?;
    }
    Ok(())
}

/// Returns the move number before a move that is `plies` plies from here: `12. `, `12… `.
fn numbered(game: &dyn AnyGame, plies: usize) -> String {
    let turns = plies + usize::from(game.turn() == Color::Black);
    let number = game.fullmoves() as usize + turns / 2;
    if turns.is_multiple_of(2) { format!("{number}. ") } else { format!("{number}… ") }
}

fn line(game: &dyn AnyGame, line: &Line) -> String {
    let is_white = |at: usize| (game.turn() == Color::White) == at.is_multiple_of(2);
    let word = |(at, san): (usize, &String)| {
        if at == 0 || is_white(at) { numbered(game, at) + san } else { san.clone() }
    };
    line.san.iter().take(SHOWN).enumerate().map(word).collect::<Vec<_>>().join(" ")
}

fn sentence(game: &dyn AnyGame, mistake: &str, point: &TurningPoint, reason: &Reason) -> String {
    let move_of = |within: MoveRef| match within {
        MoveRef::Mistake => mistake,
        MoveRef::Better(at) => point.better.san[at].as_str(),
        MoveRef::Refutation(at) => point.refutation.san[at].as_str(),
    };
    let piece =
        |one: &LostPiece| format!("the {} on {} ({})", role_word(one.piece.role), game.name(one.at), move_of(one.by));
    let pieces = |pieces: &[LostPiece]| pieces.iter().map(piece).collect::<Vec<_>>().join(", ");
    let exchange = |won: &[LostPiece], given: &[LostPiece]| {
        if given.is_empty() { pieces(won) } else { format!("{} for {}", pieces(won), pieces(given)) }
    };
    let moves = |moves: u32| if moves == 1 { "in 1 move".to_owned() } else { format!("in {moves} moves") };
    let end = |end: Option<EndReason>| end.map_or_else(String::new, |end| format!(" ({})", ended(end)));
    match reason {
        Reason::Loses { moves: number, end: ended } => format!("It loses by force {}{}.", moves(*number), end(*ended)),
        Reason::MissesWin { moves: number, end: ended } => {
            format!("It misses a forced win {}{}.", moves(*number), end(*ended))
        }
        Reason::Draws { end } => format!("The game is drawn ({}).", ended(*end)),
        Reason::LosesMaterial { lost, gained } => format!("It loses {}.", exchange(lost, gained)),
        Reason::MissesCapture { gained, lost } => format!("It misses winning {}.", exchange(gained, lost)),
        Reason::Cause { of, rule, text, .. } => {
            format!("{}: {text} {}", styled(STRONG, move_of(*of)), styled(FAINT, rule.0))
        }
    }
}

/// Returns the words for the end of a game.
fn ended(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Checkmate => "checkmate",
        EndReason::Stalemate => "stalemate",
        EndReason::KingCaptured => "capture of the king",
        EndReason::NoMoves => "no move left",
        EndReason::Insufficient => "insufficient material",
        EndReason::Repetition => "threefold repetition",
        EndReason::FiftyMoves => "fifty moves without progress",
    }
}
