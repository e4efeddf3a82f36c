//! The JSON encoding of conditional moves.

use faraday_play::Branch;
use serde::{Deserialize, Serialize};

use super::{CodecError, unknown};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredBranch {
    expected: String,
    answer: String,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    then: Vec<StoredBranch>,
}

/// Encodes a plan as JSON.
pub(crate) fn encode_branches(branches: &[Branch]) -> String {
    let stored: Vec<StoredBranch> = branches.iter().map(encode_branch).collect();
    serde_json::to_string(&stored).expect("a tree of texts can be written")
}

/// Decodes a plan from JSON.
pub(crate) fn decode_branches(text: &str) -> Result<Vec<Branch>, CodecError> {
    let stored: Vec<StoredBranch> = serde_json::from_str(text).map_err(unknown)?;
    Ok(stored.into_iter().map(decode_branch).collect())
}

fn encode_branch(branch: &Branch) -> StoredBranch {
    let Branch { expected, answer, then } = branch;
    StoredBranch { expected: expected.clone(), answer: answer.clone(), then: then.iter().map(encode_branch).collect() }
}

fn decode_branch(stored: StoredBranch) -> Branch {
    let StoredBranch { expected, answer, then } = stored;
    Branch { expected, answer, then: then.into_iter().map(decode_branch).collect() }
}
