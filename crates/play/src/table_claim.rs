//! Tablebase claims: the end of a correspondence game by the result in a tablebase (T.8).
//!
//! The caller looks the position up. The entry is trusted: only its form is checked.

use faraday_rules::Color;

use crate::{Claim, Fact, Refused, Table, TableCertificate, TableClaim, Timestamp, Verdict};

/// The number of plies without progress after which a game is drawn (C.3).
const FIFTY_MOVES: u32 = 100;

/// The length of a SHA-256 in hexadecimal digits.
const SHA256_DIGITS: usize = 64;

impl Table {
    pub(crate) fn claim_table(&self, side: Color, claim: &TableClaim) -> Result<(Fact, Option<Verdict>), Refused> {
        self.may_claim_table()?;
        if claim.seq != self.seq() {
            return Err(Refused::Stale { ply: self.ply() });
        }
        let verdict = Verdict::Table((claim.claim == Claim::Win).then_some(side));
        if !self.bears_out(side, &claim.certificate, verdict) {
            return Err(Refused::TableDenies);
        }
        Ok((Fact::TableClaimed(claim.certificate.clone()), Some(verdict)))
    }

    /// Checks that a player may claim a tablebase result in this game (T.8).
    ///
    /// # Errors
    ///
    /// If the game is not a correspondence game, or not both sides have moved.
    pub fn may_claim_table(&self) -> Result<(), Refused> {
        if !self.terms().is_correspondence() {
            return Err(Refused::NotCorrespondence);
        }
        if self.both_moved() { Ok(()) } else { Err(Refused::FirstMoves) }
    }

    /// Returns true if an entry can be one of the position on the board and gives the claimed result (T.8a).
    fn bears_out(&self, side: Color, certificate: &TableCertificate, verdict: Verdict) -> bool {
        let TableCertificate { material, pieces, plies, sha256 } = certificate;
        let is_formed = !material.is_empty()
            && *pieces == self.game().pieces().len()
            && sha256.len() == SHA256_DIGITS
            && sha256.bytes().all(|digit| digit.is_ascii_hexdigit());
        let is_result = match (verdict.winner(), plies) {
            (None, None) => true,
            (Some(winner), Some(plies)) => {
                let is_own_move = side == self.turn();
                let is_soon = plies.saturating_add(self.game().halfmoves().into()) <= FIFTY_MOVES;
                winner == side && is_soon && (plies % 2 == 1) == is_own_move
            }
            (None, Some(_)) | (Some(_), None) => false,
        };
        is_formed && is_result
    }

    /// Returns true if the game can end by this entry of a tablebase.
    pub(crate) fn may_close_by_table(
        &self,
        side: Color,
        certificate: &TableCertificate,
        verdict: Option<Verdict>,
        at: Timestamp,
    ) -> bool {
        let is_claim = verdict.is_some_and(|verdict| {
            verdict == Verdict::Table(verdict.winner()) && self.bears_out(side, certificate, verdict)
        });
        is_claim && self.may_claim_table().is_ok() && !self.is_up(at, std::time::Duration::ZERO)
    }
}
