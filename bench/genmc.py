"""`lince test --memory MODEL` against GenMC on GenMC's own programs: graphs, CPU time of one core, memory."""

import os
import re
import subprocess

from costs import Cost, Failed, Table, commands, count, heading, net, ratio, seconds, size
from testing import FOUND, SOURCE, UNKNOWN, Trial, run_test

SHIM = os.path.join(SOURCE, "tests", "genmc")
MODELS = ["sc", "rc11"]
LIMIT = 60  # seconds for one program
ONE_CORE = ["--disable-estimation", "--disable-mm-detector", "--nthreads=1"]
# Threads of the same code are interchangeable and revisits that change nothing happen in place: fewer graphs than there are.
PLAIN = ["--disable-sr", "--disable-ipr"]
# Nor are rounds of loops left out, nor executions by the program's annotations: then both explore the same graphs.
ROUNDS = PLAIN + ["--disable-spin-assume", "--unroll=8"]
UNANNOTATED = ["-include", os.path.join(SHIM, "unannotated.h")]
UNRACED = ["--disable-race-detection"]


def client(kind, library, insertions, removals):
    """A thread for each insertion and removal."""
    return ["-DWTN=%d" % insertions, "-DRTN=%d" % removals, "-include",
            "tests/correct/data-structures/%s/my_%s.c" % (library, kind)]


# Name, file below tests/correct, flags of the compiler, options of GenMC.
QUEUE, STACK = "relinche/queue/mpc.c", "relinche/stack/mpc.c"
PROGRAMS = [
    ("big0", "synthetic/big0/variants/big00.c", [], []),
    ("fib_bench", "synthetic/fib_bench/variants/fib_bench0.c", [], []),
    ("CoA, N = 5", "synthetic/CoA/variants/coa0.c", ["-DN=5"], []),
    ("big1", "synthetic/big1/variants/big10.c", [], []),
    ("buf_ring", "data-structures/buf_ring/variants/buf_ring0.c", ["-DENQUEUE_NONATOMIC"], UNRACED),
    ("chase-lev", "data-structures/chase-lev/variants/chase-lev0.c", [], UNRACED),
    ("hw-queue 3x3", QUEUE, client("queue", "hw-queue", 3, 3), []),
    ("hw-queue 3x3, all graphs", QUEUE, client("queue", "hw-queue", 3, 3), PLAIN),
    ("ms-queue-dyn 2x2", QUEUE, client("queue", "ms-queue-dynamic", 2, 2), []),
    ("ms-queue-dyn 2x2, all rounds", QUEUE, client("queue", "ms-queue-dynamic", 2, 2), ROUNDS),
    ("treiber-dyn 3x2", STACK, client("stack", "treiber-stack-dynamic", 3, 2), []),
    ("treiber-dyn 3x2, all rounds", STACK, client("stack", "treiber-stack-dynamic", 3, 2), ROUNDS),
]


SPECIFIED = 4  # GenMC's specifications have the clients with up to so many insertions, and removals
# RELINCHE's clients: whether the object is linearizable for every client.  Insertions and removals.
CLIENTS = [
    (kind, library, insertions, removals)
    for kind, library, sizes in [("queue", "hw-queue", [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (5, 4)]),
                                 ("queue", "ms-queue-dynamic", [(2, 2), (2, 3), (3, 2), (3, 3)]),
                                 ("stack", "treiber-stack-dynamic", [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (5, 4)])]
    for insertions, removals in sizes
]


class Explored(Cost):
    """A run of GenMC: its cost and its counts."""

    def __init__(self, line, output):
        super().__init__(line, output)
        found = {what: re.search(r"executions %s: (\d+)" % what, output) for what in ("explored", "seen")}
        self.killed = self.status == 128 + 9
        if not self.killed and (self.status or not found["explored"]):
            raise Failed("GenMC: exit status %d\n%s" % (self.status, output))
        self.graphs, self.blocked = (int(match.group(1)) if match else 0 for match in found.values())


