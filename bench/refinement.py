"""Refinement by counting: what is seen of violations, what it costs, figure 7 and figure 5 of "Tractable refinement
checking for concurrent objects"."""

import math

from costs import Failed, Table, commands, count, heading, net, seconds, size
from testing import FOUND, QUEUE, UNKNOWN, Trial, compiled, run_test

CHAPTER = "Counting: "  # what the titles of all of them begin with


def fields(tools, *command):
    """What a program printed: words, each with the numbers that follow it."""
    output = tools.path("output")
    tools.run([str(word) for word in command], output)
    said, name = {}, None
    with open(output, encoding="utf-8") as printed:
        for word in printed.read().split():
            if word.isalpha() and word != "more":
                name = word
                said[name] = []
            else:
                said[name].append(word)
    return said


# ---- the counters ----


def counting(tools, _):
    events = 100_000 if tools.quick else 20_000_000
    heading(CHAPTER + "the counters of A_k", "Random calls and returns of T threads, with L labels for what has "
            "returned and as many for what has not. A move is a counter that changes its place because a step has "
            "become old: algorithm 1 of the paper shifts all of them, here only those that begin or end in that step "
            "are touched. `counters` is how many there have ever been, `memory` everything that is kept.")
    commands("counting K T L %d" % events)
    table = Table("K", "T", "L", "events a second", "moves an event", "counters", "memory")
    for threads, labels in (4, 8), (16, 100):
        for k in 0, 1, 2, 4, 16, 64:
            said = fields(tools, "counting", k, threads, labels, events)
            done = int(said["events"][0])
            table.row(k, threads, labels, count(round(done / float(said["seconds"][0]))),
                      "%.2f" % (int(said["moves"][0]) / done), said["counters"][0], size(int(said["bytes"][0])))


# ---- what is seen ----

K = 4
# Scenarios of tests/oracle: small histories, half of them right, with crashes and failures.
RANDOM = ["queue", "queue-distinct", "stack", "stack-distinct", "pqueue", "deque", "bag", "register", "cas-register",
          "set", "map", "mutex", "rwlock", "semaphore:n=2", "counter", "snzi"]
# Wrong objects, what they should be, and a scenario in which they are.
EXPLORED = [
    ("bench/figure_6_queue.c", "queue", "enq(1) | enq(2) | enq(3) | deq() | deq() | deq()", []),
    ("subjects/wrong/bounded_reordering.c", "queue", "enq(1) enq(2) | enq(3) deq() | deq() deq()", []),
    ("subjects/wrong/figure_1.c", "stack", None, []),
    ("subjects/wrong/treiber_aba.c", "stack", None, []),
    ("subjects/wrong/treiber_push.c", "stack", "push(1) pop() | push(2) pop() | push(3) pop()", []),
    ("subjects/wrong/treiber_pop.c", "stack", "push(1) pop() | push(2) pop() | push(3) pop()", []),
    ("subjects/wrong/elimination_assignment.c", "stack", None, []),
    ("subjects/wrong/two_lock_queue_head.c", "queue", None, []),
    ("subjects/wrong/two_lock_queue_tail.c", "queue", None, []),
    ("subjects/wrong/iqueue.c", "queue", "enq(1) deq() | enq(2) deq() | deq()", []),
]


