//! Confirmations of sessions: codes of the authenticator app that admins give again before they change the site.

use faraday_play::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryTrait};

use crate::credentials::{Factor, use_factors};
use crate::entity::session;
use crate::people::confirm_session;
use crate::role::Role;
use crate::row::{at, timestamp};
use crate::transaction::lock_person;
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{PersonId, Store, StoreError, TokenHash};

/// The rights of a session: the role of its person, and the second factor that the role needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SessionRights {
    /// The role of a member. `None` for guests.
    pub role: Option<Role>,
    /// True if the member has an authenticator app.
    pub has_totp: bool,
    /// The last time at which the member gave a code of the app in this session.
    pub confirmed_at: Option<Timestamp>,
    /// The last use of the pages for admins in this session.
    pub admin_at: Option<Timestamp>,
}

impl Store {
    /// Returns the rights of the session of a token. `None` if there is none.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn session_rights(&self, token: &TokenHash) -> Result<Option<SessionRights>, StoreError> {
        const SQL: &str = "SELECT person.role, session.confirmed_at, session.admin_at,
            (SELECT count(*) FROM credential WHERE person = person.id AND kind = 'totp' AND step IS NOT NULL)
            FROM session JOIN person ON person.id = session.person
            WHERE session.hash = $1 AND person.disabled_at IS NULL";
        let row = self.0.read.query_one_raw(self.statement(SQL, [token.as_str().into()])).await?;
        let Some(row) = row else { return Ok(None) };
        let role: Option<String> = row.try_get_by_index(0)?;
        Ok(Some(SessionRights {
            role: role.as_deref().map(Role::read).transpose()?,
            confirmed_at: row.try_get_by_index::<Option<i64>>(1)?.map(timestamp),
            admin_at: row.try_get_by_index::<Option<i64>>(2)?.map(timestamp),
            has_totp: row.try_get_by_index::<i64>(3)? > 0,
        }))
    }

    /// Confirms a session with a code from the authenticator app, which works once. Returns false if the code has been used
    /// already, or the session has ended.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn confirm_session(
        &self,
        who: PersonId,
        token: &TokenHash,
        step: u64,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.write(Priority::Request, (who, token.clone(), step, now), |db, (who, token, step, now)| {
            Box::pin(async move {
                lock_person(db, *who).await?;
                let is_right = use_factors(db, *who, &[Factor::Totp { step: *step }], *now).await?
                    && confirm_session(db, *who, token, *now).await?;
                Ok(if is_right { TransactionEnd::Commit(true) } else { TransactionEnd::Rollback(false) })
            })
        })
        .await
    }

    /// Notes a use of the pages for admins in a session.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn use_admin_pages(&self, token: &TokenHash, now: Timestamp) -> Result<(), StoreError> {
        let touch = session::Entity::update_many()
            .col_expr(session::Column::AdminAt, Expr::value(at(now)))
            .filter(session::Column::Hash.eq(token.as_str()));
        self.execute(Priority::Request, touch.build(self.backend())).await?;
        Ok(())
    }
}
