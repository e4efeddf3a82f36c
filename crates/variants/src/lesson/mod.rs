//! Lessons from a folder's `lessons.toml`: small tasks that teach a variant, and the check of a solution.
//!
//! A task's texts for the player are with the other texts, under its name. Only the rules decide whether a goal is
//! reached: by the events of the move, the position after it, or its refusal.

mod goal;

use serde::Deserialize;

use crate::any_game::AnyGame;
use crate::language::Language;
use crate::list;
pub use goal::Goal;

/// A task of a lesson: a position, and the moves to find in it.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The key of its texts.
    pub name: String,
    /// The id of the variant, if it is an option of the folder's variant.
    pub variant: Option<String>,
    /// The FEN of the position; `None` for the start.
    pub fen: Option<String>,
    /// The name of the overlay to show, if any.
    pub overlay: Option<String>,
    /// The square to select for the overlay.
    pub select: Option<String>,
    /// The squares to highlight when the player asks for a hint.
    #[serde(default)]
    pub hint: Vec<String>,
    /// The moves to find, one by one.
    pub steps: Vec<Step>,
}

/// One move of a task: the goals that it must reach, and the opponent's reply.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The goals of the move, all of which it must reach.
    pub goals: Vec<Goal>,
    /// A move in UCI that reaches them.
    pub solution: String,
    /// The opponent's reply in UCI before the next step.
    pub reply: Option<String>,
}

/// The result of a player's move in a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// The move does not reach the goals.
    Missed,
    /// The move is right but not the last one; contains the opponent's reply.
    Next(String),
    /// The move completes the task.
    Solved,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    task: Vec<Task>,
}

/// Reads the tasks of a folder, in their order.
pub(crate) fn read(folder: &str) -> Vec<Task> {
    let text = Language::ENGLISH.file(folder, "lessons");
    serde_json::from_str::<File>(text).expect("the lessons in the crate are read by its tests").task
}

impl Task {
    /// Checks the player's last move, after the earlier ones and the replies to them. Returns `None` if the moves do
    /// not belong to the task.
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
    /// Returns true if a move reaches the goals of the step.
    fn is_done(&self, game: &dyn AnyGame, text: &str) -> bool {
        let tried = goal::TriedMove::new(game, text);
        self.goals.iter().all(|goal| goal.is_reached(&tried))
    }
}
