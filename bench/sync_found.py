"""How soon real threads find a mistake, against the number of threads and of calls: figures 12 and 13 of Lawrence and
Lowe (Synchronization: specification and testing) with the mistakes of subjects/sync."""

import subprocess

from costs import Cost, Table, commands, heading
from testing import FOUND, compiled, run_test

LIMIT = 5  # seconds for one search
SEEDS = 5
CALLS = [2, 4, 8, 16]


def pairs(threads, calls):
    """Senders and receivers in turn."""
    value = iter(range(1, threads * calls + 1))
    return [["send(%d)" % next(value) if t % 2 == 0 else "receive()" for _ in range(calls)] for t in range(threads)]


def closed(threads, calls):
    """The last one closes the channel in the end."""
    scenario = pairs(threads, calls)
    scenario[-1][-1] = "close()"
    return scenario


def threes(threads, calls):
    value = iter(range(1, threads * calls + 1))
    return [["%s(%d)" % ("abc"[t % 3], next(value)) for _ in range(calls)] for t in range(threads)]


def rounds(threads, calls):
    return [["sync()"] * calls for _ in range(threads)]


# The mistake, the test, scenarios, and how many threads: what meets must come out even.
SUBJECTS = [("channel_leaves", "channel_many", pairs, [2, 4, 8, 12]), ("abc_late", "abc_many", threes, [6, 9, 12]),
            ("barrier_returns", "barrier_many", rounds, [4, 8, 12]),
            ("closeable_channel_rechecks", "closeable_channel_many", closed, [2, 4, 8, 12])]


def search(tools, path, test, scenario, criterion):
    """The mean time of the whole command, and how often it found nothing in time."""
    text, seeds, total, missed = " | ".join(" ".join(calls) for calls in scenario), 1 if tools.quick else SEEDS, 0, 0
    for seed in range(1, seeds + 1):
        options = ["--quiet", "--strategy", "stress", "--no-shrink", "--timeout", str(LIMIT), "--seed", str(seed),
                   "--filter", test, "--criterion", criterion, "--scenario", text]
        cost = Cost(*run_test(tools, options, path, "cache", (0, FOUND)))
        total += cost.wall
        missed += cost.status != FOUND
    return "%.0f" % (1e3 * total / seeds) + (" (%d)" % missed if missed else "")


def sync_found(tools, _):
    heading("Found by real threads", "Milliseconds until a mistake is found by real threads on real cores, for p "
            "threads with k calls each: the mean of %d whole commands by the clock, the start of the process included "
            "and compiling not, as in the paper. `direct` judges by criterion sync, `two-step` by the other. What was "
            "not found within %d s counts as that, and is counted in brackets. A barrier is for four threads, however "
            "many there are." % (SEEDS, LIMIT))
    commands("lince test --quiet --strategy stress --no-shrink --timeout %d --seed S --filter TEST --criterion "
             "sync|two-step --scenario SCENARIO subjects/sync/wrong/FILE.c" % LIMIT)
    said = subprocess.run(tools.real(["lince", "test", "--help"]), capture_output=True, text=True, check=False).stdout
    if "stress" not in said:
        print("SKIP there is no strategy with real threads")
        return
    for name, test, scenarios, all_threads in SUBJECTS[:1] if tools.quick else SUBJECTS:
        path = "subjects/sync/wrong/%s.c" % name
        all_threads = all_threads[:1] if tools.quick else all_threads
        compiled(tools, path)
        search(tools, path, test, scenarios(all_threads[0], 1), "sync")  # compiled for real threads as well
        print("\n%s:\n" % name)
        table = Table("%-8s" % "calls", *(("direct: %d" if p == all_threads[0] else "%d") % p for p in all_threads),
                      *(("two-step: %d" if p == all_threads[0] else "%d") % p for p in all_threads))
        for calls in CALLS[:1] if tools.quick else CALLS:
            table.row(str(calls), *(search(tools, path, test, scenarios(p, calls), criterion)
                                    for criterion in ("sync", "two-step") for p in all_threads))
