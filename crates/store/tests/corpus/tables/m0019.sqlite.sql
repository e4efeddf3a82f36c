PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS "seaql_migrations" ( "version" varchar NOT NULL PRIMARY KEY, "applied_at" integer NOT NULL );
INSERT INTO seaql_migrations VALUES('m0001_games',1795735646);
INSERT INTO seaql_migrations VALUES('m0002_sessions',1795735646);
INSERT INTO seaql_migrations VALUES('m0003_letters',1795735646);
INSERT INTO seaql_migrations VALUES('m0004_guests',1795735646);
INSERT INTO seaql_migrations VALUES('m0005_withdrawn',1795735646);
INSERT INTO seaql_migrations VALUES('m0006_puzzles',1795735646);
INSERT INTO seaql_migrations VALUES('m0007_people',1795766022);
INSERT INTO seaql_migrations VALUES('m0008_summaries',1795766022);
INSERT INTO seaql_migrations VALUES('m0009_origins',1795766022);
INSERT INTO seaql_migrations VALUES('m0010_correspondence',1795787084);
INSERT INTO seaql_migrations VALUES('m0011_notices',1795787084);
INSERT INTO seaql_migrations VALUES('m0012_accounts',1785000000);
INSERT INTO seaql_migrations VALUES('m0013_job_leases',1785000000);
INSERT INTO seaql_migrations VALUES('m0014_profiles',1785000000);
INSERT INTO seaql_migrations VALUES('m0015_admin',1785000000);
INSERT INTO seaql_migrations VALUES('m0016_erasure',1785000000);
INSERT INTO seaql_migrations VALUES('m0017_ratings',1795735646);
INSERT INTO seaql_migrations VALUES('m0018_lobby',1795739246);
INSERT INTO seaql_migrations VALUES('m0019_house',1795742846);
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES('mail_key','mailmailmailmailmailmailmailmail');
INSERT INTO meta VALUES('name_key','namenamenamenamenamenamenamename');
INSERT INTO meta VALUES('touched','3954098336');
CREATE TABLE IF NOT EXISTS "person" (id TEXT PRIMARY KEY, name TEXT NOT NULL, check_at BIGINT, kind TEXT NOT NULL DEFAULT 'guest', language TEXT, time_zone TEXT, name_key TEXT, look_key TEXT, role TEXT, created_at BIGINT, disabled_at BIGINT, merged_into TEXT, bio TEXT, shows_presence BOOLEAN NOT NULL DEFAULT FALSE, shows_games BOOLEAN NOT NULL DEFAULT FALSE, online_at BIGINT, erase_at BIGINT, erased_at BIGINT) WITHOUT ROWID;
INSERT INTO person VALUES('House0000001','House 1',NULL,'house',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,1,NULL,NULL,NULL);
INSERT INTO person VALUES('House0000002','House 2',NULL,'house',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,1,NULL,NULL,NULL);
INSERT INTO person VALUES('House0000003','House 3',NULL,'house',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,1,NULL,NULL,NULL);
INSERT INTO person VALUES('House0000004','House 4',NULL,'house',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,1,NULL,NULL,NULL);
INSERT INTO person VALUES('House0000005','House 5',NULL,'house',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,1,NULL,NULL,NULL);
INSERT INTO person VALUES('House0000006','House 6',NULL,'house',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,1,NULL,NULL,NULL);
INSERT INTO person VALUES('House0000007','House 7',NULL,'house',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,1,NULL,NULL,NULL);
INSERT INTO person VALUES('House0000008','House 8',NULL,'house',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,1,NULL,NULL,NULL);
INSERT INTO person VALUES('House0000009','House 9',NULL,'house',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,1,NULL,NULL,NULL);
INSERT INTO person VALUES('House0000010','House 10',NULL,'house',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,1,NULL,NULL,NULL);
INSERT INTO person VALUES('adaadaadaada','Ada',NULL,'guest','de','Europe/Vienna',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL,NULL,NULL);
INSERT INTO person VALUES('benbenbenben','Ben',NULL,'guest',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL,NULL,NULL);
INSERT INTO person VALUES('carocarocaro','Caro',NULL,'guest',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL,NULL,NULL);
INSERT INTO person VALUES('closedclosed','Closed',NULL,'member',NULL,NULL,'closed','closed','member',1784000000000,NULL,NULL,'Soon gone',0,0,NULL,1785500000000,NULL);
INSERT INTO person VALUES('dandandandan','Dan ä',1785456000000,'guest',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL,NULL,NULL);
INSERT INTO person VALUES('disableddisa','Off-1',NULL,'member',NULL,NULL,'off-1','off-l','member',1784000000000,1784500000000,NULL,NULL,0,0,NULL,NULL,NULL);
INSERT INTO person VALUES('erasederased','deleted',NULL,'member',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,NULL,NULL,1784800000000);
INSERT INTO person VALUES('invitedinvit','Invited',NULL,'member',NULL,NULL,'invited','lnvited','organizer',1784900000000,NULL,NULL,NULL,0,0,NULL,NULL,NULL);
INSERT INTO person VALUES('limeslimesli','limes11',NULL,'member','de',NULL,'limes11','lirnesll','admin',1784000000000,NULL,NULL,'I study 1. b4, "the Orangutan".',1,1,1785000000000,NULL,NULL);
INSERT INTO person VALUES('mergedmerged','Guest',NULL,'guest',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'limeslimesli',NULL,0,0,NULL,NULL,NULL);
CREATE TABLE session (
        hash TEXT PRIMARY KEY, person TEXT, account TEXT, agent TEXT NOT NULL,
        seen_at BIGINT NOT NULL, ends_at BIGINT NOT NULL, confirmed_at BIGINT, admin_at BIGINT,
        CHECK ((person IS NULL) <> (account IS NULL))
    ) WITHOUT ROWID;
