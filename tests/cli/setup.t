# ./setup with nothing but a shell and a few tools on the path, and an apt-get that only says what it was asked for.
= apt-get
#!/bin/sh
echo "apt-get $*" >&2
= id
#!/bin/sh
echo "${FAKE_ID:-0}"
= sudo
#!/bin/sh
echo "as root: $*" >&2
exec "$@"
$ mkdir bare; for tool in sh cut sed env uname touch dirname; do ln -s "$(command -v $tool)" bare/$tool; done; chmod +x apt-get id sudo; mv id bare; cp "$SOURCE/setup" .
? 0

# Not Debian.
$ PATH=$PWD/bare ./setup
setup: this is not a Debian system; please install what these Debian packages hold: gcc libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev
? 1

$ mv apt-get bare; PATH=$PWD/bare ./setup --test
setup: installing gcc libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev g++ zstd (this may take a minute)
apt-get update -qq
apt-get install -y -qq --no-install-recommends gcc libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev g++ zstd
setup: installing libck-dev libopenmpi-dev libz3-dev openmpi-bin cmake gdb zsh fish chromium clang libxenium-dev libboost-dev libtbb-dev libconcurrentqueue-dev liburcu-dev (optional)
? 0

$ PATH=$PWD/bare ./setup
setup: installing gcc libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev (this may take a minute)
apt-get update -qq
apt-get install -y -qq --no-install-recommends gcc libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev
setup: installing libck-dev (optional)
? 0

$ PATH=$PWD/bare ./setup --deb
setup: installing gcc libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev dpkg-dev (this may take a minute)
apt-get update -qq
apt-get install -y -qq --no-install-recommends gcc libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev dpkg-dev
setup: installing libck-dev libopenmpi-dev libz3-dev (optional)
? 0

# What was configured before looks again; nothing is left behind where there is no project.
$ ls meson.build; touch -d 2020-01-01 meson.build old; PATH=$PWD/bare ./setup 2>/dev/null >&2; [ meson.build -nt old ] && echo newer; rm meson.build
ls: cannot access 'meson.build': No such file or directory
newer
? 0

# An ordinary user, without and with sudo.
$ PATH=$PWD/bare FAKE_ID=1000 ./setup --dev
setup: please run as root: apt-get install gcc libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev g++ zstd clang libclang-rt-dev libc++-dev libc++abi-dev clang-format mandoc shellcheck
? 1

$ mv sudo bare; PATH=$PWD/bare FAKE_ID=1000 ./setup
setup: installing gcc libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev (this may take a minute)
as root: apt-get update -qq
apt-get update -qq
as root: env DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes apt-get install -y -qq --no-install-recommends gcc libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev
apt-get install -y -qq --no-install-recommends gcc libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev
? 0

# What is there is left alone: only the rest is asked for.
$ for tool in gcc cc g++ make ninja meson python3 pkg-config; do ln -s "$(command -v $tool)" bare/$tool; done; PATH=$PWD/bare ./setup --test 2>&1 | head -n 1
setup: installing zstd (this may take a minute)
? 0

# What is optional may be missing: nobody is asked for a password, and nothing fails.
= apt-get
#!/bin/sh
exit 1
$ for package in jansson libzstd; do pkg-config --exists $package || echo "$package is missing"; done; ln -s "$(command -v zstd)" bare/zstd; printf '#!/bin/sh\ncase $* in *ompi*) exit 1;; esac; exec %s "$@"\n' "$(command -v pkg-config)" > pkg-config; chmod +x apt-get pkg-config; mv apt-get pkg-config bare; PATH=$PWD/bare FAKE_ID=1000 ./setup; PATH=$PWD/bare ./setup --test | grep mpi
setup: installing {any}libopenmpi-dev{any}openmpi-bin{any} (optional)
setup: could not install libopenmpi-dev (optional); what needs it is left out
setup: could not install openmpi-bin (optional); what needs it is left out
? 0

# Where all is there, nothing happens, as far as this machine goes.
$ ./setup | grep -v '(optional)'
? 1

$ ./setup --help | tail -n 1
libraries for the tests in examples/libraries.
? 0

$ ./setup --nonsense
setup: unknown option --nonsense; there are --test, --deb and --dev
? 2

# make help lists all targets, and what builds it all first.
$ make -s --no-print-directory -C "$SOURCE" help > targets; head -n 1 targets; for t in $(sed -n 's/^\.PHONY: all //p' "$SOURCE/Makefile"); do grep -q "^make $t  " targets || echo "not $t"; done
make             build/lince, and everything else that is installed
? 0

# Where nothing can be built, that is said in a line.
$ touch taken; "$SOURCE/packaging/configure" taken/build
configure: taken/build cannot be written; elsewhere it goes like this: packaging/configure DIR && ninja -C DIR
? 1
