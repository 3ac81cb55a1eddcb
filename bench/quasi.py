"""Quasi linearizability of long histories: relaxed containers as the generator simulates them."""

import glob
import os
import re

from costs import Check, Table, commands, count, heading, limits, seconds, size

# What is generated, the criterion, and what must come out; None: nobody knows beforehand.
CURVES = [
    ("--relaxed 2 queue", "quasi:8", None),
    ("--relaxed 4 queue", "quasi:8", None),
    ("--relaxed 8 queue", "quasi:enq=0,deq=8", Check.OK),
    ("--relaxed 8 queue", "quasi:8", None),
    ("--relaxed 8 queue", "quasi:min", Check.OK),
    ("--moved 8 queue", "quasi:8", Check.OK),
    ("--moved 8 queue", "quasi:min", Check.OK),
    ("--relaxed 8 --wrong queue", "quasi:enq=0,deq=8", Check.VIOLATION),
    ("--moved 8 --wrong queue", "quasi:8", Check.VIOLATION),
    ("--relaxed 8 --sliding queue", "quasi:8", None),
    ("--relaxed 8 --sliding queue", "quasi:min", Check.OK),
    ("--relaxed 2 stack", "quasi:8", None),
    ("--moved 2 stack", "quasi:2", Check.OK),
    ("--moved 2 --wrong stack", "quasi:2", Check.VIOLATION),
    ("--relaxed 2 pqueue", "quasi:8", None),
    ("--moved 2 pqueue", "quasi:2", Check.OK),
    ("--moved 2 --wrong pqueue", "quasi:2", Check.VIOLATION),
]
SIZES = [1000, 10_000, 100_000, 1_000_000]

def verdict(c):
    """What was found out, the smallest factor included."""
    smallest = re.search(r"with (?:factor )?(\S+?)(?:, no less)? \(", c.output)
    known = re.search(r"the smallest factor is (at least \d+( and at most \d+)?)", c.output)
    if smallest:
        return "smallest: " + smallest.group(1)
    word = "unknown" if c.unknown else "violation" if c.status else "ok"
    return word + ", " + known.group(1) if known else word


def distribution(c):
    """How many histories of a file have which smallest factor."""
    found = re.findall(r"(?:with (?:factor )?(\S+?)(?:, no less)? \()|(?:: (violation|unknown) —)", c.output)
    names = [smallest or word for smallest, word in found]
    return ", ".join("%s: %d" % (name, names.count(name)) for name in sorted(set(names)))


def check(tools, path, criterion, expected):
    options = [*limits(tools), "--no-explanation", "--criterion", criterion]
    return tools.check(options, [path], 1, tools.limit, expected)


def cells(c, n):
    """What all tables tell of a check."""
    return (verdict(c), c.unless_unknown(seconds(c.deciding)), None if c.unknown else seconds(c.deciding / n),
            None if c.killed else count(c.configurations), size(c.memory))


def curve(tools, out, what, criterion, expected):
    """Longer and longer histories, until one takes too long."""
    for n in [200] if tools.quick else SIZES:
        path = tools.generate(*what.split(), n, 8)
        c = check(tools, path, criterion, expected)
        os.remove(path)
        out.row(what, criterion, count(n), *cells(c, n))
        if c.unknown or c.deciding > tools.limit / 5:
            return


def quasi(tools, data):
    heading("Quasi", "Histories by 8 threads that call all the time. --relaxed K: a queue of segments of K + 1 cells, "
            "any value of the first one goes next (k-FIFO), quasi linearizable with enq=0,deq=K by construction; a stack and a "
            "priority queue in the same way, of which that is not known. --sliding: any of the first K + 1 values, so that one may be overtaken "
            "for ever. --moved K: each operation takes effect up to K places too early or too late, so quasi:K holds "
            "by construction. --wrong: two late results have changed places that no factor K allows. A wrong verdict "
            "ends the benchmark. Wanted are 100,000 operations of a k-FIFO queue below 10 s for K = 8, and a time an "
            "operation that does not grow with the length.")
    commands("generate OBJECT N 8 >h.hist", "lince check -v %s --no-explanation --criterion CRITERION h.hist" %
             " ".join(limits(tools)))
    out = Table("%-28s" % "OBJECT", "%-17s" % "CRITERION", "%9s" % "N", "%-33s" % "verdict", "time", "an operation",
                "configurations", "memory")
    for what, criterion, expected in CURVES:
        if not tools.quick or expected is not None and "queue" in what:
            curve(tools, out, what, criterion, expected)
    scal(tools, data)


def scal(tools, data):
    """Queues that others have recorded."""
    files = sorted(glob.glob(os.path.join(data, "scal-queues", "*.hist")))
    if not files:
        print("\nSKIP scal-queues: not in the folder of recorded histories\n")
        return
    print("\nQueues of the Scal suite as they were recorded, relaxed and strict: how many histories have which smallest "
          "factor.\n")
    commands("lince check -v %s --no-explanation --criterion quasi:min scal-queues/FILE" %
             " ".join(limits(tools)))
    out = Table("%-12s" % "FILE", "operations", "%-33s" % "smallest: histories", "CPU", "configurations", "memory")
    for path in files[:1] if tools.quick else files:
        with open(path, encoding="utf-8") as file:
            n = sum(" invoke " in line for line in file)
        c = check(tools, path, "quasi:min", None)
        out.row(os.path.basename(path), count(n), distribution(c), c.unless_unknown(seconds(c.cpu)),
                count(c.configurations), size(c.memory))
