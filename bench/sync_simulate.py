"""Histories of objects whose operations meet, as p threads with k operations each would give them.

The object is simulated: whoever can go on is chosen by chance, and does one thing: calls, meets with others that are
there, or returns.  What is wrong is made so afterwards: two operations have changed results, or one has returned before
its partners came.  Whether that is wrong at all is for the checker to say.
"""

import random


class Object:
    """An object with nothing but meetings: `kinds` take part in each, one of each kind; thread t is of kind t mod their
    number."""

    spec, kinds = None, ()

    def __init__(self, threads, rng):
        self.threads, self.rng = threads, rng

    def specification(self):
        return self.spec

    def operation(self, thread, _left):
        """What the thread calls next, and its argument."""
        return self.kinds[thread % len(self.kinds)], (self.rng.randrange(100),)

    def meeting(self, opened):
        """Threads that meet, in the order of the kinds, and what each returns; None: nobody can.  `opened` is what the
        threads that wait have called."""
        there = [[t for t in opened if opened[t][0] == kind] for kind in self.kinds]
        if not all(there):
            return None
        group = [self.rng.choice(threads) for threads in there]
        return dict(zip(group, self.results(*(opened[t][1] for t in group))))

    def results(self, *arguments):
        raise NotImplementedError


class Channel(Object):
    spec, kinds = "channel", ("send", "receive")

    def operation(self, thread, left):
        name, arguments = super().operation(thread, left)
        return name, arguments if name == "send" else ()

    def results(self, *arguments):
        return (), arguments[0]


class CounterChannel(Channel):
    spec, passed = "counter-channel", 0

    def results(self, *arguments):
        self.passed += 1
        return (self.passed,), (*arguments[0], self.passed)


class TimeoutChannel(Channel):
    spec = "timeout-channel"

    def meeting(self, opened):
        if opened and self.rng.random() < 0.2:
            thread = self.rng.choice(sorted(opened))
            return {thread: ("false",) if opened[thread][0] == "send" else ("NONE",)}
        return super().meeting(opened)

    def results(self, *arguments):
        return ("true",), arguments[0]


class CloseableChannel(Channel):
    """The last thread closes it in the end."""

    spec, closed = "closeable-channel", False

    def operation(self, thread, left):
        return ("close", ()) if thread == self.threads - 1 and left == 1 else super().operation(thread, left)

    def meeting(self, opened):
        for thread in opened:
            if opened[thread][0] == "close":
                self.closed = True
                return {thread: ()}
        if self.closed:
            return {thread: ("CLOSED",) for thread in list(opened)[:1]} or None
        return super().meeting(opened)


class MenWomen(Object):
    spec, kinds = "men-women", ("man", "woman")

    def results(self, *arguments):
        return arguments[1], arguments[0]


class Abc(Object):
    spec, kinds = "abc", ("a", "b", "c")

    def results(self, *arguments):
        (x,), (y,), (z,) = arguments
        return (y, z), (x, z), (x, y)


class Exchanger(Object):
    spec = "exchanger"

    def operation(self, thread, left):
        return "exchange", (self.rng.randrange(100),)

    def meeting(self, opened):
        if len(opened) < 2:
            return None
        one, other = self.rng.sample(sorted(opened), 2)
        return {one: opened[other][1], other: opened[one][1]}


class Barrier(Object):
    def specification(self):
        return "barrier:n=%d" % self.threads

    def operation(self, thread, left):
        return "sync", ()

    def meeting(self, opened):
        return {thread: () for thread in opened} if len(opened) == self.threads else None


class Operation:
    def __init__(self, thread, name, arguments):
        self.thread, self.name, self.arguments, self.results = thread, name, arguments, None


def simulate(kind, threads, calls, seed):
    """The specification and the events of a history: calls and returns in the order they happened."""
    rng = random.Random(seed)
    thing = kind(threads, rng)
    left, now, events = [calls] * threads, {}, []
    while True:
        opened = {t: (o.name, o.arguments) for t, o in sorted(now.items()) if o.results is None}
        able = [t for t in range(threads) if (left[t] if t not in now else now[t].results is not None)]
        meeting = thing.meeting(opened) if not able or rng.random() < 0.15 else None
        if meeting:
            for thread, results in meeting.items():
                now[thread].results = results
        elif not able:
            return thing.specification(), events
        else:
            thread = rng.choice(able)
            if thread in now:
                events.append(("return", now.pop(thread)))
            else:
                now[thread] = Operation(thread, *thing.operation(thread, left[thread]))
                left[thread] -= 1
                events.append(("invoke", now[thread]))


def spoil(events, seed):
    """Exchanges the results of two operations of one kind, or lets one return as soon as it is called."""
    rng = random.Random(seed)
    returned = [operation for what, operation in events if what == "return"]
    one = rng.choice(returned)
    others = [o for o in returned if o.name == one.name and o.results != one.results]
    if others:
        other = rng.choice(others)
        one.results, other.results = other.results, one.results
        return events
    rest = [e for e in events if e != ("return", one)]
    rest.insert(rest.index(("invoke", one)) + 1, ("return", one))
    return rest


def text(spec, events):
    """As `lince check` reads it."""
    lines = ["spec " + spec]
    for what, o in events:
        if what == "invoke":
            lines.append("T%d invoke %s(%s)" % (o.thread, o.name, ", ".join(map(str, o.arguments))))
        else:
            lines.append("T%d return %s" % (o.thread, " ".join(map(str, o.results))))
    return "\n".join(lines) + "\n"
