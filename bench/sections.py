"""What is measured, a function for each table."""

import glob
import os

from costs import Check, Table, commands, count, heading, limits, net, ratio, seconds, size, start
from figure_6 import figure_6, preemptions
from follow import follow
from frontier import frontier
from genmc import genmc
from meeting import sync
from meetings import meetings
from models import models
from monitoring import monitor
from pages import pages
from polynomial import ambiguous, crashes, instructions, looks, polynomial, polynomial_violations
from quasi import quasi
from random_models import random_models
from refinement import counting, figure_7, strength
from roundup import duplicates, roundup
from searching import searching
from shrinking import shrinking
from stress import stress
from sync_curves import sync_curves
from sync_found import sync_found
from table_1 import table_1
from testing import found, jobs, races, schedules

# Porcupine (Go 1.19, one processor, user CPU) on this kind of machine: see the head of the tables.
PORCUPINE_LOGS, PORCUPINE_LOGS_CPU, PORCUPINE_LOGS_MEMORY = 102, 0.37, 45e6
PORCUPINE_002_CPU, PORCUPINE_002_STEPS = 0.15, 1_180_000
PORCUPINE_KV = {"c10-ok": (2.3, 406e6), "c10-bad": (2.9, 333e6)}

SPECS = ["register", "cas-register", "counter", "queue", "stack", "pqueue", "bag", "set", "mutex", "semaphore"]
# What `generate` is told for each curve, and the threads.
CURVES = [(spec, 8) for spec in SPECS] + [("--length 100 queue", 8)]
SWITCHES = ["--no-pure", "--no-eager", "--no-symmetry", "--no-dominance", "--no-key-independence", "--no-memo"]


def skip(what):
    print("SKIP %s: not there; LINCE_DATA names the folder that holds it\n" % what)


# ---- recorded from real systems ----


def etcd(tools, data):
    heading("etcd", "Jepsen's logs of etcd, a register with compare-and-set, against Porcupine's figures: "
            "of its %d logs those given here, pro rata." % PORCUPINE_LOGS)
    logs = sorted(glob.glob(os.path.join(data, "etcd", "etcd_*.log")))
    if not logs:
        return skip("etcd")
    commands("lince check -v --jobs 1 [--no-explanation] --spec cas-register etcd/*.log",
             "lince check -v --jobs 1 --spec cas-register etcd/etcd_002.log")
    table = Table("%-28s" % "logs", "CPU", "memory", "configurations", "model steps", "Porcupine: CPU", "memory",
                  "model steps", "ratio: CPU", "memory", "model steps")
    share = len(logs) / PORCUPINE_LOGS
    rows = [("%d, verdicts only" % len(logs), ["--no-explanation"], logs, PORCUPINE_LOGS_CPU * share,
             PORCUPINE_LOGS_MEMORY, None),
            ("%d, with explanations" % len(logs), [], logs, PORCUPINE_LOGS_CPU * share, PORCUPINE_LOGS_MEMORY, None),
            ("etcd_002", [], [log for log in logs if log.endswith("_002.log")], PORCUPINE_002_CPU, None,
             PORCUPINE_002_STEPS)]
    for what, options, files, cpu, memory, steps in rows:
        if not files:
            continue
        c = tools.check([*options, "--jobs", "1", "--spec", "cas-register"], files)
        table.row(what, seconds(c.cpu), size(c.memory), count(c.configurations), count(c.steps), seconds(cpu),
                  memory and size(memory), steps and count(steps), ratio(cpu, c.cpu),
                  memory and ratio(memory, c.memory), steps and ratio(steps, c.steps))


def kv(tools, data):
    heading("kv", "A key–value map with `get`, `put` and `append`, split by key and as a whole, "
            "against Porcupine's figures for the whole.")
    commands("lince check -v --jobs 1 --spec map --init '\"\"' [--no-partition] kv/FILE.txt")
    table = None
    for name, theirs in PORCUPINE_KV.items():
        path = os.path.join(data, "kv", name + ".txt")
        if not os.path.exists(path):
            skip("kv/%s.txt" % name)
            continue
        table = table or Table("%-10s" % "FILE", "%-14s" % "", "CPU", "memory", "configurations", "Porcupine: CPU",
                               "memory", "ratio: CPU", "memory")
        for options in [], ["--no-partition"]:
            c = tools.check([*options, "--jobs", "1", "--spec", "map", "--init", '""'], [path])
            cpu, memory = theirs if options else (None, None)
            table.row(name, " ".join(options), seconds(c.cpu), size(c.memory), count(c.configurations),
                      cpu and seconds(cpu), memory and size(memory), cpu and ratio(cpu, c.cpu),
                      memory and ratio(memory, c.memory))


