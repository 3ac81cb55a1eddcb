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
# Runs a command that ends with the given exit status.
show = echo; echo '$$ build/lince $(1)'; build/lince $(1); [ $$? -eq $(2) ] && echo

all:
	@./setup
	@[ -f build/build.ninja ] || meson setup build
	@ninja -C build

test: all
	@$(call run_tests,build)

# Is this header of a library there?
has_header = echo '\#include <$(1)>' | $${CC:-cc} -E - >/dev/null 2>&1

try: all
	@echo
	@if $(call has_header,ck_fifo.h) && [ "$$(uname -m)" = x86_64 ]; then \
		echo 'The queue of Concurrency Kit, as Debian 12 ships it, inline assembly included. Lince shows that it is none:'; \
		$(call show,test examples/libraries/ck_fifo_mpmc.c,1); fi
	@echo 'A stack in C, used by two threads. Lince runs it under every interleaving that matters, and finds a lost value:'
	@$(call show,test examples/test/stack.c,1)
	@echo 'A queue that is right, tried in all small ways:'
	@$(call show,test examples/test/queue.c,0)
	@echo 'A history of a queue, recorded. Its results may seem out of order, but an order explains them:'
	@$(call show,check --witness examples/histories/queue-right.hist,0)
	@echo 'The same queue with a result that no order explains. Lince says why:'
	@$(call show,check examples/histories/queue-wrong.hist,1)
	@echo 'A register that lost a write, recorded in the way of Jepsen:'
	@$(call show,check --spec register examples/histories/register-lost-write.edn,1)
	@echo 'A model of a register made of bits, before there is code. Its reader forgets to look twice:'
	@$(call show,model --assert 2 examples/models/register_wrong.lin,1)
	@echo 'The violations were meant to be found. To go on: build/lince help'

bench: all
	@bench/run

install: all
	@$(if $(PREFIX),meson configure build '-Dprefix=$(PREFIX)')
	@meson install -C build

test-asan:
	@./setup
	@[ -f build-asan/build.ninja ] || meson setup build-asan -Dbuildtype=debugoptimized -Db_sanitize=address,undefined
	@ninja -C build-asan
	@$(call run_tests,build-asan)

test-clang:
	@./setup --dev
	@[ -f build-clang/build.ninja ] || CC=clang meson setup build-clang -Dbuildtype=debugoptimized
	@ninja -C build-clang
	@$(call run_tests,build-clang)

format:
	@./setup --dev
	@find include src tests examples subjects bench -name '*.[ch]' -exec clang-format -i {} +

clean:
	@rm -rf build build-asan build-clang

.PHONY: all test try bench install test-asan test-clang format clean
