//! The settings of the site, which admins change while it runs. Their meaning is defined by the server.

use std::collections::BTreeMap;

use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, EntityTrait};

use crate::entity::setting;
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{Store, StoreError};

impl Store {
    /// Returns all settings by name.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn settings(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let rows = setting::Entity::find().all(&self.0.read).await?;
        Ok(rows.into_iter().map(|row| (row.name, row.value)).collect())
    }

    /// Changes settings, all of them or none. `None` deletes one.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn change_settings(&self, changes: Vec<(&'static str, Option<String>)>) -> Result<(), StoreError> {
        self.write(Priority::Request, changes, |db, changes| {
            Box::pin(async move {
                for (name, value) in changes {
                    let Some(value) = value else {
                        setting::Entity::delete_by_id(*name).exec(db).await?;
                        continue;
                    };
                    let row = setting::ActiveModel { name: Set((*name).to_owned()), value: Set(value.clone()) };
                    let key =
                        OnConflict::column(setting::Column::Name).update_column(setting::Column::Value).to_owned();
                    setting::Entity::insert(row).on_conflict(key).exec_without_returning(db).await?;
                }
                Ok(TransactionEnd::Commit(()))
            })
        })
        .await
    }
}
