"""Tables II, III and V of "Round-Up: runtime checking quasi linearizability of concurrent data structures" (Zhang,
Chattopadhyay and Wang), and its figures 8 and 9: the same objects, test programs of the same shape, the same verdicts."""

import re

from costs import Failed, Table, commands, count, heading, net, ratio, seconds
from testing import FOUND, Trial, compiled, run_test

# What adds and what removes, by the kind of object; bench/golden_KIND.c is one for a single thread.
METHODS = {"queue": ("enq", "deq"), "stack": ("push", "pop"), "pqueue": ("enq", "deq")}
PRIORITIES = {1: 3, 2: 1, 3: 4, 4: 2}  # a priority queue must not get its values in order
# Who calls what: + adds, - removes; before the threads, each thread, after them.
SHAPES = {
    "2*2+0": "; +- | +-;",
    "2*2+4": "++++; -- | --;",
    "3*3+4": "++++; --- | ---;",
    "2*3+3": "+++; +- | ---;",
    "3*3+2": "++; +-- | +--;",
    "3*4+1": "+; +-- | ++--;",
    "4*4+0": "; ++-- | ++--;",
    "1*1+12 add+remove": "++++++; + | -; ------",
    "1*1+12 add+add": "+++++; + | +; -------",
    "1*1+12 remove+remove": "+++++++; - | -; -----",
    "1*1+12 add+remove, above an empty segment": "++++++-; + | -; -----",
}

