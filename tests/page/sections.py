"""Sections as `lince` writes them, made by hand: src/report/html.h says what is in them."""

import json
import random
import subprocess


def history(events, **more):
    """Columns of [(thread, "call"|"end", label, result, outcome)...], given as lines such as `T1 enq(2)`, `T1 -> 3`,
    `T1 !` (crash) and `T1 x` (failed)."""
    threads, objects, methods, open_ops = [], [], [], {}
    h = {key: [] for key in ["thread", "object", "method", "args", "results", "call", "end", "call_line", "end_line"]}
    outcome = []

    def number(names, name):
        if name not in names:
            names.append(name)
        return names.index(name)

    for at, event in enumerate(events):
        thread, what = event.split(" ", 1)
        if what.startswith("->") or what in "!x":
            op = open_ops.pop(thread)
            h["end"][op], h["end_line"][op] = at, at + 2
            h["results"][op] = what[3:] or None if what.startswith("->") else None
            outcome[op] = {"!": "c", "x": "f"}.get(what, "r")
            continue
        label, args = what.rstrip(")").split("(", 1)
        name, method = label.rsplit(".", 1) if "." in label else ("", label)
        open_ops[thread] = len(outcome)
        outcome.append("o")
        for key, value in [("thread", number(threads, thread)), ("object", number(objects, name)), ("args", args),
                           ("method", number(methods, method)), ("results", None), ("call", at), ("end", -1),
                           ("call_line", at + 2), ("end_line", 0)]:
            h[key].append(value)
    return {"threads": threads, "objects": objects, "methods": methods, **h, "outcome": "".join(outcome),
            "culprits": [], "instead": {}, "fails_at": None, "order": None, "state": None, "annotations": [], **more}


def section(kind, title, verdict, history=None, **more):
    made = {"kind": kind, "title": title, "result": {"verdict": verdict} if verdict else None, "headline": None,
            "summary": "", "reason": None, "notes": [], "history": history, "steps": None, "sources": {},
            "model_steps": None, "loop": None, "not known": {"to": "anybody"}}
    return {**made, **more}


def wrong_queue():
    h = history(["T1 enq(1)", "T1 ->", "T3 deq()", "T3 -> 1", "T1 enq(2)", "T1 ->", "T3 enq(3)", "T1 enq(4)", "T3 ->",
                 "T2 deq()", "T1 ->", "T2 -> 3", "T3 deq()", "T1 deq()", "T3 -> 2", "T1 -> 4"],
                culprits=[2, 3, 5], instead={"5": "2"}, fails_at=11, order=[[0], [1], [2], [3], [4]], state="[2, 3, 4]",
                annotations=[{"at": 4, "thread": None, "text": "now T3 overtakes"}, {"at": 9, "thread": 1, "text": "slow"}])
    return section("check", "queue-wrong.hist", "violation", h, headline="not linearizable as a queue",
                   summary="8 operations, 0.1 ms",
                   reason="not first in, first out: enq(2) by T1 returned before enq(3) by T3 was called, yet "
                          "deq() → 3 by T2 returned while the former was still inside.",
                   notes=["It fails after 12 of 16 events, in line 16: the return of T2 deq() → 3."])


def stuck():
    """What returns after the violation showed was open when an order was searched; and an order may have no first."""
    h = history(["T1 deq()", "T2 deq()", "T2 -> EMPTY", "T3 deq()", "T3 -> 7", "T1 -> 8"], culprits=[0, 2], pending=[0],
                fails_at=4, order=[[1], [0], [2]], state="[1]")
    made = section("check", "open.hist", "violation", h)
    made["result"]["criterion"] = "sync"
    first = section("check", "first.hist", "violation", history(["T1 deq()", "T1 -> 7"], culprits=[0], state="[]"),
                    headline="a race: they meet", reason="they meet.")
    early = section("check", "early.hist", "violation", history(["T1 enq(1)", "T2 deq()", "T2 -> 0"], culprits=[0, 1], pending=[0],
                                                                fails_at=2, state="[]"))
    return [made, first, early]


def right_queue():
    h = history(["T1 enq(1)", "T2 enq(2)", "T1 ->", "T3 deq()", "T2 ->", "T3 -> 2", "T1 deq()", "T2 enq(7)", "T1 -> 1",
                 "T2 !", "T2 deq()", "T3 deq()", "T2 -> EMPTY", "T3 -> 7", "T1 enq(9)", "T1 x", "T2 enq(11)"],
                order=[[1], [0], [2], [3], [5], [4], [6]], state="[]")
    h["call_time"] = [p * p / 10 for p in h["call"]]
    h["end_time"] = [p * p / 10 if p >= 0 else None for p in h["end"]]
    h["call_time"][2] = None  # like the event before it
    h["call_time"][3] = 0.5  # and so is one that a clock places before it
    return section("check", "queue-right.hist", "ok", h, headline="linearizable as a queue", summary="8 operations, 0.0 ms")


