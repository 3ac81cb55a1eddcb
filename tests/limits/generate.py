"""Histories that are hard, large, or wrong in several places, written as .hist files."""

import random


def hard(path, threads=40):
    """Additions that may have happened or not, and a sum that none of the 2^40 subsets has: all of them are even, but
    a checker would have to understand arithmetic to know."""
    source = random.Random(1)
    with open(path, "w", encoding="utf-8") as file:
        file.write("spec counter\n")
        file.writelines("T%d invoke add(%d)\n" % (t, source.randrange(10**9) * 2) for t in range(threads))
        file.write("U invoke get()\nU return %d\n" % (threads // 2 * 10**9 + 1))


class Queue:
    """Short, because what a checker remembers of a queue are its elements."""

    spec = "queue"

    def __init__(self, random_source):
        self.random, self.items, self.added = random_source, [], 0

    def choose(self):
        if len(self.items) < 10 and self.random.random() < 0.5:
            self.added += 1
            return "enq(%d)" % self.added
        return "deq()"

    def run(self, operation):
        if operation != "deq()":
            self.items.append(operation[4:-1])
            return ""
        return self.items.pop(0) if self.items else "EMPTY"


class Map:
    spec = "map"

    def __init__(self, random_source, keys):
        self.random, self.keys, self.values, self.written = random_source, keys, {}, 0

    def choose(self):
        key = self.random.randrange(self.keys)
        if self.random.random() < 0.5:
            return "get(%d)" % key
        self.written += 1
        return "put(%d, %d)" % (key, self.written)

    def run(self, operation):
        name, arguments = operation[:-1].split("(")
        if name == "get":
            return self.values.get(arguments, "nil")
        key, self.values[key] = arguments.split(", ")
        return ""


def simulate(path, make, operations, threads, seed, spoiled=()):
    """A correct history, of operations that happen at random moments within their intervals; except that the
    operations with the numbers in `spoiled`, or the next that return something, return what nobody ever wrote."""
    source = random.Random(seed)
    thing = make(source)
    spoiled = sorted(spoiled, reverse=True)
    doing, done, started = {}, {}, 0
    with open(path, "w", encoding="utf-8") as file:
        file.write("spec %s\n" % thing.spec)
        while started < operations or doing or done:
            thread = source.randrange(threads)
            if thread in doing:
                done[thread] = thing.run(doing.pop(thread))
            elif thread in done:
                result = done.pop(thread)
                if spoiled and started > spoiled[-1] and result.isdigit():
                    spoiled.pop()
                    result = "-1"
                file.write("T%d return %s\n" % (thread, result))
            elif started < operations:
                started += 1
                doing[thread] = thing.choose()
                file.write("T%d invoke %s\n" % (thread, doing[thread]))