# Class, file, kind, shape, violation, sequential histories, violating histories, all histories, seconds.
TABLE_II = [
    ("IQueue", "wrong/iqueue.c", "queue", "2*2+0", "YES", 3, 2, 6, "0.3"),
    ("Herlihy/Wing queue", "right/herlihy_wing.c", "queue", "2*2+0", "NO", 3, 0, 4, "0.2"),
    ("Quasi Queue", "right/quasi_queue.c", "queue", "2*2+4", "YES", 6, 16, 16, "2.5"),
    ("Quasi Queue", "right/quasi_queue.c", "queue", "3*3+4", "YES", 20, 64, 64, "43.7"),
    ("Quasi Queue", "right/quasi_queue.c", "queue", "2*3+3", "YES", 10, 24, 32, "8.3"),
    ("Quasi Queue", "right/quasi_queue.c", "queue", "3*3+2", "YES", 20, 108, 118, "1m23s"),
    ("Quasi Queue", "right/quasi_queue.c", "queue", "3*4+1", "YES", 35, 149, 198, "5m8s"),
    ("Quasi Queue", "right/quasi_queue.c", "queue", "4*4+0", "YES", 70, 274, 476, "37m34s"),
    ("Quasi Queue b1", "wrong/quasi_queue_b1.c", "queue", "2*2+4", "YES", 6, 91, 91, "17.8"),
    ("Quasi Queue b2", "wrong/quasi_queue_b2.c", "queue", "2*2+4", "YES", 6, 91, 91, "18.1"),
    ("Quasi Queue b3", "wrong/quasi_queue_b3.c", "queue", "2*2+4", "YES", 6, 141, 141, "26.9"),
    ("Quasi Stack b1", "wrong/quasi_stack_b1.c", "stack", "2*2+4", "YES", 6, 9, 9, "1.6"),
    ("Quasi Stack b2", "wrong/quasi_stack_b2.c", "stack", "2*2+4", "YES", 6, 16, 16, "2.5"),
    ("Quasi Stack", "right/quasi_stack.c", "stack", "2*2+4", "NO", 6, 0, 16, "2.5"),
    ("Quasi Priority Queue", "right/quasi_pqueue.c", "pqueue", "2*2+4", "YES", 6, 16, 16, "4.9"),
    ("Quasi Priority Queue b2", "wrong/quasi_pqueue_b2.c", "pqueue", "2*2+4", "YES", 6, 125, 125, "27.0"),
]
# The same with a quasi factor at the end.
TABLE_III = [
    ("Quasi Queue", "right/quasi_queue.c", "queue", "2*2+4", "NO", 6, 0, 16, "2.9", 2),
    ("Quasi Queue", "right/quasi_queue.c", "queue", "3*3+4", "NO", 20, 0, 64, "5m33s", 2),
    ("Quasi Queue", "right/quasi_queue.c", "queue", "2*3+3", "NO", 10, 0, 32, "9.6", 2),
    ("Quasi Queue", "right/quasi_queue.c", "queue", "3*3+2", "NO", 20, 0, 118, "1m34s", 2),
    ("Quasi Queue", "right/quasi_queue.c", "queue", "3*4+1", "NO", 35, 0, 198, "5m40s", 2),
    ("Quasi Queue", "right/quasi_queue.c", "queue", "4*4+0", "NO", 70, 0, 476, "40m56s", 2),
    ("Quasi Queue (qfactor=3)", "right/quasi_queue.c", "queue", "2*3+3", "NO", 10, 0, 32, "14.9", 3),
    ("Quasi Queue (qfactor=3)", "right/quasi_queue.c", "queue", "3*3+2", "NO", 20, 0, 118, "2m36s", 3),
    ("Quasi Queue (qfactor=3)", "right/quasi_queue.c", "queue", "3*4+1", "NO", 35, 0, 198, "10m15s", 3),
    ("Quasi Queue (qfactor=3)", "right/quasi_queue.c", "queue", "4*4+0", "NO", 70, 0, 476, "69m32s", 3),
    ("Quasi Queue b1", "wrong/quasi_queue_b1.c", "queue", "2*2+4", "YES", 6, 41, 91, "20.1", 2),
    ("Quasi Queue b2", "wrong/quasi_queue_b2.c", "queue", "2*2+4", "YES", 6, 91, 91, "20.2", 2),
    ("Quasi Queue b3", "wrong/quasi_queue_b3.c", "queue", "2*2+4", "YES", 6, 73, 141, "31.0", 2),
    ("Quasi Stack b1", "wrong/quasi_stack_b1.c", "stack", "2*2+4", "YES", 6, 9, 9, "3.5", 2),
    ("Quasi Stack b2", "wrong/quasi_stack_b2.c", "stack", "2*2+4", "YES", 6, 6, 16, "2.8", 2),
    ("Quasi Stack", "right/quasi_stack.c", "stack", "2*2+4", "NO", 6, 0, 16, "2.8", 2),
    ("Quasi Priority Queue", "right/quasi_pqueue.c", "pqueue", "2*2+4", "NO", 6, 0, 16, "4.7", 2),
    ("Quasi Priority Queue b2", "wrong/quasi_pqueue_b2.c", "pqueue", "2*2+4", "YES", 6, 54, 125, "20.0", 2),
]
ADD_REMOVE, ADD_ADD, REMOVE_REMOVE, ABOVE_EMPTY = list(SHAPES)[-4:]
TABLE_V = [
    ("sl-queue", "wrong/sl_queue.c", "queue", ADD_REMOVE, "NO", 2, 0, 2, "1.61", 2),
    ("sl-queue", "wrong/sl_queue.c", "queue", ADD_ADD, "YES", 2, 1, 2, "1.78", 2),
    ("sl-queue", "wrong/sl_queue.c", "queue", REMOVE_REMOVE, "YES", 2, 4, 8, "7.21", 2),
    ("t-stack", "right/treiber.c", "stack", ADD_REMOVE, "NO", 2, 0, 8, "7.77", 2),
    ("t-stack", "right/treiber.c", "stack", ADD_ADD, "NO", 2, 0, 8, "7.78", 2),
    ("t-stack", "right/treiber.c", "stack", REMOVE_REMOVE, "NO", 2, 0, 8, "7.63", 2),
    ("ms-queue", "right/ms_queue.c", "queue", ADD_REMOVE, "NO", 2, 0, 3, "2.94", 2),
    ("ms-queue", "right/ms_queue.c", "queue", ADD_ADD, "NO", 2, 0, 31, "32.47", 2),
    ("ms-queue", "right/ms_queue.c", "queue", REMOVE_REMOVE, "NO", 2, 0, 12, "12.33", 2),
    ("rd-queue", "right/rd_queue.c", "queue", ADD_REMOVE, "NO", 2, 0, 5, "5.97", 2),
    ("rd-queue", "right/rd_queue.c", "queue", ADD_ADD, "NO", 2, 0, 31, "37.83", 2),
    ("rd-queue", "right/rd_queue.c", "queue", REMOVE_REMOVE, "NO", 2, 0, 4, "7.31", 2),
    ("bk-queue", "right/bk_queue.c", "queue", ADD_REMOVE, "NO", 2, 0, 29, "34.45", 2),
    ("bk-queue", "right/bk_queue.c", "queue", ADD_ADD, "NO", 2, 0, 41, "50.98", 2),
    ("bk-queue", "right/bk_queue.c", "queue", REMOVE_REMOVE, "NO", 2, 0, 24, "28.11", 2),
    ("ubk-queue", "right/ubk_queue.c", "queue", ADD_REMOVE, "NO", 2, 0, 21, "35.71", 2),
    ("ubk-queue", "right/ubk_queue.c", "queue", ADD_ADD, "NO", 2, 0, 41, "61.94", 2),
    ("ubk-queue", "right/ubk_queue.c", "queue", REMOVE_REMOVE, "NO", 2, 0, 52, "68.21", 2),
    ("k-stack", "wrong/k_stack.c", "stack", ABOVE_EMPTY, "YES", 2, 11, 69, "1m29s", 2),
    ("k-stack", "wrong/k_stack.c", "stack", ADD_ADD, "NO", 2, 0, 12, "15.13", 2),
    ("k-stack", "wrong/k_stack.c", "stack", REMOVE_REMOVE, "NO", 2, 0, 8, "9.46", 2),
]
BOUNDED = ["--strategy", "bounded", "--preemptions", "2"]
ALL = ["--strategy", "dpor", "--retry", "off"]
VERDICT = {0: "NO", FOUND: "YES"}


