# The main targets: `make run` builds and serves Faraday, `make test` runs all checks.

CARGO ?= $(shell command -v cargo || echo $(HOME)/.cargo/bin/cargo)
FUZZ_SECONDS ?= 600
POSITIONS ?= 3000000
NODES ?= 400
PLAYER ?= embedded
AGAINST ?= none
KILLS ?= 30
ROUNDS ?= 2
TAKES ?= 1000
GAMES ?= 20000
PREFIX ?= /usr/local
FUZZ_TARGETS := fen uci san pgn playout

# The web app is built with Node, which scripts/node.sh downloads into target/tools if there is none.
export PATH := $(CURDIR)/target/tools/node/bin:$(PATH)

# The output of `make net`. An interrupted run resumes from it.
NETS := target/nets

# Runs a command and records its name and duration for the table at the end.
STAGE := scripts/stage.sh

.PHONY: run play build release install deb page wasm python test test-rust test-page test-python test-deb lint bench bench-page lighthouse cold-start net fuzz licenses audit toolchain siege seeks found outages floods cluster node help \
	test-browser page-checks page-types page-lint page-units npm-package fuzz-build

help:                      ## Lists the targets.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /	/' | expand -t 12

run: build                 ## Builds Faraday with the web app and serves it on http://127.0.0.1:8080.
	@scripts/stages.sh
	target/local/faraday serve

play: toolchain            ## Starts a game in the terminal.
	$(CARGO) run --profile local --locked --package faraday -- play

build: page                ## Builds Faraday with the web app: target/local/faraday.
	$(STAGE) "binary" $(CARGO) build --profile local --locked --package faraday

release: export LTO := fat
release: page              ## Builds the fastest binary, which takes longer to compile: target/release/faraday.
	$(STAGE) "release binary" $(CARGO) build --release --locked --package faraday

install: release           ## Installs the binary, manual page, and shell completions under PREFIX (/usr/local); packagers set DESTDIR.
	scripts/install.sh target/release/faraday "$(DESTDIR)$(PREFIX)"

deb: release               ## Builds the Debian package, which runs the site as a service: target/debian/*.deb.
	CARGO=$(CARGO) $(STAGE) "Debian package" scripts/deb.sh target/release/faraday

python: toolchain          ## Builds the Python wheel: bindings/python/dist/*.whl.
	CARGO=$(CARGO) $(STAGE) "Python wheel" scripts/python.sh wheel

page: wasm web/dist/index.html ## Builds the web app: web/dist.

wasm: toolchain web/node_modules/.package-lock.json ## Builds the rules and the engine as WebAssembly packages.
	CARGO=$(CARGO) $(STAGE) "wasm packages" web/scripts/wasm.sh

web/node_modules/.package-lock.json: web/package-lock.json | node
	$(STAGE) "npm packages" npm --prefix web ci --no-audit --no-fund

