"""Figure 6 of "Tractable refinement checking for concurrent objects", and the numbers of schedules it gives."""

from costs import Failed, Table, commands, count, heading, seconds
from testing import QUEUE, UNKNOWN, Trial, compiled, run_test

TEST = "bench/figure_6_queue.c"
MOST = 5  # preemptions
EXECUTIONS = 2_500_000  # the paper's largest point has 2,359,292
K = 4
PUBLISHED = [1, 33, 612, 8343, 95_434, 930_141]  # schedules with up to 0, 1, ... preemptions


def explore(tools, options, scenario, path, preemptions, limit):
    """The schedules with up to so many preemptions, or None where there are more than the limit."""
    options = ["--json", "--jobs", "1", "--strategy", "bounded", "--preemptions", str(preemptions), *options,
               "--max-executions", str(limit), "--scenario", scenario]
    t = Trial(*run_test(tools, options, path, "cache", (0, UNKNOWN), 600))
    # Each smaller number of preemptions may be explored before; where that gives all schedules, it ends there.
    t.schedules = t.stages[-1]["executions"]
    return None if t.status == UNKNOWN or t.schedules > limit else t


def climb(tools, options, scenario, path, limit):
    """What is explored with 0, 1, ... preemptions, as far as the limit goes."""
    for preemptions in range(MOST + 1):
        t = explore(tools, options, scenario, path, preemptions, limit)
        if not t:
            return
        yield preemptions, t


def covered(tools, histories):
    output = tools.path("output")
    tools.run(["figure_6", "queue", str(K), histories], output)
    with open(output, encoding="utf-8") as printed:
        words = printed.read().split()
    return int(words[1]), int(words[3]), [int(word) for word in words[5:]]


def figure_6(tools, _):
    limit = 1000 if tools.quick else EXECUTIONS
    most = 2 if tools.quick else 4
    heading("Counting: figure 6", "Which violations are seen by a bounded view of histories: i threads that call `enq` and j "
            "that call `deq`, once each, on the bounded-reordering queue (k-FIFO, two slots a segment), under all "
            "schedules with up to P preemptions: %d, or as many as give no more than %s executions, those with fewer, "
            "which are run before, included. Histories are counted up to isomorphism. Those that are not linearizable "
            "are violations; one of them, h, is covered by A_k if the last k steps of some explored h' show a "
            "violation that is weaker than h or equal. As in the paper, rows are ordered by executions an "
            "operation." % (MOST, count(limit)),
            "What counts as a preemption differs: here there may be one before every shared access, and who comes "
            "next when a thread ends is free, so that even without any there are (i + j)! schedules; in the paper "
            "there is one. While exploring, histories are checked as those of a bag, so that no violation ends it.")
    commands("lince test --json --jobs 1 --strategy bounded --preemptions P --spec bag --histories h.hist "
             "--max-executions %d" % limit,
             "           --scenario 'enq(1) | ... | enq(i) | deq() | ...' " + TEST,
             "figure_6 queue %d h.hist" % K)
    compiled(tools, TEST)
    points = []
    for i in range(1, most + 1):
        for j in range(1, most + 1):
            points.append(point(tools, i, j, limit))
    points.sort(key=lambda p: p[3] / (p[0] + p[1]))
    table = Table("i", "j", "P", "executions", "histories", "violations", *["A_%d" % k for k in range(K + 1)],
                  "seconds")
    for i, j, preemptions, executions, histories, violations, by, elapsed in points:
        table.row(i, j, preemptions, count(executions), count(histories), count(violations),
                  *[count(c) for c in by], seconds(elapsed))
    some = [p for p in points if p[5]]
    print("\nOf %d rows with violations, all of them are covered: %s." %
          (len(some), ", ".join("by A_%d in %d" % (k, sum(p[6][k] == p[5] for p in some)) for k in range(K + 1))))
    print("Published, as text beside a drawing: from 1,023 to 2,359,292 executions a point; A_0 exposes no violation, all "
          "k > 0\nmany, and more with k; A_4 covers all of them but at the first point, A_3 after a certain point. "
          "Here A_0 exposes %s,\nand there are violations that A_4 misses in %d rows." %
          (count(sum(p[6][0] for p in some)) if sum(p[6][0] for p in some) else "none",
           sum(p[6][4] < p[5] for p in some)))


def point(tools, i, j, limit):
    scenario = " | ".join(["enq(%d)" % (n + 1) for n in range(i)] + ["deq()"] * j)
    last = None
    for preemptions, t in climb(tools, ["--spec", "bag", "--histories", tools.path("h.hist")], scenario, TEST, limit):
        last = i, j, preemptions, t.schedules, *covered(tools, tools.path("h.hist")), t.seconds
        if last[6] != sorted(last[6]) or last[6][-1] > last[5]:
            raise Failed("figure_6: %s: A_k covers %s of %d violations: not what a stronger view does" %
                         (scenario, last[6], last[5]))
    if not last:
        raise Failed("figure_6: more than %d executions without any preemption: %s" % (limit, scenario))
    return last


# ---- how many schedules there are ----

SPREADS = [
    ("8 of one", "enq(1) | enq(2) | enq(3) | enq(4) | deq() | deq() | deq() | deq()"),
    ("4 of two", "enq(1) deq() | enq(2) deq() | enq(3) deq() | enq(4) deq()"),
    ("2 of four", "enq(1) enq(2) deq() deq() | enq(3) enq(4) deq() deq()"),
]


def preemptions(tools, _):
    limit = 1000 if tools.quick else EXECUTIONS
    heading("Preemptions", "Schedules of 8 calls on Michael and Scott's queue with up to n preemptions, for 8 threads "
            "of one call each and for fewer threads, as far as there are no more than %s. The paper's f(n) counts "
            "preemptions at points chosen in the code, and from one first schedule; ours come before every shared "
            "access, and threads may run in any order: that alone gives 8! schedules for 8 threads." % count(limit))
    options = ["--retry", "off", "--plain", "never"]
    commands("lince test --json --jobs 1 --strategy bounded --preemptions n %s --max-executions %d --scenario SCENARIO "
             "%s" % (" ".join(options), limit, QUEUE))
    compiled(tools, QUEUE)
    table = Table("%-11s" % "threads", "%-76s" % "SCENARIO", *["%9s" % ("f(%d)" % n) for n in range(MOST + 1)],
                  "a second")
    table.row("the paper", None, *[count(f) for f in PUBLISHED], "0.02 M")
    for threads, scenario in SPREADS:
        found = [t for _, t in climb(tools, options, scenario, QUEUE, limit)]
        row = [count(t.schedules) for t in found] + ["more"] * (len(found) <= MOST)
        rate = max((t.executions / t.seconds for t in found), default=0)
        table.row(threads, scenario.replace("|", "\\|"), *row, *[None] * (MOST + 1 - len(row)), "%.2f M" % (rate / 1e6))