INSERT INTO session VALUES('2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6','carocarocaro',NULL,'Safari',1785000000000,1816536000000,NULL,NULL);
INSERT INTO session VALUES('3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d','benbenbenben',NULL,'',1785000000000,1816536000000,NULL,NULL);
INSERT INTO session VALUES('3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea','limeslimesli',NULL,'Firefox',1785000000000,1816536000000,1785000001000,1785000001500);
INSERT INTO session VALUES('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad','adaadaadaada',NULL,'Firefox',1785000000000,1816536000000,NULL,NULL);
CREATE TABLE game (
        id TEXT PRIMARY KEY, variant TEXT NOT NULL, rules TEXT NOT NULL, fen TEXT, base_ms BIGINT, increment_ms BIGINT, moves BIGINT, days SMALLINT, rated BOOLEAN NOT NULL,
        white TEXT, white_account TEXT, white_node TEXT, white_boot BIGINT, white_away_at BIGINT,
        black TEXT, black_account TEXT, black_node TEXT, black_boot BIGINT, black_away_at BIGINT,
        started_at BIGINT NOT NULL, ended_at BIGINT, winner SMALLINT, reason TEXT, plies BIGINT,
        wake_at BIGINT, rematch_of TEXT UNIQUE, turn SMALLINT, position TEXT, last_move TEXT, moved_at BIGINT, deadline BIGINT, aborted_by SMALLINT, missed_by SMALLINT, origin TEXT, reserve SMALLINT, rated_as TEXT,
        CHECK ((white IS NULL) <> (white_account IS NULL)),
        CHECK ((black IS NULL) <> (black_account IS NULL)),
        CHECK ((ended_at IS NULL) = (reason IS NULL))
    ) WITHOUT ROWID;
