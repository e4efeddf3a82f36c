//! Claims of the result in a tablebase (T.8), which is looked up on a separate thread.

use std::sync::Arc;

use faraday_endgames::ClaimableEntry;
use faraday_play::{Action, Claim, Refused, RequestId, TableCertificate, TableClaim, Timestamp};
use faraday_rules::Color;
use faraday_store::PersonId;
use faraday_wire::EndgameValue;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::spawn_blocking;

use super::refusal::fail;
use super::{GameTask, Integrity, PlayerAction, PlayerRequest, Reply, TaskMessage};
use crate::games::open_game::Denied;
use crate::games::{Failure, Games};

/// A table claim that waits for the table's entry.
pub(super) struct PendingTableClaim {
    pub who: PersonId,
    pub side: Color,
    pub id: Option<RequestId>,
    pub arrived: Timestamp,
    pub reply: Reply,
}

impl GameTask {
    /// Looks up the position, and repeats the request with the entry. A game that cannot end by a table is not looked
    /// up.
    pub(super) fn claim_table(
        &self,
        pending: PendingTableClaim,
        games: &Arc<Games>,
        own: &UnboundedSender<TaskMessage>,
    ) -> Integrity {
        let PendingTableClaim { who, side, id, arrived, reply } = pending;
        let table = self.game.table();
        // A repeated request gets the earlier answer.
        if let Some(seq) = id.as_ref().and_then(|id| table.answer_to(side, id)) {
            reply(Ok(seq));
            return Integrity::Whole;
        }
        if table.verdict().is_some() {
            reply(Err(Denied::Refused(Refused::Over)));
            return Integrity::Whole;
        }
        if let Err(refused) = table.may_claim_table() {
            reply(Err(Denied::Refused(refused)));
            return Integrity::Whole;
        }
        let seq = table.seq();
        let tables = games.endgames().of(table.game().entry());
        let (board, own) = (table.game().boxed(), own.clone());
        tokio::spawn(async move {
            let found = match spawn_blocking(move || tables.claimable(board.as_ref())).await {
                Ok(Ok(Some(entry))) => Ok(entry),
                Ok(Ok(None)) => Err(Denied::NoTable),
                Ok(Err(error)) => {
                    tracing::error!("a tablebase cannot be read: {error}");
                    Err(Denied::TableUnread)
                }
                Err(_) => Err(Denied::TableUnread),
            };
            let entry = match found {
                Ok(entry) => entry,
                Err(denied) => return reply(Err(denied)),
            };
            let action = PlayerAction::Action(Action::ClaimTable(claim(seq, entry)));
            let request = PlayerRequest { who, id, action, arrived, reply, subscription: None };
            if let Err(unsent) = own.send(TaskMessage::Request(Box::new(request))) {
                fail(unsent.0, &Failure::Closing);
            }
        });
        Integrity::Whole
    }
}

/// Returns the claim that an entry allows: of the draw, or of the win, which the table refuses to the side that loses.
fn claim(seq: u64, entry: ClaimableEntry) -> TableClaim {
    let ClaimableEntry { solved, material, pieces, sha256 } = entry;
    let claim = match solved.value {
        EndgameValue::Draw => Claim::Draw,
        EndgameValue::Win | EndgameValue::Loss => Claim::Win,
    };
    let plies = solved.plies.map(u32::from);
    TableClaim { seq, claim, certificate: TableCertificate { material, pieces, plies, sha256 } }
}