def channel():
    h = history(["A c.send(1)", "B c.receive()", "C c.send(2)", "D c.receive()", "B -> 2", "A ->", "C ->", "D -> 1",
                 "A c.send(3)"], order=[[1, 2], [0, 3]])
    h["keys"] = ["k1", "k2", "k2", "k1", None]
    return section("check", "channel.hist (2)", "ok", h, headline="synchronization linearizable as a channel")


def signal():
    """An operation that meets two others."""
    h = history(["C up_and_wait()", "P wait_for_up()", "P ->", "P down()", "P ->", "C ->"], order=[[0, 1], [0, 2]])
    return section("check", "signal.hist", "ok", h, headline="interval linearizable as a signal")


def relaxed():
    h = history(["T1 enq(1)", "T1 ->", "T1 enq(2)", "T1 ->", "T2 deq()", "T2 -> 2", "T2 deq()", "T2 -> 1"],
                order=[[1], [0], [2], [3]], moved={"0": 1, "1": -1})
    return section("check", "relaxed.hist", "ok", h, headline="quasi linearizable as a queue with factor 1")


def belated():
    """An order that does not follow time, of operations that returned, and one that failed."""
    h = history(["T1 write(5)", "T1 ->", "T1 read()", "T1 -> 2", "T1 cas(1, 2)", "T1 x", "T2 write(1)", "T2 ->", "T2 write(2)",
                 "T2 ->"], order=[[0], [3], [4], [1], [2]])
    return section("check", "belated.edn", "ok", h, headline="sequentially consistent as a cas-register")


def crashed():
    """A thread of which more operations crashed than have rows, each of which took effect at the end."""
    events = [e for i in range(8) for e in ("T1 enq(%d)" % i, "T1 !")]
    return section("check", "crashed.hist", "ok", history(events + ["T2 deq()", "T2 -> 0"], order=[[8]] + [[i] for i in range(8)]))


def interleaving():
    h = history(["T1 enq(1)", "T2 enq(2)", "T2 ->", "T2 deq()", "T2 -> EMPTY", "T1 ->"], culprits=[1, 2],
                instead={"2": "2"}, fails_at=4, order=[[1]], state="[2]")
    file = "objects/iqueue.h"

    def step(thread, kind, text, op, line=None, cells=()):
        place = {"file": file, "line": line, "function": "iqueue_enq"} if line else {}
        return {"thread": thread, "kind": kind, "text": text, "op": op, "cells": [list(c) for c in cells], **place}

    steps = [step(1, "call", "enq(1)", 0), step(1, "load", "load object.tail = 0", 0, 26),
             step(1, "cas", "CAS object.tail: 0 → 1", 0, 27, [("object.tail", "0", "1")]), step(2, "call", "enq(2)", 1),
             step(2, "load", "load object.tail = 1", 1, 26, [("object.tail", "1", "1")]),
             step(2, "cas", "CAS object.tail: 1 → 2", 1, 27, [("object.tail", "1", "2")]),
             step(2, "store", "store object.slots[1]: 0 → 2", 1, 28, [("object.slots[1]", "0", "2")]),
             step(2, "return", "enq(2) returns", 1), step(2, "call", "deq()", 2),
             step(2, "load", "load object.head = 0", 2, 32), step(2, "load", "load object.slots[0] = 0", 2, 34),
             step(2, "return", "deq() → EMPTY", 2),
             step(1, "store", "store object.slots[0]: 0 → 1", 0, 28, [("object.slots[0]", "0", "1")]),
             step(1, "return", "enq(1) returns", 0)]
    steps[2].update(next=5)
    steps[4].update(reads=2, synchronizes=True)
    steps[5].update(reads=2)
    code = ["static void iqueue_enq(iqueue *q, int value) {", "    unsigned at;", "    do at = load(&q->tail);",
            "    while (!cas(&q->tail, at, at + 1));", "    store(&q->slots[at], value);", "}", "",
            "static int iqueue_deq(iqueue *q) {", "    unsigned at = load(&q->head);", "    for (;;) {",
            "        int value = load(&q->slots[at]);", "        if (!value) return EMPTY;", "    }", "}"]
    return section("test", "iqueue", "violation", h, headline="not linearizable as a queue",
                   summary="47 executions, 6 histories, 20 ms",
                   reason="nothing found though something was inside: deq() → EMPTY by T2 found nothing, although enq(2) "
                          "by T2 had returned before and its value was still inside.",
                   notes=['To test it from now on: lince_test_scenario("enq(1) | enq(2) deq()");',
                          "To see it again: lince test --replay traces/iqueue-d5de8c13.trace subjects/wrong/iqueue.c"],
                   steps=steps, sources={file: {"first": 24, "lines": code}})


