# The two that matter: `make run` serves, `make test` proves.

CARGO ?= $(shell command -v cargo || echo $(HOME)/.cargo/bin/cargo)
FUZZ_SECONDS ?= 600
POSITIONS ?= 3000000
NODES ?= 400
PLAYER ?= embedded
AGAINST ?= none
FUZZ_TARGETS := fen uci san pgn walk

# Node, which builds the page, is fetched into target/tools where there is none.
export PATH := $(CURDIR)/target/tools/node/bin:$(PATH)

# What `make net` keeps, so that it can go on from there.
NETS := target/nets

.PHONY: run play page wasm test test-rust test-page lint bench bench-page net fuzz toolchain node help

help:                      ## Lists what can be made.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /	/' | expand -t 12

run: page                  ## Builds Faraday with its page and serves it on http://127.0.0.1:8080.
	$(CARGO) run --release --locked --package faraday -- serve

play: toolchain            ## Starts a game in the terminal.
	$(CARGO) run --release --locked --package faraday -- play

page: wasm web/dist/index.html ## Builds the page.

wasm: toolchain web/node_modules/.package-lock.json ## Builds the rules and the engine for the browser.
	CARGO=$(CARGO) web/scripts/wasm.sh

web/node_modules/.package-lock.json: web/package-lock.json | node
	cd web && npm ci --no-audit --no-fund

web/dist/index.html: $(shell find web/src web/public web/build web/index.html web/vite.config.ts -type f 2>/dev/null) web/package-lock.json
	cd web && npm run build

test: lint test-rust test-page ## Everything: lints, laws, vectors, command line, server, page in a browser, packages.

test-rust: toolchain page  ## Rust: laws, vectors, command line, server, documents.
	$(CARGO) test --workspace --locked

# The binary comes with its tests: another selection of packages would compile everything a second time.
test-page: page            ## The page: types, lints, units, the npm package, and a real browser.
	cd web && npm run check && npm run lint && npm run test:unit
	cd bindings/npm && npm test
	$(CARGO) test --workspace --locked --no-run --quiet
	web/scripts/browser.sh

lint: toolchain            ## Formatting, clippy, documentation.
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- --deny warnings
	RUSTDOCFLAGS='--deny warnings' $(CARGO) doc --workspace --no-deps --locked --quiet

bench: toolchain           ## Speed of perft and search side by side, the bench signature, and strength.
	$(CARGO) bench --package faraday-variants --bench perft
	$(CARGO) bench --package faraday-variants --bench search
	$(CARGO) run --release --package faraday -- bench
	$(CARGO) bench --package faraday-variants --bench strength

bench-page: page           ## Speed of the search in the browser and outside it, side by side.
	$(CARGO) build --release --locked --package faraday
	node web/benches/search.js

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
fuzz: toolchain            ## Runs every fuzz target for FUZZ_SECONDS (600).
	$(CARGO) fuzz --version || $(CARGO) install cargo-fuzz --locked
	for target in $(FUZZ_TARGETS); do \
		RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run --sanitizer none $$target -- -max_total_time=$(FUZZ_SECONDS) -timeout=20 -rss_limit_mb=2048 || exit 1; \
	done

node:
	@scripts/node.sh

toolchain:
	@test -x "$(CARGO)" || curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile default
	@"$(CARGO)" fmt --version >/dev/null 2>&1 && "$(CARGO)" clippy --version >/dev/null 2>&1 || rustup component add rustfmt clippy
