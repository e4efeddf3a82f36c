# The two that matter: `make run` serves, `make test` proves.

CARGO ?= $(shell command -v cargo || echo $(HOME)/.cargo/bin/cargo)
FUZZ_SECONDS ?= 600
POSITIONS ?= 3000000
NODES ?= 400
PLAYER ?= embedded
AGAINST ?= none
KILLS ?= 30
ROUNDS ?= 2
GAMES ?= 20000
PREFIX ?= /usr/local
FUZZ_TARGETS := fen uci san pgn walk

# Node, which builds the page, is fetched into target/tools where there is none.
export PATH := $(CURDIR)/target/tools/node/bin:$(PATH)

# What `make net` keeps, so that it can go on from there.
NETS := target/nets

# Runs a command and notes what it is called and how long it took, for the table at the end.
STAGE := scripts/stage.sh

.PHONY: run play build release install page wasm python test test-rust test-page test-python lint bench bench-page lighthouse cold-start net fuzz licenses audit toolchain siege found outages floods cluster node help \
	page-types page-lint page-units npm-package

help:                      ## Lists what can be made.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /	/' | expand -t 12

run: build                 ## Builds Faraday with its page and serves it on http://127.0.0.1:8080.
	@scripts/stages.sh
	target/local/faraday serve

play: toolchain            ## Starts a game in the terminal.
	$(CARGO) run --profile local --locked --package faraday -- play

build: page                ## Builds Faraday with its page: target/local/faraday.
	$(STAGE) "binary" $(CARGO) build --profile local --locked --package faraday

release: export LTO := fat
release: page              ## Builds the fastest Faraday, which takes longer: target/release/faraday.
	$(STAGE) "release binary" $(CARGO) build --release --locked --package faraday

install: release           ## Installs the program, its manual page and completions below PREFIX (/usr/local); DESTDIR for packagers.
	scripts/install.sh target/release/faraday "$(DESTDIR)$(PREFIX)"

python: toolchain          ## Builds the wheel of the Python package: bindings/python/dist/*.whl.
	CARGO=$(CARGO) $(STAGE) "Python wheel" scripts/python.sh wheel

page: wasm web/dist/index.html ## Builds the page.

wasm: toolchain web/node_modules/.package-lock.json ## Builds the rules and the engine for the browser.
	CARGO=$(CARGO) $(STAGE) "wasm packages" web/scripts/wasm.sh

web/node_modules/.package-lock.json: web/package-lock.json | node
	$(STAGE) "npm packages" npm --prefix web ci --no-audit --no-fund