def scenario(kind, shape):
    """The calls behind the signs; values are 1, 2, ... in the order in which they stand there."""
    adds, removes = METHODS[kind]
    text, value = [], 0
    for sign in SHAPES[shape].rstrip(";"):
        value += sign == "+"
        number = PRIORITIES.get(value, value) if kind == "pqueue" else value
        text.append({"+": "%s(%d) " % (adds, number), "-": removes + "() "}.get(sign, sign))
    return re.sub(r" +", " ", "".join(text)).strip()


def published_seconds(text):
    minutes, _, rest = text.rpartition("m")
    return 60 * int(minutes or 0) + float(rest.rstrip("s"))


# What these two do wrong shows with four values only if additions must keep their order; the right queue and the right stack
# do not violate that either.
STRICTER = {"Quasi Queue b1": "quasi:enq=0,deq=%d", "Quasi Stack b2": "quasi:push=0,{push,pop}=%d"}


def criterion(name, factor):
    return STRICTER.get(name, "quasi:%d") % factor if factor else "linearizable"


def golden(kind):
    return "bench/golden_%s.c" % kind


class Row:
    """One row of a table: its test program, and what came out."""

    def __init__(self, tools, row):
        self.tools = tools
        (self.name, file, self.kind, self.shape, self.violation, self.sequential, self.buggy, self.all,
         took) = row[:9]
        self.path, self.took = "subjects/" + file, published_seconds(took)
        self.criterion = criterion(self.name, row[9] if len(row) > 9 else None)
        self.scenario = scenario(self.kind, self.shape)

    def run(self, how, path, *options):
        """The least of several runs of one phase."""
        options = ["--json", "--jobs", "1", "--no-data-races", *how, *options, "--scenario", self.scenario]
        if self.name == "sl-queue" and path == self.path:
            options += ["--filter", "enq_enq"]  # any of its tests: they differ in their scenarios alone
        base = compiled(self.tools, path)
        best = None
        for _ in range(1 if self.tools.quick else 3):
            line, output = run_test(self.tools, options, path, "cache", (0, FOUND))
            t = Trial(line, output)
            t.cpu = net(t.cpu, base)
            if best:
                t.cpu, t.seconds = min(t.cpu, best.cpu), min(t.seconds, best.seconds)
            best = t
        return best

    def phase_1(self):
        return self.run(["--strategy", "serial", "--spec", self.kind], golden(self.kind))

    def phase_2(self, how, *options):
        t = self.run(how, self.path, "--all-failures", "--no-shrink", "--golden", golden(self.kind), "--criterion",
                     self.criterion, *options)
        t.verdict = VERDICT[t.status]
        return t


def table(tools, title, rows):
    """Prints the rows; returns what those with most concurrent calls took: in the paper, and both ways here."""
    print("\n%s\n" % title)
    out = Table("%-24s" % "class", "%-20s" % "calls", "violation", "here", "phase 1", "here", "time", "phase 2", "time",
                "2 preemptions", "CPU", "all", "CPU", "faster")
    largest = []
    for line in rows:
        row = Row(tools, line)
        serial, few, every = row.phase_1(), row.phase_2(BOUNDED), row.phase_2(ALL)
        if every.verdict != row.violation:
            raise Failed("%s %s, %s: %s, but the paper has %s" % (row.name, row.shape, row.criterion, every.verdict,
                                                                  row.violation))
        if every.coverage != "exhaustive":
            raise Failed("%s %s: only %s" % (row.name, row.shape, every.coverage))
        out.row(row.name, row.shape.split(",")[0], row.violation, every.verdict, row.sequential, serial.histories,
                seconds(serial.seconds), "%d/%d" % (row.buggy, row.all), seconds(row.took),
                "%d/%d" % (few.violations, few.histories), seconds(few.cpu),
                "%d/%d" % (every.violations, every.histories), seconds(every.cpu),
                ratio(row.took, every.cpu) if every.cpu else None)
        if row.shape == "4*4+0":
            largest.append((row.took, few, every))
    return largest


