"""`lince test`: how fast schedules are explored, what a second job is worth, and how soon what is wrong is found."""

import glob
import json
import os
import re
import shlex
import subprocess

from costs import Cost, Failed, Table, commands, count, heading, net, ratio, seconds

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TREIBER, QUEUE = "subjects/right/treiber_3.c", "subjects/right/ms_queue_3.c"
# As other explorers count executions, and as they search: atomics alone are steps.  What looking for data races costs is
# measured by itself, below.
COUNTED = "--strategy dpor --retry off --no-history-edges --plain never --no-data-races"
SEARCHED = "--strategy bounded --plain never --no-data-races --preemptions"
FOUND, UNKNOWN = 1, 3  # exit statuses of `lince test`


class Trial(Cost):
    """What `lince test --json` used and said."""

    def __init__(self, line, output):
        super().__init__(line, output)
        said = json.loads(output.splitlines()[0])
        self.seconds, self.coverage, self.stages = said["seconds"], said["coverage"], said["stages"]
        self.executions, self.redundant, self.histories = said["executions"], said["redundant"], said["histories"]
        self.violations, self.configurations = said["violations"], said.get("configurations")
        self.found = "failure " + said["failure"]["kind"] if said["failure"] else said["verdict"]


def run_test(tools, options, path, cache, statuses, limit=300):
    """One run of `lince test`.  What was compiled is kept in a cache of the benchmark's own."""
    output = tools.path("output")
    own = options.index("--") if "--" in options else len(options)  # what follows is for the compiler
    command = tools.real(["lince", "test", *options[:own], path, *options[own:]])
    done = subprocess.run([tools.names["measure"], "-k", str(limit), "-o", output, *command], capture_output=True,
                          text=True, check=False, cwd=SOURCE,
                          env=dict(os.environ, XDG_CACHE_HOME=tools.path(cache)))
    shown = shlex.join(["lince", *command[1:]])
    if done.returncode:
        raise Failed("%s: %s" % (shown, done.stderr))
    cost = Cost(done.stdout, None)
    if cost.status not in statuses:
        raise Failed("%s: exit status %d\n%s" % (shown, cost.status, done.stderr))
    with open(output, encoding="utf-8") as printed:
        return done.stdout, printed.read()


def trial(tools, options, path, times=3, cache="cache", statuses=(0,)):
    """The least of several runs."""
    options = ["--json", "--first-failure", *options]
    best = Trial(*run_test(tools, options, path, cache, statuses))
    for _ in range(0 if tools.quick else times - 1):
        again = Trial(*run_test(tools, options, path, cache, statuses))
        best.seconds, best.cpu = min(best.seconds, again.seconds), min(best.cpu, again.cpu)
        best.wall = min(best.wall, again.wall)
    return best


def compiled(tools, path):
    """Compiles a test, and tells the CPU time of everything that is not exploration."""
    run_test(tools, ["--list"], path, "cache", (0,))
    return min(Cost(*run_test(tools, ["--list"], path, "cache", (0,))).cpu for _ in range(3))


def millions(executions, elapsed):
    return "%.2f M" % (executions / elapsed / 1e6) if elapsed > 0 else None


# ---- schedules a second ----

# Subject, options, executions that are known, millions a second that are wanted.
SCHEDULES = [
    (TREIBER, "--strategy bounded --preemptions 9", None, 1.0),
    (TREIBER, "--strategy bounded --preemptions 9 --no-data-races", None, 1.0),
    (TREIBER, SEARCHED + " 9", None, 1.0),
    (TREIBER, COUNTED, 25_680, 0.5),
    (TREIBER, "--strategy dpor --retry off --plain never", None, 0.5),
    (TREIBER, "--strategy dpor --no-history-edges", None, None),
    (TREIBER, "--strategy dpor", None, None),
    (TREIBER, "--strategy random --max-executions 500000", None, None),
    (TREIBER, "--strategy pct --max-executions 500000", None, None),
    (QUEUE, "--strategy bounded --preemptions 4", None, 0.6),
    (QUEUE, "--strategy bounded --preemptions 4 --no-data-races", None, 0.6),
    (QUEUE, SEARCHED + " 4", None, 0.6),
    (QUEUE, COUNTED, 155_572, 0.5),
    (QUEUE, "--strategy dpor --retry off --plain never", 440_556, 0.5),
    (QUEUE, "--strategy dpor --no-history-edges", None, None),
    (QUEUE, "--strategy dpor", None, None),
    (QUEUE, "--strategy random --max-executions 500000", None, None),
    (QUEUE, "--strategy pct --max-executions 500000", None, None),
]
NAMES = {TREIBER: "Treiber", QUEUE: "Michael-Scott"}

