"""What can be said about a verdict without believing Lince: does its order explain the history, and what are its
conflict and prefix as histories of their own?"""

import json
import math

UNKNOWN = object()  # the result of an operation that did not return


class Register:
    def __init__(self):
        self.value = None

    def step(self, f, args, result):
        """Takes one operation; false when it cannot return this."""
        if f == "read":
            return result is UNKNOWN or result == self.value
        if f == "write":
            self.value = args[0]
            return True
        old, new = args[0]
        succeeds = self.value == old
        if succeeds:
            self.value = new
        return result is UNKNOWN or succeeds == (result is not False)  # what succeeds echoes its arguments


class Map:
    def __init__(self):
        self.values = {}

    def step(self, f, args, result):
        key, now = args[0], self.values.get(args[0], "")
        if f == "get":
            return result is UNKNOWN or result == now
        self.values[key] = now + args[1] if f == "append" else args[1]
        return True


class Mutex:
    def __init__(self):
        self.held = False

    def step(self, f, args, result):
        enabled = self.held == (f == "release")
        self.held = not self.held
        return enabled


class Queue:
    def __init__(self):
        self.items = []

    def step(self, f, args, result):
        if f == "enq":
            self.items.append(args[0])
            return True
        first = self.items.pop(0) if self.items else "EMPTY"
        return result is UNKNOWN or result == first


def wrong_witness(verdict, events, model):
    """What is wrong with the order found, or None."""
    witness = verdict["witness"]
    if len({o["op"] for o in witness}) != len(witness):
        return "an operation comes twice"
    returns = {n for n, line in enumerate(events) if line.split()[1] == "return"}
    if not returns <= {o["return"] for o in witness}:
        return "an operation that returned is missing"
    latest_call = -1  # of what came before: nothing may follow that returned earlier
    for o in witness:
        if o["return"] is not None and o["return"] < latest_call:
            return "operation %d returned before one that comes earlier was called" % o["op"]
        latest_call = max(latest_call, o["call"])
    state = model()
    for o in witness:
        result = UNKNOWN if o["return"] is None else o["ret"][0] if o["ret"] else None
        if not state.step(o["f"], o["args"], result):
            return "operation %d cannot do this here" % o["op"]
    return None


def answer(verdict):
    """A verdict without what it cost."""
    costs = ("seconds", "explain_seconds", "memory_bytes", "statistics")
    return {key: value for key, value in verdict.items() if key not in costs}


def split_histories(text):
    """Text as (lines that are no events, lines that are), one pair a history."""
    histories = []
    for part in text.split("---\n"):
        lines = part.splitlines(keepends=True)
        events = [line for line in lines if line.split()[1:] and line.split()[0] not in ("spec", "style")]
        histories.append(([line for line in lines if line not in events], events))
    return histories


def prefix_text(header, events, count):
    """The beginning of a history: what had not failed by then may have happened."""
    return "".join(header + events[:count])


def value_text(value, symbols):
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(value_text(v, symbols) for v in value) + "]"
    if isinstance(value, str) and symbols:
        return value
    return json.dumps(value)


def conflict_text(header, verdict, symbols):
    """The conflict as a history: an operation that may still be open does not return, a failed one did not happen."""
    events = []
    for o in verdict["violation"]["conflict"]:
        values = [", ".join(value_text(v, symbols) for v in part or []) for part in (o["args"], o["ret"])]
        # Its thread may call again, so each operation gets one of its own: the order of events says it all.
        thread = "%s/%d" % (o["process"], o["op"])
        events.append((o["call"], "%s invoke %s(%s)\n" % (thread, o["f"], values[0])))
        if o.get("failed"):
            events.append((math.inf, "%s fail\n" % thread))
        elif not o["pending"]:
            events.append((o["return"], "%s return %s\n" % (thread, values[1])))
    return "".join(header + [line for _, line in sorted(events)])
