"""Following a stream: events a second from end to end, and memory that does not grow."""

import json
import subprocess

from costs import Cost, Failed, Table, commands, count, heading, seconds, size

# What `generate` is told, and what the monitor is.
STREAMS = [("queue", ["--length", "100", "queue"]), ("stack", ["--length", "100", "stack"]),
           ("pqueue", ["--length", "100", "pqueue"]), ("bag", ["--length", "100", "bag"]), ("register", ["register"]),
           ("counter", ["counter"]), ("set", ["set"]), ("mutex", ["mutex"]), ("semaphore", ["semaphore"])]
THREADS, KEYS = 4, 100
FEW, MANY = 50_000, 500_000  # operations: two events each


def piped(tools, path, *options):
    """`cat FILE | lince monitor --json`: what it used, and its last word."""
    best = None
    for _ in range(1 if tools.quick else 3):
        output = tools.path("output")
        with subprocess.Popen(["cat", path], stdout=subprocess.PIPE) as writer:
            command = [tools.names["measure"], "-n", "1", "-o", output, tools.names["lince"], "monitor", "--json", *options]
            done = subprocess.run(command, stdin=writer.stdout, capture_output=True, text=True, check=False)
        if done.returncode or done.stderr:
            raise Failed("lince monitor: %s" % done.stderr)
        with open(output, encoding="utf-8") as printed:
            cost = Cost(done.stdout, printed.read())
        if cost.status not in (0, 3):
            raise Failed("lince monitor: exit status %d\n%s" % (cost.status, cost.output))
        best = cost if best is None or cost.wall < best.wall else best
    return best, json.loads(best.output.splitlines()[-1])


def row(tools, table, name, few, many, *options):
    before, _ = piped(tools, few, *options)
    cost, summary = piped(tools, many, *options)
    events = summary["events"]
    table.row(name, count(events), count(round(events / cost.wall)), seconds(cost.cpu / events), size(before.memory),
              size(cost.memory), "%.1f %%" % (100 * summary["exactly"] / summary["operations"]),
              "%.1f %%" % (100 * summary["not_at_all"] / summary["operations"]))


def follow(tools, _):
    heading("Following", "A stream of events through a pipe, %d threads: how many a second are read and judged, and the "
            "memory after a tenth of them and after all." % THREADS)
    commands("generate [--length 100] SPEC OPERATIONS %d | lince monitor --json" % THREADS)
    table = Table("%-18s" % "SPEC", "events", "events a second", "CPU an event", "memory: a tenth", "all", "exactly",
                  "not at all")
    few, many = (FEW // 50, MANY // 50) if tools.quick else (FEW, MANY)
    for spec, options in STREAMS:
        keys = [KEYS] if spec == "set" else []
        paths = [tools.generate(*options, operations, THREADS, *keys) for operations in (few, many)]
        row(tools, table, spec, *paths)
        if spec == "queue":
            lines = [tools.path("%d.jsonl" % operations) for operations in (few, many)]
            for path, line in zip(paths, lines):
                tools.run(["lince", "show", "--format", "jsonl", path], line)
            row(tools, table, "queue, JSON lines", *lines, "--spec", "queue")
