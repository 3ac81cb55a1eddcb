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
$ mkdir bare; for tool in sh cut sed env uname; do ln -s "$(command -v $tool)" bare/$tool; done; chmod +x apt-get id sudo; mv id bare
? 0

# Not Debian.
$ PATH=$PWD/bare "$SOURCE/setup"
setup: this is not a Debian system; please install what these Debian packages hold: gcc g++ libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev zstd
? 1

$ mv apt-get bare; PATH=$PWD/bare "$SOURCE/setup"
setup: installing gcc g++ libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev zstd
apt-get update -qq
apt-get install -y -qq --no-install-recommends gcc g++ libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev zstd
setup: installing libopenmpi-dev openmpi-bin libz3-dev cmake gdb libck-dev libxenium-dev libboost-dev libtbb-dev libconcurrentqueue-dev liburcu-dev (optional)
? 0

# An ordinary user, without and with sudo.
$ PATH=$PWD/bare FAKE_ID=1000 "$SOURCE/setup" --dev
setup: please run as root: apt-get install gcc g++ libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev zstd clang libclang-rt-dev libc++-dev libc++abi-dev clang-format mandoc shellcheck
? 1

$ mv sudo bare; PATH=$PWD/bare FAKE_ID=1000 "$SOURCE/setup"
setup: installing gcc g++ libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev zstd
as root: apt-get update -qq
apt-get update -qq
as root: env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends gcc g++ libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev zstd
apt-get install -y -qq --no-install-recommends gcc g++ libc6-dev make meson ninja-build pkg-config python3 libjansson-dev libzstd-dev libdw-dev libxxhash-dev zstd
? 0

# What is there is left alone: only the rest is asked for.
$ for tool in gcc cc g++ make ninja meson python3 pkg-config; do ln -s "$(command -v $tool)" bare/$tool; done; PATH=$PWD/bare "$SOURCE/setup" 2>&1 | head -n 1
setup: installing {any}zstd
? 0

# What is optional may be missing: nobody is asked for a password, and nothing fails.
= apt-get
#!/bin/sh
exit 1
$ for package in jansson libzstd; do pkg-config --exists $package || echo "$package is missing"; done; ln -s "$(command -v zstd)" bare/zstd; printf '#!/bin/sh\ncase $* in *ompi*) exit 1;; esac; exec %s "$@"\n' "$(command -v pkg-config)" > pkg-config; chmod +x apt-get pkg-config; mv apt-get pkg-config bare; PATH=$PWD/bare FAKE_ID=1000 "$SOURCE/setup"; PATH=$PWD/bare "$SOURCE/setup" | grep mpi
setup: installing libopenmpi-dev openmpi-bin{any} (optional)
setup: could not install libopenmpi-dev (optional); what needs it is left out
setup: could not install openmpi-bin (optional); what needs it is left out
? 0

# Where all is there, nothing happens, as far as this machine goes.
$ "$SOURCE/setup" | grep -v '(optional)'
? 1

$ "$SOURCE/setup" --nonsense
setup: unknown option --nonsense; there is only --dev
? 2
