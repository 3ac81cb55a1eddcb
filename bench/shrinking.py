"""Shrinking in `lince test`: how small failures become, how long that takes, and whether they stay failures."""

import concurrent.futures
import glob
import json
import os
import random
import shlex
import subprocess

from costs import Failed, Table, commands, count, heading, seconds
from testing import FOUND, SOURCE, UNKNOWN, expected_of, run_test

# File, the operations that add and remove, options.
LARGE = [
    ("iqueue.c", "enq", "deq", ""),
    ("ms_queue_frees.c", "enq", "deq", ""),
    ("sl_queue.c", "enq", "deq", "--filter deq_deq"),
    ("quasi_queue_b2.c", "enq", "deq", "--criterion linearizable --spec bag"),
    ("quasi_stack_b1.c", "push", "pop", "--criterion linearizable"),
    ("treiber_aba.c", "push", "pop", ""),
    ("treiber_push.c", "push", "pop", ""),
    ("treiber_pop.c", "push", "pop", ""),
    ("tagged_stack.c", "push", "pop", ""),
    ("elimination_brace.c", "push", "pop", ""),
]
THREADS = CALLS = 4
SEEDS = 5
REPLAYS = 1000
MOST = 6  # operations of a report


def scenario(adds, removes, seed):
    """Four threads that add and remove at random; values are distinct."""
    chance, value = random.Random(seed), 0
    threads = []
    for _ in range(THREADS):
        calls = []
        for _ in range(CALLS):
            value += 1
            calls.append("%s(%d)" % (adds, value) if chance.random() < 0.5 else removes + "()")
        threads.append(" ".join(calls))
    return " | ".join(threads)


def answer(tools, options, path, statuses=(0, FOUND, UNKNOWN)):
    return json.loads(run_test(tools, ["--json", *options], path, "cache", statuses)[1].splitlines()[0])


def kind(said):
    return "failure " + said["failure"]["kind"] if said["failure"] else said["verdict"]


def output_of(tools, command):
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=SOURCE, timeout=300,
                          env=dict(os.environ, XDG_CACHE_HOME=tools.path("cache"))).stdout


def replay(tools, said, path):
    """Runs a trace again and again; every time all must be as it was."""
    def what(one):
        return kind(one), one["scenario"], one["interleaving"], one["violation"]

    def once(_):
        command = tools.real(["lince", "test", "--json", "--replay", said["trace"], path])
        return what(json.loads(output_of(tools, command))) == what(said)
    times = 10 if tools.quick else REPLAYS
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        same = sum(pool.map(once, range(times)))
    print("\n%s of %s replays of `%s` (%s) fail in the same way, step by step." %
          (count(same), count(times), said["scenario"].replace("|", "\\|"), os.path.basename(path)))
    if same != times:
        raise Failed("%s: replays differ" % path)


def large(tools):
    """Random scenarios of four threads with four calls each."""
    table = Table("%-22s" % "FILE", "%-16s" % "OPTIONS", "%-24s" % "found", "tried", "failed", "operations: most",
                  "preemptions: most", "candidates: most", "seconds: most", "minimal")
    slowest = worst = 0
    for name, adds, removes, options in LARGE[:2] if tools.quick else LARGE:
        path, rows = os.path.join("subjects", "wrong", name), []
        seeds = range(1, 2 if tools.quick else SEEDS + 1)
        for seed in seeds:
            text = scenario(adds, removes, seed)
            said = answer(tools, ["--jobs", "1", "--max-executions", "200000", *options.split(), "--scenario", text],
                          path)
            if said["shrunk"]:
                rows.append(said)
        if not rows:
            table.row(name, options, None, len(seeds), 0)
            continue
        shrunk = [said["shrunk"] for said in rows]
        most = {key: max(s["to"][key] for s in shrunk) for key in ("operations", "preemptions")}
        slowest, worst = max([slowest] + [s["seconds"] for s in shrunk]), max(worst, most["operations"])
        table.row(name, options, ", ".join(sorted({kind(said) for said in rows})), len(seeds), len(rows),
                  most["operations"], most["preemptions"], max(s["candidates"] for s in shrunk),
                  seconds(max(s["seconds"] for s in shrunk)), "%d of %d" % (sum(s["complete"] for s in shrunk), len(rows)))
    print("\nAll have at most %d operations; the slowest took %s." % (worst, seconds(slowest)))


def subjects(tools):
    """What is told of every wrong subject."""
    print("\nEvery wrong subject with scenarios of calls, with the options its file names; of those with more than %d "
          "operations\nand those that take longest:\n" % MOST)
    rows = []
    files = sorted(glob.glob(os.path.join(SOURCE, "subjects", "wrong", "*.c*")))
    for path in files[:2] if tools.quick else files:
        for expected, options in expected_of(path):
            name = os.path.relpath(path, SOURCE)
            if not expected.startswith(("violation", "failure")) or expected.endswith(("nondeterminism", "limit")):
                continue
            said = answer(tools, ["--jobs", "1", *options], name)
            if said["shrunk"] and "(" in said["scenario"]:
                rows.append((said["shrunk"], os.path.basename(name), shlex.join(options), said["scenario"]))
    table = Table("%-22s" % "FILE", "%-30s" % "OPTIONS", "from", "to", "candidates", "seconds", "minimal", "%-60s" % "scenario")
    rows.sort(key=lambda row: -row[0]["seconds"])
    shown = [row for i, row in enumerate(rows) if i < 5 or row[0]["to"]["operations"] > MOST]
    for shrunk, name, options, text in shown:
        table.row(name, options, shrunk["from"]["operations"], shrunk["to"]["operations"], shrunk["candidates"],
                  seconds(shrunk["seconds"]), "yes" if shrunk["complete"] else "not known", text.replace("|", "\\|"))
    small = sum(row[0]["to"]["operations"] <= MOST for row in rows)
    print("\n%d of %d have at most %d operations." % (small, len(rows), MOST))


def shrinking(tools, _):
    heading("Shrinking", "Failing scenarios of four threads with four calls each, made up at random, %d for each "
            "subject; not every one fails within 200,000 executions. `seconds` are those of shrinking alone, as the "
            "command tells them, with one job; minimal are those of which all that is one move smaller was explored "
            "to the end. Below 10 s are wanted, and %s replays that all fail in the same way." %
            (SEEDS, count(REPLAYS)))
    commands("lince test --json --jobs 1 --max-executions 200000 OPTIONS --scenario TEXT subjects/wrong/FILE",
             "lince test --json --replay TRACE subjects/wrong/FILE")
    large(tools)
    path, trace = os.path.join("subjects", "wrong", "treiber_aba.c"), tools.path("shrunk.trace")
    said = answer(tools, ["--trace", trace, "--scenario", scenario("push", "pop", 1)], path, (FOUND,))
    replay(tools, said, path)
    subjects(tools)
