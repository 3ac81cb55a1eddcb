"""Which histories of many clients are decided at all."""

import os
import subprocess

from costs import Check, Table, commands, count, heading, seconds

# What `generate` is told before and behind OPERATIONS CLIENTS.
OBJECTS = {
    "register": (["--values", "0", "register"], []),
    "cas-register": (["--values", "0", "cas-register"], []),
    "counter": (["counter"], []),
    "map": (["map"], [10]),
    "set": (["set"], [10]),
    "mutex": (["mutex"], []),
    "semaphore": (["semaphore"], []),
    "queue": (["queue"], []),
    "stack": (["stack"], []),
}
SEEDS, MOST_SEEDS = 3, 12
WAIT = 6  # times the limit, by the clock on the wall: the machine may be busy


def made(tools, *arguments):
    """The history, or None if `generate` cannot make one that is wrong for certain."""
    path = tools.path("frontier.hist")
    command = tools.real(["generate", *[str(a) for a in arguments]])
    with open(path, "wb") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL, check=False)
    return path if done.returncode == 0 else None


def cell(tools, name, clients, n, wrong, crashes):
    """The most CPU time of the seeds, and how many of them are undecided."""
    before, behind = OBJECTS[name]
    options = (["--wrong"] if wrong else []) + (["--crashes", crashes] if crashes else [])
    always = ["--jobs", "1", "--no-explanation", "--timeout", str(WAIT * tools.limit), "--max-memory", "3G"]
    found, undecided, worst = 0, 0, 0
    for seed in range(1, MOST_SEEDS + 1):
        path = made(tools, *options, *before, n, clients, *behind, seed)
        if not path:
            continue
        c = tools.check(always, [path], 1, WAIT * tools.limit, Check.VIOLATION if wrong else Check.OK)
        os.remove(path)
        found += 1
        undecided += c.unknown or c.cpu > tools.limit
        worst = max(worst, c.cpu)
        if found == (1 if tools.quick else SEEDS):
            break
    if not found:
        return "none made"
    return "%d of %d undecided" % (undecided, found) if undecided else seconds(worst)


def frontier(tools, _):
    sizes = [1000] if tools.quick else [1000, 10_000]
    clients = [16] if tools.quick else [16, 32, 64, 128]
    heading("Frontier", "Histories of N operations by CLIENTS that call all the time, two thirds of whom have an operation "
            "open at any moment; right ones, and such with one wrong result behind 95 %% of them; without crashes, and "
            "with 2 %% of operations that crash. Registers and queues get each value once, counters go up by 1 to 5 and "
            "down by 1, sets and maps have 10 keys. The most CPU time of %d seeds, reading included, for the verdict, "
            "which must be that for which the history was made. A history is undecided if it takes more than %d s of CPU "
            "time. None made: what is wrong with so many crashes is not certain." % (SEEDS, tools.limit))
    commands("generate [--wrong] [--crashes 2] [--values 0] OBJECT N CLIENTS [10] SEED >h.hist",
             "lince check -v --jobs 1 --no-explanation --timeout %d --max-memory 3G h.hist" % (WAIT * tools.limit))
    table = Table("%-13s" % "OBJECT", "CLIENTS", "%7s" % "N", "right", "right, crashes", "wrong", "wrong, crashes")
    for name in OBJECTS:
        for c in clients:
            for n in sizes:
                table.row(name, c, count(n), *[cell(tools, name, c, n, wrong, crashes)
                                               for wrong in (False, True) for crashes in (0, 2)])
