"""What the tests of robustness share: running lince to its end whatever happens, TAP, the options there are.

A program begins with `from robust import *`, says `point(...)` for each thing it found to be so, and ends with
`finish()`.  It runs in a new directory, with a cache of its own, and may ask whether anything was left behind.
"""

import atexit
import ctypes
import os
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from patience import soon  # noqa: E402,F401

LINCE = os.path.abspath(sys.argv[1])
MPI = os.path.join(os.path.dirname(LINCE), "lince-mpi")
LONG = "--long" in sys.argv  # a sweep by hand
SANITIZED = b"__asan_init" in open(LINCE, "rb").read()
SOURCE = os.environ.get("LINCE_SOURCE", os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
LATE = 1000  # seconds after which a run counts as hanging

points = []
mounted = []
ROOM = tempfile.mkdtemp(prefix="lince-robust-")
CACHE, TEMPORARY, WORK = (os.path.join(ROOM, name) for name in ("cache", "temporary", "work"))
MARK = "LINCE_ROBUST=%d" % os.getpid()  # in the environment of all that is started here


def leave():
    os.chdir("/")
    while mounted:
        subprocess.run(["umount", "-l", mounted.pop()], check=False)
    subprocess.run(["chmod", "-R", "u+rwx", ROOM], check=False, stderr=subprocess.DEVNULL)
    shutil.rmtree(ROOM, ignore_errors=True)


for directory in CACHE, TEMPORARY, WORK:
    os.mkdir(directory)
atexit.register(leave)


def on_signal(number, _):
    """Meson's patience is over, or somebody's: nothing is to be left behind all the same."""
    for pid in pids():
        os.kill(pid, signal.SIGKILL)
    sys.exit(128 + number)


for number in signal.SIGTERM, signal.SIGINT:
    signal.signal(number, on_signal)
os.chdir(WORK)
ENVIRONMENT = dict(os.environ, XDG_CACHE_HOME=CACHE, TMPDIR=TEMPORARY, LC_ALL="C.UTF-8", **dict([MARK.split("=")]))
for name in "COLUMNS", "CC", "CXX", "NO_COLOR":
    ENVIRONMENT.pop(name, None)


def point(good, name, *details):
    points.append(bool(good))
    print("%s %d - %s" % ("ok" if good else "not ok", len(points), plain(name)))
    for detail in details if not good else ():
        print("#   %s" % plain(str(detail)))
    sys.stdout.flush()


def plain(text):
    """On one line and without what TAP understands."""
    return re.sub(r"[^ -\"$-~]", lambda m: "\\x%02x" % (ord(m.group()) & 0xff), text.strip())[:600]


def skip(name, why):
    points.append(True)
    print("ok %d - %s # SKIP %s" % (len(points), plain(name), why))


def finish():
    print("1..%d" % len(points))
    sys.exit(not points or not all(points))


class Run:
    """One run to its end.  `status` is None if it had to be killed because it took too long, and negative if a signal
    ended it.  `limits` are pairs of a resource and its value; `prepare` is called in the child; `signals` are pairs of
    seconds and a signal; `piped` is for little output, and where a limit for files is not to be one for it."""

    def __init__(self, *arguments, program=None, limits=(), prepare=None, environment=None, signals=(), late=LATE,
                 stdin=subprocess.DEVNULL, piped=False, **more):
        def child():
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE, signal.SIGXCPU,
                           signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            for which, most in limits:
                resource.setrlimit(which, (most, most))
            if prepare:
                prepare()

        self.command = [program or LINCE, *arguments]
        with tempfile.TemporaryFile(dir=ROOM) as out, tempfile.TemporaryFile(dir=ROOM) as err:
            more.setdefault("stdout", subprocess.PIPE if piped else out)
            more.setdefault("stderr", subprocess.PIPE if piped else err)
            started = time.monotonic()
            process = subprocess.Popen(self.command, stdin=stdin, preexec_fn=child, start_new_session=True,
                                       env=ENVIRONMENT if environment is None else environment, **more)
            self.pid = process.pid
            self.status = self.follow(process, started, signals, late)
            self.seconds = time.monotonic() - started
            self.out, self.err = (again(file) for file in (out, err))
            if piped:
                self.out, self.err = (file.read().decode(errors="surrogateescape")
                                      for file in (process.stdout, process.stderr))

    def follow(self, process, started, signals, late):
        self.sent = 0
        self.since = None  # seconds from the first signal to the end
        first = None
        try:
            for after, number in signals:
                try:
                    process.wait(max(0, started + after - time.monotonic()))
                    break
                except subprocess.TimeoutExpired:
                    first = first or time.monotonic()
                    os.kill(process.pid, number)
                    self.sent += 1
            status = process.wait(late)
            if first:
                self.since = time.monotonic() - first
            return status
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return None

    def complains(self, about=""):
        """Exit status 2 and one line that says why, nothing else."""
        return (self.status == 2 and not self.out and self.err.startswith("lince: ") and self.err.endswith("\n")
                and self.err.count("\n") == 1 and about in self.err)

    def ended_well(self):
        """Neither killed nor crashed, and whatever it says about errors is said by lince itself."""
        return self.status in (0, 1, 2, 3) and "Sanitizer" not in self.err and "runtime error" not in self.err

    def __str__(self):
        words = " ".join(w if len(w) < 60 else w[:50] + "..." for w in map(str, self.command[1:]))
        return "%s: exit %s after %.2f s: %r %r" % (words, self.status, self.seconds, self.out[:300], self.err[:500])


def again(file):
    file.seek(0)
    return file.read().decode(errors="surrogateescape")


def write(name, content):
    with open(name, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return name


def read(name):
    with open(name, "rb") as file:
        return file.read()


# ---- what is left behind ----


def pids():
    """Of those that were started here, directly or not, and have not ended."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if MARK.encode() in read("/proc/%s/environ" % pid).split(b"\0"):
                if b"\nState:\tZ" not in read("/proc/%s/status" % pid):
                    found.append(int(pid))
        except OSError:
            pass
    return found


def processes():
    """What they are."""
    found = []
    for pid in pids():
        try:
            found.append(read("/proc/%d/cmdline" % pid).replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            pass
    return found


def settled(seconds=20.0):
    """The processes that do not end soon."""
    end = time.monotonic() + seconds
    while processes() and time.monotonic() < end:
        time.sleep(0.02)
    return processes()


def tree(*roots):
    """All files below these directories."""
    return sorted(os.path.join(where, name) for root in roots for where, _, names in os.walk(root) for name in names)


def drafts():
    """What is half-made in the cache: entries are directories or files of sixteen digits, drafts have a tail."""
    return [p for p in sorted(os.path.join(where, name) for where, below, names in os.walk(CACHE)
                              for name in below + names) if re.search(r"/[0-9a-f]{16}\.[^/]*$", p)]


NOBODY = 20000 + os.getpid() % 40000  # nobody else: a limit on processes counts those of all runs of a user


def as_nobody():
    """Permissions do not hold back root."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


# ---- disks ----


def mount(where, options="rw"):
    """A new disk in memory at `where`, which goes with this process even if that is killed; False: nothing can be
    mounted here."""
    NEW_MOUNTS, APART = 0x20000, 1 << 14 | 1 << 18  # CLONE_NEWNS; MS_REC | MS_PRIVATE
    libc = ctypes.CDLL(None)
    if os.getuid() or libc.unshare(NEW_MOUNTS) or libc.mount(b"none", b"/", None, ctypes.c_ulong(APART), None):
        return False
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", where], check=False, stderr=subprocess.DEVNULL)
    if done.returncode == 0:
        mounted.append(os.path.abspath(where))
    return done.returncode == 0


def fix(where):
    """From now on it is read-only."""
    subprocess.run(["mount", "-o", "remount,ro", where], check=True)


# ---- the options there are ----


class Option:
    def __init__(self, command, letter, name, value):
        self.command, self.letter, self.name, self.value = command, letter, name, value
        words = value is not None and re.fullmatch(r"[a-z:A-Z-]+([|;][a-z:A-Z-]+)+", value) and value not in ("N|TEXT",)
        self.kind = ("flag" if value is None else "words" if words else "number" if value in ("N", "K") else
                     "seconds" if value == "SECONDS" else "size" if value == "SIZE" else "text")

    def __repr__(self):
        return "%s --%s" % (self.command, self.name)


def options(command):
    """From its manual page, which is made from the table the parser reads; tests/cli/tables compares the two."""
    done = subprocess.run([LINCE, "man", command], check=True, capture_output=True, text=True)
    rows = re.findall(r"^\.It (?:Fl (\S) , )?Fl -(\S+)(?: Ar (\S.*))?$", done.stdout, re.M)
    return [Option(command, letter, name, value or None) for letter, name, value in rows]


def commands():
    done = subprocess.run([LINCE, "help"], check=True, capture_output=True, text=True)
    return re.findall(r"^  ([a-z+]+) ", done.stdout.split("\n\n")[2], re.M) + ["complete", "man"]


# ---- things to run it on ----

QUEUE = "spec queue\nT1 invoke enq(1)\nT1 return\nT2 invoke deq()\nT2 return %s\n"
GOOD, WRONG = QUEUE % 1, QUEUE % 2
COUNTER = os.path.join(SOURCE, "examples/test/counter.c")  # wrong with -DBROKEN
MODEL, WRONG_MODEL = (os.path.join(SOURCE, "examples/models/%s.lin" % name) for name in ("queue", "queue_wrong"))
