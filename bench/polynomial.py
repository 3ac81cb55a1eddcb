"""The deciders that need no search: how they grow, what a violation costs, and values that are not unique."""

import math
import os
import re
import shutil
import statistics
import subprocess

from costs import Check, Failed, Table, commands, count, heading, net, ratio, seconds, size

# What `generate` is told: every value is added, or written, once.
DISTINCT = ["queue", "stack", "pqueue", "bag", "--values 0 set", "--values 0 register"]
# The best published tool for each, 1,000,000 operations, its reading of the input not counted.
PUBLISHED = {"queue": 0.67, "stack": 2.7, "pqueue": 1.4, "--values 0 set": 0.14}
PUBLISHED_AT = 1_000_000

# `generate --values 10 [--wrong] SPEC 1000 4 SEED`.  Without --wrong a history is correct by construction.  Which of
# the others are violations `lince check --algorithm search --timeout 40 --max-memory 4G` has told; where it could not,
# the history is not used, so that no verdict rests on the decider that is measured.
AMBIGUOUS = {
    "queue": (range(1, 11), [5, 13, 18, 31, 33, 36, 41, 42, 51, 63]),
    "stack": (range(1, 11), [13, 22, 24, 30, 40, 42, 45, 47, 51, 57]),
    "pqueue": (range(1, 11), [12, 13, 15, 16, 17, 18, 19, 22, 23, 25]),
}
PUBLISHED_AMBIGUOUS = {"queue": 8e-3, "stack": 43.6, "pqueue": 0.5e-3}
LONGEST = 60  # seconds


def limits(tools, memory="4G"):
    return ["--jobs", "1", "--timeout", str(longest(tools)), "--max-memory", memory]


def longest(tools):
    return tools.limit if tools.quick else LONGEST


def polynomial(tools, _):
    sizes = [1000] if tools.quick else [10_000, 100_000, PUBLISHED_AT, 10_000_000]
    heading("Polynomial", "Correct histories of N operations by 8 threads in which every value is added once. The "
            "verdict is what the check itself says it took, by the clock on the wall; CPU is that of everything, and "
            "of everything but reading, which `read h.hist` tells. The latter hardly depends on what else the machine "
            "is busy with: `n log n` is that in nanoseconds, divided by N and the logarithm of N to the base 2, and "
            "the ratio is to it. The published tools' figures are those of the fastest for each object, as measured on "
            "this kind of machine, their reading of the input not counted either, but not necessarily on histories "
            "like these: what a ratio says is the order of magnitude. A queue of 10,000,000 operations is checked "
            "within 2 GiB (`--max-memory 2G`). After a size that is not decided within %d s, larger ones are left "
            "out." % longest(tools))
    commands("generate SPEC N 8 >h.hist", "lince check -v %s h.hist" % " ".join(limits(tools)), "read h.hist")
    table = Table("%-20s" % "SPEC", "%10s" % "N", "algorithm", "verdict", "CPU, all", "but reading", "n log n",
                  "memory", "published", "ratio")
    for spec in DISTINCT:
        for n in sizes:
            memory = "2G" if spec == "queue" and n > PUBLISHED_AT else "4G"
            path = tools.generate(*spec.split(), n, 8)
            c = tools.decide(limits(tools, memory), path, Check.OK, longest(tools))
            cpu = net(c.cpu, tools.cost("read", path).cpu)
            os.remove(path)
            theirs = PUBLISHED.get(spec) if n == PUBLISHED_AT else None
            row = [spec, count(n), c.algorithm, c.unless_unknown(seconds(c.deciding)), seconds(c.cpu)]
            if not c.unknown:
                row += [seconds(cpu), "%.1f ns" % (cpu * 1e9 / n / math.log2(n)), size(c.memory),
                        theirs and seconds(theirs), theirs and ratio(theirs, cpu)]
            table.row(*row)
            if c.unknown:
                break


def polynomial_violations(tools, _):
    sizes = [1000] if tools.quick else [10_000, 100_000, PUBLISHED_AT]
    heading("Polynomial violations", "The same with one wrong result after 95 %% of the history: what the verdict and "
            "the explanation take, without reading. After a size that is not decided within %d s, larger ones are left "
            "out." % longest(tools))
    commands("generate --wrong SPEC N 8 >h.hist", "lince check -v %s h.hist" % " ".join(limits(tools)),
             "lince check --json %s h.hist" % " ".join(limits(tools)))
    table = Table("%-20s" % "SPEC", "%10s" % "N", "algorithm", "verdict", "explanation", "CPU, all", "memory",
                  "operations in conflict", "minimal")
    for spec in DISTINCT:
        for n in sizes:
            path = tools.generate("--wrong", *spec.split(), n, 8)
            c = tools.decide(limits(tools), path, Check.VIOLATION, longest(tools))
            row = [spec, count(n), c.algorithm, c.unless_unknown(seconds(c.deciding))]
            if not c.unknown:
                _, said = tools.explained(limits(tools), path)
                row += [seconds(c.explaining), seconds(c.cpu), size(c.memory), len(said["violation"]["conflict"]),
                        "yes" if said["violation"]["minimal"] else "no"]
            os.remove(path)
            table.row(*row)
            if c.unknown:
                break