# Subject, tool, executions and seconds, or just millions a second; and our options that come nearest.
PEERS = [
    (TREIBER, "GenMC", 25_680, 0.8, COUNTED),
    (TREIBER, "GenMC, spin-assume", 6205, 0.21, "--strategy dpor --no-history-edges"),
    (TREIBER, "Nidhugg", 25_680, 2.4, COUNTED),
    (TREIBER, "CDSChecker", 260_158, 15.3, COUNTED),
    (TREIBER, "Relacy, random", None, 1.0, "--strategy random --max-executions 500000"),
    (TREIBER, "Relacy, all", 32_100_000, 36.7, SEARCHED + " 9"),
    (QUEUE, "GenMC", 155_572, 6.1, COUNTED),
    (QUEUE, "GenMC, spin-assume", 2526, 0.10, "--strategy dpor --no-history-edges"),
    (QUEUE, "Nidhugg, spin-assume", 7425, 1.0, "--strategy dpor --no-history-edges"),
    (QUEUE, "Relacy, random", None, 0.47, "--strategy random --max-executions 500000"),
    (QUEUE, "Relacy, 4 preemptions", 709_782, 1.3, SEARCHED + " 4"),
    (QUEUE, "the paper", None, 1 / 60, SEARCHED + " 4"),
]


def quicker(options):
    return re.sub(r"--preemptions \d", "--preemptions 2", re.sub(" --max-executions [0-9]+", "", options)) + \
        " --max-executions 2000"


def schedules(tools, _):
    heading("Schedules", "Executions a second with one job: three threads push and pop on Treiber's stack; `enq deq`, "
            "`enq deq` and `enq` on Michael and Scott's queue. An execution is one that ran to its end; those that "
            "were given up because others cover them stand beside, and take time as well. `seconds` are those the "
            "command itself tells, by the clock on the wall: starting the program under test, exploring, and judging "
            "every distinct history, which another process does meanwhile; compiling is not among them. CPU is that "
            "of all processes, without what `lince test --list FILE` takes, so that executions a second of it are "
            "what one core does, whatever else the machine is busy with. Both are the least of three runs. `known` is "
            "how many there should be: on 25,680 and 155,572 three explorers agree, 440,556 is what a prototype told.",
            "In millions a second are wanted: 1.0 for bounded search on Treiber's stack, 0.6 on the queue, and 0.5 "
            "for dpor without the detection of loops; `reached` is how much of that there is, by CPU.")
    commands("lince test --json --jobs 1 OPTIONS " + TREIBER, "lince test --json --jobs 1 OPTIONS " + QUEUE)
    table = Table("%-13s" % "FILE", "%-63s" % "OPTIONS", "executions", "given up", "known", "histories", "seconds",
                  "CPU", "a second", "of CPU", "wanted", "reached")
    ours = {}
    base = {path: compiled(tools, path) for path in (TREIBER, QUEUE)}
    for path, options, known, wanted in SCHEDULES:
        used = quicker(options) if tools.quick else options
        c = trial(tools, ["--jobs", "1", *used.split()], path, statuses=(0, UNKNOWN) if tools.quick else (0,))
        cpu = net(c.cpu, base[path])
        everything = "dpor" in options and c.status != UNKNOWN
        ours[path, options] = used, c.executions, cpu, everything
        table.row(NAMES[path], used, count(c.executions), count(c.redundant), known and count(known),
                  count(c.histories), seconds(c.seconds), seconds(cpu), millions(c.executions, c.seconds),
                  millions(c.executions, cpu),
                  wanted and "%.1f M" % wanted, wanted and cpu and "%.0f %%" % (c.executions / cpu / wanted / 1e4))
    peers(ours)