class Genmc:
    def __init__(self, tools, binary, checkout):
        self.tools, self.binary, self.checkout = tools, binary, checkout
        nothing = tools.path("nothing.c")
        with open(nothing, "w", encoding="utf-8") as file:
            file.write("int main(void) { return 0; }\n")
        self.base = min(self.run([], nothing, [], limit=60).cpu for _ in range(3))

    def run(self, options, path, flags, limit=LIMIT):
        output = self.tools.path("output")
        measure = [self.tools.names["measure"], "-k", str(limit), "-o", output]
        done = subprocess.run([*measure, self.binary, *ONE_CORE, *options, "--", *flags, path], capture_output=True,
                              text=True, check=False, cwd=self.checkout)
        if done.returncode:
            raise Failed("GenMC %s: %s" % (path, done.stderr))
        with open(output, encoding="utf-8") as printed:
            return Explored(done.stdout, printed.read())


def accepted(tools, options):
    done = subprocess.run([*tools.real(["lince"]), "test", *options, "--list", tools.path("nothing.c")], capture_output=True,
                          check=False)
    return done.returncode != 2


def ours_for(tools, model):
    """The options for a model: graphs where this Lince has them, else schedules, which are SC; None: it has neither."""
    graphs = ["--memory", model] + (["--graphs"] if model == "sc" else ["--genmc-readings"])
    if accepted(tools, graphs):
        return graphs
    return ["--strategy", "dpor"] if model == "sc" else None


def flags_for_us(checkout, flags):
    there = [os.path.join(checkout, flag) if flag.startswith("tests/") else flag for flag in flags]
    with open(os.path.join(SOURCE, "include", "lince", "test.h"), encoding="utf-8") as header:
        assumes = ["-DGENMC_ASSUME=_Bool"] if "lince_assume" in header.read() else []
    return ["-w", "-include", os.path.join(SHIM, "join_main.h"), "-I" + SHIM, *assumes, *there]


def ours_on(tools, options, path, flags, unraced):
    """A run of Lince, without the cost of compiling; None where the program cannot be compiled."""
    allow = ["--allow", "deadlock,spinning,blocked" + (",data-race" if unraced else "")]
    line, output = run_test(tools, ["--list", "--", *flags], path, "cache", (0, 2))
    if Cost(line, None).status == 2:
        return None
    base = min(Cost(*run_test(tools, ["--list", "--", *flags], path, "cache", (0,))).cpu for _ in range(3))
    everything = ["--json", "--jobs", "1", "--no-shrink", "--timeout", str(LIMIT), *options, *allow, "--", *flags]
    line, output = run_test(tools, everything, path, "cache", (0, FOUND, UNKNOWN), limit=LIMIT + 60)
    trial = Trial(line, output)
    trial.cpu = net(trial.cpu, base)
    blocked = re.search(r'"blocked":(\d+)', output)
    trial.blocked = int(blocked.group(1)) if blocked else None
    return trial


def row_of(tools, theirs_all, checkout, table, program, model):
    name, path, flags, options = program
    path = os.path.join(checkout, "tests", "correct", path)
    rounds = options is ROUNDS
    theirs = theirs_all.run(["--" + model, *options], path, (UNANNOTATED if rounds else []) + flags)
    theirs_cpu = net(theirs.cpu, theirs_all.base)
    cells = [name, model, count(theirs.graphs), count(theirs.blocked),
             "> %d s" % LIMIT if theirs.killed else seconds(theirs_cpu), size(theirs.memory)]
    options_of_ours = ours_for(tools, model)
    if options_of_ours and (rounds or options is PLAIN):
        options_of_ours = options_of_ours + ["--retry", "off"]
    ours = options_of_ours and ours_on(tools, options_of_ours, path, flags_for_us(checkout, flags), options is UNRACED)
    if not ours:
        return table.row(*cells)
    finished = ours.found == "ok" and not theirs.killed and ours.cpu and theirs_cpu
    faster = None
    if finished:
        faster = ratio((ours.executions + (ours.blocked or 0)) / ours.cpu, (theirs.graphs + theirs.blocked) / theirs_cpu)
    table.row(*cells, " ".join(options_of_ours), count(ours.executions),
              ours.blocked if ours.blocked is None else count(ours.blocked), count(ours.redundant),
              seconds(ours.cpu) if ours.found == "ok" else ours.found, size(ours.memory),
              ratio(theirs_cpu, ours.cpu) if finished else None, faster)