INSERT INTO game VALUES('1aaed6ed','magnetic','1',NULL,300000,3000,NULL,NULL,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,1790000016000,NULL,'agreed',4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game VALUES('2c38d71a','chess','1',NULL,900000,10000,NULL,NULL,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,NULL,NULL,NULL,NULL,1790000030000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game VALUES('3f557c15','chess','1',NULL,300000,3000,NULL,NULL,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,1790000016000,NULL,'agreed',4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'seek/taken123',NULL,NULL);
INSERT INTO game VALUES('42d6d2a9','chess','1',NULL,NULL,NULL,NULL,1,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,1790086403000,0,'timed-out',3,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game VALUES('4fd8915e','collision+scatter+decay','1',NULL,NULL,NULL,NULL,3,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,1790000020000,0,'resigned',20,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game VALUES('58978555','chess','1',NULL,120000,1000,NULL,NULL,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,1790000019000,1,'resigned',6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game VALUES('6878293e','chess','1',NULL,300000,3000,NULL,NULL,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,NULL,NULL,NULL,NULL,1790000030000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game VALUES('7fa0fffe','chess','1',NULL,300000,0,NULL,NULL,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,1790000000000,NULL,'aborted',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game VALUES('82e58eec','collision','1','Q7/r7/8/8/2K2kr1/8/3Q4/8 b - - 94 50 -',NULL,NULL,NULL,3,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,1790000006000,NULL,'fifty-moves',6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game VALUES('84b6b3f5','chess','1',NULL,NULL,NULL,NULL,7,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,NULL,NULL,NULL,NULL,1790000030000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'challenge/takentak',NULL,NULL);
INSERT INTO game VALUES('859ebb7c','emulation','1','3b4/3k4/8/8/8/8/8/3QK3 w - - 0 1',NULL,NULL,NULL,NULL,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,1790000003000,0,'stalemate',3,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game VALUES('98aed534','forcefield','1',NULL,300000,0,NULL,NULL,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,1790000001000,NULL,'aborted',1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game VALUES('9e4a9a56','forcefield','1','8/8/4k3/8/8/8/1p3K2/8 w - - 0 78',180000,0,NULL,NULL,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,1790000006000,NULL,'insufficient',6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game VALUES('d2bcb22f','chess','1',NULL,180000,2000,NULL,NULL,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,1790000002000,NULL,'agreed',2,NULL,'f0eb7852',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'rematch/f0eb7852',NULL,NULL);
INSERT INTO game VALUES('e1eefea7','chess','1',NULL,NULL,NULL,NULL,NULL,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,NULL,NULL,NULL,NULL,1790000030000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO game VALUES('eff63589','future','1','5/5/5/PPQPP/RNKBR|pbpnp/5/5/5/PBPNP|rnkbr/ppqpp/5/5/5 w - - 0 1',600000,5000,NULL,NULL,1,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,1790000008000,NULL,'repetition',8,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'guest');
INSERT INTO game VALUES('f0eb7852','chess','1',NULL,180000,2000,NULL,NULL,0,'adaadaadaada',NULL,NULL,NULL,NULL,'benbenbenben',NULL,NULL,NULL,NULL,1790000000000,1790000002000,0,'resigned',2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE act (
        game TEXT NOT NULL, seq BIGINT NOT NULL CHECK (seq > 0), at BIGINT NOT NULL, side SMALLINT,
        mark BIGINT NOT NULL, facts TEXT NOT NULL, PRIMARY KEY (game, seq)
    ) WITHOUT ROWID;
INSERT INTO act VALUES('1aaed6ed',1,1790000001000,0,3487668531000477113,'{"fact":{"kind":"moved","ply":0,"uci":"f2f3","spent":0,"lag":0,"draw":false},"left":[300000,300000]}');
INSERT INTO act VALUES('1aaed6ed',2,1790000002000,1,-1810670597049289731,'{"fact":{"kind":"moved","ply":1,"uci":"c7c6","spent":0,"lag":0,"draw":false},"left":[300000,300000]}');
INSERT INTO act VALUES('1aaed6ed',3,1790000003000,0,-1057135965324639978,'{"id":"27824247619deb5886a050bf9a339ae9","fact":{"kind":"moved","ply":2,"uci":"b2b4","spent":1000,"lag":0,"draw":false},"left":[302000,300000]}');
INSERT INTO act VALUES('1aaed6ed',4,1790000004000,1,2889875732330310776,'{"fact":{"kind":"moved","ply":3,"uci":"h7h5","spent":1000,"lag":0,"draw":false},"left":[302000,302000]}');
INSERT INTO act VALUES('1aaed6ed',5,1790000012000,0,-7089861633379164225,'{"fact":{"kind":"offered","what":"takeback"},"left":[302000,302000]}');
INSERT INTO act VALUES('1aaed6ed',6,1790000014000,1,-1940740594621200315,'{"id":"50c1731bf2fbba6e0b9074f8fd08bdb5","fact":{"kind":"takenBack","ply":2,"spent":10000},"left":[292000,302000]}');
INSERT INTO act VALUES('1aaed6ed',7,1790000015000,0,-5011674836938301372,'{"fact":{"kind":"moved","ply":2,"uci":"b2b4","spent":1000,"lag":0,"draw":false},"left":[294000,302000]}');
INSERT INTO act VALUES('1aaed6ed',8,1790000016000,1,-5010306367560044681,'{"fact":{"kind":"moved","ply":3,"uci":"h7h5","spent":1000,"lag":0,"draw":false},"left":[294000,304000]}');
INSERT INTO act VALUES('1aaed6ed',9,1790000016000,1,6381919684616690782,'{"id":"147fdc555973070f07b267ab49bab511","fact":{"kind":"offered","what":"draw"},"left":[294000,304000]}');
INSERT INTO act VALUES('1aaed6ed',10,1790000016000,0,700912846768778010,'{"fact":{"kind":"answered","what":"draw","yes":true},"left":[294000,304000],"verdict":{"kind":"agreed"}}');
INSERT INTO act VALUES('2c38d71a',1,1790000001000,0,4622668580836303202,'{"fact":{"kind":"moved","ply":0,"uci":"e2e4","spent":0,"lag":0,"draw":false},"left":[900000,900000]}');
INSERT INTO act VALUES('2c38d71a',2,1790000002000,1,-2854402255444437181,'{"fact":{"kind":"moved","ply":1,"uci":"e7e5","spent":0,"lag":0,"draw":false},"left":[900000,900000]}');
INSERT INTO act VALUES('2c38d71a',3,1790000002000,0,-5956535056443755199,'{"id":"17da853e3063f227eb7964d9b3365f8f","fact":{"kind":"offered","what":"draw"},"left":[900000,900000]}');
INSERT INTO act VALUES('2c38d71a',4,1790000002000,1,6563612605362467284,'{"fact":{"kind":"answered","what":"draw","yes":false},"left":[900000,900000]}');
INSERT INTO act VALUES('2c38d71a',5,1790000002000,0,5853737878409424707,'{"fact":{"kind":"offered","what":"takeback"},"left":[900000,900000]}');
INSERT INTO act VALUES('2c38d71a',6,1790000002000,1,-8731173408409562766,'{"id":"31c1788f42c01057a7031a169fcc97e0","fact":{"kind":"answered","what":"takeback","yes":false},"left":[900000,900000]}');
INSERT INTO act VALUES('2c38d71a',7,1790000003000,0,-6181202131182840131,'{"fact":{"kind":"moved","ply":2,"uci":"g1f3","spent":1000,"lag":0,"draw":false},"left":[909000,900000]}');
INSERT INTO act VALUES('3f557c15',1,1790000001000,0,-833191216236110405,'{"fact":{"kind":"moved","ply":0,"uci":"f2f3","spent":0,"lag":0,"draw":false},"left":[300000,300000]}');
INSERT INTO act VALUES('3f557c15',2,1790000002000,1,799093454438726760,'{"fact":{"kind":"moved","ply":1,"uci":"a7a5","spent":0,"lag":0,"draw":false},"left":[300000,300000]}');
INSERT INTO act VALUES('3f557c15',3,1790000003000,0,7738503100396766209,'{"id":"38fa38ccb63720fa2851c5dfbbd06403","fact":{"kind":"moved","ply":2,"uci":"b1a3","spent":1000,"lag":0,"draw":false},"left":[302000,300000]}');
INSERT INTO act VALUES('3f557c15',4,1790000004000,1,9126504306678280542,'{"fact":{"kind":"moved","ply":3,"uci":"b8a6","spent":1000,"lag":0,"draw":false},"left":[302000,302000]}');
INSERT INTO act VALUES('3f557c15',5,1790000012000,0,1097721469771800974,'{"fact":{"kind":"offered","what":"takeback"},"left":[302000,302000]}');
INSERT INTO act VALUES('3f557c15',6,1790000014000,1,389689074408764856,'{"id":"b1d1e29ced5f20e2160412783b0974a2","fact":{"kind":"takenBack","ply":2,"spent":10000},"left":[292000,302000]}');
INSERT INTO act VALUES('3f557c15',7,1790000015000,0,-530506787359142681,'{"fact":{"kind":"moved","ply":2,"uci":"b1a3","spent":1000,"lag":0,"draw":false},"left":[294000,302000]}');
INSERT INTO act VALUES('3f557c15',8,1790000016000,1,7824596262293690347,'{"fact":{"kind":"moved","ply":3,"uci":"b8a6","spent":1000,"lag":0,"draw":false},"left":[294000,304000]}');
INSERT INTO act VALUES('3f557c15',9,1790000016000,1,-7953392571780127762,'{"id":"5f2ddf6e9bff0816ea9e4f9146773b17","fact":{"kind":"offered","what":"draw"},"left":[294000,304000]}');
INSERT INTO act VALUES('3f557c15',10,1790000016000,0,-5279624542821109775,'{"fact":{"kind":"answered","what":"draw","yes":true},"left":[294000,304000],"verdict":{"kind":"agreed"}}');
INSERT INTO act VALUES('42d6d2a9',1,1790000001000,0,-7174810095437457997,'{"fact":{"kind":"moved","ply":0,"uci":"f2f3","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('42d6d2a9',2,1790000002000,1,7520838059120634910,'{"fact":{"kind":"moved","ply":1,"uci":"a7a5","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('42d6d2a9',3,1790000003000,0,399669631151908477,'{"id":"f20093b8595a66b4e221c1cb589f573c","fact":{"kind":"moved","ply":2,"uci":"b1a3","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('42d6d2a9',4,1790086403000,1,5004731917810007499,'{"fact":{"kind":"closed"},"verdict":{"kind":"timedOut","side":"black"}}');
INSERT INTO act VALUES('4fd8915e',1,1790000001000,0,879782301220742073,'{"fact":{"kind":"moved","ply":0,"uci":"f2f3","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',2,1790000002000,1,7190836610477286922,'{"fact":{"kind":"moved","ply":1,"uci":"f7f6","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',3,1790000003000,0,-8232666499517554850,'{"id":"e0b5463db6ca29c3705bdfbbdae71054","fact":{"kind":"moved","ply":2,"uci":"c2c4","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',4,1790000004000,1,5462382346516678474,'{"fact":{"kind":"moved","ply":3,"uci":"b8a6","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',5,1790000005000,0,-8114715416849678702,'{"fact":{"kind":"moved","ply":4,"uci":"d2d4","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',6,1790000006000,1,3432125241541364916,'{"id":"d26c9231d442c33b18f40e9c97d36578","fact":{"kind":"moved","ply":5,"uci":"g8h6","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',7,1790000007000,0,-5359458604308374414,'{"fact":{"kind":"moved","ply":6,"uci":"e2e4","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',8,1790000008000,1,898491752457658838,'{"fact":{"kind":"moved","ply":7,"uci":"g7g5","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',9,1790000009000,0,9200885707908908411,'{"id":"85b0a0cf996f36839d13acc018a93ff2","fact":{"kind":"moved","ply":8,"uci":"d1c2","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',10,1790000010000,1,-7456831585117894675,'{"fact":{"kind":"moved","ply":9,"uci":"b7b6","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',11,1790000011000,0,-4820952788443409699,'{"fact":{"kind":"moved","ply":10,"uci":"e1e2","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',12,1790000012000,1,-6882891504832982639,'{"id":"438f96551d9bc1df6b082040a9d860fe","fact":{"kind":"moved","ply":11,"uci":"f6f5","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',13,1790000013000,0,6996879823745535341,'{"fact":{"kind":"moved","ply":12,"uci":"c2a4","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',14,1790000014000,1,2911611030436179554,'{"fact":{"kind":"moved","ply":13,"uci":"h8g8","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',15,1790000015000,0,8623399684337737120,'{"id":"f09b05d2e57f7a6bef8bb53ef3c2b3bf","fact":{"kind":"moved","ply":14,"uci":"a4d7","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',16,1790000016000,1,1124373611314764632,'{"fact":{"kind":"moved","ply":15,"uci":"f5f4","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',17,1790000017000,0,5155674927888737052,'{"fact":{"kind":"moved","ply":16,"uci":"d7g4","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',18,1790000018000,1,8586304290595568163,'{"id":"55143f7f2bf661c02d4bc7fd5aaf8729","fact":{"kind":"moved","ply":17,"uci":"e8f7","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',19,1790000019000,0,409575889571317165,'{"fact":{"kind":"moved","ply":18,"uci":"g4c8b","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',20,1790000020000,1,-3268208823617203042,'{"fact":{"kind":"moved","ply":19,"uci":"g8g7","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('4fd8915e',21,1790000020000,1,4760265701329384284,'{"id":"0220e5b4cb7c9478d17df0d3b482aa2b","fact":{"kind":"closed"},"verdict":{"kind":"resigned","side":"black"}}');
INSERT INTO act VALUES('58978555',1,1790000001000,0,-4605772243977048762,'{"fact":{"kind":"moved","ply":0,"uci":"f2f3","spent":0,"lag":0,"draw":false},"left":[120000,120000]}');
INSERT INTO act VALUES('58978555',2,1790000002000,1,-1533847867542120113,'{"fact":{"kind":"moved","ply":1,"uci":"a7a5","spent":0,"lag":0,"draw":false},"left":[120000,120000]}');
INSERT INTO act VALUES('58978555',3,1790000003000,0,-67855353412444277,'{"id":"a77908b6fdaa2b4e2b32db4e2ef46ac4","fact":{"kind":"moved","ply":2,"uci":"b1a3","spent":1000,"lag":0,"draw":false},"left":[120000,120000]}');
INSERT INTO act VALUES('58978555',4,1790000004000,1,-632113137896938675,'{"fact":{"kind":"moved","ply":3,"uci":"b8a6","spent":1000,"lag":0,"draw":false},"left":[120000,120000]}');
INSERT INTO act VALUES('58978555',5,1790000004000,0,-7453982078606931438,'{"fact":{"kind":"gift","more":15000},"left":[135000,120000]}');
INSERT INTO act VALUES('58978555',6,1790000013000,0,2901839284425263920,'{"fact":{"kind":"outage","more":9000,"node":"one","boot":7},"left":[144000,120000]}');
INSERT INTO act VALUES('58978555',7,1790000016000,0,-549337643140279420,'{"fact":{"kind":"moved","ply":4,"uci":"g2g4","spent":11600,"lag":400,"draw":true},"left":[133400,120000]}');
INSERT INTO act VALUES('58978555',8,1790000016000,1,4096651335974956167,'{"fact":{"kind":"answered","what":"draw","yes":false},"left":[133400,120000]}');
INSERT INTO act VALUES('58978555',9,1790000016000,1,-4866178107573410251,'{"id":"51f5176063daefe36ca0a262454824e3","fact":{"kind":"gift","more":15000},"left":[133400,135000]}');
INSERT INTO act VALUES('58978555',10,1790000019000,1,-7193976684979947858,'{"fact":{"kind":"moved","ply":5,"uci":"a6b4","spent":3000,"lag":0,"draw":false},"left":[133400,133000]}');
INSERT INTO act VALUES('58978555',11,1790000019000,0,7501353012436370239,'{"fact":{"kind":"closed"},"left":[133400,133000],"verdict":{"kind":"resigned","side":"white"}}');
INSERT INTO act VALUES('6878293e',1,1790000001000,0,-4685295080028711833,'{"fact":{"kind":"moved","ply":0,"uci":"e2e4","spent":0,"lag":0,"draw":false},"left":[300000,300000]}');
INSERT INTO act VALUES('6878293e',2,1790000002000,1,3777552436091267107,'{"fact":{"kind":"moved","ply":1,"uci":"e7e5","spent":0,"lag":0,"draw":false},"left":[300000,300000]}');
INSERT INTO act VALUES('6878293e',3,1790000002000,0,3952523123367289431,'{"id":"2d028013bcca5293af74e152ae8aed36","fact":{"kind":"offered","what":"draw"},"left":[300000,300000]}');
INSERT INTO act VALUES('6878293e',4,1790000002000,0,2871100022849310640,'{"fact":{"kind":"offered","what":"takeback"},"left":[300000,300000]}');
INSERT INTO act VALUES('7fa0fffe',1,1790000000000,0,-8600552537787407838,'{"fact":{"kind":"closed"},"left":[300000,300000],"verdict":{"kind":"aborted"}}');
INSERT INTO act VALUES('82e58eec',1,1790000001000,1,-4808012687367093246,'{"fact":{"kind":"moved","ply":0,"uci":"g4g7","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('82e58eec',2,1790000002000,0,-237728940631322561,'{"fact":{"kind":"moved","ply":1,"uci":"c4c5","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('82e58eec',3,1790000003000,1,-1357611683737170757,'{"id":"1c1779d53e64f432f62f959d24f415d1","fact":{"kind":"moved","ply":2,"uci":"f4g3","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('82e58eec',4,1790000004000,0,-1464803316977016711,'{"fact":{"kind":"moved","ply":3,"uci":"d2b2","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('82e58eec',5,1790000005000,1,6106508782086929998,'{"fact":{"kind":"moved","ply":4,"uci":"g7b7","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('82e58eec',6,1790000006000,0,7883096674629311060,'{"id":"e40668da4500a2643c3371228d724e24","fact":{"kind":"moved","ply":5,"uci":"b2a1","spent":0,"lag":0,"draw":false},"verdict":{"kind":"ruled","winner":null,"reason":"fifty-moves"}}');
INSERT INTO act VALUES('84b6b3f5',1,1790000001000,0,6426464925750498296,'{"fact":{"kind":"moved","ply":0,"uci":"e2e4","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('859ebb7c',1,1790000001000,0,-3698478244925289678,'{"fact":{"kind":"moved","ply":0,"uci":"e1d2","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('859ebb7c',2,1790000002000,1,-5216717564138966545,'{"fact":{"kind":"moved","ply":1,"uci":"d7g4","spent":0,"lag":0,"draw":false}}');
INSERT INTO act VALUES('859ebb7c',3,1790000003000,0,-6997930519201973113,'{"id":"942ea6be21d6b4c2c3c89638a77c5781","fact":{"kind":"moved","ply":2,"uci":"d1e2","spent":0,"lag":0,"draw":false},"verdict":{"kind":"ruled","winner":"white","reason":"stalemate"}}');
INSERT INTO act VALUES('98aed534',1,1790000001000,0,8659865292112209557,'{"fact":{"kind":"moved","ply":0,"uci":"b1c3","spent":0,"lag":0,"draw":false},"left":[300000,300000]}');
INSERT INTO act VALUES('98aed534',2,1790000001000,1,-7182000977714172071,'{"fact":{"kind":"closed"},"left":[300000,300000],"verdict":{"kind":"aborted"}}');
INSERT INTO act VALUES('9e4a9a56',1,1790000001000,0,5924717587581250357,'{"fact":{"kind":"moved","ply":0,"uci":"f2g1","spent":0,"lag":0,"draw":false},"left":[180000,180000]}');
INSERT INTO act VALUES('9e4a9a56',2,1790000002000,1,-6293559706114071461,'{"fact":{"kind":"moved","ply":1,"uci":"e6f7","spent":0,"lag":0,"draw":false},"left":[180000,180000]}');
INSERT INTO act VALUES('9e4a9a56',3,1790000003000,0,-9027889053807303876,'{"id":"3937ba22b32ad2d74c94f7f9f7c00361","fact":{"kind":"moved","ply":2,"uci":"g1f2","spent":1000,"lag":0,"draw":false},"left":[179000,180000]}');
INSERT INTO act VALUES('9e4a9a56',4,1790000004000,1,7057012817043493055,'{"fact":{"kind":"moved","ply":3,"uci":"f7g8","spent":1000,"lag":0,"draw":false},"left":[179000,179000]}');
INSERT INTO act VALUES('9e4a9a56',5,1790000005000,0,5399129172216310659,'{"fact":{"kind":"moved","ply":4,"uci":"f2g1","spent":1000,"lag":0,"draw":false},"left":[178000,179000]}');
INSERT INTO act VALUES('9e4a9a56',6,1790000006000,1,-4958746964969578929,'{"id":"a71a7cdce224336680aed3a2a98bc37e","fact":{"kind":"moved","ply":5,"uci":"b2b1b","spent":1000,"lag":0,"draw":false},"left":[178000,178000],"verdict":{"kind":"ruled","winner":null,"reason":"insufficient"}}');
INSERT INTO act VALUES('d2bcb22f',1,1790000001000,0,-2510320525987681292,'{"fact":{"kind":"moved","ply":0,"uci":"d2d4","spent":0,"lag":0,"draw":false},"left":[180000,180000]}');
INSERT INTO act VALUES('d2bcb22f',2,1790000002000,1,7210902824296218731,'{"fact":{"kind":"moved","ply":1,"uci":"d7d5","spent":0,"lag":0,"draw":false},"left":[180000,180000]}');
INSERT INTO act VALUES('d2bcb22f',3,1790000002000,0,908064278321481974,'{"id":"a7852a825c2af27b642363c71b1281d8","fact":{"kind":"offered","what":"draw"},"left":[180000,180000]}');
INSERT INTO act VALUES('d2bcb22f',4,1790000002000,1,-6579425348434044927,'{"fact":{"kind":"answered","what":"draw","yes":true},"left":[180000,180000],"verdict":{"kind":"agreed"}}');
INSERT INTO act VALUES('eff63589',1,1790000001000,0,5728640113928835739,'{"fact":{"kind":"moved","ply":0,"uci":"2b11a3","spent":0,"lag":0,"draw":false},"left":[600000,600000]}');
INSERT INTO act VALUES('eff63589',2,1790000002000,1,6897090200666524239,'{"fact":{"kind":"moved","ply":1,"uci":"2b51c3","spent":0,"lag":0,"draw":false},"left":[600000,600000]}');
INSERT INTO act VALUES('eff63589',3,1790000003000,0,-667330886161368477,'{"id":"7dc1ddccd2ca66f2a766665fb81b5dde","fact":{"kind":"moved","ply":2,"uci":"1a32b1","spent":1000,"lag":0,"draw":false},"left":[604000,600000]}');
INSERT INTO act VALUES('eff63589',4,1790000004000,1,-5218796646535362809,'{"fact":{"kind":"moved","ply":3,"uci":"1c32b5","spent":1000,"lag":0,"draw":false},"left":[604000,604000]}');
INSERT INTO act VALUES('eff63589',5,1790000005000,0,-4625777889085308325,'{"fact":{"kind":"moved","ply":4,"uci":"2b11a3","spent":1000,"lag":0,"draw":false},"left":[608000,604000]}');
INSERT INTO act VALUES('eff63589',6,1790000006000,1,7646313061211949334,'{"id":"6df64b273e1d83f84cdebcc54406b82a","fact":{"kind":"moved","ply":5,"uci":"2b51c3","spent":1000,"lag":0,"draw":false},"left":[608000,608000]}');
INSERT INTO act VALUES('eff63589',7,1790000007000,0,4258330829021598245,'{"fact":{"kind":"moved","ply":6,"uci":"1a32b1","spent":1000,"lag":0,"draw":false},"left":[612000,608000]}');
INSERT INTO act VALUES('eff63589',8,1790000008000,1,5559998626978837266,'{"fact":{"kind":"moved","ply":7,"uci":"1c32b5","spent":1000,"lag":0,"draw":false},"left":[612000,612000],"verdict":{"kind":"ruled","winner":null,"reason":"repetition"}}');
INSERT INTO act VALUES('f0eb7852',1,1790000001000,0,3564612992957415213,'{"fact":{"kind":"moved","ply":0,"uci":"e2e4","spent":0,"lag":0,"draw":false},"left":[180000,180000]}');
INSERT INTO act VALUES('f0eb7852',2,1790000002000,1,-6117914152114046715,'{"fact":{"kind":"moved","ply":1,"uci":"e7e5","spent":0,"lag":0,"draw":false},"left":[180000,180000]}');
INSERT INTO act VALUES('f0eb7852',3,1790000002000,1,-7605284760990753610,'{"id":"a6c7815da1832a5120350c2d985858c5","fact":{"kind":"closed"},"left":[180000,180000],"verdict":{"kind":"resigned","side":"black"}}');
CREATE TABLE plan (
        game TEXT NOT NULL, side SMALLINT NOT NULL, ply BIGINT NOT NULL, after BIGINT NOT NULL, tree TEXT NOT NULL,
        PRIMARY KEY (game, side)
    ) WITHOUT ROWID;
INSERT INTO "plan" VALUES('84b6b3f5',0,1,1,'[{"answer":"g1f3","expected":"e7e5"}]');
CREATE TABLE challenge (
        id TEXT PRIMARY KEY, maker TEXT, maker_account TEXT, variant TEXT NOT NULL, base_ms BIGINT, increment_ms BIGINT, moves BIGINT, days SMALLINT, rated BOOLEAN NOT NULL,
        fen TEXT, side SMALLINT, node TEXT, boot BIGINT, made_at BIGINT NOT NULL, ends_at BIGINT NOT NULL,
        taker TEXT, taker_account TEXT, game TEXT, rematch_of TEXT UNIQUE, declined_at BIGINT, withdrawn_at BIGINT, reserve SMALLINT, opponent TEXT,
        CHECK ((maker IS NULL) <> (maker_account IS NULL))
    ) WITHOUT ROWID;
INSERT INTO challenge VALUES('aborted1','benbenbenben',NULL,'chess',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,1785000000000,1816536000000,'adaadaadaada',NULL,'7fa0fffe',NULL,NULL,NULL,NULL,NULL);
INSERT INTO challenge VALUES('declined','carocarocaro',NULL,'future',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,1785000000000,1816536000000,NULL,NULL,NULL,NULL,1785000001000,NULL,NULL,NULL);
INSERT INTO challenge VALUES('directed','limeslimesli',NULL,'chess',NULL,NULL,NULL,3,0,NULL,NULL,NULL,NULL,1785000000000,1816536000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'disableddisa');
INSERT INTO challenge VALUES('openopen','adaadaadaada',NULL,'magnetic',300000,3000,NULL,NULL,0,NULL,NULL,NULL,NULL,1785000000000,1816536000000,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO challenge VALUES('rematch1','benbenbenben',NULL,'collision',300000,3000,NULL,NULL,0,NULL,NULL,NULL,NULL,1785000000000,1816536000000,NULL,NULL,NULL,'82e58eec',NULL,NULL,NULL,NULL);
INSERT INTO challenge VALUES('takentak','adaadaadaada',NULL,'chess',NULL,NULL,NULL,3,0,NULL,0,NULL,NULL,1785000000000,1816536000000,'benbenbenben',NULL,'84b6b3f5',NULL,NULL,NULL,NULL,NULL);
INSERT INTO challenge VALUES('withdraw','carocarocaro',NULL,'emulation',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,1785000000000,1816536000000,NULL,NULL,NULL,NULL,NULL,1785000001000,NULL,NULL);
CREATE TABLE due (
        kind TEXT NOT NULL, key TEXT NOT NULL, not_before BIGINT NOT NULL, tries BIGINT NOT NULL, body TEXT NOT NULL, failed_at BIGINT, reason TEXT, node TEXT, boot BIGINT,
        PRIMARY KEY (kind, key)
    ) WITHOUT ROWID;
INSERT INTO due VALUES('house','84b6b3f5/2',1785000000000,0,'',NULL,NULL,NULL,NULL);
INSERT INTO due VALUES('notice','84b6b3f5/1/turn',1785000010000,0,'turn 1 0',NULL,NULL,NULL,NULL);
INSERT INTO due VALUES('reply','2c38d71a 3',1790000040000,8,'',1790000050000,'it failed',NULL,NULL);
INSERT INTO due VALUES('reply','84b6b3f5 2',1785000000000,0,'',NULL,NULL,NULL,NULL);
INSERT INTO due VALUES('resign','closedclosed',1785000000000,1,'',NULL,NULL,'gone',7);
INSERT INTO due VALUES('settle','1aaed6ed',1785000000000,0,'',NULL,NULL,NULL,NULL);
CREATE TABLE node (
        id TEXT NOT NULL, boot BIGINT NOT NULL, started_at BIGINT NOT NULL, beat_at BIGINT NOT NULL,
        PRIMARY KEY (id, boot)
    ) WITHOUT ROWID;
INSERT INTO node VALUES('here',1,1785000000000,1785000001000);
CREATE TABLE vanished (game TEXT PRIMARY KEY) WITHOUT ROWID;
INSERT INTO vanished VALUES('gonegone');
CREATE TABLE letter (
        hash TEXT PRIMARY KEY, person TEXT, account TEXT, purpose TEXT NOT NULL, ends_at BIGINT NOT NULL,
        CHECK ((person IS NULL) <> (account IS NULL))
    );
INSERT INTO letter VALUES('18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4','adaadaadaada',NULL,'carry',1816536000000);
CREATE TABLE puzzle (
    variant TEXT NOT NULL, id TEXT NOT NULL, rating BIGINT NOT NULL, deviation BIGINT NOT NULL, attempts BIGINT NOT NULL,
    PRIMARY KEY (variant, id)
);
INSERT INTO puzzle VALUES('chess','a1',150000,12000,3);
CREATE TABLE leave (
        person TEXT NOT NULL,
        begins_at BIGINT NOT NULL,
        ends_at BIGINT NOT NULL,
        back_at BIGINT,
        PRIMARY KEY (person, begins_at)
    );
INSERT INTO leave VALUES('adaadaadaada',1784900000000,1785504800000,NULL);
INSERT INTO leave VALUES('benbenbenben',1780000000000,1780864000000,1780100000000);
CREATE TABLE notice (
        person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE, key TEXT NOT NULL, kind TEXT NOT NULL,
        game TEXT, at BIGINT NOT NULL, read_at BIGINT, body TEXT NOT NULL, PRIMARY KEY (person, key)
    ) WITHOUT ROWID;
INSERT INTO notice VALUES('adaadaadaada','challenge/openopen','challenge',NULL,1784999980000,1784999985000,'{"challenge":"openopen"}');
INSERT INTO notice VALUES('adaadaadaada','turn/84b6b3f5/1','turn','84b6b3f5',1784999990000,NULL,'{"seq":1}');
INSERT INTO notice VALUES('benbenbenben','security/session/1784999970000','security',NULL,1784999970000,NULL,'{}');
CREATE TABLE device (
        endpoint TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, person TEXT NOT NULL,
        session TEXT NOT NULL REFERENCES session (hash) ON DELETE CASCADE,
        p256dh TEXT NOT NULL, auth TEXT NOT NULL, agent TEXT NOT NULL, made_at BIGINT NOT NULL,
        last_ok_at BIGINT, last_error TEXT
    ) WITHOUT ROWID;
INSERT INTO device VALUES('https://updates.push.services.mozilla.com/wpush/v2/ada','deviceofada1','adaadaadaada','ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad','BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4','BTBZMqHH6r4Tts7J_aSIgg','Firefox',1784000000000,1784999000000,NULL);
CREATE TABLE channel (
        person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE, kind TEXT NOT NULL,
        app BOOLEAN NOT NULL, push BOOLEAN NOT NULL, mail BOOLEAN NOT NULL, PRIMARY KEY (person, kind)
    ) WITHOUT ROWID;
INSERT INTO channel VALUES('adaadaadaada','turn',1,1,0);
CREATE TABLE email (
        person TEXT PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE, address TEXT NOT NULL, verified_at BIGINT,
        digest BOOLEAN NOT NULL, digested_at BIGINT, failures BIGINT NOT NULL, last_ok_at BIGINT, last_error TEXT
    ) WITHOUT ROWID;
INSERT INTO email VALUES('adaadaadaada','ada@example.org',1784000000000,1,1784900000000,1,1784800000000,'greylisted');
CREATE TABLE credential (
        person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE, kind TEXT NOT NULL, number SMALLINT NOT NULL,
        data TEXT NOT NULL, step BIGINT, failures BIGINT NOT NULL, failed_at BIGINT, used_at BIGINT,
        PRIMARY KEY (person, kind, number)
    ) WITHOUT ROWID;
INSERT INTO credential VALUES('closedclosed','password',0,'$argon2id$v=19$m=19456,t=2,p=1$ZmFyYWRheS1uby1vbmUteA$ZmFyYWRheS1uby1vbmUteA',NULL,0,NULL,NULL);
INSERT INTO credential VALUES('limeslimesli','password',0,'$argon2id$v=19$m=19456,t=2,p=1$ZmFyYWRheS1uby1vbmUteA$ZmFyYWRheS1uby1vbmUteA',NULL,0,NULL,NULL);
INSERT INTO credential VALUES('limeslimesli','recovery',1,'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',NULL,0,NULL,1784999000000);
INSERT INTO credential VALUES('limeslimesli','recovery',2,'2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6',NULL,0,NULL,NULL);
INSERT INTO credential VALUES('limeslimesli','totp',0,'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',59466666,2,1784999990000,NULL);
CREATE TABLE invitation (
        hash TEXT PRIMARY KEY, person TEXT UNIQUE REFERENCES person (id) ON DELETE CASCADE, role TEXT NOT NULL,
        ends_at BIGINT NOT NULL
    ) WITHOUT ROWID;
INSERT INTO invitation VALUES('18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4',NULL,'member',1786000000000);
INSERT INTO invitation VALUES('3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d','invitedinvit','organizer',1786000000000);
CREATE TABLE block (
        person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
        other TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE, at BIGINT NOT NULL,
        PRIMARY KEY (person, other)
    ) WITHOUT ROWID;
INSERT INTO block VALUES('limeslimesli','closedclosed',1784700000000);
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO setting VALUES('name','Town Chess Club');
INSERT INTO setting VALUES('words','Welcome!');
CREATE TABLE name_taken (hash TEXT PRIMARY KEY) WITHOUT ROWID;
INSERT INTO name_taken VALUES('24041142f4e5e9465cfba2fed3f6f969075fb0739c18e30ba1a9c1def1af67b8');
INSERT INTO name_taken VALUES('e5befa4e722e8224e653e193d45a36807ecfc7a2e348a7e86fbeeb32fc124323');
CREATE TABLE rating_event (person TEXT NOT NULL, variant TEXT NOT NULL, pace TEXT NOT NULL, n BIGINT NOT NULL,
        game TEXT NOT NULL, at BIGINT NOT NULL, score SMALLINT NOT NULL,
        before_rating DOUBLE PRECISION NOT NULL, before_deviation DOUBLE PRECISION NOT NULL,
        before_volatility DOUBLE PRECISION NOT NULL, opponent TEXT NOT NULL, opponent_n BIGINT NOT NULL,
        opponent_rating DOUBLE PRECISION NOT NULL, opponent_deviation DOUBLE PRECISION NOT NULL,
        rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (person, variant, pace, n)) WITHOUT ROWID;
INSERT INTO rating_event VALUES('disableddisa','chess','live',1,'f0eb7852',1790000002000,0,1500.0,350.0,0.059999999999999997779,'limeslimesli',1,1500.0,350.0,1337.7879985296544873,290.23050778223864654,0.059999675372338141798);
INSERT INTO rating_event VALUES('limeslimesli','chess','live',1,'f0eb7852',1790000002000,2,1500.0,350.0,0.059999999999999997779,'disableddisa',1,1500.0,350.0,1662.2120014703455126,290.23050778223864654,0.059999675372338141798);
INSERT INTO rating_event VALUES('limeslimesli','chess','live',2,'3f557c15',1790000016000,1,1662.2120014703455126,290.23050778223864654,0.059999675372338141798,'House0000003',0,1250.0,45.0,1585.5,240.25,0.0625);
CREATE TABLE rating (person TEXT NOT NULL, variant TEXT NOT NULL, pace TEXT NOT NULL, n BIGINT NOT NULL,
        at BIGINT NOT NULL, rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
        volatility DOUBLE PRECISION NOT NULL, PRIMARY KEY (person, variant, pace)) WITHOUT ROWID;
INSERT INTO rating VALUES('disableddisa','chess','live',1,1790000002000,1337.7879985296544873,290.23050778223864654,0.059999675372338141798);
INSERT INTO rating VALUES('limeslimesli','chess','live',2,1790000016000,1585.5,240.25,0.0625);
CREATE TABLE seek (
        id TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
        session TEXT REFERENCES session (hash) ON DELETE CASCADE, side SMALLINT, near BOOLEAN NOT NULL,
        made_at BIGINT NOT NULL, seen_at BIGINT, ends_at BIGINT NOT NULL
    ) WITHOUT ROWID;
INSERT INTO seek VALUES('seekdays','limeslimesli',NULL,1,1,1785000000000,NULL,1786209600000);
INSERT INTO seek VALUES('seeklive','adaadaadaada','ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',NULL,0,1785000001000,1785000001500,1785000901000);
CREATE TABLE seek_term (
        variant TEXT NOT NULL, clock TEXT NOT NULL, rated BOOLEAN NOT NULL,
        seek TEXT NOT NULL REFERENCES seek (id) ON DELETE CASCADE, number SMALLINT NOT NULL,
        PRIMARY KEY (variant, clock, rated, seek)
    ) WITHOUT ROWID;
INSERT INTO seek_term VALUES('chess','300000+3000/40',0,'seeklive',1);
INSERT INTO seek_term VALUES('chess','reserve/10',0,'seekdays',0);
INSERT INTO seek_term VALUES('collision','days/3',0,'seekdays',1);
INSERT INTO seek_term VALUES('magnetic','300000+3000',0,'seeklive',0);
CREATE TABLE lobby (id SMALLINT PRIMARY KEY);
INSERT INTO lobby VALUES(1);
CREATE INDEX game_white_guest ON game (white, started_at) WHERE white IS NOT NULL;
CREATE INDEX game_black_guest ON game (black, started_at) WHERE black IS NOT NULL;
CREATE INDEX game_wake_at ON game (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX game_aborted ON game (ended_at) WHERE reason = 'aborted';
CREATE INDEX challenge_ends_at ON challenge (ends_at);
CREATE INDEX session_ends_at ON session (ends_at);
CREATE INDEX due_not_before ON due (kind, not_before);
CREATE INDEX node_beat_at ON node (beat_at);
CREATE INDEX session_guest ON session (person) WHERE person IS NOT NULL;
CREATE UNIQUE INDEX letter_guest ON letter (person, purpose) WHERE person IS NOT NULL;
CREATE INDEX letter_ends_at ON letter (ends_at);
CREATE INDEX guest_check_at ON "person" (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX challenge_maker_guest ON challenge (maker) WHERE maker IS NOT NULL;
CREATE INDEX challenge_taker_guest ON challenge (taker) WHERE taker IS NOT NULL;
CREATE INDEX challenge_game ON challenge (game) WHERE game IS NOT NULL;
CREATE INDEX game_white_running ON game (white, started_at) WHERE ended_at IS NULL;
CREATE INDEX game_black_running ON game (black, started_at) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX game_origin ON game (origin) WHERE origin IS NOT NULL;
CREATE INDEX notice_person_at ON notice (person, at);
CREATE INDEX notice_unread ON notice (person, game) WHERE read_at IS NULL;
CREATE INDEX notice_game ON notice (game) WHERE game IS NOT NULL;
CREATE INDEX notice_at ON notice (at);
CREATE INDEX device_person ON device (person);
CREATE INDEX device_session ON device (session);
CREATE UNIQUE INDEX person_name_key ON person (name_key) WHERE name_key IS NOT NULL;
CREATE UNIQUE INDEX person_look_key ON person (look_key) WHERE look_key IS NOT NULL;
CREATE INDEX invitation_ends_at ON invitation (ends_at);
CREATE INDEX due_node ON due (node, boot) WHERE node IS NOT NULL;
CREATE INDEX block_other ON block (other);
CREATE INDEX person_online_at ON person (online_at) WHERE online_at IS NOT NULL;
CREATE INDEX challenge_opponent ON challenge (opponent) WHERE opponent IS NOT NULL;
CREATE INDEX person_erase_at ON person (erase_at) WHERE erase_at IS NOT NULL;
CREATE INDEX person_erased_at ON person (erased_at) WHERE erased_at IS NOT NULL;
CREATE INDEX email_address ON email (lower(address));
CREATE INDEX person_disabled_at ON person (disabled_at) WHERE disabled_at IS NOT NULL;
CREATE UNIQUE INDEX rating_event_game ON rating_event (game, person);
CREATE INDEX rating_order ON rating (variant, pace, rating);
CREATE INDEX game_unsettled ON game (ended_at) WHERE rated AND rated_as IS NULL AND ended_at IS NOT NULL;
CREATE INDEX seek_person ON seek (person);
CREATE INDEX seek_session ON seek (session) WHERE session IS NOT NULL;
CREATE INDEX seek_seen_at ON seek (seen_at) WHERE seen_at IS NOT NULL;
CREATE INDEX seek_ends_at ON seek (ends_at);
CREATE INDEX seek_term_seek ON seek_term (seek);
CREATE INDEX rating_event_house ON rating_event (person, variant, pace) WHERE opponent_n = 0;
COMMIT;