def peers(ours):
    print("\nOthers on the same subjects, as measured on this kind of machine (what the paper tells is published), "
          "beside the\nrows above that come nearest. Of them only GenMC checks linearizability, too. `sooner` is their "
          "time to ours, by CPU,\nwhere both explore everything; `faster` is our executions a second of CPU to "
          "theirs.\n")
    table = Table("%-13s" % "", "%-21s" % "tool", "executions", "seconds", "a second", "%-52s" % "ours", "executions",
                  "CPU", "of CPU", "sooner", "faster")
    for path, tool, executions, figure, options in PEERS:
        used, mine, cpu, everything = ours[path, options]
        theirs = executions / figure if executions else figure * 1e6  # a second
        table.row(NAMES[path], tool, executions and count(executions), executions and seconds(figure),
                  millions(theirs, 1), used.replace("--strategy ", ""), count(mine), seconds(cpu), millions(mine, cpu),
                  ratio(figure, cpu) if cpu and everything else None,
                  ratio(mine / cpu, theirs) if cpu else None)


# ---- what looking for data races costs ----

RACES = ["--strategy bounded --preemptions 9 --max-executions 400000", "--strategy dpor --retry off --no-history-edges",
         "--strategy dpor --retry off --no-history-edges --plain never", "--strategy random --max-executions 300000"]
WITHOUT = [["--no-data-races"], ["--no-data-races", "--no-use-after-free"]]


def races(tools, _):
    heading("Races", "Executions a second of CPU, with one job, with data races and uses of freed memory looked for, "
            "as is the default, without data races, and without both; in turn, the least of three runs each. `costs` "
            "is how much longer the default takes than without. Wanted is 2 at most for both together.")
    commands("lince test --json --jobs 1 OPTIONS [--no-data-races [--no-use-after-free]] FILE")
    table = Table("%-13s" % "FILE", "%-63s" % "OPTIONS", "executions", "default", "no races", "neither", "races cost",
                  "both cost")
    for path in (TREIBER, QUEUE):
        base = compiled(tools, path)
        for options in RACES:
            used = (quicker(options) if tools.quick else options).split()
            runs = [trial(tools, ["--jobs", "1", *used, *less], path, statuses=(0, UNKNOWN)) for less in
                    ([], *WITHOUT)]
            cpu = [net(c.cpu, base) for c in runs]
            if len({c.executions for c in runs}) != 1:
                raise Failed("%s: looking for races changes what is explored" % " ".join(used))
            table.row(NAMES[path], " ".join(used), count(runs[0].executions),
                      *(millions(c.executions, used_cpu) for c, used_cpu in zip(runs, cpu)),
                      *("%.2f ×" % (cpu[0] / less) if less else None for less in cpu[1:]))


# ---- two jobs ----

# What takes some seconds with one job, and what does not.
JOBS = [
    (QUEUE, ["--strategy", "bounded", "--preemptions", "5"]),
    (QUEUE, ["--strategy", "dpor", "--retry", "off", "--plain", "never"]),
    (QUEUE, ["--strategy", "dpor", "--scenario", "; enq(1) | enq(2) | enq(3) | deq() | deq()"]),
]
QUICK_JOBS = [
    (QUEUE, ["--strategy", "bounded", "--preemptions", "3"]),
    (QUEUE, ["--strategy", "dpor"]),
]