# ---- large histories ----


def million(tools, _):
    n = 10_000 if tools.quick else 1_000_000
    heading("%s operations on a map of 10,000 keys by 8 threads" % count(n))
    commands("generate map %d 8 10000 >map.hist" % n, "lince check -v --jobs J map.hist")
    table = Table("J", "CPU", "wall clock", "for the verdict", "memory", "configurations")
    path = tools.generate("map", n, 8, 10000)
    for jobs in 1, 2:
        c = tools.check(["--jobs", str(jobs)], [path], limit=60, expected=Check.OK)
        table.row(jobs, seconds(c.cpu), seconds(c.wall), seconds(c.deciding), size(c.memory), count(c.configurations))
    os.remove(path)


def curves(tools, _):
    sizes = [1000, 10_000] if tools.quick else [1000, 10_000, 100_000, 1_000_000]
    heading("Growth", "Correct histories of N operations by T threads that call all the time: two thirds of them have an "
            "operation open at any moment. Registers hold 10 values, containers get each value once, sets have 100 keys; "
            "a queue grows like a random walk, to some 1,000 elements in 1,000,000 operations, unless "
            "`--length` holds it down. What an operation costs includes reading it, but not starting the command. "
            "After a size that is not decided within %d s and 4 GB, larger ones are left out." % tools.limit)
    commands("generate SPEC N T >h.hist", "lince check -v %s h.hist" % " ".join(limits(tools)))
    table = Table("%-18s" % "SPEC", "T", "%9s" % "N", "CPU", "memory", "configurations", "an operation: CPU", "memory",
                  "configurations")
    base = start(tools)
    for spec, threads in CURVES:
        for n in sizes:
            path = tools.generate(*spec.split(), n, threads)
            c = tools.check(limits(tools), [path], expected=Check.OK)
            os.remove(path)
            each = [] if c.unknown else [seconds(net(c.cpu, base.cpu) / n), size(net(c.memory, base.memory) / n),
                                         "%.2f" % (c.configurations / n)]
            table.row(spec, threads, count(n), c.unless_unknown(seconds(c.cpu)), size(c.memory),
                      count(c.configurations), *each)
            if c.unknown:
                break


def violations(tools, _):
    sizes = [1000] if tools.quick else [1000, 10_000, 100_000]
    heading("Violations", "The same by 8 threads with one wrong result after 95 %% of the history: CPU time to the "
            "verdict, reading included, and how much more an explanation takes. After a size that is not decided "
            "within %d s and 4 GB, larger ones are left out." % tools.limit)
    commands("generate --wrong SPEC N 8 >h.hist",
             "lince check -v %s --no-explanation h.hist" % " ".join(limits(tools)),
             "lince check --json %s h.hist" % " ".join(limits(tools)))
    table = Table("%-14s" % "SPEC", "%9s" % "N", "verdict", "configurations", "explanation", "operations in conflict",
                  "minimal")
    for spec in SPECS:
        for n in sizes:
            path = tools.generate("--wrong", spec, n, 8)
            c = tools.check([*limits(tools), "--no-explanation"], [path], expected=Check.VIOLATION)
            row = [spec, count(n), c.unless_unknown(seconds(c.cpu)), count(c.configurations)]
            if not c.unknown:
                all_of_it, said = tools.explained(limits(tools), path)
                row += [seconds(net(all_of_it.cpu, c.cpu)), count(len(said["violation"]["conflict"])),
                        "yes" if said["violation"]["minimal"] else "no"]
            table.row(*row)
            os.remove(path)
            if c.unknown:
                break


def concurrency(tools, _):
    threads = [2, 4] if tools.quick else [2, 4, 8, 16, 32, 64, 100]
    n = 1000 if tools.quick else 10_000
    heading("Concurrency", "%s operations by T threads: CPU time and configurations. After a number of threads that is not "
            "decided within %d s and 4 GB, larger ones are left out." % (count(n), tools.limit))
    commands("generate SPEC %d T >h.hist" % n, "lince check -v %s h.hist" % " ".join(limits(tools)))
    specs = ["register", "cas-register", "counter", "mutex", "queue", "stack", "pqueue"]
    table = Table("T", *[head for spec in specs for head in ("%13s" % spec, "configurations")])
    lost = set()
    for t in threads:
        row = []
        for spec in specs:
            if spec in lost:
                row += ["left out", None]
                continue
            path = tools.generate(spec, n, t)
            c = tools.check(limits(tools), [path], expected=Check.OK)
            os.remove(path)
            row += [c.unless_unknown(seconds(c.cpu)), count(c.configurations)]
            if c.unknown:
                lost.add(spec)
        table.row(t, *row)


