"""Table 1 of "Tractable refinement checking for concurrent objects": mistakes found by a monitor that `lince emit` wrote,
under `lince test`."""

import json
import os
import re

from costs import Failed, Table, commands, count, heading, ratio, seconds
from testing import FOUND, SOURCE, expected_of, run_test, trial

CHAPTER = "Counting: "

# The file of subjects/counting, the paper's library, mistake, program, k and seconds; our program where it is another.
ROWS = [
    ("two_lock_queue_head", "Michael–Scott queue", "B1 (head)", "2×2", 1, 24.76, None),
    ("two_lock_queue_tail", "Michael–Scott queue", "B1 (tail)", "3×1", 1, 45.44, "2×2"),
    ("treiber_aba", "Treiber stack", "B2", "3×4", 1, 52.59, None),
    ("treiber_push", "Treiber stack", "B3 (push)", "2×2", 1, 24.46, None),
    ("treiber_pop", "Treiber stack", "B3 (pop)", "2×2", 1, 15.16, None),
    ("elimination_brace", "Elimination stack", "B4", "4×1", 0, 317.79, None),
    ("elimination_assignment", "Elimination stack", "B5", "3×1", 1, 222.04, None),
    ("elimination_aba", "Elimination stack", "B2", "3×4", 0, 434.84, None),
    ("lock_list", "Lock-coupling set", "B6", "1×2", 0, 11.27, None),
    ("lfds_queue", "LFDS queue", "B7", "2×2", 1, 77.00, None),
]


def assertion(tools, options, path):
    """Which assertion of the monitor failed."""
    said = json.loads(run_test(tools, ["--json", *options], path, "cache", (FOUND,))[1].splitlines()[0])
    name = re.search(r"assertion `(\w+)`", said["failure"]["message"])
    if not name:
        raise Failed("%s: %s" % (path, said["failure"]["message"]))
    return name.group(1).replace("_", " ")


def table_1(tools, _):
    heading(CHAPTER + "table 1", "P is how many calls add and how many remove, k what the monitor remembers of the order. "
            "`seconds` are those of the exploration until an assertion of the monitor fails, the least of three runs with one job; cold is "
            "the whole command with nothing compiled before: compiling, finding it, making it smaller, explaining it. `right` is the same program without the mistake, all "
            "interleavings. The paper's seconds are those of CSeq and CBMC on all schedules of a few rounds. "
            "A value that the queue of B1 (tail) has lost is missed by the second removal only: with one removal all its "
            "histories are linearizable, so 3×1 cannot show it, and 2×2 takes its place.")
    commands("lince test --json --jobs 1 OPTIONS subjects/counting/wrong/FILE.c -- -Ibuild/tests/subjects",
             "lince test --json --jobs 1 --strategy dpor subjects/counting/right/FILE.c -- -Ibuild/tests/subjects")
    table = Table("%-22s" % "FILE", "%-20s" % "library", "%-9s" % "mistake", "P", "k", "%-34s" % "assertion that fails",
                  "executions", "seconds", "cold", "paper", "ratio  ", "right: executions", "seconds")
    for name, library, mistake, program, k, theirs, ours in ROWS[:2] if tools.quick else ROWS:
        wrong, right = "subjects/counting/wrong/%s.c" % name, "subjects/counting/right/%s.c" % name
        (expected, options), = expected_of(os.path.join(SOURCE, wrong))
        flags = ["--", "-I" + os.path.join(tools.build, "tests", "subjects")]  # where the build puts the monitors
        options = ["--jobs", "1", *options, *flags]
        cold = trial(tools, options, wrong, 1, "cold-" + name, (FOUND,))
        best = trial(tools, options, wrong, 3, "cold-" + name, (FOUND,))
        twin = trial(tools, ["--jobs", "1", "--strategy", "dpor", *flags], right, 1)
        if {cold.found, best.found} != {expected} or twin.coverage != "exhaustive":
            raise Failed("%s: %s, and the right one: %s" % (name, best.found, twin.coverage))
        table.row(name, library, mistake, "%s (paper %s)" % (ours, program) if ours else program, k,
                  assertion(tools, options, wrong), count(best.executions), seconds(best.seconds), seconds(cold.wall),
                  "%.2f s" % theirs, ratio(theirs, best.seconds), count(twin.executions), seconds(twin.seconds))
