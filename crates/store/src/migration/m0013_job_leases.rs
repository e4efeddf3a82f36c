//! Migration 13 adds the process that runs a job, so that the jobs of a dead process are released.

use super::sql::SqlMigration;

pub(super) const MIGRATION: SqlMigration = SqlMigration {
    name: "m0013_job_leases",
    statements: &[
        "ALTER TABLE due ADD COLUMN node TEXT",
        "ALTER TABLE due ADD COLUMN boot BIGINT",
        "CREATE INDEX due_node ON due (node, boot) WHERE node IS NOT NULL",
    ],
};
