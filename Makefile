# Meson builds; this file gives the usual words for it.
#
#   make            build/lince
#   make try        see it at work on bundled examples
#   make test       the whole test suite; ends with `N passed, N failed`
#   make bench      the figures
#   make install    [PREFIX=/usr/local] [DESTDIR=]
#   make test-asan  the tests under the address and undefined-behaviour sanitizers
#   make test-clang the tests, built with clang
#   make format     clang-format on all sources
#   make clean

run_tests = rm -f $(1)/meson-logs/testlog.json; \
	meson test -C $(1) --no-rebuild; tests/summary $(1)/meson-logs/testlog.json $$?
lince = build/lince

all:
	@./setup
	@[ -f build/build.ninja ] || meson setup build
	@meson compile -C build

test: all
	@$(call run_tests,build)

try: all
	@echo 'A queue used by three threads. It may seem out of order, but there is an order that explains it:'
	@echo
	$(lince) check --witness examples/histories/queue-right.hist
	@echo
	@echo 'The same queue, where one result cannot be explained; lince says why:'
	@echo
	$(lince) check examples/histories/queue-wrong.hist; [ $$? -eq 1 ]
	@echo
	@echo 'A register that lost a write, in the words of Jepsen:'
	@echo
	$(lince) check --spec register examples/histories/register-lost-write.edn; [ $$? -eq 1 ]
	@echo
	@echo 'Both violations were meant to be found. Now try "$(lince) help".'

bench: all
	@bench/run

install: all
	@$(if $(PREFIX),meson configure build '-Dprefix=$(PREFIX)')
	@meson install -C build

test-asan:
	@./setup
	@[ -f build-asan/build.ninja ] || meson setup build-asan -Dbuildtype=debugoptimized -Db_sanitize=address,undefined
	@meson compile -C build-asan
	@$(call run_tests,build-asan)

test-clang:
	@./setup --dev
	@[ -f build-clang/build.ninja ] || CC=clang meson setup build-clang -Dbuildtype=debugoptimized
	@meson compile -C build-clang
	@$(call run_tests,build-clang)

format:
	@./setup --dev
	@find include src tests examples bench -name '*.[ch]' -exec clang-format -i {} +

clean:
	@rm -rf build build-asan build-clang

.PHONY: all test try bench install test-asan test-clang format clean
