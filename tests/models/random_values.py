#!/usr/bin/env python3
"""Random models in which values are passed on: random_values.py SEED prints one.

Processes draw values, store, copy, compare, send and show them.  Mostly that is all they do, so that values are
interchangeable; some models do one thing that tells two values apart (a number that is written, a sum, an order, a
subscript), in the implementation, in the specification, or in what is asked.
"""

import random
import sys


class Maker:
    """@a, @b and @C[2] hold values, @c is a channel."""

    def __init__(self, draw, prefix):
        self.draw, self.prefix = draw, prefix
        self.low, self.count = draw.choice([0, 1, 1, 1, 1, 2]), draw.choice([2, 2, 3, 3, 4])
        self.count += self.low == 0  # the first is what variables begin with
        self.capacity = draw.choice([None, None, 0, 1, 2])
        self.ranged = draw.random() < 0.15
        self.lines, self.processes = [], 0
        self.spoilers = draw.choice([0, 0, 0, 0, 1, 1])

    def at(self, text):
        """Names are written as @x, and what is meant as @ as @@."""
        return text.replace("@@", "\0").replace("@", self.prefix).replace("\0", "@")

    def values(self):
        return "{%d..%d}" % (self.low, self.low + self.count - 1)

    def held(self, bound):
        """Something that holds a value."""
        return self.draw.choice(["@a", "@b", "@C[0]", "@C[1]"] + bound * 3)

    def place(self):
        return self.draw.choice(["@a", "@b", "@C[0]", "@C[1]"])

    def number(self):
        return self.draw.randrange(self.low, self.low + self.count)

    def spoil(self, bound):
        """Something that does not treat all values alike, or hardly."""
        draw, x = self.draw, self.held(bound)
        return draw.choice([
            "tau{%s = (%s + 1) %% 3;} -> " % (self.place(), x),
            "[%s == %d] tau -> " % (x, self.number()),
            "[%s != %d] tau -> " % (x, self.number()),
            "[%s < %s] tau -> " % (x, self.held(bound)),
            "[%s > 1] tau -> " % x,
            "out.(%s %% 2) -> " % x,
            "tau{@C[%s %% 2] = %s;} -> " % (x, self.held(bound)),
            "tau{%s = %d;} -> " % (self.place(), self.number()),
            "out.%d -> " % self.number(),
            "tau{if (%s) {%s = 0;}} -> " % (x, self.place()),
        ])

    def step(self, bound):
        """A prefix, and the values bound behind it."""
        draw, x, to = self.draw, self.held(bound), self.place()
        if self.spoilers and draw.random() < 0.3:
            self.spoilers -= 1
            return self.spoil(bound), bound
        pick = draw.random()
        if pick < 0.25:
            return "out.%s -> " % x, bound
        if pick < 0.5:
            return "tau{%s = %s;} -> " % (to, x), bound
        if pick < 0.58:
            return "show.%s.%s{%s = %s;} -> " % (x, self.held(bound), to, self.held(bound)), bound
        if pick < 0.66:
            return "[%s %s %s] tau -> " % (x, draw.choice(["==", "!="]), self.held(bound)), bound
        if pick < 0.72:
            return "tau{var t = @a; @a = @b; @b = t;} -> ", bound
        if pick < 0.78:
            return "tau{if (%s == %s) {%s = 0;} else {%s = %s;}} -> " % (x, self.held(bound), to, to, x), bound
        if pick < 0.82:
            return "tau{%s = (%s == %s ? %s : %s);} -> " % (to, x, self.held(bound), self.held(bound), x), bound
        if self.capacity is None:
            return "go -> ", bound
        if pick < 0.92:
            return "@c!%s -> " % x, bound
        if bound and draw.random() < 0.4:  # what has a value is compared
            return "@c?%s -> " % draw.choice(bound), bound
        name = "u%d" % len(bound)
        return "@c?%s -> " % name, bound + [name]

    def body(self, depth, bound, end):
        draw, text = self.draw, ""
        for _ in range(draw.randrange(1, depth + 1)):
            step, bound = self.step(bound)
            text += step
        pick = draw.random()
        if depth > 1 and pick < 0.2:
            condition = "%s == %s" % (self.held(bound), self.held(bound))
            return "%s(ifa (%s) { %s } else { %s })" % (text, condition, self.body(1, bound, end), self.body(1, bound, end))
        if depth > 1 and pick < 0.25:
            condition = "%s == %s" % (self.held(bound), self.held(bound))
            rest = tuple(self.body(1, bound, end) for _ in range(2))
            default = draw.choice(["", " default: " + self.body(1, bound, end)])
            return "%s(case { %s: %s %s == %d: %s%s })" % (text, condition, rest[0], self.held(bound), self.number(),
                                                          rest[1], default)
        if depth > 1 and pick < 0.28:
            return "%s((%s) interrupt (%s))" % (text, self.body(1, bound, "Skip"), self.body(1, bound, "Skip"))
        if depth > 1 and pick < 0.33:
            return "%sifb (%s != %s) { %s }" % (text, self.held(bound), self.held(bound), self.body(1, bound, end))
        if depth > 1 and pick < 0.36:
            return "%satomic { %s }" % (text, self.body(1, bound, "Skip"))
        if depth > 1 and pick < 0.42:
            return "%s((%s) [] (%s))" % (text, self.body(1, bound, end), self.body(1, bound, end))
        if depth > 1 and pick < 0.52:
            self.processes += 1
            name = "@R%d" % self.processes
            passed = [draw.choice(bound) if bound and draw.random() < 0.7 else self.held(bound) for _ in range(2)]
            self.lines.append("%s(p, q) = %s;" % (name, self.body(1, ["p", "q"], end)))
            return "%s%s(%s)" % (text, name, ", ".join(passed))
        return text + end

    def process(self, name, again):
        """One that draws a value and does something with it."""
        draw = self.draw
        end = name + "()" if again else draw.choice(["Skip", "Stop", "Skip"])
        choice = draw.choice(["[]", "[]", "[]", "<>"])
        values = self.values()
        if self.spoilers and draw.random() < 0.15:
            self.spoilers -= 1
            values = "{%d, %d}" % (self.low, self.low + 1)
        first = draw.choice(["in.v -> ", "in.v{%s = v;} -> " % self.place(), "tau{%s = v;} -> " % self.place()])
        self.lines.append("%s() = (%sv:%s@@%s%s);" % (name, choice, values, first, self.body(2, ["v"], end)))

    def whole(self, name):
        """A few of them beside each other."""
        draw = self.draw
        count = draw.choice([1, 1, 2])
        parts = []
        for i in range(count):
            self.process("@%s%d" % (name, i), draw.random() < 0.4)
            parts.append("@%s%d()" % (name, i))
        together = draw.choice([" ||| ", " ||| ", " || ", "; "])
        text = together.join(parts)
        if draw.random() < 0.2:  # together with one that knows all values, or some
            last = self.low + self.count - 1
            self.lines.append("@%sL() = %s;" % (name, draw.choice([
                "[]v:{%d..%d}@@in.v -> @%sL()" % (self.low, last, name), "in.%d -> @%sL()" % (self.number(), name),
                "[]v:{%d..%d}@@in.v -> out.v -> @%sL()" % (self.low, last, name),
                "in.%d -> in.%d -> Stop" % (self.number(), self.number()), "[]v:{%d..%d}@@out.v -> Skip" % (self.low, last)])))
            text = "(%s) || @%sL()" % (text, name)
        hidden = draw.choice(["", "", "", "", " \\ {out}", " \\ {out}", " \\ {in.%d}" % self.number(),
                              " \\ {in}", " \\ {in, out.%d}" % self.number()])
        self.lines.append("@%s() = (%s)%s;" % (name, text, hidden))

    def asked(self):
        draw = self.draw
        x, y, z = (self.place() for _ in range(3))
        if draw.random() < 0.25:
            return "%s == %d && %s != %s" % (x, self.number(), x, y)
        return draw.choice(["%s == %s && %s != 0" % (x, y, y), "%s != 0 && %s != 0 && %s != %s" % (x, y, x, y),
                            "%s != %s && %s != %s && %s != 0" % (x, y, y, z, z)])

    def make(self):
        draw = self.draw
        kind = ":{0..%d}" % (max(1, self.low + self.count - draw.choice([1, 1, 2]))) if self.ranged else ""
        first = draw.choice([0, 0, 0, 1])
        self.lines += ["var @a%s = %d;" % (kind, first), "var @b = 0;", "var @C[2];"]
        if self.capacity is not None:
            self.lines.append("channel @c %d;" % self.capacity)
        self.whole("I")
        before = len(self.lines)
        if draw.random() < 0.5:
            self.whole("S")
        else:  # the same, or almost
            self.lines += [line.replace("@I", "@S").replace("@R", "@T") for line in self.lines[:before] if " = " in line
                           and not line.startswith("var")]
            at = draw.randrange(before, len(self.lines))
            if draw.random() < 0.6:
                at = -1
            changed = draw.choice([("out.v", "out.@a"), ("== ", "!= "), ("tau{", "go{"), ("@a = ", "@b = "), ("[]v", "<>v"),
                                   (".p", ".q"), ("Stop", "Skip")])
            self.lines[at] = self.lines[at].replace(*changed)
        self.lines += ["#assert @I() refines @S();", "#assert @I() reaches %s;" % self.asked(),
                       "#assert @I() reaches %s with %s(%s);" % (self.asked(), draw.choice(["min", "max"]), self.place()),
                       "#assert @I() %s;" % draw.choice(["deadlockfree", "nonterminating"])]
        if draw.random() < 0.3:
            self.lines.append("#assert @I() refines<F> @S();")
        return self.at("\n".join(self.lines) + "\n")


def model(seed, prefix="v_"):
    return Maker(random.Random(seed), prefix).make()


if __name__ == "__main__":
    print(model(int(sys.argv[1]) if len(sys.argv) > 1 else 0), end="")