def strength(tools, _):
    histories = 300 if tools.quick else 20_000
    executions = 2000 if tools.quick else 200_000
    heading(CHAPTER + "strength", "How many violations are seen: refine(k) asks for A_k after every return, `end` is "
            "A_k of the history as a whole, after the last return. First random histories of up to ten operations, then "
            "the distinct histories of wrong objects as they are explored with up to 4 preemptions.")
    commands("random_histories SPEC %d >h.hist" % histories,
             "lince test --json --jobs 1 --strategy bounded --preemptions 4 --all-failures --histories h.hist "
             "--max-executions %d [--scenario SCENARIO] FILE" % executions, "strength SPEC %d h.hist" % K)
    views = ["refine(%d)" % k for k in range(K + 1)] + ["A_%d, end" % k for k in range(K + 1)]
    table = Table("%-26s" % "SPEC or FILE", "histories", "violations", *views)
    path = tools.path("h.hist")
    rows, other = [], []
    for spec in RANDOM:
        tools.run(["random_histories", spec, str(histories)], path)
        rows.append(row(tools, table, spec, spec.replace("-distinct", ""), path, other))
    table.row("random, all", *[count(sum(column)) for column in zip(*rows)])
    rows = []
    for file, spec, scenario, options in EXPLORED[:3] if tools.quick else EXPLORED:
        options = ["--json", "--jobs", "1", "--strategy", "bounded", "--preemptions", "4", "--all-failures",
                   "--no-shrink", "--histories", path, "--max-executions", str(executions), *options]
        if scenario:
            options += ["--scenario", scenario]
        run_test(tools, options, file, "cache", (0, FOUND, UNKNOWN), 600)
        rows.append(row(tools, table, file.rsplit("/", 1)[1], spec, path, other))
    table.row("explored, all", *[count(sum(column)) for column in zip(*rows)])
    said(other)
    family(tools)


def row(tools, table, name, spec, path, other):
    got = fields(tools, "strength", spec, K, path)
    numbers = [int(n) for word in ("histories", "violations", "refine", "end") for n in got[word]]
    table.row(name, *[count(n) for n in numbers])
    for seen in numbers[2:K + 3], numbers[K + 3:]:
        if seen != sorted(seen) or seen[-1] > numbers[1]:
            raise Failed("strength: %s: more is seen by less: %s" % (name, got))
    if "formulas" in got and numbers[1]:
        other.append([name, numbers[1]] + [[int(n) for n in got.get(word, [])] for word in ("formulas", "patterns")])
    return numbers


def said(rows):
    """What is found without asking a checker."""
    print("\nThe same violations, as found after some return by the formulas of `lince formula SPEC k` (Psi_rv, Psi_ev and\n"
          "others), and by the bad patterns of length k, which are complete where no value is added twice and nobody\n"
          "peeks.\n")
    heads = ["%s(%d)" % (word, k) for word in ("formulas", "patterns") for k in range(K + 1)]
    table = Table("%-26s" % "SPEC or FILE", "violations", *heads)
    for name, violations, formulas, patterns in rows:
        table.row(name, count(violations), *[count(n) for n in formulas], *[count(n) for n in patterns])


# ---- figure 5 ----


def staircase(n, quick):
    """h(n): something is there all the time while a removal finds nothing, but nothing for long."""
    def whole(thread, call, result=""):
        return ["%s invoke %s" % (thread, call), ("%s return %s" % (thread, result)).strip()]
    lines = [*whole("A", "enq(1)"), "B invoke deq()"]
    lines += whole("A", "enq(2)") if n > 1 else []
    for i in range(1, n):
        removal = whole("C", "deq()", str(i))
        addition = whole("A", "enq(%d)" % (i + 2)) if i + 2 <= n else []
        if quick and addition:
            lines += [addition[0], removal[0], addition[1], removal[1]]
        else:
            lines += removal + addition
    return "\n".join([*lines, "B return EMPTY", *whole("C", "deq()", str(n)), ""])


def family(tools):
    most = 4 if tools.quick else 20
    print("\nFigure 5: h(n) for n = 1 to %d, a queue in which there is always something while `deq → EMPTY` runs. The\n"
          "smallest k for which refine(k) sees it, where one operation follows the other (slow), and where `deq → i`\n"
          "goes together with `enq(i+2)` (quick): 2n - 2 and n, but 1 for n = 1.\n" % most)
    table = Table("%-6s" % "n", *[str(n) for n in range(1, most + 1)])
    for quick in False, True:
        table.row("quick" if quick else "slow", *[least(tools, n, quick) for n in range(1, most + 1)])


