# The two that matter: `make run` plays, `make test` proves.

CARGO ?= $(shell command -v cargo || echo $(HOME)/.cargo/bin/cargo)
FUZZ_SECONDS ?= 600
FUZZ_TARGETS := fen uci san pgn walk

.PHONY: run test lint bench fuzz toolchain help

help:                      ## Lists what can be made.
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /	/' | expand -t 12

run: toolchain             ## Builds Faraday and starts a game in the terminal.
	$(CARGO) run --release --package faraday -- play

test: toolchain lint       ## Everything: formatting, lints, laws, vectors, command line, documents.
	$(CARGO) test --workspace --locked

lint: toolchain            ## Formatting, clippy, documentation.
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- --deny warnings
	RUSTDOCFLAGS='--deny warnings' $(CARGO) doc --workspace --no-deps --locked --quiet

bench: toolchain           ## Speed of perft and search side by side, the bench signature, and strength.
	$(CARGO) bench --package faraday-variants --bench perft
	$(CARGO) bench --package faraday-variants --bench search
	$(CARGO) run --release --package faraday -- bench
	$(CARGO) bench --package faraday-variants --bench strength

# The fuzzer's compiler flags are unstable; RUSTC_BOOTSTRAP lets the stable compiler take them.
fuzz: toolchain            ## Runs every fuzz target for FUZZ_SECONDS (600).
	$(CARGO) fuzz --version || $(CARGO) install cargo-fuzz --locked
	for target in $(FUZZ_TARGETS); do \
		RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run --sanitizer none $$target -- -max_total_time=$(FUZZ_SECONDS) -timeout=20 -rss_limit_mb=2048 || exit 1; \
	done

toolchain:
	@test -x "$(CARGO)" || curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile default
	@"$(CARGO)" fmt --version >/dev/null 2>&1 && "$(CARGO)" clippy --version >/dev/null 2>&1 || rustup component add rustfmt clippy
