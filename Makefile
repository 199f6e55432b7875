# The front door. `make run`: set up, build, verify the real signatures, compare with libsecp256k1.
# `make test`: set up and run the tests that find most faults, in minutes; `make test-all`: all.
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help run test test-all test-weekly test-clients configure build
.PHONY: setup-run setup-test setup-all setup-weekly bench figures measure docs install pgo clean
.PHONY: wasm python wheels jar duckdb example-duckdb example-spark
SETS := release dev gcc no-int128 no-asm tsan msan valgrind taint tiny fuzz emulated \
	platforms wasm riscv embedded go java python duckdb spark rust windows-cross packages lto pgo

help:
	@echo "make run          set up, build, verify data/mainnet-ecdsa.rows, compare with libsecp256k1"
	@echo "make test         set up, run the tests that find most faults; it says what it leaves out"
	@echo "make test-all     every test, as CI does; make test-SET runs one set:"
	@echo "                  $(SETS)"
	@echo "make test-clients the suites of programs for libsecp256k1, with our library in its place"
	@echo "make test-weekly  every test, with more random ones, and builds with LTO and PGO"
	@echo "make build        set up and build only (build/release/ufsecp)"
	@echo "make bench        the whole report (minutes): ufsecp bench --vs libsecp256k1"
	@echo "make wasm         the npm package for WebAssembly: wasm/dist"
	@echo "make python       the wheel of the Python package: build/python"
	@echo "make wheels       those for Linux with glibc 2.28 or newer, x86-64 and ARM64"
	@echo "make jar          the jar for Linux, macOS and Windows: build/java/maven"
	@echo "make duckdb       DuckDB's extension: build/duckdb"
	@echo "make example-duckdb, example-spark: a million signatures verified by each"
	@echo "make measure      measure the engines of this CPU: bench/results, doc/FIGURES.md"
	@echo "make figures      write doc/FIGURES.md from bench/results"
	@echo "make docs         the API reference from the public headers, build/docs/html/index.html"
	@echo "make pgo          build/pgo: release with link-time and profile-guided optimisation"
	@echo "make install  install build/release (PREFIX=/usr/local)"

# The verdicts come first. libsecp256k1, the benchmarks and the engines for other processors follow;
# they take longer than all before.
run: setup-run
	@$(configure) $(if $(wildcard build/release/ufsecp),,-DUFSECP_FOREIGN_ENGINES=OFF)
	@cmake --build build/release --target ufsecp_cli_first
	build/release/first/ufsecp verify data/mainnet-ecdsa.rows
	@tools/fetch_peer.sh || test $$? -eq 1
	@$(configure)
	@cmake --build build/release --target ufsecp_cli
	build/release/ufsecp bench --quick --vs libsecp256k1

bench: build
	build/release/ufsecp bench --vs libsecp256k1

figures:
	@tools/make_figures.py

measure: build
	@tools/make_figures.py --measure

# The peer is optional: without it the report says that the comparison is left out. Tests are not
# built here: GoogleTest may be absent.
configure: setup-run
	@tools/fetch_peer.sh || test $$? -eq 1
	@$(configure)
configure = cmake --preset release --log-level=WARNING >/dev/null \
	$(if $(wildcard build/release/CMakeCache.txt),,-DSECP256K1_BUILD_TESTS=OFF)

build: configure
	@cmake --build build/release --target ufsecp_cli

setup-run:
	@tools/setup.sh run

# What the tests compare with or compile by; where it is not to be had, they are skipped.
setup-test setup-all setup-weekly: setup-%:
	@tools/setup.sh $*
	@tools/fetch_peer.sh || test $$? -eq 1
	@$(if $(filter all weekly,$*),tools/fetch_node.sh || test $$? -eq 1)
	@$(if $(filter weekly,$*),tools/fetch_nvcc.sh || test $$? -eq 1)
	@$(if $(filter weekly,$*),tools/fetch_tool_sources.sh || test $$? -eq 1)
	@$(if $(filter weekly,$*),tools/fetch_zig.sh || test $$? -eq 1)

