"""What a program pays for being monitored."""

import math
import os

from costs import Failed, Table, commands, count, heading, size

ROUNDS = 15
OPERATIONS = 4_000_000
STEADY = 50_000_000  # two events each

# What, program, arguments, operations: as many as take about as long.
ROWS = [
    ("one core for both threads, one for the checker", "monitored", "-p 0,0 -c 1", 1),
    ("the same, `fenced`", "monitored", "-f -p 0,0 -c 1", 1),
    ("two cores for all", "monitored", "-p 0,1", 1),
    ("one core for both, nothing is judged", "recorded", "-p 0,0 -c 1", 1),
    ("two cores, nobody reads meanwhile", "recorded", "-p 0,1 -b 4000000", 1),
    ("1 µs an operation, one core for both", "monitored", "-w 1000 -p 0,0 -c 1", 0.05),
    ("the same, `fenced`", "monitored", "-f -w 1000 -p 0,0 -c 1", 0.05),
    ("1 µs an operation, two cores for all", "monitored", "-w 1000 -p 0,1", 0.05),
]


def fields(line):
    """The words of a line in pairs; `wall` belongs to what stands before it."""
    words, found, last = line.split(), {}, ""
    if "VIOLATION" in words:
        raise Failed("a violation of a queue that is right: %s" % line)
    for name, value in zip(words[::2], words[1::2]):
        found[last + " wall" if name == "wall" else name] = float(value)
        last = name
    return found


def mean(values):
    """Geometric."""
    return math.exp(sum(map(math.log, values)) / len(values))


def lines_of(tools, *command):
    path = tools.path("monitored")
    tools.run(list(command), path)
    with open(path, encoding="utf-8") as file:
        return [fields(line) for line in file]


def overhead(tools):
    table = Table("%-47s" % "threads", "plain", "off", "on", "on, by the clock", "lost", "gaps", "checked exactly")
    for name, program, arguments, share in ROWS:
        if os.cpu_count() < 2:
            arguments = " ".join(w for w in arguments.split() if "," not in w and w not in ("-p", "-c", "1"))
        operations = max(int(OPERATIONS * share / (20 if tools.quick else 1)), 10_000)
        runs = lines_of(tools, program, *arguments.split(), "-r", str(2 if tools.quick else ROUNDS), str(operations))
        lost, events = sum(r["lost"] for r in runs), sum(r["events"] for r in runs)
        table.row(name, "%.1f ns" % mean([r["plain"] for r in runs]),
                  "%.2f ×" % mean([r["off"] / r["plain"] for r in runs]),
                  "%.2f ×" % mean([r["on"] / r["plain"] for r in runs]),
                  "%.2f ×" % mean([r["on wall"] / r["plain wall"] for r in runs]),
                  "%.1f %%" % (100 * lost / (lost + events)), count(int(sum(r["gaps"] for r in runs))),
                  None if program == "recorded" else "%.1f %%" % (100 * sum(r["exactly"] for r in runs) * 2 / events))


def steady(tools):
    operations = STEADY // 100 if tools.quick else STEADY
    print("\nFor long, flat out and at a rate that the checker keeps up with:\n")
    commands("monitored -s -p 0,0 -c 1 %d" % operations, "monitored -s -w 200 -p 0,0 -c 1 %d" % operations)
    table = Table("%-12s" % "work", "events", "lost", "gaps", "kept by the checker", "resident")
    for work in "0", "200":
        rows = lines_of(tools, "monitored", "-s", "-w", work, "-p", "0,0", "-c", "1", str(operations))
        for r in rows[: -1 : max(1, len(rows) // 6)] + rows[-1:]:
            table.row("%s ns" % work, count(int(r["events"])), count(int(r["lost"])), count(int(r["gaps"])),
                      size(r["memory"]), size(r["resident"]))


def monitor(tools, _):
    heading("Monitor", "Two threads use a queue of Michael and Scott (1996) flat out, without a monitor, with one that "
            "is off, and with one that is on and checks exactly and by A_2. Processor time of the two threads an "
            "operation: the geometric mean of %d rounds that alternate, as are the ratios. An operation that two cores "
            "do not compete for takes less than reading the clock does." % ROUNDS)
    commands(*["%s %s %d" % (program, arguments, OPERATIONS * share) for _, program, arguments, share in ROWS])
    overhead(tools)
    steady(tools)
