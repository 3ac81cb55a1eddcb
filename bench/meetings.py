"""Objects whose operations meet: how soon each mistake is found, beside what a tester with real threads took."""

import glob
import os
import re
import shlex

from costs import Failed, Table, commands, count, heading, seconds
from testing import FOUND, SOURCE, compiled, expected_of, trial

# Milliseconds until a mistake was found, process start included: figures 15 (what is wrong in a history) and 16 (who
# waits and need not) of Lawrence and Lowe, Synchronization: specification and testing. By what the names begin with.
FIGURE_15 = {"channel": 85, "filter_channel": 77, "men_women": 75, "exchanger": 73, "counter_channel": 94,
             "two_families": 299, "one_family": 336, "abc": 717, "barrier": 80, "enrollable_barrier": 132,
             "timeout_channel": 121, "timeout_exchanger": 288, "closeable_channel": 191, "terminating_queue": 103}
FIGURE_16 = {"channel": 323, "filter_channel": 338, "men_women": 232, "one_family": 1098, "abc": 1080, "barrier": 169}
WANTED = 0.1


def published(name, expected):
    figure = FIGURE_15 if expected == "violation" else FIGURE_16
    return max((figure[key] for key in figure if re.match(key + "(_|$)", name)), default=None)


def wrong(tools):
    """Each mistake, and the first thing its file says: a few calls in every interleaving."""
    files = sorted(glob.glob(os.path.join(SOURCE, "subjects", "sync", "wrong", "*.c")))
    rows, slow = [], 0
    table = Table("%-29s" % "FILE", "%-16s" % "found", "seconds", "executions", "whole command", "published")
    for path in files[:2] if tools.quick else files:
        expected, options = expected_of(path)[0]
        name, shown = os.path.relpath(path, SOURCE), os.path.splitext(os.path.basename(path))[0]
        compiled(tools, name)
        c = trial(tools, ["--jobs", "1", *options], name, 5, statuses=(FOUND,))
        if c.found != expected:
            raise Failed("%s: %s, not %s" % (name, c.found, expected))
        figure = published(shown, expected)
        slow += c.seconds > WANTED
        rows.append(c.seconds)
        table.row(shown, c.found, seconds(c.seconds), count(c.executions), seconds(c.wall),
                  figure and "%d ms" % figure)
    print("\n%d of %d within %s, half of them within %s." %
          (len(rows) - slow, len(rows), seconds(WANTED), seconds(sorted(rows)[len(rows) // 2])))


def right(tools):
    """Each object without a mistake, in every interleaving."""
    files = sorted(glob.glob(os.path.join(SOURCE, "subjects", "sync", "right", "*.c")))
    print("\nAnd without the mistakes, in all interleavings:\n")
    table = Table("%-29s" % "FILE", "%-34s" % "OPTIONS", "seconds", "executions", "histories")
    for path in files[:2] if tools.quick else files:
        for expected, options in expected_of(path):
            if expected != "ok exhaustive" or "--spurious" in options:
                continue
            name = os.path.relpath(path, SOURCE)
            compiled(tools, name)
            c = trial(tools, ["--jobs", "1", *options], name)
            if (c.found, c.coverage) != ("ok", "exhaustive"):
                raise Failed("%s: %s, %s" % (name, c.found, c.coverage))
            table.row(os.path.splitext(os.path.basename(path))[0], shlex.join(options), seconds(c.seconds),
                      count(c.executions), count(c.histories))


def meetings(tools, _):
    heading("Meetings", "Every mistake of subjects/sync/wrong under the controlled scheduler, with one job: `seconds` "
            "until it is found, as the command tells them, the least of five runs; the whole command by the clock, "
            "warm: finding it, making it smaller, explaining it and replaying it. `failure blocked` is a failure of "
            "progress: operations wait that should have met. `published` is what Lawrence and Lowe's tester took on "
            "average with real threads until it found a mistake of the same object, on a machine of eight cores, the "
            "start of a process included; it is theirs, not the same code. Each is to be found within 0.1 s.")
    commands("lince test --json --jobs 1 --filter OBJECT subjects/sync/wrong/FILE.c")
    wrong(tools)
    right(tools)
