# Meson builds; this file gives the usual words for it.
#
#   make             build/lince, and everything else that is installed
#   make try         see it at work on bundled examples
#   make test        all tests with assertions, then some with sanitizers and clang; ends with `N passed, N failed`
#   make bench       the figures
#   make install     [PREFIX=/usr/local] [DESTDIR=]
#   make uninstall   what make install put there
#   make deb         build-deb/*.deb, packages for this Debian
#   make dist        build/lince-VERSION.tar.gz, the source
#   make test-asan   all tests under the address and undefined-behaviour sanitizers
#   make test-clang  all tests, built with clang
#   make format      clang-format on all sources
#   make clean       remove what was built
#   make help        this list

all:
	@./setup
	@packaging/configure build
	@ninja -C build product

test:
	@./setup --test
	@tests/builds --minutes 55 plain asan-core clang-unit

# Only what it takes: people wait for it.
try:
	@./setup
	@packaging/configure build
	@ninja -C build lince src/liblince-test.a src/liblince-test-many.a src/liblince-stress.a src/liblince-model.a examples/monitor/ring
	@packaging/try build

bench:
	@./setup --test
	@packaging/configure build
	@ninja -C build
	@bench/run

install: all
	@DESTDIR='$(DESTDIR)' packaging/install build '$(abspath $(PREFIX))'

uninstall:
	@ninja -C build uninstall

# The flags are Debian's, but for one that replaces functions of the C library in what tests are linked with.
deb:
	@./setup --deb
	@eval "$$(DEB_BUILD_MAINT_OPTIONS=hardening=-fortify dpkg-buildflags --export=sh)"; \
		packaging/configure build-deb -Dprefix=/usr
	@ninja -C build-deb product
	@packaging/deb build-deb

dist:
	@packaging/dist build

test-asan:
	@./setup --test
	@tests/builds asan

test-clang:
	@./setup --dev
	@tests/builds clang

format:
	@./setup --dev
	@find include src tests examples subjects bench -name '*.[ch]' -exec clang-format -i {} +

help:
	@sed -n 's/^#   make/make/p' Makefile

clean:
	@rm -rf build build-test build-asan build-clang build-deb

.PHONY: all test try bench install uninstall deb dist test-asan test-clang format clean help
