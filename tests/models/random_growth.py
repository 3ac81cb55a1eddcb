"""Random models whose control grows: processes that call themselves and go on afterwards, beside themselves, under
`interrupt`, hiding and `atomic`, as often as a variable allows."""

import random
import sys

EVENTS = ["a", "b", "e.0", "e.1", "tau"]


class Maker:
    def __init__(self, draw, prefix):
        self.draw, self.prefix = draw, prefix
        self.left, self.seen = prefix + "left", prefix + "seen"
        self.together = draw.random() < 0.3
        self.names = [prefix + "G%d" % k for k in range(draw.choice([1, 1, 2]))]

    def event(self):
        return self.draw.choice(EVENTS)

    def call(self, i="i"):
        argument = self.draw.choice(["0", "1", i, "(%s + 1) %% 2" % i, self.seen])
        return "%s(%s)" % (self.draw.choice(self.names), argument)

    def small(self, depth=2):
        """A process that ends or stops, and grows no more."""
        draw = self.draw
        pick = draw.random() if depth else 0
        if pick < 0.25:
            return draw.choice(["Skip", "Skip", "Skip", "Stop"])
        block = draw.choice(["", "", "{%s = (%s + 1) %% 2;}" % (self.seen, self.seen), "{%s = i;}" % self.seen])
        if pick < 0.8:
            event = draw.choice([self.event(), "e.i", "tau"])
            return "%s%s -> %s" % (event, block, self.small(depth - 1))
        two = self.small(depth - 1), self.small(depth - 1)
        return "((%s) %s (%s))" % (two[0], draw.choice(["[]", "<>", ";", "|||", "interrupt"]), two[1])

    def rest(self):
        """What follows a step of growth."""
        call, other, small = self.call(), self.call(), self.small()
        return self.draw.choice([
            "(%s; (%s))" % (call, small), "(%s; (%s))" % (call, small), "(%s; %s)" % (call, other),
            "((%s); %s)" % (small, call), "(%s ||| (%s))" % (call, small), "((%s ||| (%s)); e.1 -> Skip)" % (call, small),
            "(%s interrupt (%s))" % (call, small), "((%s ||| (%s)) interrupt (%s))" % (call, small, self.small()),
            "((%s) interrupt %s)" % (small, call), "((%s; (%s)) \\ {a, e.1})" % (call, small),
            "(atomic {%s}; (%s))" % (small, call), "(%s %s (%s))" % (call, "||" if self.together else "|||", small),
            "(%s [*] (b -> %s))" % (call, other), "(if (%s == 0) { %s } else { (%s); %s })" % (self.seen, call, small, other)])

    def grow(self):
        return "[%s > 0] %s{%s = %s - 1;} -> %s" % (self.left, self.event(), self.left, self.left, self.rest())

    def body(self):
        parts = [self.grow()]
        if self.draw.random() < 0.4:
            parts.append(self.grow())
        stop = "" if self.draw.random() < 0.3 else "[%s == 0] " % self.left
        parts.append(stop + self.small())
        return " [] ".join("(%s)" % part for part in parts)

    def make(self):
        draw, n = self.draw, self.prefix
        lines = ["var %s = %d;" % (self.left, draw.choice([1, 2, 2, 3, 4])), "var %s = 0;" % self.seen]
        lines += ["%s(i) = %s;" % (name, self.body()) for name in self.names]
        first = "%s(%d)" % (self.names[0], draw.randrange(2))
        top = draw.choice([first, first, "(%s ||| e.1 -> Skip)" % first, "(%s \\ {b})" % first, "(%s; a -> Skip)" % first])
        lines += ["%sI() = %s;" % (n, top), "%sS() = %s;" % (n, draw.choice([top, "%s(0)" % self.names[-1]]))]
        lines.append("%sAll() = a -> b -> e.0 -> e.1 -> Stop;" % n)
        for kind in draw.sample(["deadlockfree", "nonterminating", "divergencefree", "deterministic"], 2):
            lines.append("#assert %sI() %s;" % (n, kind))
        lines.append("#assert %sI() reaches (%s == 0 && %s == 1);" % (n, self.left, self.seen))
        lines.append("#assert %sI() |= %s;" % (n, draw.choice(["[]<>a", "<>b", "[](a -> <>e.1)", "<>(%s == 0)" % self.left,
                                                               "!(a U b)", "[]!e.1"])))
        lines.append("#assert %sI() refines%s %sS();" % (n, draw.choice(["", "<F>", "<FD>"]), n))
        return "\n".join(lines) + "\n"


def model(seed, prefix="m_"):
    return Maker(random.Random(seed), prefix).make()


if __name__ == "__main__":
    print(model(int(sys.argv[1]) if len(sys.argv) > 1 else 0), end="")