def two_words():
    """Variables that share bytes: two words, and both together."""
    def step(thread, kind, name, address, size, before, after):
        return {"thread": thread, "kind": kind, "text": kind, "op": None, "name": name, "address": hex(address), "size": size,
                "cells": [[name, before, after]] if before else []}

    at = 0x5000
    steps = [step(1, "load", "top.count", at + 8, 8, "1", "1"), step(2, "cas", "top", at, 16, "A", "B"),
             step(1, "cas-failed", "top", at, 16, "B", "B"), step(1, "load", "top.count", at + 8, 8, "2", "2"),
             step(1, "store", "top.node", at, 8, "B", "C"), step(2, "store", "next", at + 16, 8, "A", "B"),
             step(2, "write", "all", at - 64, 1 << 40, None, None), step(1, "load", "next", at + 16, 8, "D", "D"),
             step(1, "load", "next", at + 16, 8, "E", "E")]
    return section("test", "two words", "violation", None, steps=steps)


def deadlock():
    """Threads that wait in the end, each in its own way."""
    def lock(thread, name, line, step):
        return {"thread": thread, "kind": "lock", "step": step, "text": "pthread_mutex_lock(%s)" % name, "file": "a.c", "line": line}

    def waits(thread, what, name, by, line):
        return {"thread": thread, "for": what, "name": name, "by": [{"thread": t, "stack": []} for t in by],
                "stack": [{"file": "a.c", "line": line, "function": "both"}, {"file": "b.c", "line": 1}]}

    made = section("test", "a.c: both", "violation", headline="a deadlock: no thread can go on",
                   steps=[lock(1, "a", 5, 1), lock(2, "b", 9, 2)],
                   sources={"a.c": {"first": 4, "lines": ["line %d" % n for n in range(4, 12)]}})
    made["result"].update(replay="lince test --replay a.trace a.c", failure={"kind": "deadlock", "waiting": [
        waits(1, "mutex", "b", [2], 6), waits(2, "mutex", "a", [1], 10), waits(3, "loop", "done", [], 11), waits(0, "", None, [1, 2], 7)]})
    return made


def race():
    """Two operations that fail together: no order is wrong, and yet it is they that are to blame."""
    h = history(["main enq(1)", "main ->", "T1 deq()", "T2 deq()"])

    def step(thread, kind, text, op, **more):
        return {"thread": thread, "kind": kind, "text": text, "op": op, "cells": [], "file": "q.c", "line": 5, **more}

    made = section("test", "q.c: race", "violation", h, headline="data race: T2 frees what T1 loaded", steps=[
        step(0, "call", "enq(1)", 0), step(0, "store", "store object.tail: A → B, which is a long step", 0),
        step(0, "return", "enq(1) returns", 0), step(1, "call", "deq()", 1), step(1, "load", "load B.next = A", 1, racing=True),
        step(2, "call", "deq()", 2), step(2, "free", "free(B)", 2, racing=True),
        step(2, "failure", "data race: T2 frees what T1 loaded as an atomic, and nothing orders the two", 2)])
    made["result"]["failure"] = {"kind": "data-race", "waiting": []}
    return made


def long_values():
    values = ["x" * 3000 + str(i) for i in range(2)]
    h = history(["T1 enq(%s)" % values[0], "T1 ->", "T1 enq(%s)" % values[1], "T1 ->", "thread-of-a-very-long-name deq()",
                 "thread-of-a-very-long-name -> " + values[1]], culprits=[0, 1, 2], instead={"2": values[0]}, fails_at=5,
                order=[[0], [1]], state=str(values))
    return section("check", "long.hist", "violation", h, headline="not synchronization linearizable as an object of a long name",
                   summary="123,456,789 operations, 100 threads, 7 objects, and all that in 1,234 ms")


def model(loop=None):
    h = history(["P0 push(2)", "P1 pop()", "P1 -> 2", "P1 pop()", "P1 -> 2"], culprits=[0, 1, 2], fails_at=4)
    steps = [("Process(0)", "push_inv.0.2", [["used[1]", 1], ["value[1]", 2], ["spare", 1]], False, 0),
             ("Process(0)", "make_offer.0", [["place", 1], ["offer", 2], ["at[1][1]", 3]], True, None),
             ("Process(1)", "pop_inv.1", [], False, 1), ("Process(0)", "still_there.0", [], True, None),
             ("Process(1)", "meet.1", [["place", 2], ["got[1]", 2]], True, None),
             ("Process(1)", "pop_res.1.2", [], False, 1), ("Process(0)", "withdraw.0", [["place", 0], ["offer", 0]], True, None),
             ("Process(1)", "pop_inv.1", [], False, 2), ("Process(1)", "meet.1", [["place", 2]], True, None),
             ("Process(1)", "pop_res.1.2", [], False, 2)]
    return section("model", "Stack() linearizes Elements", "violation", None if loop else h, loop=loop,
                   headline="not linearizable as Elements", summary="577 states, 1,424 transitions, 19 ms",
                   reason="the specification allows only the returns pop_res.1.-1 or push_res.0 here",
                   model_start=[["used", "[0, 0]"], ["place", 0], ["at", "[[0, 0], [0, 0]]"]],
                   model_steps=[dict(zip(["process", "event", "changes", "hidden", "op"], s)) for s in steps])


