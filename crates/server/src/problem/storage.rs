//! Conversion of store errors to problems. The client never sees the text of a database error; the log does.

use faraday_store::StoreError;

use super::{Kind, Problem};

/// The client gets a description in Faraday's words, and the log gets the error of the database.
impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::Refused(_) | StoreError::Act { .. } | StoreError::Row { .. } => {
                tracing::error!("stored data: {error}");
                Problem::new(Kind::Internal, "something went wrong while answering")
            }
            StoreError::Unreachable(_) => {
                tracing::warn!("{error}");
                Problem::new(Kind::Storage, "the database cannot be reached")
            }
            StoreError::Conflict(_) => {
                tracing::warn!("{error}");
                Problem::new(Kind::Storage, "the database is too busy: try again")
            }
            StoreError::Other(_) => {
                tracing::warn!("{error}");
                Problem::new(Kind::Storage, "the database failed")
            }
            StoreError::Busy
            | StoreError::ReadOnly
            | StoreError::Full
            | StoreError::Damaged
            | StoreError::Disk
            | StoreError::Closed => Problem::new(Kind::Storage, error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_not_told_what_the_database_says() {
        let secret = || "password authentication failed for user \"faraday\"".to_owned();
        for error in [StoreError::Unreachable(secret()), StoreError::Other(secret()), StoreError::Refused(secret())] {
            let problem = Problem::from(error);
            assert!(!problem.shape.detail.contains("password"), "{}", problem.shape.detail);
        }
        assert_eq!(Problem::from(StoreError::Full).shape.detail, "the disk of the database is full");
    }
}
