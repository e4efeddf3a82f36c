//! Learning material of a variant: rule diagrams, lesson tasks, and sample games.

use faraday_variants::{Entry, Language};

wire_types! {
    /// A position that illustrates a rule.
    pub struct Diagram {
        /// The id of the variant.
        pub variant: String,
        /// The FEN of the position.
        pub fen: String,
        /// Moves in UCI that demonstrate the rule, one after another.
        pub moves: Vec<String>,
        /// Moves in UCI that the rule forbids in the position.
        pub tries: Vec<String>,
        /// The overlay to show.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub overlay: Option<String>,
        /// The square to select for the overlay.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub select: Option<String>,
        /// Squares to highlight.
        pub highlights: Vec<String>,
        /// The caption of the diagram.
        pub caption: String,
    }

    /// A task of a variant's lesson.
    pub struct Task {
        /// The name, unique within the lesson.
        pub name: String,
        /// The title, a few words.
        pub title: String,
        /// The instruction.
        pub text: String,
        /// The text after the solution.
        pub praise: String,
        /// The id of the variant.
        pub variant: String,
        /// The FEN of the position.
        pub fen: String,
        /// The overlay to show.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub overlay: Option<String>,
        /// The square to select for the overlay.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub select: Option<String>,
        /// Squares to highlight as a hint.
        pub hint: Vec<String>,
        /// Moves in UCI that solve the task, with the answers of the other side.
        pub solution: Vec<String>,
    }

    /// The result of an attempt.
    #[serde(tag = "kind")]
    pub enum Attempt {
        /// The move is not a solution.
        Missed,
        /// The move is correct, and more moves follow.
        Next {
            /// The answer of the other side, in UCI.
            reply: String,
        },
        /// The task is solved.
        Solved,
    }

    /// A sample game.
    pub struct Sample {
        /// The name, unique among the samples of the variant.
        pub name: String,
        /// The title of the game.
        pub title: String,
        /// The player with the white pieces.
        pub white: String,
        /// The player with the black pieces.
        pub black: String,
        /// The result: `1-0`, `0-1`, `1/2-1/2`, or `*`.
        pub result: String,
        /// The game in PGN.
        pub pgn: String,
    }
}

/// Returns the diagrams of a rule.
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

/// Returns the tasks of a variant's lesson, in their order.
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

/// Returns the result of the last of these moves in UCI. The moves before it, with the answers to them, have been
/// played. Returns `None` if there is no such task, or the moves do not belong to it.
pub fn check_task(entry: &Entry, name: &str, moves: &[&str]) -> Option<Attempt> {
    let task = entry.lesson().iter().find(|task| task.name == name)?;
    Some(match task.check(entry.family, moves)? {
        faraday_variants::Attempt::Missed => Attempt::Missed,
        faraday_variants::Attempt::Next(reply) => Attempt::Next { reply },
        faraday_variants::Attempt::Solved => Attempt::Solved,
    })
}

/// Returns the sample games of a variant.
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

/// Returns the variant and the position to use. The defaults are the variant without options and its starting position.
fn place(entry: &Entry, variant: Option<&str>, fen: Option<&str>) -> (String, String) {
    let id = variant.unwrap_or(entry.family);
    let start = faraday_variants::find(id).map_or(entry.start, |entry| entry.start);
    (id.to_owned(), fen.unwrap_or(start).to_owned())
}