def least(tools, n, quick):
    path = tools.path("family.hist")
    with open(path, "w", encoding="utf-8") as file:
        file.write(staircase(n, quick))
    for k in range(2 * n + 1):
        options = ["--spec", "queue", "--jobs", "1", "--no-explanation", "--criterion", "refine:%d" % k]
        if tools.check(options, [path], times=1).status == 1:
            if k != (1 if n == 1 else n if quick else 2 * n - 2):
                raise Failed("strength: h(%d) is seen at k = %d" % (n, k))
            return k
    raise Failed("strength: h(%d) is not seen" % n)


# ---- figure 7 ----

A = 2  # the k of A_k
PUBLISHED_MEAN, PUBLISHED_MOST = 2.01, 1000


def figure_7(tools, _):
    executions = 300 if tools.quick else 20_000
    most = 2 if tools.quick else 10
    heading(CHAPTER + "figure 7", "What a monitor costs, against the number of operations: N threads call `enq` and "
            "`deq` once each on Michael and Scott's queue, %s executions, first with up to 3 preemptions, then with as "
            "many as chance gives. Unmonitored is the CPU time of an execution, all of `lince test` without compiling, "
            "less what the judging of its distinct histories takes. `figure_7` then tells for these histories what it "
            "takes to look at one: to keep the counters of A_%d (labels included), to judge refine(%d), to judge "
            "linearizability as `lince check` does, and to enumerate all linearizations without looking at them, which "
            "is what the paper compares with. The overhead is that of a monitor that looks at every execution; `lince "
            "test` looks at each distinct history once, in a process of its own." % (count(executions), A, A),
            "In the paper every operation has a thread of its own, up to 10 of each kind; here there can be 15 threads. "
            "Their executions are all those with up to 3 preemptions, or 126,600 of them; ours are drawn by `pct` with "
            "three changes of priority, and by `random`. Published for A_2 is a geometric mean of %.2f ×, for "
            "enumerating linearizations nearly %s × at 20 operations." % (PUBLISHED_MEAN, count(PUBLISHED_MOST)))
    commands("lince test --json --jobs 1 --strategy STRATEGY --max-executions %d --histories h.hist "
             "--scenario 'enq(1) deq() | ... | enq(N) deq()' %s" % (executions, QUEUE), "figure_7 queue %d h.hist" % A)
    base = compiled(tools, QUEUE)
    table = Table("%-15s" % "STRATEGY", "operations", "histories", "unmonitored", "A_%d: time" % A, "overhead",
                  "refine(%d): time" % A, "overhead", "exact: time", "overhead", "enumerating: time", "overhead")
    overheads = []
    for strategy in "pct --depth 4", "random":
        for n in range(1, most + 1):
            overheads.append(overhead(tools, table, strategy, n, executions, base))
    means = ["%.2f ×" % math.exp(sum(math.log(o[i]) for o in overheads[:most]) / most) for i in range(3)]
    print("\nGeometric means of the first half: A_%d %s, refine(%d) %s, exact %s." %
          (A, means[0], A, means[1], means[2]))


def overhead(tools, table, strategy, n, executions, base):
    path = tools.path("h.hist")
    options = ["--json", "--jobs", "1", "--strategy", *strategy.split(), "--max-executions", str(executions),
               "--scenario", " | ".join("enq(%d) deq()" % (i + 1) for i in range(n)), "--histories", path]
    runs = [Trial(*run_test(tools, options, QUEUE, "cache", (0,), 300)) for _ in range(1 if tools.quick else 3)]
    said = fields(tools, "figure_7", "queue", A, path)
    costs = [float(said[name][0]) * 1e-9 if said[name][0] != "more" else None
             for name in ("counting", "refine", "exact", "enumerating")]
    histories = int(said["histories"][0])
    alone = net(min(run.cpu for run in runs), base) - histories * costs[2]
    if alone <= 0 and not tools.quick:
        raise Failed("figure_7: executions take no time at all")
    alone = max(alone, 1e-9) / runs[0].executions
    cells = [strategy, 2 * n, count(histories), seconds(alone)]
    for cost in costs:
        cells += [seconds(cost), "%.2f ×" % (1 + cost / alone)] if cost is not None else ["> 1 s", None]
    table.row(*cells)
    return [1 + cost / alone for cost in costs[:3]]