def optimizations(tools, data):
    n = 1000 if tools.quick else 10_000
    limit = 1 if tools.quick else 20
    always = ["--jobs", "1", "--no-explanation", "--timeout", str(limit), "--max-memory", "4G"]
    heading("What each optimization is worth", "Each of them switched off alone; a history that is not decided within "
            "%d s is not waited for." % limit)
    commands("generate register %d 8 >register.hist; generate --crashes 5 cas-register %d 8 >crashes.hist" % (n, n),
             "lince check -v OPTIONS [SWITCH] --spec cas-register etcd/*.log",
             "lince check -v OPTIONS [SWITCH] --spec map --init '\"\"' --no-partition kv/FILE.txt",
             "lince check -v OPTIONS [SWITCH] register.hist or crashes.hist",
             "    where OPTIONS are " + " ".join(always))
    subjects = []
    logs = sorted(glob.glob(os.path.join(data, "etcd", "etcd_*.log")))
    if logs:
        subjects.append(("etcd", ["--spec", "cas-register"], logs))
    else:
        skip("etcd")
    for name in PORCUPINE_KV:
        path = os.path.join(data, "kv", name + ".txt")
        if os.path.exists(path):
            subjects.append((name + " whole", ["--spec", "map", "--init", '""', "--no-partition"], [path]))
        else:
            skip("kv/%s.txt" % name)
    subjects.append(("register", [], [tools.generate("register", n, 8)]))
    subjects.append(("5 % crashes", [], [tools.generate("--crashes", 5, "cas-register", n, 8)]))
    table = Table("%-14s" % "history", "%21s" % "SWITCH", "CPU", "configurations", "model steps")
    for name, options, files in subjects:
        for switch in [], *[[s] for s in SWITCHES]:
            c = tools.check([*always, *switch, *options], files, limit=limit)
            table.row(name, *(switch or ["none"]), c.unless_unknown(seconds(c.cpu)),
                      None if c.killed else count(c.configurations), None if c.killed else count(c.steps))


# ---- reading ----


def reading(tools, _):
    n = 10_000 if tools.quick else 200_000
    heading("Reading", "Nothing but reading: the history of %s operations on a map of 10,000 keys in all formats, and "
            "what an operation takes in memory then." % count(n))
    commands("generate map %d 8 10000 >h.hist; zstd h.hist" % n,
             "lince show --format jsonl h.hist >h.jsonl; lince show --format edn h.hist >h.edn",
             "generate --operations map %d 8 10000 >h-operations.jsonl" % n, "read FILE")
    hist = tools.generate("map", n, 8, 10000)
    files = {"h.hist": hist, "h.hist.zst": tools.path("h.hist.zst"), "h.jsonl": tools.path("h.jsonl"),
             "h-operations.jsonl": tools.path("h-operations.jsonl"), "h.edn": tools.path("h.edn")}
    tools.run(["zstd", "-q", "-c", hist], files["h.hist.zst"])
    tools.run(["lince", "show", "--format", "jsonl", hist], files["h.jsonl"])
    tools.run(["lince", "show", "--format", "edn", hist], files["h.edn"])
    tools.run(["generate", "--operations", "map", str(n), "8", "10000"], files["h-operations.jsonl"])
    table = Table("%-18s" % "FILE", "size", "CPU", "events a second", "bytes a second", "memory an operation")
    for name, path in files.items():
        c = tools.cost("read", path)
        words = c.output.split()
        events, operations, memory = int(words[1]), int(words[3]), int(words[5])
        length = os.path.getsize(path)
        table.row(name, size(length), seconds(c.cpu), count(round(events / c.cpu)), size(length / c.cpu),
                  size(memory / operations))
        os.remove(path)


SECTIONS = [etcd, kv, million, curves, violations, polynomial, polynomial_violations, looks, crashes, ambiguous, frontier,
            concurrency, optimizations, reading, instructions, schedules, races, jobs, genmc, found, shrinking, preemptions,
            figure_6, figure_7, strength, counting, table_1, follow, monitor, quasi, sync, roundup, duplicates, meetings,
            stress, sync_curves, sync_found, models, random_models, searching, pages]
