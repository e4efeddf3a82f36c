//! Explanations of moves: the violated rule if illegal, the effects if legal.

use faraday_rules::MoveTextError;
use faraday_variants::AnyGame;

use crate::{ExplainedEvent, Overlay, Snapshot, event, explained_events, overlay, position};

wire_types! {
    /// The legality of a move, with the reason if it is illegal.
    pub struct Explanation {
        /// True if the move is legal.
        pub legal: bool,
        /// The id of the rule that forbids the move.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rule: Option<String>,
        /// The squares that the reason refers to.
        pub squares: Vec<String>,
        /// The explanation in one sentence.
        pub text: String,
        /// The move in UCI; missing if the text names a piece that is not there.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub uci: Option<String>,
        /// The move in SAN, if it is legal.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub san: Option<String>,
        /// The effects of the move, if it is legal.
        pub events: Vec<ExplainedEvent>,
    }

    /// A feature beyond orthodox chess that a legal move depends on. It is a candidate: to confirm it, search
    /// the position without it.
    pub struct Cause {
        /// The id of the rule behind it.
        pub rule: String,
        /// The puzzle theme that corresponds to it: `<rule>.<name>`.
        pub theme: String,
        /// The squares involved, other than those of the move.
        pub squares: Vec<String>,
        /// The cause in one sentence.
        pub text: String,
        /// True if the move would be illegal without it.
        pub necessary: bool,
    }

    /// A move that was played.
    pub struct Played {
        /// The move in UCI.
        pub uci: String,
        /// The move in SAN.
        pub san: String,
        /// The effects on other pieces in the club's notation, such as `c7c5`.
        pub effects: Vec<String>,
        /// The events of the move.
        pub events: Vec<ExplainedEvent>,
    }

    /// A legal move that has not been played, with its effects.
    pub struct Preview {
        /// The move in UCI.
        pub uci: String,
        /// The move in SAN.
        pub san: String,
        /// The effects on other pieces in the club's notation.
        pub effects: Vec<String>,
        /// The events of the move.
        pub events: Vec<ExplainedEvent>,
        /// The position after the move, without its legal moves.
        pub after: Snapshot,
        /// An overlay for that position, if one was requested.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub overlay: Option<Overlay>,
    }
}

/// Explains the legality of a move. Returns an error if the text is not a move or is ambiguous.
pub fn explain(game: &dyn AnyGame, text: &str) -> Result<Explanation, MoveTextError> {
    let explanation = game.explain(text)?;
    Ok(Explanation {
        legal: explanation.rule.is_none(),
        rule: explanation.rule.map(|rule| rule.0.to_owned()),
        squares: explanation.squares.iter().map(|square| game.name(*square)).collect(),
        text: explanation.text,
        uci: explanation.mv.map(|mv| game.uci(mv)),
        san: explanation.mv.filter(|_| explanation.rule.is_none()).map(|mv| game.san(mv)),
        events: event::convert(game, explanation.events),
    })
}

/// Returns the causes beyond orthodox chess of a move in UCI or SAN; none if it is illegal.
///
/// # Errors
///
/// If the text is not a move or is ambiguous.
pub fn causes(game: &dyn AnyGame, text: &str) -> Result<Vec<Cause>, MoveTextError> {
    let Some(mv) = game.explain(text)?.mv else { return Ok(Vec::new()) };
    let convert = |cause: faraday_rules::Cause| Cause {
        rule: cause.reason.rule.0.to_owned(),
        theme: cause.reason.to_string(),
        squares: cause.squares.iter().map(|square| game.name(*square)).collect(),
        text: game.cause_sentence(mv, &cause),
        necessary: cause.without == faraday_rules::Without::Illegal,
    };
    Ok(game.causes(mv).into_iter().map(convert).collect())
}

/// Plays a legal move, in UCI or SAN.
pub fn play(game: &mut dyn AnyGame, text: &str) -> Result<Played, MoveTextError> {
    let legal = game.read_move(text)?;
    let mv = legal.mv();
    let played =
        Played { uci: game.uci(mv), san: game.san(mv), effects: game.effects(mv), events: explained_events(game, mv) };
    game.play_legal(legal);
    Ok(played)
}

/// Returns the effects of a legal move, and the named overlay for the position after it.
pub fn preview(game: &dyn AnyGame, text: &str, layer: Option<&str>) -> Result<Preview, MoveTextError> {
    let mut after = game.boxed();
    let Played { uci, san, effects, events } = play(&mut *after, text)?;
    let overlay = layer.and_then(|name| overlay(&*after, name, None));
    Ok(Preview { uci, san, effects, events, after: position::snapshot_without_moves(&*after), overlay })
}
