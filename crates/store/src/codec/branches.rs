//! The encoding of plans as JSON text, and back.

use faraday_play::Branch;
use serde::{Deserialize, Serialize};

use super::{CodecError, unknown};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptBranch {
    expected: String,
    answer: String,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    then: Vec<KeptBranch>,
}

/// Encodes a plan as JSON.
pub(crate) fn write_branches(branches: &[Branch]) -> String {
    let kept: Vec<KeptBranch> = branches.iter().map(to_keep).collect();
    serde_json::to_string(&kept).expect("a tree of texts can be written")
}

/// Decodes a plan from JSON.
pub(crate) fn read_branches(text: &str) -> Result<Vec<Branch>, CodecError> {
    let kept: Vec<KeptBranch> = serde_json::from_str(text).map_err(unknown)?;
    Ok(kept.into_iter().map(branch).collect())
}

fn to_keep(branch: &Branch) -> KeptBranch {
    let Branch { expected, answer, then } = branch;
    KeptBranch { expected: expected.clone(), answer: answer.clone(), then: then.iter().map(to_keep).collect() }
}

fn branch(kept: KeptBranch) -> Branch {
    let KeptBranch { expected, answer, then } = kept;
    Branch { expected, answer, then: then.into_iter().map(branch).collect() }
}
