"""Real threads: how soon each mistake of objects whose operations meet is found, and that nothing else is."""

import glob
import json
import os

from costs import Failed, Table, commands, count, heading, seconds
from meetings import published
from testing import FOUND, SOURCE, Trial, expected_of, run_test

SEEDS = 20
LIMIT = 20  # seconds for one search
RIGHT = 600  # seconds for all objects without a mistake


def files_in(folder, quick):
    files = sorted(glob.glob(os.path.join(SOURCE, "subjects", "sync", folder, "*.c")))
    return [os.path.relpath(path, SOURCE) for path in (files[:2] if quick else files)]


def shown(path):
    return os.path.splitext(os.path.basename(path))[0]


def options_for(path):
    """Some mistakes show only if condition variables wake up by themselves."""
    spurious = any("--spurious" in options for _, options in expected_of(os.path.join(SOURCE, path)))
    return ["--strategy", "stress", "--filter", "*_many"] + (["--spurious", "1"] if spurious else [])


def wrong(tools):
    seeds, sooner, known, missed_all = 1 if tools.quick else SEEDS, 0, 0, 0
    table = Table("%-29s" % "FILE", "%-10s" % "found as", "whole command", "search", "runs", "missed", "published")
    for path in files_in("wrong", tools.quick):
        options = ["--json", *options_for(path), "--max-executions", "0", "--timeout", str(LIMIT)]
        run_test(tools, [*options, "--list"], path, "cache", (0,))
        wall = search = runs = missed = blocked = 0
        for seed in range(1, seeds + 1):
            trial = Trial(*run_test(tools, [*options, "--seed", str(seed)], path, "cache", (0, FOUND)))
            wall, search, runs = wall + trial.wall, search + trial.seconds, runs + trial.executions
            missed += trial.status != FOUND
            blocked += trial.found == "failure blocked"
        kind = "blocked" if blocked * 2 > seeds else "violation"
        figure = published(shown(path), "failure blocked" if kind == "blocked" else "violation")
        known += figure is not None
        sooner += figure is not None and wall / seeds * 1e3 < figure and not missed
        missed_all += missed
        table.row(shown(path), kind, seconds(wall / seeds), seconds(search / seeds), count(round(runs / seeds)),
                  str(missed) if missed else None, figure and "%d ms" % figure)
    print("\n%d of the %d with a published figure are found sooner; %d searches of %s s found nothing." %
          (sooner, known, missed_all, LIMIT))


def right(tools):
    """Whatever is found here is a false alarm."""
    files = files_in("right", tools.quick)
    each = 1 if tools.quick else max(1, RIGHT // len(files))
    print("\nAnd without the mistakes, %d s each:\n" % each)
    table = Table("%-29s" % "TEST", "runs", "runs a second", "histories")
    for path in files:
        options = ["--json", "--strategy", "stress", "--filter", "*_many", "--max-executions", "0", "--timeout",
                   str(each)]
        _, output = run_test(tools, options, path, "cache", (0,), limit=each * 4 + 60)
        for answer in map(json.loads, output.splitlines()):
            if answer["verdict"] != "ok":
                raise Failed("%s: %s" % (path, answer["verdict"]))
            table.row(answer["test"], count(answer["executions"]), count(answer["schedules_per_second"]),
                      count(answer["histories"]))


def stress(tools, _):
    heading("Stress", "Every mistake of subjects/sync/wrong with real threads on real cores, in scenarios of the size "
            "that Lawrence and Lowe used: the mean over %d seeds of the whole command by the clock, with the start of "
            "processes and not compiling (but a look whether that is needed), as the paper has it; and of the search "
            "alone, as the command tells it. `published` is the paper's figure for a mistake of the same object, on "
            "eight cores." % SEEDS)
    commands("lince test --json --strategy stress --filter '*_many' --max-executions 0 --timeout %d --seed S "
             "subjects/sync/wrong/FILE.c" % LIMIT)
    wrong(tools)
    right(tools)
