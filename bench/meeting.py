"""Synchronization objects: long histories of operations that wait for each other, as `meet` simulates them."""

import os

from costs import Check, Table, commands, count, heading, limits, seconds, size

MILLION, MANY = 1_000_000, 100_000
OK, VIOLATION = Check.OK, Check.VIOLATION

# What `meet` is told, of how many operations and threads, what must come out, and the algorithms to compare.
SUBJECTS = [
    ("channel", MILLION, 8, OK, ["auto"]),
    ("--wrong channel", MILLION, 8, VIOLATION, ["auto"]),
    ("--crashes 5 channel", MILLION, 8, OK, ["auto"]),
    ("--pending 10000 channel", MILLION, 8, OK, ["auto"]),
    ("--values 10 channel", MILLION, 64, OK, ["auto"]),
    ("men-women", MILLION, 8, OK, ["auto"]),
    ("exchanger", MILLION, 8, OK, ["auto"]),
    ("--wrong exchanger", MILLION, 8, VIOLATION, ["auto"]),
    ("--crashes 5 exchanger", MILLION, 8, OK, ["auto"]),
    ("--values 10 exchanger", MILLION, 64, OK, ["auto"]),
    ("channel", MANY, 8, OK, ["sweep", "matching", "cover", "search"]),
    ("--wrong channel", MANY, 8, VIOLATION, ["sweep", "matching", "cover", "search"]),
    ("--values 3 exchanger", MANY, 32, OK, ["sweep", "matching", "search"]),
    ("filter-channel", MANY, 8, OK, ["matching", "cover", "search"]),
    ("--wrong filter-channel", MANY, 8, VIOLATION, ["matching", "cover", "search"]),
    ("--values 10 --crashes 2 filter-channel", MANY, 8, OK, ["matching"]),
    ("--values 20 filter-channel", MANY, 64, OK, ["matching"]),
    ("abc", MANY, 8, OK, ["auto", "cover", "search"]),
    ("--wrong abc", MANY, 8, VIOLATION, ["auto", "cover", "search"]),
    ("barrier:n=4", MANY, 8, OK, ["auto", "cover", "search"]),
    ("--wrong barrier:n=4", MANY, 8, VIOLATION, ["auto", "cover", "search"]),
    ("barrier:n=4", MANY, 64, OK, ["auto"]),
    ("combining-barrier:n=4,f=sum", MANY, 8, OK, ["auto", "cover", "search"]),
    ("--wrong combining-barrier:n=4,f=sum", MANY, 8, VIOLATION, ["auto", "cover", "search"]),
    ("broadcast:n=3", MANY, 8, OK, ["auto", "cover", "search"]),
    ("--wrong broadcast:n=3", MANY, 8, VIOLATION, ["auto", "cover", "search"]),
    ("counter-channel", MANY, 8, OK, ["auto"]),
    ("--wrong counter-channel", MANY, 8, VIOLATION, ["auto"]),
]


def meet(tools, what, operations, threads):
    """The file that `meet` makes."""
    path = tools.path("meet.hist")
    tools.run(["meet", *what.split(), str(operations), str(threads)], path)
    return path


def sync(tools, _):
    heading("Sync", "Objects whose operations wait for each other. Threads call all the time; a group meets when its last "
            "member is called, or soon after. --values N: they give N different values, else each only once; --wrong: two "
            "late results have changed places, or somebody returns from a barrier that met nobody. CPU includes reading, `verdict after` is elapsed time without it. A "
            "wrong verdict ends the benchmark. Wanted is a million operations of a channel below 3 s.")
    commands("meet OBJECT N THREADS >h.hist",
             "lince check -v %s --no-explanation --algorithm ALGORITHM h.hist" % " ".join(limits(tools)))
    out = Table("%-38s" % "OBJECT", "%9s" % "N", "THREADS", "ALGORITHM", "decided by", "verdict  ", "CPU", "verdict after",
                "memory")
    for what, operations, threads, expected, algorithms in SUBJECTS:
        n = 1000 if tools.quick else operations
        path = meet(tools, what, n, threads)
        for algorithm in algorithms[:1] if tools.quick else algorithms:
            c = tools.check([*limits(tools), "--no-explanation", "--algorithm", algorithm], [path], 3, expected=expected)
            out.row(what, count(n), threads, algorithm, c.algorithm,
                    "unknown" if c.unknown else "violation" if c.status else "ok", c.unless_unknown(seconds(c.cpu)),
                    c.unless_unknown(seconds(c.deciding)), size(c.memory))
        os.remove(path)
