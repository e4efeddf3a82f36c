//! What there is to say of a move: why it is illegal, or what it does.

use faraday_rules::MoveTextError;
use faraday_variants::AnyGame;

use crate::{Overlay, Snapshot, Told, event, overlay, position, told};

shapes! {
    /// Whether a move is legal, and why not.
    pub struct Explanation {
        /// Whether it is.
        pub legal: bool,
        /// The id of the rule that forbids it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rule: Option<String>,
        /// The squares involved.
        pub squares: Vec<String>,
        /// One plain sentence.
        pub text: String,
        /// The move in UCI; none if the text names a piece that does not stand there.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub uci: Option<String>,
        /// The move in SAN, if it is legal.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub san: Option<String>,
        /// What happens, if it is legal.
        pub events: Vec<Told>,
    }

    /// What a legal move rests on beyond orthodox chess. Whether it works because of it, a search of what would be without it
    /// tells.
    pub struct Cause {
        /// The id of the rule by which it acts.
        pub rule: String,
        /// Which of the ways, as puzzles name it: `<rule>.<name>`.
        pub theme: String,
        /// The squares involved beyond those of the move.
        pub squares: Vec<String>,
        /// One plain sentence.
        pub text: String,
        /// Whether the move would be illegal without it.
        pub necessary: bool,
    }

    /// A move that was played.
    pub struct Played {
        /// In UCI.
        pub uci: String,
        /// In SAN.
        pub san: String,
        /// The effects on other pieces as the club prints them, such as `c7c5`.
        pub effects: Vec<String>,
        /// What happened.
        pub events: Vec<Told>,
    }

    /// A legal move that is not played yet, with all that it would do.
    pub struct Preview {
        /// The move in UCI.
        pub uci: String,
        /// In SAN.
        pub san: String,
        /// The effects on other pieces as the club prints them.
        pub effects: Vec<String>,
        /// What would happen.
        pub events: Vec<Told>,
        /// The position after it, without its moves.
        pub after: Snapshot,
        /// A layer over that position, if one was asked for.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub overlay: Option<Overlay>,
    }
}

/// Says whether a move text is legal, and if not, why. An error if it is no move at all, or may mean several.
pub fn explain(game: &dyn AnyGame, text: &str) -> Result<Explanation, MoveTextError> {
    let said = game.explain(text)?;
    Ok(Explanation {
        legal: said.rule.is_none(),
        rule: said.rule.map(|rule| rule.0.to_owned()),
        squares: said.squares.iter().map(|square| game.name(*square)).collect(),
        text: said.text,
        uci: said.mv.map(|mv| game.uci(mv)),
        san: said.mv.filter(|_| said.rule.is_none()).map(|mv| game.san(mv)),
        events: event::shown(game, said.events),
    })
}

/// What a legal move rests on beyond orthodox chess, in UCI or SAN; nothing if it is illegal.
///
/// # Errors
///
/// If the text is no move, or may mean several.
pub fn causes(game: &dyn AnyGame, text: &str) -> Result<Vec<Cause>, MoveTextError> {
    let Some(mv) = game.explain(text)?.mv else { return Ok(Vec::new()) };
    let told = |cause: faraday_rules::Cause| Cause {
        rule: cause.reason.rule.0.to_owned(),
        theme: cause.reason.to_string(),
        squares: cause.squares.iter().map(|square| game.name(*square)).collect(),
        text: game.cause_sentence(mv, &cause),
        necessary: cause.without == faraday_rules::Without::Illegal,
    };
    Ok(game.causes(mv).into_iter().map(told).collect())
}

/// Plays a legal move, in UCI or SAN.
pub fn play(game: &mut dyn AnyGame, text: &str) -> Result<Played, MoveTextError> {
    let legal = game.read_move(text)?;
    let mv = legal.mv();
    let played = Played { uci: game.uci(mv), san: game.san(mv), effects: game.effects(mv), events: told(game, mv) };
    game.play_legal(legal);
    Ok(played)
}

/// What a legal move would do, and the layer of a name over the position after it.
pub fn preview(game: &dyn AnyGame, text: &str, layer: Option<&str>) -> Result<Preview, MoveTextError> {
    let mut after = game.boxed();
    let Played { uci, san, effects, events } = play(&mut *after, text)?;
    let overlay = layer.and_then(|name| overlay(&*after, name, None));
    Ok(Preview { uci, san, effects, events, after: position::scene(&*after), overlay })
}
