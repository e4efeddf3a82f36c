CREATE TABLE public.act (
    game text NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    side smallint,
    mark bigint NOT NULL,
    facts text NOT NULL,
    CONSTRAINT act_seq_check CHECK ((seq > 0))
);
CREATE TABLE public.challenge (
    id text NOT NULL,
    maker_guest text,
    maker_account text,
    variant text NOT NULL,
    base_ms bigint,
    increment_ms bigint,
    moves bigint,
    days smallint,
    rated boolean NOT NULL,
    fen text,
    side smallint,
    node text,
    boot bigint,
    made_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    taker_guest text,
    taker_account text,
    game text,
    rematch_of text,
    declined_at bigint,
    CONSTRAINT challenge_check CHECK (((maker_guest IS NULL) <> (maker_account IS NULL)))
);
CREATE TABLE public.due (
    kind text NOT NULL,
    key text NOT NULL,
    not_before bigint NOT NULL,
    tries bigint NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.game (
    id text NOT NULL,
    variant text NOT NULL,
    rules text NOT NULL,
    fen text,
    base_ms bigint,
    increment_ms bigint,
    moves bigint,
    days smallint,
    rated boolean NOT NULL,
    white_guest text,
    white_account text,
    white_node text,
    white_boot bigint,
    white_away_at bigint,
    black_guest text,
    black_account text,
    black_node text,
    black_boot bigint,
    black_away_at bigint,
    started_at bigint NOT NULL,
    ended_at bigint,
    winner smallint,
    reason text,
    plies bigint,
    wake_at bigint,
    rematch_of text,
    CONSTRAINT game_check CHECK (((white_guest IS NULL) <> (white_account IS NULL))),
    CONSTRAINT game_check1 CHECK (((black_guest IS NULL) <> (black_account IS NULL))),
    CONSTRAINT game_check2 CHECK (((ended_at IS NULL) = (reason IS NULL)))
);
CREATE TABLE public.guest (
    id text NOT NULL,
    name text NOT NULL
);
CREATE TABLE public.letter (
    hash text NOT NULL,
    guest text,
    account text,
    purpose text NOT NULL,
    ends_at bigint NOT NULL,
    CONSTRAINT letter_check CHECK (((guest IS NULL) <> (account IS NULL)))
);
CREATE TABLE public.meta (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.node (
    id text NOT NULL,
    boot bigint NOT NULL,
    started_at bigint NOT NULL,
    beat_at bigint NOT NULL
);
CREATE TABLE public.plan (
    game text NOT NULL,
    side smallint NOT NULL,
    ply bigint NOT NULL,
    after bigint NOT NULL,
    tree text NOT NULL
);
CREATE TABLE public.seaql_migrations (
    version character varying NOT NULL,
    applied_at bigint NOT NULL
);
CREATE TABLE public.session (
    hash text NOT NULL,
    guest text,
    account text,
    agent text NOT NULL,
    seen_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    CONSTRAINT session_check CHECK (((guest IS NULL) <> (account IS NULL)))
);
CREATE TABLE public.vanished (
    game text NOT NULL
);
INSERT INTO public.guest VALUES ('adaadaadaada', 'Ada');
INSERT INTO public.guest VALUES ('benbenbenben', 'Ben');
INSERT INTO public.guest VALUES ('carocarocaro', 'Caro');
INSERT INTO public.meta VALUES ('touched', '75154868');
INSERT INTO public.seaql_migrations VALUES ('m0001_games', 1795735660);
INSERT INTO public.seaql_migrations VALUES ('m0002_sessions', 1795735660);
INSERT INTO public.seaql_migrations VALUES ('m0003_letters', 1795735661);
INSERT INTO public.session VALUES ('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 'adaadaadaada', NULL, 'Firefox', 1785000000000, 1816536000000);
ALTER TABLE ONLY public.act
    ADD CONSTRAINT act_pkey PRIMARY KEY (game, seq);
ALTER TABLE ONLY public.challenge
    ADD CONSTRAINT challenge_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.challenge
    ADD CONSTRAINT challenge_rematch_of_key UNIQUE (rematch_of);
ALTER TABLE ONLY public.due
    ADD CONSTRAINT due_pkey PRIMARY KEY (kind, key);
ALTER TABLE ONLY public.game
    ADD CONSTRAINT game_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.game
    ADD CONSTRAINT game_rematch_of_key UNIQUE (rematch_of);
ALTER TABLE ONLY public.guest
    ADD CONSTRAINT guest_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.letter
    ADD CONSTRAINT letter_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.meta
    ADD CONSTRAINT meta_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.node
    ADD CONSTRAINT node_pkey PRIMARY KEY (id, boot);
ALTER TABLE ONLY public.plan
    ADD CONSTRAINT plan_pkey PRIMARY KEY (game, side);
ALTER TABLE ONLY public.seaql_migrations
    ADD CONSTRAINT seaql_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.vanished
    ADD CONSTRAINT vanished_pkey PRIMARY KEY (game);
CREATE INDEX challenge_ends_at ON public.challenge USING btree (ends_at);
CREATE INDEX due_not_before ON public.due USING btree (kind, not_before);
CREATE INDEX game_aborted ON public.game USING btree (ended_at) WHERE (reason = 'aborted'::text);
CREATE INDEX game_black_account ON public.game USING btree (black_account, started_at) WHERE (black_account IS NOT NULL);
CREATE INDEX game_black_guest ON public.game USING btree (black_guest, started_at) WHERE (black_guest IS NOT NULL);
CREATE INDEX game_wake_at ON public.game USING btree (wake_at) WHERE (wake_at IS NOT NULL);
CREATE INDEX game_white_account ON public.game USING btree (white_account, started_at) WHERE (white_account IS NOT NULL);
CREATE INDEX game_white_guest ON public.game USING btree (white_guest, started_at) WHERE (white_guest IS NOT NULL);
CREATE INDEX letter_ends_at ON public.letter USING btree (ends_at);
CREATE UNIQUE INDEX letter_guest ON public.letter USING btree (guest, purpose) WHERE (guest IS NOT NULL);
CREATE INDEX node_beat_at ON public.node USING btree (beat_at);
CREATE INDEX session_ends_at ON public.session USING btree (ends_at);
CREATE INDEX session_guest ON public.session USING btree (guest) WHERE (guest IS NOT NULL);
