PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS "seaql_migrations" ( "version" varchar NOT NULL PRIMARY KEY, "applied_at" integer NOT NULL );
INSERT INTO seaql_migrations VALUES('m0001_games',1795735646);
INSERT INTO seaql_migrations VALUES('m0002_sessions',1795735646);
INSERT INTO seaql_migrations VALUES('m0003_letters',1795735646);
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES('touched','432250808');
CREATE TABLE guest (id TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO guest VALUES('adaadaadaada','Ada');
INSERT INTO guest VALUES('benbenbenben','Ben');
INSERT INTO guest VALUES('carocarocaro','Caro');
CREATE TABLE session (
        hash TEXT PRIMARY KEY, guest TEXT, account TEXT, agent TEXT NOT NULL,
        seen_at BIGINT NOT NULL, ends_at BIGINT NOT NULL,
        CHECK ((guest IS NULL) <> (account IS NULL))
    ) WITHOUT ROWID;
INSERT INTO session VALUES('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad','adaadaadaada',NULL,'Firefox',1785000000000,1816536000000);
CREATE TABLE game (
        id TEXT PRIMARY KEY, variant TEXT NOT NULL, rules TEXT NOT NULL, fen TEXT, base_ms BIGINT, increment_ms BIGINT, moves BIGINT, days SMALLINT, rated BOOLEAN NOT NULL,
        white_guest TEXT, white_account TEXT, white_node TEXT, white_boot BIGINT, white_away_at BIGINT,
        black_guest TEXT, black_account TEXT, black_node TEXT, black_boot BIGINT, black_away_at BIGINT,
        started_at BIGINT NOT NULL, ended_at BIGINT, winner SMALLINT, reason TEXT, plies BIGINT,
        wake_at BIGINT, rematch_of TEXT UNIQUE,
        CHECK ((white_guest IS NULL) <> (white_account IS NULL)),
        CHECK ((black_guest IS NULL) <> (black_account IS NULL)),
        CHECK ((ended_at IS NULL) = (reason IS NULL))
    ) WITHOUT ROWID;
CREATE TABLE act (
        game TEXT NOT NULL, seq BIGINT NOT NULL CHECK (seq > 0), at BIGINT NOT NULL, side SMALLINT,
        mark BIGINT NOT NULL, facts TEXT NOT NULL, PRIMARY KEY (game, seq)
    ) WITHOUT ROWID;
CREATE TABLE plan (
        game TEXT NOT NULL, side SMALLINT NOT NULL, ply BIGINT NOT NULL, after BIGINT NOT NULL, tree TEXT NOT NULL,
        PRIMARY KEY (game, side)
    ) WITHOUT ROWID;
CREATE TABLE challenge (
        id TEXT PRIMARY KEY, maker_guest TEXT, maker_account TEXT, variant TEXT NOT NULL, base_ms BIGINT, increment_ms BIGINT, moves BIGINT, days SMALLINT, rated BOOLEAN NOT NULL,
        fen TEXT, side SMALLINT, node TEXT, boot BIGINT, made_at BIGINT NOT NULL, ends_at BIGINT NOT NULL,
        taker_guest TEXT, taker_account TEXT, game TEXT, rematch_of TEXT UNIQUE, declined_at BIGINT,
        CHECK ((maker_guest IS NULL) <> (maker_account IS NULL))
    ) WITHOUT ROWID;
CREATE TABLE due (
        kind TEXT NOT NULL, key TEXT NOT NULL, not_before BIGINT NOT NULL, tries BIGINT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (kind, key)
    ) WITHOUT ROWID;
CREATE TABLE node (
        id TEXT NOT NULL, boot BIGINT NOT NULL, started_at BIGINT NOT NULL, beat_at BIGINT NOT NULL,
        PRIMARY KEY (id, boot)
    ) WITHOUT ROWID;
CREATE TABLE vanished (game TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE letter (
        hash TEXT PRIMARY KEY, guest TEXT, account TEXT, purpose TEXT NOT NULL, ends_at BIGINT NOT NULL,
        CHECK ((guest IS NULL) <> (account IS NULL))
    );
CREATE INDEX game_white_guest ON game (white_guest, started_at) WHERE white_guest IS NOT NULL;
CREATE INDEX game_black_guest ON game (black_guest, started_at) WHERE black_guest IS NOT NULL;
CREATE INDEX game_white_account ON game (white_account, started_at) WHERE white_account IS NOT NULL;
CREATE INDEX game_black_account ON game (black_account, started_at) WHERE black_account IS NOT NULL;
CREATE INDEX game_wake_at ON game (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX game_aborted ON game (ended_at) WHERE reason = 'aborted';
CREATE INDEX challenge_ends_at ON challenge (ends_at);
CREATE INDEX session_ends_at ON session (ends_at);
CREATE INDEX due_not_before ON due (kind, not_before);
CREATE INDEX node_beat_at ON node (beat_at);
CREATE INDEX session_guest ON session (guest) WHERE guest IS NOT NULL;
CREATE UNIQUE INDEX letter_guest ON letter (guest, purpose) WHERE guest IS NOT NULL;
CREATE INDEX letter_ends_at ON letter (ends_at);
COMMIT;