web/dist/index.html: $(shell find web/src web/public web/build web/index.html web/vite.config.ts -type f 2>/dev/null) \
		$(wildcard crates/variants/src/*/*.nnue) web/package-lock.json LICENSE THIRD-PARTY-NOTICES.txt
	$(STAGE) "page" npm --prefix web run build

test: lint test-rust test-page test-python ## Everything: lints, property tests, vectors, command line, server, page in a browser, packages.
	@scripts/stages.sh

test-rust: toolchain page  ## Rust: property tests, vectors, command line, server, documents.
	$(STAGE) "compiling tests" $(CARGO) test --workspace --locked --no-run --quiet
	$(STAGE) "Rust tests" $(CARGO) test --workspace --locked

# The binary comes with its tests: another selection of packages would compile everything a second time.
test-page: page            ## The page: types, lints, units, the npm package, and a real browser.
	@$(MAKE) --no-print-directory -j2 --output-sync=target page-types page-lint page-units npm-package
	$(STAGE) "compiling tests" $(CARGO) test --workspace --locked --no-run --quiet
	$(STAGE) "browser tests" web/scripts/browser.sh

found: toolchain           ## Reads GAMES (20000) games as other programs write them; every position must be python-chess's.
	FARADAY_FOUND_GAMES=$(GAMES) CARGO=$(CARGO) $(STAGE) "found games" scripts/python.sh test -s tests/test_found.py

test-python: toolchain     ## The Python package: its wheel, its types and its tests.
	CARGO=$(CARGO) $(STAGE) "Python package" scripts/python.sh test

# What `test-page` runs beside each other: one core each.
page-types:
	$(STAGE) "types of the page" npm --prefix web run check
page-lint:
	$(STAGE) "lint of the page" npm --prefix web run lint
page-units:
	$(STAGE) "units of the page" npm --prefix web run test:unit
npm-package:
	$(STAGE) "npm package" npm --prefix bindings/npm test

# With examples the documentation takes the dependencies as clippy has left them. Without, cargo leaves out what tests
# add to their features, and prepares these a second time.
lint: toolchain            ## Formatting, clippy, documentation.
	$(CARGO) fmt --all --check
	$(STAGE) "clippy" $(CARGO) clippy --workspace --all-targets --locked -- $$(CARGO=$(CARGO) scripts/toolchain.sh lints)
	RUSTDOCFLAGS="$$(CARGO=$(CARGO) scripts/toolchain.sh lints)" $(STAGE) "documentation" $(CARGO) doc --workspace --no-deps --lib --bins --examples \
		--locked --quiet

bench: toolchain           ## Speed of perft and search side by side, the bench signature, and strength.
	$(CARGO) bench --package faraday-variants --bench perft
	$(CARGO) bench --package faraday-variants --bench search
	$(CARGO) run --release --package faraday -- bench
	$(CARGO) bench --package faraday-variants --bench strength
	$(CARGO) bench --package faraday-tablebase --bench probe

bench-page: page           ## Speed of the search in the browser and outside it, side by side.
	$(CARGO) build --release --locked --package faraday
	node web/benches/search.js

lighthouse: page           ## What Lighthouse says of a first visit on a slow phone.
	node web/scripts/lighthouse.js

cold-start: page           ## A first visit on slow 4G: requests, and when the board of Play is there (limit 3 s).
	node web/scripts/cold.js $(ADDRESS)

net: toolchain page        ## Makes a network for VARIANT: POSITIONS (3000000) of self-play at NODES (400), training, a match.
	@test -n "$(VARIANT)" || { echo "say which game: make net VARIANT=magnetic" >&2; exit 2; }
	$(CARGO) build --release --locked --package faraday
	mkdir -p $(NETS)
	target/release/faraday datagen $(VARIANT) --output $(NETS)/$(VARIANT).games --positions $(POSITIONS) --nodes $(NODES) \
		--net $(PLAYER)
	test -f $(NETS)/$(VARIANT).nnue || \
		target/release/faraday train $(VARIANT) --games $(NETS)/$(VARIANT).games --output $(NETS)/$(VARIANT).nnue
	target/release/faraday match "faraday:network=$(NETS)/$(VARIANT).nnue,name=network" "faraday:network=$(AGAINST),name=$(AGAINST)" \
		--variant $(VARIANT) --tc 1+0.01 --games 10000 --sprt elo0=0,elo1=20 --record $(NETS)/$(VARIANT).jsonl

# The fuzzer's compiler flags are unstable; RUSTC_BOOTSTRAP lets the stable compiler take them.
fuzz: export RUSTC_BOOTSTRAP := 1
fuzz: toolchain            ## Runs every fuzz target for FUZZ_SECONDS (600), two at a time.
	$(CARGO) fuzz --version || $(STAGE) "cargo-fuzz" $(CARGO) install cargo-fuzz --locked --debug
	$(STAGE) "fuzz build" $(CARGO) fuzz build --sanitizer none
	printf '%s\n' $(FUZZ_TARGETS) | xargs -P 2 -I TARGET $(STAGE) "fuzz TARGET" $(CARGO) fuzz run --sanitizer none TARGET -- \
		-max_total_time=$(FUZZ_SECONDS) -timeout=20 -rss_limit_mb=2048

# Binary and siege come with the tests, as for the browser.
outages: toolchain         ## Freezes the server, fills its disk, stops its database: ROUNDS (2) times each; clocks must not suffer.
	$(STAGE) "compiling tests" $(CARGO) test --workspace --locked --no-run --quiet
	$(STAGE) "outages" target/debug/siege outages --binary target/debug/faraday --rounds $(ROUNDS)

floods: toolchain          ## Floods the server with challenges on a slow disk: another player's moves must not wait.
	$(STAGE) "compiling tests" $(CARGO) test --workspace --locked --no-run --quiet
	$(STAGE) "floods" target/debug/siege floods --binary target/debug/faraday

siege: toolchain           ## Kills the server KILLS (30) times while all games are played: nothing acknowledged may be lost.
	$(STAGE) "compiling tests" $(CARGO) test --workspace --locked --no-run --quiet
	$(STAGE) "siege" target/debug/siege kills --binary target/debug/faraday --kills $(KILLS)

cluster: build             ## Three nodes behind a proxy on http://localhost:8080, with PostgreSQL and NATS, until Ctrl-C.
	$(STAGE) "cluster" $(CARGO) build --profile local --locked --package faraday-siege
	PATH="$$PATH:/usr/sbin" target/local/siege stand

licenses: wasm             ## Writes the notices of all that Faraday carries of others.
	$(CARGO) fetch --locked --quiet
	cd web && LICENSES_LIST=../target/licenses/page.json npm run build -- --outDir ../target/licenses/page --emptyOutDir
	cd web && CARGO=$(CARGO) node scripts/licenses/main.js ../target/licenses/page.json

audit: node                ## Licenses, sources, and known faults of all that Faraday is made of, as far as the network tells.
	@CARGO=$(CARGO) scripts/audit.sh

node:
	@scripts/node.sh

toolchain:
	@CARGO=$(CARGO) scripts/toolchain.sh