def jobs(tools, _):
    times = 1 if tools.quick else 3
    heading("Jobs", "Two jobs against one, in turn, the least of %d each: by the clock, which tells something only "
            "while both cores have nothing else to do (the load at the beginning of each row is told), and by CPU, "
            "where twice the ratio is what two idle cores could give if the work were shared evenly. Wanted is 1.8 by "
            "the clock." % times)
    commands("lince test --json --jobs J OPTIONS " + QUEUE)
    table = Table("%-78s" % "OPTIONS", "executions", "load", "J = 1: seconds", "CPU", "J = 2: seconds", "CPU",
                  "ratio: seconds", "twice CPU")
    for path, options in QUICK_JOBS if tools.quick else JOBS:
        compiled(tools, path)
        load = os.getloadavg()[0]
        runs = {1: [], 2: []}
        for _ in range(times):
            for j in runs:
                runs[j].append(trial(tools, ["--jobs", str(j), *options], path, 1))
        if len({c.executions for all_of_them in runs.values() for c in all_of_them}) != 1:
            raise Failed("%s: the number of executions depends on the number of jobs: %s" %
                         (shlex.join(options), [c.executions for j in runs for c in runs[j]]))
        one, two = ((min(c.seconds for c in runs[j]), min(c.cpu for c in runs[j])) for j in runs)
        table.row(shlex.join(options).replace("|", "\\|"), count(runs[1][0].executions), "%.1f" % load,
                  seconds(one[0]), seconds(one[1]), seconds(two[0]), seconds(two[1]), "%.2f ×" % (one[0] / two[0]),
                  "%.2f ×" % (2 * one[1] / two[1]))


# ---- what is wrong ----

LINE = re.compile(r"// (expect|options|executions|histories|seconds): (.*)")


def expected_of(path):
    """What the head of a subject says is found with which options."""
    found = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            match = LINE.fullmatch(line.strip())
            if not match:
                return found
            if match.group(1) == "expect":
                found.append([match.group(2), []])
            elif match.group(1) == "options" and found:
                found[-1][1] = shlex.split(match.group(2))
    return found


def found(tools, _):
    heading("Found", "Every mistake of subjects/wrong, with the options that its file names and one job: `seconds` "
            "until it is found, as the command tells them, the least of three runs, and executions until then, the "
            "slowest first. Cold is the whole command by the clock, once, with nothing compiled before: compiling, "
            "finding it, making it smaller, explaining it and replaying it. Each is to be found within a second, compiling not counted.")
    commands("lince test --json --jobs 1 OPTIONS FILE",
             "XDG_CACHE_HOME=$(mktemp -d) lince test --json --jobs 1 OPTIONS FILE")
    files = sorted(glob.glob(os.path.join(SOURCE, "subjects", "wrong", "*.c*")))
    rows, tried = [], 0
    for number, path in enumerate(files[:2] if tools.quick else files):
        for index, (expected, options) in enumerate(expected_of(path)):
            name = os.path.relpath(path, SOURCE)
            if not expected.startswith(("violation", "failure")) or expected.endswith(("nondeterminism", "limit")):
                continue  # nothing is to be found in it
            tried += 1
            cold = trial(tools, ["--jobs", "1", *options], name, 1, "cold-%d-%d" % (number, index), (FOUND,))
            warm = trial(tools, ["--jobs", "1", *options], name, 3, "cold-%d-%d" % (number, index), (FOUND,))
            if {cold.found, warm.found} != {expected}:
                raise Failed("%s: %s, and then %s, not %s" % (name, cold.found, warm.found, expected))
            rows.append((warm.seconds, os.path.basename(name), shlex.join(options), expected, warm.executions,
                         cold.wall))
    rows.sort(reverse=True)
    table = Table("%-26s" % "FILE", "%-32s" % "OPTIONS", "%-24s" % "found", "seconds", "executions", "cold")
    for elapsed, name, options, expected, executions, cold in rows:
        table.row(name, options, expected, seconds(elapsed), count(executions), seconds(cold))
    slow = sum(row[0] > 1 for row in rows)
    print("\n%d of %d within a second; half of them within %s." %
          (len(rows) - slow, tried, seconds(sorted(row[0] for row in rows)[len(rows) // 2])))