test: setup-test
	@tools/run_tests.py --quick

test-all: setup-all
	@tools/run_tests.py

test-weekly: setup-weekly
	@tools/run_tests.py --weekly

test-clients: setup-test
	@cmake --preset release -DSECP256K1_BUILD_TESTS=ON -DUFSECP_TEST_LEAVE= >/dev/null
	@cmake --build build/release --target compat_shared peer_libsecp256k1_shared
	@ctest --test-dir build/release -R '^client_tests_all$$' --verbose

$(SETS:%=test-%): test-%:
	@tools/run_tests.py $*
OTHER_SYSTEMS := test-platforms test-wasm test-riscv test-embedded test-java test-spark \
	test-rust test-windows-cross
$(filter-out $(OTHER_SYSTEMS),$(SETS:%=test-%)): setup-test
test-platforms test-wasm test-riscv test-embedded test-java test-spark test-rust: setup-all
test-windows-cross: setup-weekly

wasm: setup-all
	@PATH="$(CURDIR)/build/node/bin:$$PATH" wasm/build.sh

wheel = python3 -m pip --disable-pip-version-check wheel . --no-deps -w build/python \
	--config-settings cmake.define.CMAKE_TOOLCHAIN_FILE="$(CURDIR)/cmake/$(1)"
# Compiled by clang, where it is there, or by CXX.
python: setup-run
	@$(call wheel,clang.cmake) $(if $(filter environment command,$(firstword $(origin CXX))), \
		--config-settings cmake.define.CMAKE_CXX_COMPILER="$(CXX)")

wheels: setup-run
	@tools/fetch_zig.sh || { echo "make wheels: there is no zig for this system" >&2; exit 1; }
	@set -e; for processor in x86_64 aarch64; do \
		_PYTHON_HOST_PLATFORM=manylinux_2_28-$$processor $(call wheel,cross/manylinux.cmake) \
			--config-settings cmake.define.UF_PROCESSOR=$$processor; done

jar: setup-weekly
	@tools/fetch_zig.sh || { echo "make jar: there is no zig for this system" >&2; exit 1; }
	@mvn -B -q -f java/pom.xml package -DskipTests -Dnative.arguments=--everywhere
	@ls -l build/java/maven/ufsecp-*.jar

duckdb: configure
	@tools/fetch_duckdb.sh
	@cmake --build build/release --target ufsecp
	@cmake -S duckdb -B build/duckdb -G Ninja -DUFSECP_LIBRARY=build/release/libufsecp.a \
		-DCMAKE_TOOLCHAIN_FILE="$(CURDIR)/cmake/clang.cmake" --log-level=WARNING >/dev/null
	@cmake --build build/duckdb

# A million signatures of a Parquet folder, in an environment of their own: rows, verdicts, rows a
# second.
example-duckdb: setup-test python duckdb
example-spark: setup-all python
example-duckdb example-spark: example-%:
	@tools/run_example.py $*

docs:
	@command -v doxygen >/dev/null || tools/setup.sh test
	@tools/check_api_docs.py --html build/docs

PREFIX ?= /usr/local
install: build
	cmake --build build/release --target ufsecp_installed
	cmake --install build/release --prefix "$(PREFIX)"

PGO := -DSECP256K1_USE_LTO=ON -DSECP256K1_BUILD_TESTS=OFF -B build/pgo
pgo: setup-run
	@tools/fetch_peer.sh || test $$? -eq 1
	rm -rf build/pgo/profile
	cmake --preset release $(PGO) -DSECP256K1_USE_PGO_GEN=ON -DSECP256K1_USE_PGO_USE=OFF
	cmake --build build/pgo
	build/pgo/ufsecp verify data/mainnet-ecdsa.rows
	build/pgo/ufsecp bench --quick --no-file >/dev/null
	cmake --preset release $(PGO) -DSECP256K1_USE_PGO_GEN=OFF -DSECP256K1_USE_PGO_USE=ON
	cmake --build build/pgo

clean:
	rm -rf build
