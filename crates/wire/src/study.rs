//! What there is to learn a variant by: diagrams, tasks and sample games.

use faraday_variants::{Entry, Language};

shapes! {
    /// A position in which a rule can be seen.
    pub struct Diagram {
        /// The id of the variant that it is played in.
        pub variant: String,
        /// The position.
        pub fen: String,
        /// Moves in UCI that show the rule, one after another.
        pub moves: Vec<String>,
        /// Moves in UCI that the rule forbids in the position.
        pub tries: Vec<String>,
        /// A layer to show.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub overlay: Option<String>,
        /// The square to select for that layer.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub select: Option<String>,
        /// Squares to point out.
        pub highlights: Vec<String>,
        /// What is to be seen.
        pub caption: String,
    }

    /// A task of a variant's lesson.
    pub struct Task {
        /// Its name within the lesson.
        pub name: String,
        /// A few words.
        pub title: String,
        /// What to do.
        pub text: String,
        /// What was learned.
        pub praise: String,
        /// The id of the variant that it is played in.
        pub variant: String,
        /// The position.
        pub fen: String,
        /// A layer to show.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub overlay: Option<String>,
        /// The square to select for that layer.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub select: Option<String>,
        /// Squares to point out as a hint.
        pub hint: Vec<String>,
        /// Moves in UCI that solve it, the answers of the other side between them.
        pub solution: Vec<String>,
    }

    /// What became of a try.
    #[serde(tag = "kind")]
    pub enum Attempt {
        /// It is not what was asked for.
        Missed,
        /// It is one of several moves to be found.
        Next {
            /// What the other side answers, in UCI.
            reply: String,
        },
        /// It ends the task.
        Solved,
    }

    /// A game worth playing through.
    pub struct Sample {
        /// Its name among the samples of the variant.
        pub name: String,
        /// What it is.
        pub title: String,
        /// Who played White.
        pub white: String,
        /// Who played Black.
        pub black: String,
        /// `1-0`, `0-1`, `1/2-1/2`, or `*`.
        pub result: String,
        /// The game in PGN.
        pub pgn: String,
    }
}

/// The diagrams of a rule.
pub(crate) fn diagrams(entry: &Entry, rule: &str, language: Language) -> Vec<Diagram> {
    let captions = entry.text_in(language).captions(rule);
    let diagram = |(diagram, caption): (&faraday_variants::Diagram, &String)| {
        let (variant, fen) = place(entry, diagram.variant.as_deref(), diagram.fen.as_deref());
        Diagram {
            variant,
            fen,
            moves: diagram.moves.clone(),
            tries: diagram.tries.clone(),
            overlay: diagram.overlay.clone(),
            select: diagram.select.clone(),
            highlights: diagram.highlights.clone(),
            caption: caption.clone(),
        }
    };
    entry.diagrams(rule).iter().zip(captions).map(diagram).collect()
}

/// The tasks of a variant's lesson, in their order.
pub fn lesson(entry: &Entry, language: Language) -> Vec<Task> {
    let words = entry.text_in(language);
    let task = |task: &faraday_variants::Task| {
        let said = words.task(&task.name)?;
        let (variant, fen) = place(entry, task.variant.as_deref(), task.fen.as_deref());
        let moves = task.steps.iter().flat_map(|step| [Some(&step.solution), step.reply.as_ref()]);
        Some(Task {
            name: task.name.clone(),
            title: said.title.clone(),
            text: said.task.clone(),
            praise: said.praise.clone(),
            variant,
            fen,
            overlay: task.overlay.clone(),
            select: task.select.clone(),
            hint: task.hint.clone(),
            solution: moves.flatten().cloned().collect(),
        })
    };
    entry.lesson().iter().filter_map(task).collect()
}

/// What became of the last of these moves in UCI; the moves before it and the answers to them have been played.
/// None if there is no such task, or the moves do not belong to it.
pub fn check_task(entry: &Entry, name: &str, moves: &[&str]) -> Option<Attempt> {
    let task = entry.lesson().iter().find(|task| task.name == name)?;
    Some(match task.check(entry.family, moves)? {
        faraday_variants::Attempt::Missed => Attempt::Missed,
        faraday_variants::Attempt::Next(reply) => Attempt::Next { reply },
        faraday_variants::Attempt::Solved => Attempt::Solved,
    })
}

/// Games worth playing through.
pub fn samples(entry: &Entry) -> Vec<Sample> {
    let sample = |sample: faraday_variants::Sample| {
        let tag = |name| sample.tag(name).unwrap_or_default();
        Sample {
            name: sample.name.to_owned(),
            title: tag("Event"),
            white: tag("White"),
            black: tag("Black"),
            result: tag("Result"),
            pgn: sample.pgn.to_owned(),
        }
    };
    entry.samples().into_iter().map(sample).collect()
}

/// The variant and the position of something that may name both: else the game without options, and its start.
fn place(entry: &Entry, variant: Option<&str>, fen: Option<&str>) -> (String, String) {
    let id = variant.unwrap_or(entry.family);
    let start = faraday_variants::find(id).map_or(entry.start, |entry| entry.start);
    (id.to_owned(), fen.unwrap_or(start).to_owned())
}