def odd():
    """Names and values that somebody thought funny."""
    nasty = "<img src=x onerror=alert(1)></script><!--"
    h = history(["T enq(1)", "T ->"], annotations=[{"at": 0, "thread": None, "text": nasty}], culprits=[0],
                instead={"0": nasty}, state=nasty, order=[[99], [0], []])
    h["threads"] = [nasty]
    h["objects"] = ["שלום"]
    h["methods"] = ["إضافة"]
    h["args"] = ["\u202e" + "abc\u0000\n\u0007" + "😀" * 40 + "x" * 5000]
    h["results"] = [nasty]
    return section("check", nasty, "violation", h, headline=nasty, reason="because of " + nasty, summary=nasty, notes=[nasty, 7, None])


def pending():
    return section("check", "all pending", "unknown", history(["T%d enq(%d)" % (i, i) for i in range(5)]),
                   headline="memory ran out")


def empty():
    return section("show", "empty.hist", None, history([]))


def lone():
    return section("show", "one.hist", None, history(["T1 enq(1)"]), summary="1 operation")


def large(operations, threads, seed=1):
    """A history as long as wanted, with two culprits in the middle of it."""
    rng = random.Random(seed)
    running, ended, at = {}, 0, 0
    columns = {key: [] for key in ["thread", "object", "method", "args", "results", "call", "end"]}
    while ended < operations:
        thread = rng.randrange(threads)
        if thread in running:
            columns["end"][running.pop(thread)] = at
            ended += 1
        elif len(columns["call"]) < operations:
            running[thread] = len(columns["call"])
            enq = rng.random() < 0.5
            for key, value in [("thread", thread), ("object", 0), ("method", 0 if enq else 1), ("call", at), ("end", -1),
                               ("args", str(at) if enq else ""), ("results", None if enq else str(rng.randrange(at + 1)))]:
                columns[key].append(value)
        else:
            continue
        at += 1
    middle = operations // 2
    order = sorted(range(operations), key=lambda op: columns["call"][op])[:middle]
    h = {"threads": ["T%d" % (i + 1) for i in range(threads)], "objects": [""], "methods": ["enq", "deq"], **columns,
         "outcome": "r" * operations, "culprits": [middle, middle + 3], "instead": {}, "state": None,
         "fails_at": columns["end"][middle], "order": [[op] for op in order], "annotations": [],
         "call_time": [c * 13 for c in columns["call"]], "end_time": [e * 13 for e in columns["end"]]}
    return section("check", "large.jsonl", "violation", h, headline="not linearizable as a queue")


def strip():
    """One thread goes on and on, three others meet it once in the middle, and one of them stays."""
    events = []
    for i in range(150):
        events += ["T1 enq(%d)" % i] + (["T%d deq()" % t for t in (2, 3, 4)] if i == 70 else [])
        events += (["T2 -> 1", "T3 -> 2"] if i == 80 else []) + ["T1 ->"]
    return section("check", "strip.hist", "violation", history(events[:-20] + ["T4 -> 3"] + events[-20:], culprits=[78]))


def crowd():
    """More threads than there is room for, with the conflict at the bottom; all are called before anybody returns."""
    events = ["T%d enq(%d)" % (t, t) for t in range(1, 61)] + ["T%d ->" % t for t in range(1, 61)]
    return section("check", "crowd.hist", "violation", history(events, culprits=[57, 58], order=[[11]] + [[t] for t in range(11)]))


def values():
    events = ['T1 put("a, b", 7, 5)', "T1 ->", "T2 put([1, 2], 8)", "T2 ->", 'T1 get("x\\"y", 9)', "T1 -> Seven", 'T3 get("key")', 'T3 -> "seven"']
    return section("check", "values.hist", "ok", history(events))


def long_steps(count):
    steps = [{"thread": 1 + i // 7 % 3, "kind": "store", "text": "store x[%d]" % (i % 50), "op": None,
              "cells": [["x[%d]" % (i % 50), i - 50, i]]} for i in range(count)]
    return section("test", "long", "violation", None, steps=steps)


def page(frame, path, sections, title="a page"):
    """Writes a page of these sections."""
    text = ",".join(json.dumps(s) for s in sections)
    with open(path, "wb") as out:
        subprocess.run([frame, title], input=text.encode(), stdout=out, check=True)
