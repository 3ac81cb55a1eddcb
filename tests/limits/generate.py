"""Histories that are hard, large, or wrong in several places, written as .hist files."""

import random


def hard_queue(path, threads=40):
    """Everyone adds at once, then one thread takes all but one element, and finds the queue empty.  Any of the
    factorially many orders of the additions might explain the beginning; none explains the end."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("spec queue\n")
        file.writelines("T%d invoke enq(%d)\n" % (t, t) for t in range(threads))
        file.writelines("T%d return\n" % t for t in range(threads))
        file.writelines("T0 invoke deq()\nT0 return %d\n" % t for t in range(threads - 1, 0, -1))
        file.write("T0 invoke deq()\nT0 return EMPTY\n")


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
