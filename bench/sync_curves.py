"""Synchronization linearizability against the number of operations and of threads: directly, and in two steps.

Figures 12, 13 and 14 of Lawrence and Lowe (Synchronization: specification and testing) as tables and curves of text.
"""

import json
import math

from costs import Failed, Table, commands, heading
from sync_simulate import (Abc, Barrier, Channel, CloseableChannel, CounterChannel, Exchanger, MenWomen, TimeoutChannel,
                           simulate, spoil, text)

LIMIT = 1  # seconds for one history
EACH = 6  # histories of each point that are right, and as many that are wrong
DIRECT, SEARCH, TWO_STEP = ["--criterion", "sync"], ["--criterion", "sync", "--algorithm", "search"], \
    ["--criterion", "two-step"]
OPERATIONS = [2, 4, 8, 16, 32, 128]
FIGURE_12 = [(Channel, [2, 4, 6, 8, 10, 12]), (Abc, [3, 6, 9, 12]), (Barrier, [2, 4, 6, 8, 10, 12]),
             (CloseableChannel, [2, 4, 6, 8, 10, 12])]
FIGURE_14 = [Channel, MenWomen, Exchanger, CounterChannel, Abc, Barrier, TimeoutChannel, CloseableChannel]
THREADS = [2, 4, 6, 8, 10, 12, 16, 20, 24]


class Point:
    """What deciding the histories of one point took, the least of several runs; those that were given up count as the
    limit."""

    def __init__(self, runs):
        self.verdicts = [v["verdict"] for v in runs[0]]
        times = [min(LIMIT if v["verdict"] == "unknown" else v["seconds"] for v in history) for history in zip(*runs)]
        self.mean, self.worst = sum(times) / len(times), max(times)
        self.unknown = self.verdicts.count("unknown")

    def __str__(self):
        return ("%.2f" if self.mean < 0.01 else "%.0f") % (1e3 * self.mean) + \
            (" (%d)" % self.unknown if self.unknown else "")


def judge(tools, histories, options):
    path = tools.path("sync-curves.hist")
    with open(path, "w", encoding="utf-8") as file:
        file.write("---\n".join(histories))
    command = ["lince", "check", "--json", "--no-explanation", "--jobs", "1", "--timeout", str(LIMIT), "--max-memory",
               "4G", *options, path]
    runs = []
    while not runs or (len(runs) < 5 and not tools.quick and sum(v["seconds"] for v in runs[-1]) < 0.5):
        _, output = tools.measured(command, 1, len(histories) * LIMIT + 10)
        runs.append([json.loads(line) for line in output.splitlines()])
        if len(runs[-1]) != len(histories):
            raise Failed("%s: %d answers to %d histories" % (" ".join(command), len(runs[-1]), len(histories)))
    return Point(runs)


def histories_of(tools, kind, threads, calls):
    """Right ones, and as many that are found to be wrong."""
    each = 1 if tools.quick else EACH
    right = [text(*simulate(kind, threads, calls, seed)) for seed in range(each)]
    spoiled = []
    for seed in range(8 * each):
        spec, events = simulate(kind, threads, calls, 1000 + seed)
        spoiled.append(text(spec, spoil(events, seed)))
    verdicts = judge(tools, spoiled, DIRECT).verdicts
    wrong = [h for h, verdict in zip(spoiled, verdicts) if verdict == "violation"]
    return right + wrong[:each], ["ok"] * each + ["violation"] * len(wrong[:each])


def measure(tools, histories, options):
    """A verdict that is not the known one ends the benchmark."""
    texts, expected = histories
    point = judge(tools, texts, options)
    for number, (verdict, known) in enumerate(zip(point.verdicts, expected)):
        if verdict not in (known, "unknown"):
            raise Failed("WRONG VERDICT: %s: %s, not %s:\n%s" % (" ".join(options), verdict, known, texts[number]))
    return point


def hopeless(point):
    return point is not None and point.unknown > len(point.verdicts) // 2


def against_operations(tools, kind, all_threads):
    print("\n%s, milliseconds a history:\n" % kind.__name__)
    all_threads = all_threads[:2] if tools.quick else all_threads
    table = Table("%-10s" % "operations", *("direct: %d" % p if p == all_threads[0] else str(p) for p in all_threads),
                  *("two-step: %d" % p if p == all_threads[0] else str(p) for p in all_threads))
    last = {}
    for calls in OPERATIONS[:2] if tools.quick else OPERATIONS:
        direct, two = [], []
        for threads in all_threads:
            histories = histories_of(tools, kind, threads, calls)
            direct.append(measure(tools, histories, DIRECT))
            last[threads] = None if hopeless(last.get(threads)) else measure(tools, histories, TWO_STEP)
            two.append(last[threads])
        table.row(str(calls), *direct, *two)


def place(point, width):
    """Where on a line from 10 µs to 1 s, by its logarithm."""
    return round((width - 1) * min(max((math.log10(point.mean) + 5) / 5, 0), 1))


def curve(points, width=61):
    print("\n            10 µs       0.1 ms      1 ms        10 ms       0.1 s       1 s")
    for threads, direct, search, two in points:
        line = [" "] * width
        for point, mark in ((two, "2"), (search, "s"), (direct, "d")):
            if point is not None:
                line[place(point, width)] = mark
        print("    %2d      |%s|" % (threads, "".join(line)))


def against_threads(tools, kind):
    print("\n%s, milliseconds a history of 4 operations a thread:\n" % kind.__name__)
    table = Table("%-8s" % "threads", "direct", "direct: worst", "search", "search: worst", "two-step",
                  "two-step: worst")
    points, two = [], None
    for threads in THREADS[:2] if tools.quick else THREADS:
        if kind is Abc:
            threads = max(3, threads - threads % 3)
        histories = histories_of(tools, kind, threads, 4)
        direct, search = measure(tools, histories, DIRECT), measure(tools, histories, SEARCH)
        two = None if points and (two is None or hopeless(two)) else measure(tools, histories, TWO_STEP)
        points.append((threads, direct, search, two))
        table.row(str(threads), *(cell for point in (direct, search, two) for cell in
                                  ((point, "%.2f" % (1e3 * point.worst)) if point else (None, None))))
    curve(points)


def sync_curves(tools, _):
    heading("Curves of synchronization", "Histories of p threads with k operations each, of simulated objects: whoever "
            "can go on is chosen by chance. Of %d histories a point half are right; in the others two operations have "
            "changed results, or one (of a barrier) has returned at once. `direct` is criterion sync with the "
            "algorithm that fits the object, `search` the general one, `two-step` the same question as "
            "linearizability of two steps an operation. The figures are the mean time for the verdict, in "
            "milliseconds, of the least of up to five runs; what takes more than %d s is given up, counts as that, and "
            "is counted in brackets; from there on — says that it was not tried. All verdicts are compared: a "
            "wrong one ends the benchmark." %
            (2 * EACH, LIMIT))
    command = "lince check --json --no-explanation --jobs 1 --timeout %d --max-memory 4G --criterion " % LIMIT
    commands(command + "sync [--algorithm search] h.hist", command + "two-step h.hist")
    print("### As figures 12 and 13: against the operations of a thread, for p threads")
    for kind, all_threads in FIGURE_12[:1] if tools.quick else FIGURE_12:
        against_operations(tools, kind, all_threads)
    print("\n### As figure 14: against the threads\n\nIn the curves d is direct, s the search where it differs, 2 in "
          "two steps.")
    for kind in FIGURE_14[:1] if tools.quick else FIGURE_14:
        against_threads(tools, kind)