def looks(tools, _):
    sizes = [1000] if tools.quick else [10_000, 100_000, 1_000_000]
    heading("Looks", "The same where 10 % of the operations look at the element that would leave next, right and with one "
            "wrong result: what the verdict and, of a violation, the explanation take.")
    commands("generate --observers 10 [--wrong] SPEC N 8 >h.hist", "lince check -v %s h.hist" % " ".join(limits(tools)))
    table = Table("%-8s" % "SPEC", "%10s" % "N", "%-10s" % "", "algorithm", "verdict", "CPU, verdict", "CPU, all", "memory")
    for spec in DISTINCT[:3]:
        for n in sizes:
            for wrong in [], ["--wrong"]:
                path = tools.generate("--observers", 10, *wrong, spec, n, 8)
                expected = Check.VIOLATION if wrong else Check.OK
                c = tools.decide(limits(tools), path, expected, longest(tools))
                verdict = tools.decide([*limits(tools), "--no-explanation"], path, expected, longest(tools))
                os.remove(path)
                table.row(spec, count(n), " ".join(wrong), c.algorithm, c.unless_unknown(seconds(c.deciding)),
                          seconds(verdict.cpu), seconds(c.cpu), size(c.memory))


def crashes(tools, _):
    sizes = [1000] if tools.quick else [10_000, 100_000, 1_000_000]
    heading("Crashes", "Correct histories by 8 threads in which every value is added once, and 5 % of the operations "
            "crash: they may have taken effect or not.")
    commands("generate --crashes 5 SPEC N 8 >h.hist", "lince check -v %s h.hist" % " ".join(limits(tools)))
    table = Table("%-20s" % "SPEC", "%10s" % "N", "algorithm", "verdict", "CPU, all", "memory")
    for spec in DISTINCT[:4]:
        for n in sizes:
            path = tools.generate("--crashes", 5, *spec.split(), n, 8)
            c = tools.decide(limits(tools), path, Check.OK, longest(tools))
            os.remove(path)
            table.row(spec, count(n), c.algorithm, c.unless_unknown(seconds(c.deciding)), seconds(c.cpu),
                      size(c.memory))
            if c.unknown:
                break


def ambiguous(tools, _):
    heading("Ambiguous", "1,000 operations by 4 threads that call all the time, on containers that hold each of 10 "
            "values many times over, so that nothing tells which removal belongs to which addition: 20 histories each, "
            "in half of which two late results have changed places so that no order is left. Times are those of the "
            "verdict, without reading; what is not decided counts with %d s. A wrong verdict ends the benchmark. The "
            "published tools' figures are those of the fastest for each object, as measured on this kind of machine "
            "for as many operations and processes, but not on these histories." % longest(tools))
    commands("generate --values 10 [--wrong] SPEC 1000 4 SEED >h.hist",
             "lince check -v --no-explanation %s h.hist" % " ".join(limits(tools)))
    table = Table("SPEC", "histories", "as expected", "undecided", "median", "worst", "algorithm", "published",
                  "ratio: median", "worst")
    for spec, seeds in AMBIGUOUS.items():
        runs = []
        for wrong, expected in ((), Check.OK), (("--wrong",), Check.VIOLATION):
            for seed in seeds[expected][:1] if tools.quick else seeds[expected]:
                path = tools.generate("--values", 10, *wrong, spec, 1000, 4, seed)
                runs.append(tools.decide([*limits(tools), "--no-explanation"], path, expected, longest(tools)))
                os.remove(path)
        times = [longest(tools) if c.unknown else c.deciding for c in runs]
        undecided = sum(c.unknown for c in runs)
        theirs, median, worst = PUBLISHED_AMBIGUOUS[spec], statistics.median(times), max(times)
        table.row(spec, len(runs), len(runs) - undecided, undecided, seconds(median), seconds(worst),
                  ",".join(sorted({c.algorithm for c in runs if c.algorithm})), seconds(theirs), ratio(theirs, median),
                  ratio(theirs, worst))


# ---- figures that do not depend on the machine's mood ----


def instructions_of(tools, *options):
    """What callgrind counts while a check runs, or, without options for it, all in all."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + tools.path("callgrind"), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        raise Failed("%s: exit status %d\n%s" % (" ".join(command), done.returncode, done.stderr))
    return int(found.group(1))


def instructions(tools, _):
    heading("Instructions", "Correct histories by 8 threads in which every value is added once: instructions an "
            "operation, for the check alone and for everything, starting the command not included. These hardly change "
            "from run to run.")
    if not shutil.which("valgrind"):
        print("SKIP instructions: valgrind is not there\n")
        return
    with open(tools.real(["lince"])[0], "rb") as program:
        if b"__asan_init" in program.read():
            print("SKIP instructions: valgrind does not go with a sanitizer\n")
            return
    check = ["lince", "check", "--jobs", "1"]
    only = "--toggle-collect=lince_check"
    commands("generate SPEC N 8 >h.hist", "valgrind --tool=callgrind [%s] %s h.hist" % (only, " ".join(check)))
    table = Table("%-20s" % "SPEC", "%10s" % "N", "check", "everything")
    base = instructions_of(tools, *tools.real(["lince", "--version"]))
    for spec in DISTINCT[:1] if tools.quick else DISTINCT:
        for n in [1000] if tools.quick else [10_000, 100_000]:
            path = tools.generate(*spec.split(), n, 8)
            command = tools.real([*check, path])
            alone, everything = instructions_of(tools, only, *command), instructions_of(tools, *command)
            os.remove(path)
            table.row(spec, count(n), count(round(alone / n)), count(round(net(everything, base) / n)))
