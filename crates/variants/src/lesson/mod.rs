//! Lessons: small tasks that teach a game, from a folder's `lessons.toml`, and whether a move solves one.
//!
//! What a task says to a player stands with the other texts, under its name. Whether a goal is reached is decided by the
//! rules alone: by the events of the move, the position after it, or the refusal of the move.

mod goal;

use serde::Deserialize;

use crate::any_game::AnyGame;
use crate::language::Language;
use crate::list;
pub use goal::Goal;

/// A task.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The key of its texts.
    pub name: String,
    /// The id of the variant, if it is an option of the game.
    pub variant: Option<String>,
    /// The position; none for the start.
    pub fen: Option<String>,
    /// A layer to show.
    pub overlay: Option<String>,
    /// The square to select for that layer.
    pub select: Option<String>,
    /// Squares to point out when the player asks for a hint.
    #[serde(default)]
    pub hint: Vec<String>,
    /// What is to be done, move by move.
    pub steps: Vec<Step>,
}

/// One move of a task.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What the move must do: all of it.
    pub goals: Vec<Goal>,
    /// A move in UCI that does it.
    pub solution: String,
    /// What the other side answers, in UCI, before the next step.
    pub reply: Option<String>,
}

/// What became of a try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// It is not what was asked for.
    Missed,
    /// It is one of several moves to be found; this is the other side's answer.
    Next(String),
    /// It ends the task.
    Solved,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    task: Vec<Task>,
}

/// The tasks of a folder, in their order.
pub(crate) fn read(folder: &str) -> Vec<Task> {
    let text = Language::ENGLISH.file(folder, "lessons");
    serde_json::from_str::<File>(text).expect("the lessons in the crate are read by its tests").task
}

impl Task {
    /// What became of the last of the moves of the player, those before it and the answers to them having been played.
    /// None if the moves do not belong to the task.
    pub fn check(&self, folder: &str, moves: &[&str]) -> Option<Attempt> {
        let (tried, before) = moves.split_last()?;
        let entry = list::find(self.variant.as_deref().unwrap_or(folder))?;
        let mut game = entry.game(self.fen.as_deref()).ok()?;
        let mut steps = self.steps.iter();
        for played in before.chunks(2) {
            let [own, reply] = played else { return None };
            let step = steps.next()?;
            (step.is_done(&*game, own) && step.reply.as_deref() == Some(reply)).then_some(())?;
            for text in [own, reply] {
                let mv = game.read_uci(text).ok()?;
                game.play_legal(mv);
            }
        }
        let step = steps.next()?;
        Some(match &step.reply {
            _ if !step.is_done(&*game, tried) => Attempt::Missed,
            Some(reply) => Attempt::Next(reply.clone()),
            None => Attempt::Solved,
        })
    }
}

impl Step {
    /// Whether a move does what the step asks for.
    fn is_done(&self, game: &dyn AnyGame, text: &str) -> bool {
        let tried = goal::Tried::new(game, text);
        self.goals.iter().all(|goal| goal.is_reached(&tried))
    }
}