def roundup(tools, _):
    heading("Round-Up", "Tables II (linearizability), III and V (quasi linearizability) of Zhang, Chattopadhyay and "
            "Wang's paper. 2*3+3 are two threads with two and three calls, and three calls in the main thread; the "
            "first columns are the paper's, each with ours behind. Phase 1: how many sequential histories the test "
            "program has with a sequential object, and what that takes. Phase 2: violating histories of all, and the "
            "time: the paper's, ours with at most two preemptions (the paper bounds contexts, too), and ours with all "
            "interleavings, where phase 1 is included; `faster` compares the paper with the latter. Phase 1 is by the "
            "clock on the wall, as the command tells it, the others are CPU time of all processes, without compiling; "
            "each the least of three runs. The verdicts are the paper's in all rows, or the benchmark ends here.",
            "The paper does not print its test programs. How many permutations it counts tells how many removals there "
            "are and that only they are moved, among themselves: 28 and 48 to a sequentialisation are twice the 14 and "
            "24 orders of four removals that move none by more than 2 and 3, 146 and 344 twice those of six and seven. "
            "So the main thread adds first. The factor is quasi:2, all operations together, which is the paper's factor 2 for "
            "all sets of methods (section IV). With four values two faults do not violate that, by definition 4: queue b1 is "
            "checked with quasi:enq=0,deq=2 and stack b2 with quasi:push=0,{push,pop}=2. The paper's tool sees them "
            "because it moves removals only, and allows no other orders of calls than those of the program's threads. The objects are written anew, and "
            "what they choose at random is tried in all ways: so numbers of histories differ from the paper's.")
    commands("lince test --json --jobs 1 --no-data-races --strategy serial --spec KIND --scenario CALLS "
             "bench/golden_KIND.c",
             "lince test --json --jobs 1 --no-data-races --strategy dpor --retry off --all-failures --no-shrink",
             "           --golden bench/golden_KIND.c --criterion CRITERION --scenario CALLS subjects/FILE",
             "           (and with --strategy bounded --preemptions 2)")
    few_rows = slice(0, 1) if tools.quick else slice(None)
    largest = table(tools, "Table II", TABLE_II[few_rows])
    largest += table(tools, "Table III", TABLE_III[few_rows])
    table(tools, "Table V", TABLE_V[few_rows])
    if largest:
        took = [sum(run.cpu for run in runs) for runs in list(zip(*largest))[1:]]
        print("\nThe %d rows with 4*4+0 take %s with at most two preemptions and %s with all interleavings; the "
              "paper's take %.0f minutes. Below one second in all are wanted." %
              (len(largest), seconds(took[0]), seconds(took[1]), sum(paper for paper, _, _ in largest) / 60))


# ---- figures 8 and 9 ----


def recognizes(tools):
    """Can it be told not to recognize what it has seen before?"""
    try:
        run_test(tools, ["--no-deduplication", "--list"], "subjects/right/treiber.c", "cache", (0,))
    except Failed:
        return False
    return True


def duplicates(tools, _):
    heading("Duplicates", "Figures 8 and 9 of the Round-Up paper: the rows of table V, and the quasi queue of table III "
            "because its programs are larger, with each distinct history judged once, as always, and with each judged "
            "as often as it comes and nothing recognized that was seen before. The paper counts permutations; what "
            "comes closest here are configurations, beginnings of two orders that were looked at.")
    if not recognizes(tools):
        print("SKIP duplicates: lince test has no --no-deduplication\n")
        return
    commands("lince test --json --jobs 1 --no-data-races --strategy dpor --retry off --all-failures --no-shrink",
             "           --golden bench/golden_KIND.c --criterion CRITERION --scenario CALLS",
             "           [--no-deduplication] subjects/FILE")
    out = Table("%-12s" % "class", "%-20s" % "calls", "executions", "histories", "judged", "configurations", "without",
                "fewer", "CPU", "without", "faster")
    for line in TABLE_V[:1] if tools.quick else TABLE_V + TABLE_III[:6]:
        row = Row(tools, line)
        once, always = row.phase_2(ALL), row.phase_2(ALL, "--no-deduplication")
        if once.verdict != always.verdict:
            raise Failed("%s %s: %s, and without recognizing anything %s" % (row.name, row.shape, once.verdict,
                                                                           always.verdict))
        out.row(row.name, row.shape.split(",")[0], count(once.executions), count(once.histories),
                count(always.histories), count(once.configurations), count(always.configurations),
                ratio(always.configurations, once.configurations) if once.configurations else None, seconds(once.cpu),
                seconds(always.cpu), "%.2f ×" % (always.cpu / once.cpu) if once.cpu else None)
