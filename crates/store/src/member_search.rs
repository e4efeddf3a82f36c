//! Search of members by a part of the name, page by page.

use sea_orm::ConnectionTrait;

use crate::accounts::{MEMBERS, read_member};
use crate::{Member, Store, StoreError};

/// The accounts in which a search looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accounts {
    #[expect(missing_docs, reason = "the name says it")]
    All,
    /// The closed accounts, which are to be erased.
    Closed,
}

impl Store {
    /// Returns members whose names contain a part in lower case, by name. `after` is the last name of the previous page
    /// in lower case.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn find_members(
        &self,
        part: &str,
        accounts: Accounts,
        after: &str,
        limit: u64,
    ) -> Result<Vec<Member>, StoreError> {
        // Names contain `_`, which stands for any character unless it is escaped.
        let pattern = format!("%{}%", part.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
        let closed = match accounts {
            Accounts::All => "",
            Accounts::Closed => "AND erase_at IS NOT NULL",
        };
        let sql =
            format!("{MEMBERS} {closed} AND name_key LIKE $1 ESCAPE '\\' AND name_key > $2 ORDER BY name_key LIMIT $3");
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let values = [pattern.into(), after.into(), limit.into()];
        self.0.read.query_all_raw(self.statement(&sql, values)).await?.iter().map(read_member).collect()
    }
}
