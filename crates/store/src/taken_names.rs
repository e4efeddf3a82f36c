//! The names of erased accounts, which stay taken, so that no one passes for the person who had one.
//!
//! They are stored as HMACs, because a list of names would not be an erasure.

use hmac::{Hmac, KeyInit, Mac};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};
use sha2::Sha256;

use crate::StoreError;
use crate::ids::hex;
use crate::store::{NAME_KEY, random_key};
use crate::transaction::statement;

/// Keeps the two forms of a name taken: that in lower case, and the skeleton.
pub(crate) async fn take(db: &DatabaseTransaction, forms: [&str; 2]) -> Result<(), StoreError> {
    let add = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    db.execute_raw(statement(db, add, [NAME_KEY.into(), random_key().into()])).await?;
    let key = name_key(db).await?.ok_or_else(|| StoreError::row("meta", "the key of names is missing"))?;
    for form in forms {
        let sql = "INSERT INTO name_taken (hash) VALUES ($1) ON CONFLICT DO NOTHING";
        db.execute_raw(statement(db, sql, [hash(&key, form).into()])).await?;
    }
    Ok(())
}

/// Returns true if an erased account had a name with one of these forms.
pub(crate) async fn is_taken(db: &impl ConnectionTrait, forms: [&str; 2]) -> Result<bool, StoreError> {
    const SQL: &str = "SELECT 1 FROM name_taken WHERE hash IN ($1, $2)";
    let Some(key) = name_key(db).await? else { return Ok(false) };
    let [name, look] = forms.map(|form| hash(&key, form));
    Ok(db.query_one_raw(statement(db, SQL, [name.into(), look.into()])).await?.is_some())
}

/// Returns the key of the hashes, which the first erasure adds.
async fn name_key(db: &impl ConnectionTrait) -> Result<Option<String>, DbErr> {
    let row = db.query_one_raw(statement(db, "SELECT value FROM meta WHERE name = $1", [NAME_KEY.into()])).await?;
    row.map(|row| row.try_get_by_index(0)).transpose()
}

fn hash(key: &str, name: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("HMAC takes a key of any length");
    hex(&mac.chain_update(name.as_bytes()).finalize().into_bytes())
}