web/dist/index.html: $(shell find web/src web/public web/build web/index.html web/vite.config.ts -type f 2>/dev/null) \
		$(wildcard crates/variants/src/*/*.nnue) web/package-lock.json LICENSE THIRD-PARTY-NOTICES.txt | wasm
	$(STAGE) "page" npm --prefix web run build

test: lint page            ## Runs all checks: lints, Rust tests, web app tests in a browser, npm and Python package tests.
	@$(MAKE) --no-print-directory -j2 test-rust page-checks
	@$(MAKE) --no-print-directory test-browser test-python
	@scripts/stages.sh

# Many tests wait for timers and other processes.
test-rust: export RUST_TEST_THREADS ?= $(shell expr 2 \* $$(getconf _NPROCESSORS_ONLN))
test-rust: toolchain page  ## Runs the Rust tests: property tests, vectors, command line, server, documents.
	$(STAGE) "compiling tests" $(CARGO) test --workspace --locked --no-run --quiet
	$(STAGE) "Rust tests" $(CARGO) test --workspace --locked

test-page: page            ## Tests the web app: types, lints, unit tests, the npm package, and a real browser.
	@$(MAKE) --no-print-directory -j2 --output-sync=target page-types page-lint page-units npm-package
	@$(MAKE) --no-print-directory test-browser

# Compiling the tests also builds the binary. Another selection of packages would compile everything a second time.
test-browser: page
	$(STAGE) "compiling tests" $(CARGO) test --workspace --locked --no-run --quiet
	$(STAGE) "browser tests" web/scripts/browser.sh

found: toolchain           ## Reads GAMES (20000) games in the PGN styles of other programs and compares every position with python-chess.
	FARADAY_FOUND_GAMES=$(GAMES) CARGO=$(CARGO) $(STAGE) "found games" scripts/python.sh test -s tests/test_found.py

test-deb: toolchain page   ## Installs, upgrades, and purges the Debian package: as root, on a machine without it.
	$(STAGE) "compiling tests" $(CARGO) test --workspace --locked --no-run --quiet
	CARGO=$(CARGO) $(STAGE) "Debian package" scripts/deb_test.sh

test-python: toolchain     ## Builds and tests the Python package: wheel, types, and tests.
	CARGO=$(CARGO) $(STAGE) "Python package" scripts/python.sh test

# The checks of the web app without a browser. `make test` runs them during the Rust tests, many of which wait: one at a
# time (without the job server), at the lowest priority, so that they delay no test.
page-checks: page
	@nice -n 19 $(MAKE) --no-print-directory MAKEFLAGS= page-types page-lint page-units npm-package \
		>target/page-checks.log 2>&1; status=$$?; cat target/page-checks.log; exit $$status

page-types:
	$(STAGE) "types of the page" npm --prefix web run check
page-lint:
	$(STAGE) "lint of the page" npm --prefix web run lint
page-units:
	$(STAGE) "units of the page" npm --prefix web run test:unit
npm-package:
	$(STAGE) "npm package" npm --prefix bindings/npm test

# With `--examples`, the documentation reuses the dependencies that clippy has checked. Without it, cargo leaves out the
# features that only tests enable and checks the dependencies a second time.
lint: toolchain            ## Checks formatting, clippy lints, and documentation.
	$(CARGO) fmt --all --check
	$(STAGE) "clippy" $(CARGO) clippy --workspace --all-targets --locked -- $$(CARGO=$(CARGO) scripts/toolchain.sh lints)
	RUSTDOCFLAGS="$$(CARGO=$(CARGO) scripts/toolchain.sh lints)" $(STAGE) "documentation" $(CARGO) doc --workspace --no-deps --lib --bins --examples \
		--locked --quiet

bench: toolchain           ## Measures the speed of perft, search, and table probes, the bench signature, and strength.
	$(CARGO) bench --package faraday-variants --bench perft
	$(CARGO) bench --package faraday-variants --bench search
	$(CARGO) run --release --package faraday -- bench
	$(CARGO) bench --package faraday-variants --bench strength
	$(CARGO) bench --package faraday-tablebase --bench probe

bench-page: page           ## Compares the speed of the search in the browser with the native binary.
	$(CARGO) build --release --locked --package faraday
	node web/benches/search.js

lighthouse: page           ## Runs Lighthouse for a first visit on a slow phone.
	node web/scripts/lighthouse.js

cold-start: page           ## Measures a first visit on slow 4G: requests and the time until the board is interactive (limit 3 s).
	node web/scripts/cold.js $(ADDRESS)

net: toolchain page        ## Trains a network for VARIANT on POSITIONS (3000000) from self-play at NODES (400), and tests it in a match.
	@test -n "$(VARIANT)" || { echo "VARIANT is not set, for example: make net VARIANT=magnetic" >&2; exit 2; }
	$(CARGO) build --release --locked --package faraday
	mkdir -p $(NETS)
	target/release/faraday datagen $(VARIANT) --output $(NETS)/$(VARIANT).games --positions $(POSITIONS) --nodes $(NODES) \
		--net $(PLAYER)
	test -f $(NETS)/$(VARIANT).nnue || \
		target/release/faraday train $(VARIANT) --games $(NETS)/$(VARIANT).games --output $(NETS)/$(VARIANT).nnue
	target/release/faraday match "faraday:network=$(NETS)/$(VARIANT).nnue,name=network" "faraday:network=$(AGAINST),name=$(AGAINST)" \
		--variant $(VARIANT) --tc 1+0.01 --games 10000 --sprt elo0=0,elo1=20 --record $(NETS)/$(VARIANT).jsonl

# The fuzzer's compiler flags are unstable; RUSTC_BOOTSTRAP makes the stable compiler accept them.
fuzz fuzz-build: export RUSTC_BOOTSTRAP := 1
fuzz-build: toolchain
	$(CARGO) fuzz --version || $(STAGE) "cargo-fuzz" $(CARGO) install cargo-fuzz --locked --debug
	$(STAGE) "fuzz build" $(CARGO) fuzz build --sanitizer none

fuzz: fuzz-build           ## Runs every fuzz target for FUZZ_SECONDS (600), two at a time.
	printf '%s\n' $(FUZZ_TARGETS) | xargs -P 2 -I TARGET $(STAGE) "fuzz TARGET" $(CARGO) fuzz run --sanitizer none TARGET -- \
		-max_total_time=$(FUZZ_SECONDS) -timeout=20 -rss_limit_mb=2048

# Compiling the tests also builds the binary and siege, as for the browser tests.
outages: toolchain         ## Freezes the server, fills its disk, and stops its database, ROUNDS (2) times each; no player may lose clock time.
	$(STAGE) "compiling tests" $(CARGO) test --workspace --locked --no-run --quiet
	$(STAGE) "outages" target/debug/siege outages --binary target/debug/faraday --rounds $(ROUNDS)

floods: toolchain          ## Floods the server with challenges on a slow disk; another player's moves must not be delayed.
	$(STAGE) "compiling tests" $(CARGO) test --workspace --locked --no-run --quiet
	$(STAGE) "floods" target/debug/siege floods --binary target/debug/faraday

siege: toolchain           ## Kills the server KILLS (30) times during games of all variants; no acknowledged move may be lost.
	$(STAGE) "compiling tests" $(CARGO) test --workspace --locked --no-run --quiet
	$(STAGE) "siege" target/debug/siege kills --binary target/debug/faraday --kills $(KILLS)

seeks: toolchain           ## Lets people seek and take TAKES (1000) games at once on three nodes, which are killed; no seek may begin two games.
	$(STAGE) "compiling tests" $(CARGO) test --workspace --locked --no-run --quiet
	PATH="$$PATH:/usr/sbin" $(STAGE) "seeks" target/debug/siege seeks --binary target/debug/faraday --takes $(TAKES)

cluster: build             ## Runs three nodes behind a proxy on http://localhost:8080, with PostgreSQL and NATS, until Ctrl-C.
	$(STAGE) "cluster" $(CARGO) build --profile local --locked --package faraday-siege
	PATH="$$PATH:/usr/sbin" target/local/siege stand

licenses: wasm             ## Writes the license notices of all third-party components.
	$(CARGO) fetch --locked --quiet
	cd web && LICENSES_LIST=../target/licenses/page.json npm run build -- --outDir ../target/licenses/page --emptyOutDir
	cd web && CARGO=$(CARGO) node scripts/licenses/main.js ../target/licenses/page.json

audit: node                ## Checks licenses, sources, and, if the network is available, known vulnerabilities of all dependencies.
	@CARGO=$(CARGO) scripts/audit.sh

node:
	@scripts/node.sh

toolchain:
	@CARGO=$(CARGO) scripts/toolchain.sh
