# The front door. `make run`: set up, build, verify the real signatures, compare with libsecp256k1.
# `make test`: set up and run all tests.
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help run test build peer setup-run setup-test bench docs install pgo clean
SETS := release dev gcc no-int128 no-asm tsan msan valgrind taint tiny fuzz emulated go

help:
	@echo "make run      set up, build, verify data/mainnet-ecdsa.rows, print the report against libsecp256k1"
	@echo "make test     set up, run every test; make test-SET runs one set of: $(SETS)"
	@echo "make build    set up and build only (build/release/ufsecp)"
	@echo "make bench    the whole report (minutes), the same as build/release/ufsecp bench --vs libsecp256k1"
	@echo "make docs     the API reference from the public headers, build/docs/html/index.html"
	@echo "make pgo      build/pgo: release with link-time and profile-guided optimisation"
	@echo "make install  install build/release (PREFIX=/usr/local)"

run: build
	build/release/ufsecp verify data/mainnet-ecdsa.rows
	build/release/ufsecp bench --quick --vs libsecp256k1

bench: build
	build/release/ufsecp bench --vs libsecp256k1

# The peer is optional: without it the report says that the comparison is left out. Tests are not
# built here: GoogleTest may be absent.
build: setup-run
	@tools/fetch_peer.sh || test $$? -eq 1
	@cmake --preset release $(if $(wildcard build/release/CMakeCache.txt),,-DSECP256K1_BUILD_TESTS=OFF) --log-level=WARNING >/dev/null
	@cmake --build build/release --target ufsecp_cli

setup-run:
	@tools/setup.sh run

setup-test:
	@tools/setup.sh test
	@tools/fetch_peer.sh || test $$? -eq 1
	@tools/fetch_nvcc.sh || test $$? -eq 1

test: setup-test
	@tools/run_tests.py

$(SETS:%=test-%): test-%: setup-test
	@tools/run_tests.py $*

docs:
	@command -v doxygen >/dev/null || tools/setup.sh test
	@tools/check_api_docs.py --html build/docs

PREFIX ?= /usr/local
install: build
	cmake --build build/release
	cmake --install build/release --prefix "$(PREFIX)"

PGO := -DSECP256K1_USE_LTO=ON -DSECP256K1_BUILD_TESTS=OFF -B build/pgo
pgo: setup-run
	@tools/fetch_peer.sh || test $$? -eq 1
	rm -rf build/pgo/profile
	cmake --preset release $(PGO) -DSECP256K1_USE_PGO_GEN=ON -DSECP256K1_USE_PGO_USE=OFF
	cmake --build build/pgo
	build/pgo/ufsecp verify data/mainnet-ecdsa.rows
	build/pgo/ufsecp bench --quick >/dev/null
	cmake --preset release $(PGO) -DSECP256K1_USE_PGO_GEN=OFF -DSECP256K1_USE_PGO_USE=ON
	cmake --build build/pgo

clean:
	rm -rf build