def client_row(tools, theirs_all, checkout, table, kind, library, insertions, removals):
    """Both decide whether every client of the object sees a queue, or a stack; both up to the names of threads."""
    path, flags = "relinche/%s/mpc.c" % kind, client(kind, library, insertions, removals)
    path = os.path.join(checkout, "tests", "correct", path)
    check = ["--check-lin-spec=tests/correct/relinche/%s/%s_spec_v.in" % (kind, kind)]
    specified = max(insertions, removals) <= SPECIFIED
    theirs = theirs_all.run(["--rc11", *(check if specified else [])], path, flags)
    theirs_cpu = net(theirs.cpu, theirs_all.base)
    ours = ours_on(tools, ["--memory", "rc11", "--symmetry", "names", "--spec", kind], path,
                   ["-DGENMC_HISTORY", *flags_for_us(checkout, flags)], False)
    finished = ours.found == "ok" and not theirs.killed and ours.cpu and theirs_cpu
    table.row("%s %dx%d" % (library, insertions, removals), count(theirs.graphs), count(theirs.blocked),
              "> %d s" % LIMIT if theirs.killed else seconds(theirs_cpu), size(theirs.memory), ours.found,
              count(ours.executions), count(ours.blocked or 0), seconds(ours.cpu), size(ours.memory),
              ratio(theirs_cpu, ours.cpu) if finished else None)


def relinche(tools, theirs, checkout):
    heading("RELINCHE's clients", "Insertions and removals by a thread each: is the object linearizable for every client, "
            "under RC11? GenMC checks it against its collected specification (--check-lin-spec; larger clients than 4x4 it only "
            "explores), Lince against its queue or stack. Both count one of the graphs that differ in the names of threads; GenMC has the "
            "program's annotations besides. `sooner` is GenMC's time to Lince's.")
    commands("genmc %s --rc11 --check-lin-spec=FILE -- FLAGS FILE" % " ".join(ONE_CORE),
             "lince test --json --jobs 1 --memory rc11 --symmetry names --spec KIND FILE -- "
             "-include tests/genmc/join_main.h -DGENMC_HISTORY FLAGS")
    table = Table("%-28s" % "client", "GenMC: graphs", "blocked", "CPU", "memory", "Lince", "graphs", "blocked", "CPU",
                  "memory", "sooner")
    for row in CLIENTS[:2] if tools.quick else CLIENTS:
        client_row(tools, theirs, checkout, table, *row)


def genmc(tools, _):
    heading("GenMC", "GenMC's own programs under SC and RC11, each explored completely, by GenMC and by Lince in turn, "
            "on one core. CPU is user and system time, once, without that of a program that does nothing (GenMC) and "
            "without that of compiling (Lince). Memory is the most that was resident in one process. A blocked graph "
            "is one in which a thread waits in vain or an assumption is false; an execution that was given up is "
            "covered by other executions. `sooner` is GenMC's time to Lince's; `faster` is Lince's graphs a second, "
            "complete and blocked ones, to GenMC's. GenMC counts one of the graphs that differ only in the names of "
            "equal threads; `all graphs` is with %s, and with Lince's `--retry off`. `All rounds` is with %s and without GenMC's annotations of the "
            "program, and Lince's `--retry off`: then both explore the same graphs." %
            (" ".join(PLAIN), " ".join(ROUNDS)))
    binary, checkout = os.environ.get("LINCE_GENMC_BIN"), os.environ.get("LINCE_GENMC")
    if not binary or not checkout or not os.access(binary, os.X_OK):
        print("SKIP GenMC: LINCE_GENMC_BIN names its program and LINCE_GENMC its source\n")
        return
    commands("genmc %s --MODEL OPTIONS -- FLAGS FILE" % " ".join(ONE_CORE),
             "lince test --json --jobs 1 --memory MODEL [--graphs] FILE -- -include tests/genmc/join_main.h FLAGS")
    checkout = os.path.abspath(checkout)
    theirs = Genmc(tools, os.path.abspath(binary), checkout)
    table = Table("%-28s" % "program", "model", "GenMC: graphs", "blocked", "CPU", "memory", "%-36s" % "Lince: options",
                  "graphs", "blocked", "given up", "CPU", "memory", "sooner", "faster")
    for program in PROGRAMS[:2] if tools.quick else PROGRAMS:
        for model in MODELS:
            row_of(tools, theirs, checkout, table, program, model)
    relinche(tools, theirs, checkout)
