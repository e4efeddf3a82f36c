//! Search of members by a part of the name, page by page.

use sea_orm::ConnectionTrait;

use crate::accounts::{MEMBERS, read_member};
use crate::{Member, Store, StoreError};

impl Store {
    /// Returns members whose names contain a part in lower case, by name. `after` is the last name of the previous page
    /// in lower case.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn find_members(&self, part: &str, after: &str, limit: u64) -> Result<Vec<Member>, StoreError> {
        // Names contain `_`, which stands for any character unless it is escaped.
        let pattern = format!("%{}%", part.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
        let sql = format!("{MEMBERS} AND name_key LIKE $1 ESCAPE '\\' AND name_key > $2 ORDER BY name_key LIMIT $3");
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let values = [pattern.into(), after.into(), limit.into()];
        self.0.read.query_all_raw(self.statement(&sql, values)).await?.iter().map(read_member).collect()
    }
}
