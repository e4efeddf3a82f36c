CREATE TABLE public.act (
    game text NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    side smallint,
    mark bigint NOT NULL,
    facts text NOT NULL,
    CONSTRAINT act_seq_check CHECK ((seq > 0))
);
CREATE TABLE public.block (
    person text NOT NULL,
    other text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.challenge (
    id text NOT NULL,
    maker text,
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
    taker text,
    taker_account text,
    game text,
    rematch_of text,
    declined_at bigint,
    withdrawn_at bigint,
    reserve smallint,
    opponent text,
    CONSTRAINT challenge_check CHECK (((maker IS NULL) <> (maker_account IS NULL)))
);
CREATE TABLE public.channel (
    person text NOT NULL,
    kind text NOT NULL,
    app boolean NOT NULL,
    push boolean NOT NULL,
    mail boolean NOT NULL
);
CREATE TABLE public.credential (
    person text NOT NULL,
    kind text NOT NULL,
    number smallint NOT NULL,
    data text NOT NULL,
    step bigint,
    failures bigint NOT NULL,
    failed_at bigint,
    used_at bigint
);
CREATE TABLE public.device (
    endpoint text NOT NULL,
    id text NOT NULL,
    person text NOT NULL,
    session text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    agent text NOT NULL,
    made_at bigint NOT NULL,
    last_ok_at bigint,
    last_error text
);
CREATE TABLE public.due (
    kind text NOT NULL,
    key text NOT NULL,
    not_before bigint NOT NULL,
    tries bigint NOT NULL,
    body text NOT NULL,
    failed_at bigint,
    reason text,
    node text,
    boot bigint
);
CREATE TABLE public.email (
    person text NOT NULL,
    address text NOT NULL,
    verified_at bigint,
    digest boolean NOT NULL,
    digested_at bigint,
    failures bigint NOT NULL,
    last_ok_at bigint,
    last_error text
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
    white text,
    white_account text,
    white_node text,
    white_boot bigint,
    white_away_at bigint,
    black text,
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
    turn smallint,
    "position" text,
    last_move text,
    moved_at bigint,
    deadline bigint,
    aborted_by smallint,
    missed_by smallint,
    origin text,
    reserve smallint,
    rated_as text,
    CONSTRAINT game_check CHECK (((white IS NULL) <> (white_account IS NULL))),
    CONSTRAINT game_check1 CHECK (((black IS NULL) <> (black_account IS NULL))),
    CONSTRAINT game_check2 CHECK (((ended_at IS NULL) = (reason IS NULL)))
);
CREATE TABLE public.invitation (
    hash text NOT NULL,
    person text,
    role text NOT NULL,
    ends_at bigint NOT NULL
);
CREATE TABLE public.leave (
    person text NOT NULL,
    begins_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    back_at bigint
);
CREATE TABLE public.letter (
    hash text NOT NULL,
    person text,
    account text,
    purpose text NOT NULL,
    ends_at bigint NOT NULL,
    CONSTRAINT letter_check CHECK (((person IS NULL) <> (account IS NULL)))
);
CREATE TABLE public.lobby (
    id smallint NOT NULL
);
CREATE TABLE public.meta (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.name_taken (
    hash text NOT NULL
);
CREATE TABLE public.node (
    id text NOT NULL,
    boot bigint NOT NULL,
    started_at bigint NOT NULL,
    beat_at bigint NOT NULL
);
CREATE TABLE public.notice (
    person text NOT NULL,
    key text NOT NULL,
    kind text NOT NULL,
    game text,
    at bigint NOT NULL,
    read_at bigint,
    body text NOT NULL
);
CREATE TABLE public.person (
    id text NOT NULL,
    name text NOT NULL,
    check_at bigint,
    kind text DEFAULT 'guest'::text NOT NULL,
    language text,
    time_zone text,
    name_key text,
    look_key text,
    role text,
    created_at bigint,
    disabled_at bigint,
    merged_into text,
    bio text,
    shows_presence boolean DEFAULT false NOT NULL,
    shows_games boolean DEFAULT false NOT NULL,
    online_at bigint,
    erase_at bigint,
    erased_at bigint
);
CREATE TABLE public.plan (
    game text NOT NULL,
    side smallint NOT NULL,
    ply bigint NOT NULL,
    after bigint NOT NULL,
    tree text NOT NULL
);
CREATE TABLE public.puzzle (
    variant text NOT NULL,
    id text NOT NULL,
    rating bigint NOT NULL,
    deviation bigint NOT NULL,
    attempts bigint NOT NULL
);
CREATE TABLE public.rating (
    person text NOT NULL,
    variant text NOT NULL,
    pace text NOT NULL,
    n bigint NOT NULL,
    at bigint NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL
);
CREATE TABLE public.rating_event (
    person text NOT NULL,
    variant text NOT NULL,
    pace text NOT NULL,
    n bigint NOT NULL,
    game text NOT NULL,
    at bigint NOT NULL,
    score smallint NOT NULL,
    before_rating double precision NOT NULL,
    before_deviation double precision NOT NULL,
    before_volatility double precision NOT NULL,
    opponent text NOT NULL,
    opponent_n bigint NOT NULL,
    opponent_rating double precision NOT NULL,
    opponent_deviation double precision NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL
);
CREATE TABLE public.seaql_migrations (
    version character varying NOT NULL,
    applied_at bigint NOT NULL
);
CREATE TABLE public.seek (
    id text NOT NULL,
    person text NOT NULL,
    session text,
    side smallint,
    near boolean NOT NULL,
    made_at bigint NOT NULL,
    seen_at bigint,
    ends_at bigint NOT NULL
);
CREATE TABLE public.seek_term (
    variant text NOT NULL,
    clock text NOT NULL,
    rated boolean NOT NULL,
    seek text NOT NULL,
    number smallint NOT NULL
);
CREATE TABLE public.session (
    hash text NOT NULL,
    person text,
    account text,
    agent text NOT NULL,
    seen_at bigint NOT NULL,
    ends_at bigint NOT NULL,
    confirmed_at bigint,
    admin_at bigint,
    CONSTRAINT session_check CHECK (((person IS NULL) <> (account IS NULL)))
);
CREATE TABLE public.setting (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.vanished (
    game text NOT NULL
);
INSERT INTO public.act VALUES ('859ebb7c', 1, 1790000001000, 0, 5051330528802443710, '{"fact":{"kind":"moved","ply":0,"uci":"e1d2","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('859ebb7c', 2, 1790000002000, 1, -3038937623568872614, '{"fact":{"kind":"moved","ply":1,"uci":"d7g4","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('859ebb7c', 3, 1790000003000, 0, -6193367990364235914, '{"id":"942ea6be21d6b4c2c3c89638a77c5781","fact":{"kind":"moved","ply":2,"uci":"d1e2","spent":0,"lag":0,"draw":false},"verdict":{"kind":"ruled","winner":"white","reason":"stalemate"}}');
INSERT INTO public.act VALUES ('4fd8915e', 1, 1790000001000, 0, -8802700682458453247, '{"fact":{"kind":"moved","ply":0,"uci":"f2f3","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 2, 1790000002000, 1, 8683784932721163554, '{"fact":{"kind":"moved","ply":1,"uci":"f7f6","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 3, 1790000003000, 0, -6370667854962084550, '{"id":"e0b5463db6ca29c3705bdfbbdae71054","fact":{"kind":"moved","ply":2,"uci":"c2c4","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 4, 1790000004000, 1, -4732741611150892967, '{"fact":{"kind":"moved","ply":3,"uci":"b8a6","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 5, 1790000005000, 0, -6313630933260599618, '{"fact":{"kind":"moved","ply":4,"uci":"d2d4","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 6, 1790000006000, 1, 2750892913931440063, '{"id":"d26c9231d442c33b18f40e9c97d36578","fact":{"kind":"moved","ply":5,"uci":"g8h6","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 7, 1790000007000, 0, -4770823221958972465, '{"fact":{"kind":"moved","ply":6,"uci":"e2e4","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 8, 1790000008000, 1, -5940313142589096803, '{"fact":{"kind":"moved","ply":7,"uci":"g7g5","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 9, 1790000009000, 0, 1994855390436793160, '{"id":"85b0a0cf996f36839d13acc018a93ff2","fact":{"kind":"moved","ply":8,"uci":"d1c2","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 10, 1790000010000, 1, -9180946620949055334, '{"fact":{"kind":"moved","ply":9,"uci":"b7b6","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 11, 1790000011000, 0, -5572574641712786469, '{"fact":{"kind":"moved","ply":10,"uci":"e1e2","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 12, 1790000012000, 1, 3904445180318751987, '{"id":"438f96551d9bc1df6b082040a9d860fe","fact":{"kind":"moved","ply":11,"uci":"f6f5","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 13, 1790000013000, 0, 4877704837689600262, '{"fact":{"kind":"moved","ply":12,"uci":"c2a4","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 14, 1790000014000, 1, -8403945402970846172, '{"fact":{"kind":"moved","ply":13,"uci":"h8g8","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 15, 1790000015000, 0, -5907185011378491080, '{"id":"f09b05d2e57f7a6bef8bb53ef3c2b3bf","fact":{"kind":"moved","ply":14,"uci":"a4d7","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 16, 1790000016000, 1, -743055612181837752, '{"fact":{"kind":"moved","ply":15,"uci":"f5f4","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 17, 1790000017000, 0, -2784756730666631444, '{"fact":{"kind":"moved","ply":16,"uci":"d7g4","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 18, 1790000018000, 1, 6319265984442013731, '{"id":"55143f7f2bf661c02d4bc7fd5aaf8729","fact":{"kind":"moved","ply":17,"uci":"e8f7","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 19, 1790000019000, 0, 3041738132562805064, '{"fact":{"kind":"moved","ply":18,"uci":"g4c8b","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 20, 1790000020000, 1, 1100957560945491151, '{"fact":{"kind":"moved","ply":19,"uci":"g8g7","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('4fd8915e', 21, 1790000020000, 1, -1940845387948697647, '{"id":"0220e5b4cb7c9478d17df0d3b482aa2b","fact":{"kind":"closed"},"verdict":{"kind":"resigned","side":"black"}}');
INSERT INTO public.act VALUES ('9e4a9a56', 1, 1790000001000, 0, 2176338415721297725, '{"fact":{"kind":"moved","ply":0,"uci":"f2g1","spent":0,"lag":0,"draw":false},"left":[180000,180000]}');
INSERT INTO public.act VALUES ('9e4a9a56', 2, 1790000002000, 1, 475214637189514443, '{"fact":{"kind":"moved","ply":1,"uci":"e6f7","spent":0,"lag":0,"draw":false},"left":[180000,180000]}');
INSERT INTO public.act VALUES ('9e4a9a56', 3, 1790000003000, 0, -6715183535590770509, '{"id":"3937ba22b32ad2d74c94f7f9f7c00361","fact":{"kind":"moved","ply":2,"uci":"g1f2","spent":1000,"lag":0,"draw":false},"left":[179000,180000]}');
INSERT INTO public.act VALUES ('9e4a9a56', 4, 1790000004000, 1, -7049975572497782054, '{"fact":{"kind":"moved","ply":3,"uci":"f7g8","spent":1000,"lag":0,"draw":false},"left":[179000,179000]}');
INSERT INTO public.act VALUES ('9e4a9a56', 5, 1790000005000, 0, -1425301096904725224, '{"fact":{"kind":"moved","ply":4,"uci":"f2g1","spent":1000,"lag":0,"draw":false},"left":[178000,179000]}');
INSERT INTO public.act VALUES ('9e4a9a56', 6, 1790000006000, 1, 2806885922574564715, '{"id":"a71a7cdce224336680aed3a2a98bc37e","fact":{"kind":"moved","ply":5,"uci":"b2b1b","spent":1000,"lag":0,"draw":false},"left":[178000,178000],"verdict":{"kind":"ruled","winner":null,"reason":"insufficient"}}');
INSERT INTO public.act VALUES ('82e58eec', 1, 1790000001000, 1, -7416217652043808807, '{"fact":{"kind":"moved","ply":0,"uci":"g4g7","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('82e58eec', 2, 1790000002000, 0, 4843986932970558285, '{"fact":{"kind":"moved","ply":1,"uci":"c4c5","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('82e58eec', 3, 1790000003000, 1, -962637978703393608, '{"id":"1c1779d53e64f432f62f959d24f415d1","fact":{"kind":"moved","ply":2,"uci":"f4g3","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('82e58eec', 4, 1790000004000, 0, -8101031793082625546, '{"fact":{"kind":"moved","ply":3,"uci":"d2b2","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('82e58eec', 5, 1790000005000, 1, -2246289969920012701, '{"fact":{"kind":"moved","ply":4,"uci":"g7b7","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('82e58eec', 6, 1790000006000, 0, -6762441553839058328, '{"id":"e40668da4500a2643c3371228d724e24","fact":{"kind":"moved","ply":5,"uci":"b2a1","spent":0,"lag":0,"draw":false},"verdict":{"kind":"ruled","winner":null,"reason":"fifty-moves"}}');
INSERT INTO public.act VALUES ('eff63589', 1, 1790000001000, 0, -2570031565483790502, '{"fact":{"kind":"moved","ply":0,"uci":"2b11a3","spent":0,"lag":0,"draw":false},"left":[600000,600000]}');
INSERT INTO public.act VALUES ('eff63589', 2, 1790000002000, 1, 5090931364618450114, '{"fact":{"kind":"moved","ply":1,"uci":"2b51c3","spent":0,"lag":0,"draw":false},"left":[600000,600000]}');
INSERT INTO public.act VALUES ('eff63589', 3, 1790000003000, 0, 6196252836308801637, '{"id":"7dc1ddccd2ca66f2a766665fb81b5dde","fact":{"kind":"moved","ply":2,"uci":"1a32b1","spent":1000,"lag":0,"draw":false},"left":[604000,600000]}');
INSERT INTO public.act VALUES ('eff63589', 4, 1790000004000, 1, 7987930248801368738, '{"fact":{"kind":"moved","ply":3,"uci":"1c32b5","spent":1000,"lag":0,"draw":false},"left":[604000,604000]}');
INSERT INTO public.act VALUES ('eff63589', 5, 1790000005000, 0, 2127077128566434906, '{"fact":{"kind":"moved","ply":4,"uci":"2b11a3","spent":1000,"lag":0,"draw":false},"left":[608000,604000]}');
INSERT INTO public.act VALUES ('eff63589', 6, 1790000006000, 1, 1976692615368980122, '{"id":"6df64b273e1d83f84cdebcc54406b82a","fact":{"kind":"moved","ply":5,"uci":"2b51c3","spent":1000,"lag":0,"draw":false},"left":[608000,608000]}');
INSERT INTO public.act VALUES ('eff63589', 7, 1790000007000, 0, 427410048579325228, '{"fact":{"kind":"moved","ply":6,"uci":"1a32b1","spent":1000,"lag":0,"draw":false},"left":[612000,608000]}');
INSERT INTO public.act VALUES ('eff63589', 8, 1790000008000, 1, 8218330743478027600, '{"fact":{"kind":"moved","ply":7,"uci":"1c32b5","spent":1000,"lag":0,"draw":false},"left":[612000,612000],"verdict":{"kind":"ruled","winner":null,"reason":"repetition"}}');
INSERT INTO public.act VALUES ('42d6d2a9', 1, 1790000001000, 0, -52341261013303983, '{"fact":{"kind":"moved","ply":0,"uci":"f2f3","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('42d6d2a9', 2, 1790000002000, 1, 7261854020728461561, '{"fact":{"kind":"moved","ply":1,"uci":"a7a5","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('42d6d2a9', 3, 1790000003000, 0, -1518725179871971811, '{"id":"f20093b8595a66b4e221c1cb589f573c","fact":{"kind":"moved","ply":2,"uci":"b1a3","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('42d6d2a9', 4, 1790086403000, 1, -1775061419678635394, '{"fact":{"kind":"closed"},"verdict":{"kind":"timedOut","side":"black"}}');
INSERT INTO public.act VALUES ('3f557c15', 1, 1790000001000, 0, 5942644139375288308, '{"fact":{"kind":"moved","ply":0,"uci":"f2f3","spent":0,"lag":0,"draw":false},"left":[300000,300000]}');
INSERT INTO public.act VALUES ('3f557c15', 2, 1790000002000, 1, 8064826572065031715, '{"fact":{"kind":"moved","ply":1,"uci":"a7a5","spent":0,"lag":0,"draw":false},"left":[300000,300000]}');
INSERT INTO public.act VALUES ('3f557c15', 3, 1790000003000, 0, 383496665296717623, '{"id":"38fa38ccb63720fa2851c5dfbbd06403","fact":{"kind":"moved","ply":2,"uci":"b1a3","spent":1000,"lag":0,"draw":false},"left":[302000,300000]}');
INSERT INTO public.act VALUES ('3f557c15', 4, 1790000004000, 1, 6452001573739374962, '{"fact":{"kind":"moved","ply":3,"uci":"b8a6","spent":1000,"lag":0,"draw":false},"left":[302000,302000]}');
INSERT INTO public.act VALUES ('3f557c15', 5, 1790000012000, 0, -873171356903096862, '{"fact":{"kind":"offered","what":"takeback"},"left":[302000,302000]}');
INSERT INTO public.act VALUES ('3f557c15', 6, 1790000014000, 1, 169151645213185349, '{"id":"b1d1e29ced5f20e2160412783b0974a2","fact":{"kind":"takenBack","ply":2,"spent":10000},"left":[292000,302000]}');
INSERT INTO public.act VALUES ('3f557c15', 7, 1790000015000, 0, -6476017808113133263, '{"fact":{"kind":"moved","ply":2,"uci":"b1a3","spent":1000,"lag":0,"draw":false},"left":[294000,302000]}');
INSERT INTO public.act VALUES ('3f557c15', 8, 1790000016000, 1, 1144611268938945696, '{"fact":{"kind":"moved","ply":3,"uci":"b8a6","spent":1000,"lag":0,"draw":false},"left":[294000,304000]}');
INSERT INTO public.act VALUES ('3f557c15', 9, 1790000016000, 1, 4142724730788221168, '{"id":"5f2ddf6e9bff0816ea9e4f9146773b17","fact":{"kind":"offered","what":"draw"},"left":[294000,304000]}');
INSERT INTO public.act VALUES ('3f557c15', 10, 1790000016000, 0, -995333285068832923, '{"fact":{"kind":"answered","what":"draw","yes":true},"left":[294000,304000],"verdict":{"kind":"agreed"}}');
INSERT INTO public.act VALUES ('7fa0fffe', 1, 1790000000000, 0, -2165889107349308033, '{"fact":{"kind":"closed"},"left":[300000,300000],"verdict":{"kind":"aborted"}}');
INSERT INTO public.act VALUES ('58978555', 1, 1790000001000, 0, 337305339951400265, '{"fact":{"kind":"moved","ply":0,"uci":"f2f3","spent":0,"lag":0,"draw":false},"left":[120000,120000]}');
INSERT INTO public.act VALUES ('58978555', 2, 1790000002000, 1, 4929722609845394302, '{"fact":{"kind":"moved","ply":1,"uci":"a7a5","spent":0,"lag":0,"draw":false},"left":[120000,120000]}');
INSERT INTO public.act VALUES ('58978555', 3, 1790000003000, 0, 3947792305295242868, '{"id":"a77908b6fdaa2b4e2b32db4e2ef46ac4","fact":{"kind":"moved","ply":2,"uci":"b1a3","spent":1000,"lag":0,"draw":false},"left":[120000,120000]}');
INSERT INTO public.act VALUES ('58978555', 4, 1790000004000, 1, 403953043332212549, '{"fact":{"kind":"moved","ply":3,"uci":"b8a6","spent":1000,"lag":0,"draw":false},"left":[120000,120000]}');
INSERT INTO public.act VALUES ('58978555', 5, 1790000004000, 0, 8170971627175520611, '{"fact":{"kind":"gift","more":15000},"left":[135000,120000]}');
INSERT INTO public.act VALUES ('58978555', 6, 1790000013000, 0, -2893870392076198579, '{"fact":{"kind":"outage","more":9000,"node":"one","boot":7},"left":[144000,120000]}');
INSERT INTO public.act VALUES ('58978555', 7, 1790000016000, 0, -7045300364001294635, '{"fact":{"kind":"moved","ply":4,"uci":"g2g4","spent":11600,"lag":400,"draw":true},"left":[133400,120000]}');
INSERT INTO public.act VALUES ('58978555', 8, 1790000016000, 1, 6994012255577993284, '{"fact":{"kind":"answered","what":"draw","yes":false},"left":[133400,120000]}');
INSERT INTO public.act VALUES ('58978555', 9, 1790000016000, 1, 2167123810978909492, '{"id":"51f5176063daefe36ca0a262454824e3","fact":{"kind":"gift","more":15000},"left":[133400,135000]}');
INSERT INTO public.act VALUES ('58978555', 10, 1790000019000, 1, -2090989179564834039, '{"fact":{"kind":"moved","ply":5,"uci":"a6b4","spent":3000,"lag":0,"draw":false},"left":[133400,133000]}');
INSERT INTO public.act VALUES ('58978555', 11, 1790000019000, 0, 3176770488049091831, '{"fact":{"kind":"closed"},"left":[133400,133000],"verdict":{"kind":"resigned","side":"white"}}');
INSERT INTO public.act VALUES ('98aed534', 1, 1790000001000, 0, -7477361593290320374, '{"fact":{"kind":"moved","ply":0,"uci":"b1c3","spent":0,"lag":0,"draw":false},"left":[300000,300000]}');
INSERT INTO public.act VALUES ('98aed534', 2, 1790000001000, 1, 1227371017288626983, '{"fact":{"kind":"closed"},"left":[300000,300000],"verdict":{"kind":"aborted"}}');
INSERT INTO public.act VALUES ('1aaed6ed', 1, 1790000001000, 0, -6640020385282869675, '{"fact":{"kind":"moved","ply":0,"uci":"f2f3","spent":0,"lag":0,"draw":false},"left":[300000,300000]}');
INSERT INTO public.act VALUES ('1aaed6ed', 2, 1790000002000, 1, 499469298290112562, '{"fact":{"kind":"moved","ply":1,"uci":"c7c6","spent":0,"lag":0,"draw":false},"left":[300000,300000]}');
INSERT INTO public.act VALUES ('1aaed6ed', 3, 1790000003000, 0, 1110158219065439913, '{"id":"27824247619deb5886a050bf9a339ae9","fact":{"kind":"moved","ply":2,"uci":"b2b4","spent":1000,"lag":0,"draw":false},"left":[302000,300000]}');
INSERT INTO public.act VALUES ('1aaed6ed', 4, 1790000004000, 1, -2347025799868103380, '{"fact":{"kind":"moved","ply":3,"uci":"h7h5","spent":1000,"lag":0,"draw":false},"left":[302000,302000]}');
INSERT INTO public.act VALUES ('1aaed6ed', 5, 1790000012000, 0, 3180313954506307395, '{"fact":{"kind":"offered","what":"takeback"},"left":[302000,302000]}');
INSERT INTO public.act VALUES ('1aaed6ed', 6, 1790000014000, 1, -943566860420767597, '{"id":"50c1731bf2fbba6e0b9074f8fd08bdb5","fact":{"kind":"takenBack","ply":2,"spent":10000},"left":[292000,302000]}');
INSERT INTO public.act VALUES ('1aaed6ed', 7, 1790000015000, 0, 7842707667217683064, '{"fact":{"kind":"moved","ply":2,"uci":"b2b4","spent":1000,"lag":0,"draw":false},"left":[294000,302000]}');
INSERT INTO public.act VALUES ('1aaed6ed', 8, 1790000016000, 1, 6153824217080337853, '{"fact":{"kind":"moved","ply":3,"uci":"h7h5","spent":1000,"lag":0,"draw":false},"left":[294000,304000]}');
INSERT INTO public.act VALUES ('1aaed6ed', 9, 1790000016000, 1, 7112871165390606082, '{"id":"147fdc555973070f07b267ab49bab511","fact":{"kind":"offered","what":"draw"},"left":[294000,304000]}');
INSERT INTO public.act VALUES ('1aaed6ed', 10, 1790000016000, 0, -9187164812137293464, '{"fact":{"kind":"answered","what":"draw","yes":true},"left":[294000,304000],"verdict":{"kind":"agreed"}}');
INSERT INTO public.act VALUES ('f0eb7852', 1, 1790000001000, 0, 8302753817777728607, '{"fact":{"kind":"moved","ply":0,"uci":"e2e4","spent":0,"lag":0,"draw":false},"left":[180000,180000]}');
INSERT INTO public.act VALUES ('f0eb7852', 2, 1790000002000, 1, 6727582703661859351, '{"fact":{"kind":"moved","ply":1,"uci":"e7e5","spent":0,"lag":0,"draw":false},"left":[180000,180000]}');
INSERT INTO public.act VALUES ('f0eb7852', 3, 1790000002000, 1, 5043589443355868099, '{"id":"a6c7815da1832a5120350c2d985858c5","fact":{"kind":"closed"},"left":[180000,180000],"verdict":{"kind":"resigned","side":"black"}}');
INSERT INTO public.act VALUES ('d2bcb22f', 1, 1790000001000, 0, 5457489899390908690, '{"fact":{"kind":"moved","ply":0,"uci":"d2d4","spent":0,"lag":0,"draw":false},"left":[180000,180000]}');
INSERT INTO public.act VALUES ('d2bcb22f', 2, 1790000002000, 1, 7746213238916722674, '{"fact":{"kind":"moved","ply":1,"uci":"d7d5","spent":0,"lag":0,"draw":false},"left":[180000,180000]}');
INSERT INTO public.act VALUES ('d2bcb22f', 3, 1790000002000, 0, -3075049383933713739, '{"id":"a7852a825c2af27b642363c71b1281d8","fact":{"kind":"offered","what":"draw"},"left":[180000,180000]}');
INSERT INTO public.act VALUES ('d2bcb22f', 4, 1790000002000, 1, -5031462822433209311, '{"fact":{"kind":"answered","what":"draw","yes":true},"left":[180000,180000],"verdict":{"kind":"agreed"}}');
INSERT INTO public.act VALUES ('6878293e', 1, 1790000001000, 0, -8994962867165731625, '{"fact":{"kind":"moved","ply":0,"uci":"e2e4","spent":0,"lag":0,"draw":false},"left":[300000,300000]}');
INSERT INTO public.act VALUES ('6878293e', 2, 1790000002000, 1, -8306227636720923041, '{"fact":{"kind":"moved","ply":1,"uci":"e7e5","spent":0,"lag":0,"draw":false},"left":[300000,300000]}');
INSERT INTO public.act VALUES ('6878293e', 3, 1790000002000, 0, 9003135978068711253, '{"id":"2d028013bcca5293af74e152ae8aed36","fact":{"kind":"offered","what":"draw"},"left":[300000,300000]}');
INSERT INTO public.act VALUES ('6878293e', 4, 1790000002000, 0, 7340936244760975751, '{"fact":{"kind":"offered","what":"takeback"},"left":[300000,300000]}');
INSERT INTO public.act VALUES ('84b6b3f5', 1, 1790000001000, 0, -7571600475353970961, '{"fact":{"kind":"moved","ply":0,"uci":"e2e4","spent":0,"lag":0,"draw":false}}');
INSERT INTO public.act VALUES ('2c38d71a', 1, 1790000001000, 0, -2556335716003131726, '{"fact":{"kind":"moved","ply":0,"uci":"e2e4","spent":0,"lag":0,"draw":false},"left":[900000,900000]}');
INSERT INTO public.act VALUES ('2c38d71a', 2, 1790000002000, 1, -2186965508268303474, '{"fact":{"kind":"moved","ply":1,"uci":"e7e5","spent":0,"lag":0,"draw":false},"left":[900000,900000]}');
INSERT INTO public.act VALUES ('2c38d71a', 3, 1790000002000, 0, -8196027687277796293, '{"id":"17da853e3063f227eb7964d9b3365f8f","fact":{"kind":"offered","what":"draw"},"left":[900000,900000]}');
INSERT INTO public.act VALUES ('2c38d71a', 4, 1790000002000, 1, -5752597605054655612, '{"fact":{"kind":"answered","what":"draw","yes":false},"left":[900000,900000]}');
INSERT INTO public.act VALUES ('2c38d71a', 5, 1790000002000, 0, 5256232805408866055, '{"fact":{"kind":"offered","what":"takeback"},"left":[900000,900000]}');
INSERT INTO public.act VALUES ('2c38d71a', 6, 1790000002000, 1, -5321985520595329079, '{"id":"31c1788f42c01057a7031a169fcc97e0","fact":{"kind":"answered","what":"takeback","yes":false},"left":[900000,900000]}');
INSERT INTO public.act VALUES ('2c38d71a', 7, 1790000003000, 0, 8182173348837767047, '{"fact":{"kind":"moved","ply":2,"uci":"g1f3","spent":1000,"lag":0,"draw":false},"left":[909000,900000]}');
INSERT INTO public.block VALUES ('limeslimesli', 'closedclosed', 1784700000000);
INSERT INTO public.challenge VALUES ('openopen', 'adaadaadaada', NULL, 'magnetic', 300000, 3000, NULL, NULL, false, NULL, NULL, NULL, NULL, 1785000000000, 1816536000000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.challenge VALUES ('takentak', 'adaadaadaada', NULL, 'chess', NULL, NULL, NULL, 3, false, NULL, 0, NULL, NULL, 1785000000000, 1816536000000, 'benbenbenben', NULL, '84b6b3f5', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.challenge VALUES ('aborted1', 'benbenbenben', NULL, 'chess', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, 1785000000000, 1816536000000, 'adaadaadaada', NULL, '7fa0fffe', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.challenge VALUES ('declined', 'carocarocaro', NULL, 'future', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, 1785000000000, 1816536000000, NULL, NULL, NULL, NULL, 1785000001000, NULL, NULL, NULL);
INSERT INTO public.challenge VALUES ('withdraw', 'carocarocaro', NULL, 'emulation', NULL, NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, 1785000000000, 1816536000000, NULL, NULL, NULL, NULL, NULL, 1785000001000, NULL, NULL);
INSERT INTO public.challenge VALUES ('rematch1', 'benbenbenben', NULL, 'collision', 300000, 3000, NULL, NULL, false, NULL, NULL, NULL, NULL, 1785000000000, 1816536000000, NULL, NULL, NULL, '82e58eec', NULL, NULL, NULL, NULL);
INSERT INTO public.challenge VALUES ('directed', 'limeslimesli', NULL, 'chess', NULL, NULL, NULL, 3, false, NULL, NULL, NULL, NULL, 1785000000000, 1816536000000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'disableddisa');
INSERT INTO public.channel VALUES ('adaadaadaada', 'turn', true, true, false);
INSERT INTO public.credential VALUES ('limeslimesli', 'password', 0, '$argon2id$v=19$m=19456,t=2,p=1$ZmFyYWRheS1uby1vbmUteA$ZmFyYWRheS1uby1vbmUteA', NULL, 0, NULL, NULL);
INSERT INTO public.credential VALUES ('limeslimesli', 'totp', 0, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 59466666, 2, 1784999990000, NULL);
INSERT INTO public.credential VALUES ('limeslimesli', 'recovery', 1, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', NULL, 0, NULL, 1784999000000);
INSERT INTO public.credential VALUES ('limeslimesli', 'recovery', 2, '2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6', NULL, 0, NULL, NULL);
INSERT INTO public.credential VALUES ('closedclosed', 'password', 0, '$argon2id$v=19$m=19456,t=2,p=1$ZmFyYWRheS1uby1vbmUteA$ZmFyYWRheS1uby1vbmUteA', NULL, 0, NULL, NULL);
INSERT INTO public.device VALUES ('https://updates.push.services.mozilla.com/wpush/v2/ada', 'deviceofada1', 'adaadaadaada', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', 'BTBZMqHH6r4Tts7J_aSIgg', 'Firefox', 1784000000000, 1784999000000, NULL);
INSERT INTO public.due VALUES ('reply', '84b6b3f5 2', 1785000000000, 0, '', NULL, NULL, NULL, NULL);
INSERT INTO public.due VALUES ('reply', '2c38d71a 3', 1790000040000, 8, '', 1790000050000, 'it failed', NULL, NULL);
INSERT INTO public.due VALUES ('notice', '84b6b3f5/1/turn', 1785000010000, 0, 'turn 1 0', NULL, NULL, NULL, NULL);
INSERT INTO public.due VALUES ('resign', 'closedclosed', 1785000000000, 1, '', NULL, NULL, 'gone', 7);
INSERT INTO public.due VALUES ('settle', '1aaed6ed', 1785000000000, 0, '', NULL, NULL, NULL, NULL);
INSERT INTO public.due VALUES ('house', '84b6b3f5/2', 1785000000000, 0, '', NULL, NULL, NULL, NULL);
INSERT INTO public.email VALUES ('adaadaadaada', 'ada@example.org', 1784000000000, true, 1784900000000, 1, 1784800000000, 'greylisted');
INSERT INTO public.game VALUES ('859ebb7c', 'emulation', '1', '3b4/3k4/8/8/8/8/8/3QK3 w - - 0 1', NULL, NULL, NULL, NULL, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, 1790000003000, 0, 'stalemate', 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.game VALUES ('4fd8915e', 'collision+scatter+decay', '1', NULL, NULL, NULL, NULL, 3, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, 1790000020000, 0, 'resigned', 20, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.game VALUES ('9e4a9a56', 'forcefield', '1', '8/8/4k3/8/8/8/1p3K2/8 w - - 0 78', 180000, 0, NULL, NULL, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, 1790000006000, NULL, 'insufficient', 6, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.game VALUES ('82e58eec', 'collision', '1', 'Q7/r7/8/8/2K2kr1/8/3Q4/8 b - - 94 50 -', NULL, NULL, NULL, 3, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, 1790000006000, NULL, 'fifty-moves', 6, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.game VALUES ('42d6d2a9', 'chess', '1', NULL, NULL, NULL, NULL, 1, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, 1790086403000, 0, 'timed-out', 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.game VALUES ('7fa0fffe', 'chess', '1', NULL, 300000, 0, NULL, NULL, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, 1790000000000, NULL, 'aborted', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.game VALUES ('58978555', 'chess', '1', NULL, 120000, 1000, NULL, NULL, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, 1790000019000, 1, 'resigned', 6, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.game VALUES ('98aed534', 'forcefield', '1', NULL, 300000, 0, NULL, NULL, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, 1790000001000, NULL, 'aborted', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.game VALUES ('1aaed6ed', 'magnetic', '1', NULL, 300000, 3000, NULL, NULL, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, 1790000016000, NULL, 'agreed', 4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.game VALUES ('f0eb7852', 'chess', '1', NULL, 180000, 2000, NULL, NULL, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, 1790000002000, 0, 'resigned', 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.game VALUES ('6878293e', 'chess', '1', NULL, 300000, 3000, NULL, NULL, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, NULL, NULL, NULL, NULL, 1790000030000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.game VALUES ('e1eefea7', 'chess', '1', NULL, NULL, NULL, NULL, NULL, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, NULL, NULL, NULL, NULL, 1790000030000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.game VALUES ('2c38d71a', 'chess', '1', NULL, 900000, 10000, NULL, NULL, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, NULL, NULL, NULL, NULL, 1790000030000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.game VALUES ('84b6b3f5', 'chess', '1', NULL, NULL, NULL, NULL, 7, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, NULL, NULL, NULL, NULL, 1790000030000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'challenge/takentak', NULL, NULL);
INSERT INTO public.game VALUES ('d2bcb22f', 'chess', '1', NULL, 180000, 2000, NULL, NULL, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, 1790000002000, NULL, 'agreed', 2, NULL, 'f0eb7852', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'rematch/f0eb7852', NULL, NULL);
INSERT INTO public.game VALUES ('eff63589', 'future', '1', '5/5/5/PPQPP/RNKBR|pbpnp/5/5/5/PBPNP|rnkbr/ppqpp/5/5/5 w - - 0 1', 600000, 5000, NULL, NULL, true, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, 1790000008000, NULL, 'repetition', 8, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'guest');
INSERT INTO public.game VALUES ('3f557c15', 'chess', '1', NULL, 300000, 3000, NULL, NULL, false, 'adaadaadaada', NULL, NULL, NULL, NULL, 'benbenbenben', NULL, NULL, NULL, NULL, 1790000000000, 1790000016000, NULL, 'agreed', 4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'seek/taken123', NULL, NULL);
INSERT INTO public.invitation VALUES ('3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d', 'invitedinvit', 'organizer', 1786000000000);
INSERT INTO public.invitation VALUES ('18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4', NULL, 'member', 1786000000000);
INSERT INTO public.leave VALUES ('adaadaadaada', 1784900000000, 1785504800000, NULL);
INSERT INTO public.leave VALUES ('benbenbenben', 1780000000000, 1780864000000, 1780100000000);
INSERT INTO public.letter VALUES ('18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4', 'adaadaadaada', NULL, 'carry', 1816536000000);
INSERT INTO public.lobby VALUES (1);
INSERT INTO public.meta VALUES ('touched', '3322992158');
INSERT INTO public.meta VALUES ('mail_key', 'mailmailmailmailmailmailmailmail');
INSERT INTO public.meta VALUES ('name_key', 'namenamenamenamenamenamenamename');
INSERT INTO public.name_taken VALUES ('24041142f4e5e9465cfba2fed3f6f969075fb0739c18e30ba1a9c1def1af67b8');
INSERT INTO public.name_taken VALUES ('e5befa4e722e8224e653e193d45a36807ecfc7a2e348a7e86fbeeb32fc124323');
INSERT INTO public.node VALUES ('here', 1, 1785000000000, 1785000001000);
INSERT INTO public.notice VALUES ('adaadaadaada', 'turn/84b6b3f5/1', 'turn', '84b6b3f5', 1784999990000, NULL, '{"seq":1}');
INSERT INTO public.notice VALUES ('adaadaadaada', 'challenge/openopen', 'challenge', NULL, 1784999980000, 1784999985000, '{"challenge":"openopen"}');
INSERT INTO public.notice VALUES ('benbenbenben', 'security/session/1784999970000', 'security', NULL, 1784999970000, NULL, '{}');
INSERT INTO public.person VALUES ('benbenbenben', 'Ben', NULL, 'guest', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, false, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('carocarocaro', 'Caro', NULL, 'guest', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, false, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('dandandandan', 'Dan ä', 1785456000000, 'guest', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, false, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('adaadaadaada', 'Ada', NULL, 'guest', 'de', 'Europe/Vienna', NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, false, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('invitedinvit', 'Invited', NULL, 'member', NULL, NULL, 'invited', 'lnvited', 'organizer', 1784900000000, NULL, NULL, NULL, false, false, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('disableddisa', 'Off-1', NULL, 'member', NULL, NULL, 'off-1', 'off-l', 'member', 1784000000000, 1784500000000, NULL, NULL, false, false, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('mergedmerged', 'Guest', NULL, 'guest', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'limeslimesli', NULL, false, false, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('limeslimesli', 'limes11', NULL, 'member', 'de', NULL, 'limes11', 'lirnesll', 'admin', 1784000000000, NULL, NULL, 'I study 1. b4, "the Orangutan".', true, true, 1785000000000, NULL, NULL);
INSERT INTO public.person VALUES ('closedclosed', 'Closed', NULL, 'member', NULL, NULL, 'closed', 'closed', 'member', 1784000000000, NULL, NULL, 'Soon gone', false, false, NULL, 1785500000000, NULL);
INSERT INTO public.person VALUES ('erasederased', 'deleted', NULL, 'member', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, false, NULL, NULL, 1784800000000);
INSERT INTO public.person VALUES ('House0000001', 'House 1', NULL, 'house', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, true, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('House0000002', 'House 2', NULL, 'house', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, true, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('House0000003', 'House 3', NULL, 'house', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, true, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('House0000004', 'House 4', NULL, 'house', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, true, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('House0000005', 'House 5', NULL, 'house', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, true, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('House0000006', 'House 6', NULL, 'house', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, true, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('House0000007', 'House 7', NULL, 'house', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, true, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('House0000008', 'House 8', NULL, 'house', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, true, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('House0000009', 'House 9', NULL, 'house', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, true, NULL, NULL, NULL);
INSERT INTO public.person VALUES ('House0000010', 'House 10', NULL, 'house', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, true, NULL, NULL, NULL);
INSERT INTO public.plan VALUES ('84b6b3f5', 0, 1, 1, '[{"answer":"g1f3","expected":"e7e5"}]');
INSERT INTO public.puzzle VALUES ('chess', 'a1', 150000, 12000, 3);
INSERT INTO public.rating VALUES ('limeslimesli', 'chess', 'live', 2, 1790000016000, 1585.5, 240.25, 0.0625);
INSERT INTO public.rating VALUES ('disableddisa', 'chess', 'live', 1, 1790000002000, 1337.7879985296545, 290.23050778223865, 0.05999967537233814);
INSERT INTO public.rating_event VALUES ('limeslimesli', 'chess', 'live', 1, 'f0eb7852', 1790000002000, 2, 1500, 350, 0.06, 'disableddisa', 1, 1500, 350, 1662.2120014703455, 290.23050778223865, 0.05999967537233814);
INSERT INTO public.rating_event VALUES ('disableddisa', 'chess', 'live', 1, 'f0eb7852', 1790000002000, 0, 1500, 350, 0.06, 'limeslimesli', 1, 1500, 350, 1337.7879985296545, 290.23050778223865, 0.05999967537233814);
INSERT INTO public.rating_event VALUES ('limeslimesli', 'chess', 'live', 2, '3f557c15', 1790000016000, 1, 1662.2120014703455, 290.23050778223865, 0.05999967537233814, 'House0000003', 0, 1250, 45, 1585.5, 240.25, 0.0625);
INSERT INTO public.seaql_migrations VALUES ('m0001_games', 1795735660);
INSERT INTO public.seaql_migrations VALUES ('m0002_sessions', 1795735660);
INSERT INTO public.seaql_migrations VALUES ('m0003_letters', 1795735661);
INSERT INTO public.seaql_migrations VALUES ('m0004_guests', 1795735661);
INSERT INTO public.seaql_migrations VALUES ('m0005_withdrawn', 1795735661);
INSERT INTO public.seaql_migrations VALUES ('m0006_puzzles', 1795735661);
INSERT INTO public.seaql_migrations VALUES ('m0007_people', 1795766023);
INSERT INTO public.seaql_migrations VALUES ('m0008_summaries', 1795766023);
INSERT INTO public.seaql_migrations VALUES ('m0009_origins', 1795766023);
INSERT INTO public.seaql_migrations VALUES ('m0010_correspondence', 1795787085);
INSERT INTO public.seaql_migrations VALUES ('m0011_notices', 1795787086);
INSERT INTO public.seaql_migrations VALUES ('m0012_accounts', 1785000000);
INSERT INTO public.seaql_migrations VALUES ('m0013_job_leases', 1785000000);
INSERT INTO public.seaql_migrations VALUES ('m0014_profiles', 1785000000);
INSERT INTO public.seaql_migrations VALUES ('m0015_admin', 1785000000);
INSERT INTO public.seaql_migrations VALUES ('m0016_erasure', 1785000000);
INSERT INTO public.seaql_migrations VALUES ('m0017_ratings', 1795735646);
INSERT INTO public.seaql_migrations VALUES ('m0018_lobby', 1795739246);
INSERT INTO public.seaql_migrations VALUES ('m0019_house', 1795742846);
INSERT INTO public.seek VALUES ('seekdays', 'limeslimesli', NULL, 1, true, 1785000000000, NULL, 1786209600000);
INSERT INTO public.seek VALUES ('seeklive', 'adaadaadaada', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', NULL, false, 1785000001000, 1785000001500, 1785000901000);
INSERT INTO public.seek_term VALUES ('magnetic', '300000+3000', false, 'seeklive', 0);
INSERT INTO public.seek_term VALUES ('chess', '300000+3000/40', false, 'seeklive', 1);
INSERT INTO public.seek_term VALUES ('chess', 'reserve/10', false, 'seekdays', 0);
INSERT INTO public.seek_term VALUES ('collision', 'days/3', false, 'seekdays', 1);
INSERT INTO public.session VALUES ('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 'adaadaadaada', NULL, 'Firefox', 1785000000000, 1816536000000, NULL, NULL);
INSERT INTO public.session VALUES ('3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d', 'benbenbenben', NULL, '', 1785000000000, 1816536000000, NULL, NULL);
INSERT INTO public.session VALUES ('2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6', 'carocarocaro', NULL, 'Safari', 1785000000000, 1816536000000, NULL, NULL);
INSERT INTO public.session VALUES ('3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea', 'limeslimesli', NULL, 'Firefox', 1785000000000, 1816536000000, 1785000001000, 1785000001500);
INSERT INTO public.setting VALUES ('name', 'Town Chess Club');
INSERT INTO public.setting VALUES ('words', 'Welcome!');
INSERT INTO public.vanished VALUES ('gonegone');
ALTER TABLE ONLY public.act
    ADD CONSTRAINT act_pkey PRIMARY KEY (game, seq);
ALTER TABLE ONLY public.block
    ADD CONSTRAINT block_pkey PRIMARY KEY (person, other);
ALTER TABLE ONLY public.challenge
    ADD CONSTRAINT challenge_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.challenge
    ADD CONSTRAINT challenge_rematch_of_key UNIQUE (rematch_of);
ALTER TABLE ONLY public.channel
    ADD CONSTRAINT channel_pkey PRIMARY KEY (person, kind);
ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_pkey PRIMARY KEY (person, kind, number);
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_id_key UNIQUE (id);
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_pkey PRIMARY KEY (endpoint);
ALTER TABLE ONLY public.due
    ADD CONSTRAINT due_pkey PRIMARY KEY (kind, key);
ALTER TABLE ONLY public.email
    ADD CONSTRAINT email_pkey PRIMARY KEY (person);
ALTER TABLE ONLY public.game
    ADD CONSTRAINT game_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.game
    ADD CONSTRAINT game_rematch_of_key UNIQUE (rematch_of);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT guest_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_person_key UNIQUE (person);
ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.leave
    ADD CONSTRAINT leave_pkey PRIMARY KEY (person, begins_at);
ALTER TABLE ONLY public.letter
    ADD CONSTRAINT letter_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.lobby
    ADD CONSTRAINT lobby_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.meta
    ADD CONSTRAINT meta_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.name_taken
    ADD CONSTRAINT name_taken_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.node
    ADD CONSTRAINT node_pkey PRIMARY KEY (id, boot);
ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_pkey PRIMARY KEY (person, key);
ALTER TABLE ONLY public.plan
    ADD CONSTRAINT plan_pkey PRIMARY KEY (game, side);
ALTER TABLE ONLY public.puzzle
    ADD CONSTRAINT puzzle_pkey PRIMARY KEY (variant, id);
ALTER TABLE ONLY public.rating_event
    ADD CONSTRAINT rating_event_pkey PRIMARY KEY (person, variant, pace, n);
ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_pkey PRIMARY KEY (person, variant, pace);
ALTER TABLE ONLY public.seaql_migrations
    ADD CONSTRAINT seaql_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.seek
    ADD CONSTRAINT seek_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.seek_term
    ADD CONSTRAINT seek_term_pkey PRIMARY KEY (variant, clock, rated, seek);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.vanished
    ADD CONSTRAINT vanished_pkey PRIMARY KEY (game);
CREATE INDEX block_other ON public.block USING btree (other);
CREATE INDEX challenge_ends_at ON public.challenge USING btree (ends_at);
CREATE INDEX challenge_game ON public.challenge USING btree (game) WHERE (game IS NOT NULL);
CREATE INDEX challenge_maker_guest ON public.challenge USING btree (maker) WHERE (maker IS NOT NULL);
CREATE INDEX challenge_opponent ON public.challenge USING btree (opponent) WHERE (opponent IS NOT NULL);
CREATE INDEX challenge_taker_guest ON public.challenge USING btree (taker) WHERE (taker IS NOT NULL);
CREATE INDEX device_person ON public.device USING btree (person);
CREATE INDEX device_session ON public.device USING btree (session);
CREATE INDEX due_node ON public.due USING btree (node, boot) WHERE (node IS NOT NULL);
CREATE INDEX due_not_before ON public.due USING btree (kind, not_before);
CREATE INDEX email_address ON public.email USING btree (lower(address));
CREATE INDEX game_aborted ON public.game USING btree (ended_at) WHERE (reason = 'aborted'::text);
CREATE INDEX game_black_guest ON public.game USING btree (black, started_at) WHERE (black IS NOT NULL);
CREATE INDEX game_black_running ON public.game USING btree (black, started_at) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX game_origin ON public.game USING btree (origin) WHERE (origin IS NOT NULL);
CREATE INDEX game_unsettled ON public.game USING btree (ended_at) WHERE (rated AND (rated_as IS NULL) AND (ended_at IS NOT NULL));
CREATE INDEX game_wake_at ON public.game USING btree (wake_at) WHERE (wake_at IS NOT NULL);
CREATE INDEX game_white_guest ON public.game USING btree (white, started_at) WHERE (white IS NOT NULL);
CREATE INDEX game_white_running ON public.game USING btree (white, started_at) WHERE (ended_at IS NULL);
CREATE INDEX guest_check_at ON public.person USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX invitation_ends_at ON public.invitation USING btree (ends_at);
CREATE INDEX letter_ends_at ON public.letter USING btree (ends_at);
CREATE UNIQUE INDEX letter_guest ON public.letter USING btree (person, purpose) WHERE (person IS NOT NULL);
CREATE INDEX node_beat_at ON public.node USING btree (beat_at);
CREATE INDEX notice_at ON public.notice USING btree (at);
CREATE INDEX notice_game ON public.notice USING btree (game) WHERE (game IS NOT NULL);
CREATE INDEX notice_person_at ON public.notice USING btree (person, at);
CREATE INDEX notice_unread ON public.notice USING btree (person, game) WHERE (read_at IS NULL);
CREATE INDEX person_disabled_at ON public.person USING btree (disabled_at) WHERE (disabled_at IS NOT NULL);
CREATE INDEX person_erase_at ON public.person USING btree (erase_at) WHERE (erase_at IS NOT NULL);
CREATE INDEX person_erased_at ON public.person USING btree (erased_at) WHERE (erased_at IS NOT NULL);
CREATE UNIQUE INDEX person_look_key ON public.person USING btree (look_key) WHERE (look_key IS NOT NULL);
CREATE UNIQUE INDEX person_name_key ON public.person USING btree (name_key) WHERE (name_key IS NOT NULL);
CREATE INDEX person_online_at ON public.person USING btree (online_at) WHERE (online_at IS NOT NULL);
CREATE UNIQUE INDEX rating_event_game ON public.rating_event USING btree (game, person);
CREATE INDEX rating_event_house ON public.rating_event USING btree (person, variant, pace) WHERE (opponent_n = 0);
CREATE INDEX rating_order ON public.rating USING btree (variant, pace, rating);
CREATE INDEX seek_ends_at ON public.seek USING btree (ends_at);
CREATE INDEX seek_person ON public.seek USING btree (person);
CREATE INDEX seek_seen_at ON public.seek USING btree (seen_at) WHERE (seen_at IS NOT NULL);
CREATE INDEX seek_session ON public.seek USING btree (session) WHERE (session IS NOT NULL);
CREATE INDEX seek_term_seek ON public.seek_term USING btree (seek);
CREATE INDEX session_ends_at ON public.session USING btree (ends_at);
CREATE INDEX session_guest ON public.session USING btree (person) WHERE (person IS NOT NULL);
ALTER TABLE ONLY public.block
    ADD CONSTRAINT block_other_fkey FOREIGN KEY (other) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.block
    ADD CONSTRAINT block_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.channel
    ADD CONSTRAINT channel_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_session_fkey FOREIGN KEY (session) REFERENCES public.session(hash) ON DELETE CASCADE;
ALTER TABLE ONLY public.email
    ADD CONSTRAINT email_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.seek
    ADD CONSTRAINT seek_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.seek
    ADD CONSTRAINT seek_session_fkey FOREIGN KEY (session) REFERENCES public.session(hash) ON DELETE CASCADE;
ALTER TABLE ONLY public.seek_term
    ADD CONSTRAINT seek_term_seek_fkey FOREIGN KEY (seek) REFERENCES public.seek(id) ON DELETE CASCADE;
