#!/usr/bin/env python3
"""Random models: generate.py SEED prints one.

A model is a few definitions and assertions about them; names begin with a prefix of its own, so that many of them make
a file.  Processes repeat only where nothing is left behind, so that they have few states.  A specification is the
implementation with one thing changed, or rewritten by laws: so refinement is decided near the edge.
"""

import random
import sys

from trees import PLAIN, copy, endless, mutate, piles_up, rewrite, show, size

KINDS = ["data", "data", "pure", "pure", "channels", "channels", "alphabets", "copies", "atomic", "interrupts"]


class Maker:
    """Makes one model.  `draw` decides everything."""

    def __init__(self, draw, prefix):
        self.draw, self.prefix = draw, prefix
        self.kind = draw.choice(KINDS)
        self.data = self.kind != "pure" and (self.kind == "data" or draw.random() < 0.6)
        self.broken = self.data and draw.random() < 0.12
        self.lines, self.asserted, self.bound = [], [], []
        self.rooms = []  # definitions that can be referred to anywhere: they end
        self.loops = []  # definitions that repeat
        self.definitions, self.constants, self.square = {}, [], None
        self.macros, self.free_channels, self.atomic_rate = False, [], 0.08 if self.kind == "atomic" else 0
        self.interrupt_rate = 0.15 if self.kind == "interrupts" else 0.03

    def name(self, short):
        return self.prefix + short

    # ---- data ----

    def declare(self):
        n = self.name
        if self.data:
            self.lines += ["var %s = %d;" % (n("x"), self.draw.randrange(3)), "var %s:{0..2} = 0;" % n("y"),
                           "var %s[2]%s;" % (n("A"), self.draw.choice(["", ":{0..2}", ":{0..3} = [1(2)]", " = [0, 2]"]))]
        self.constants = []
        if self.draw.random() < 0.2:
            self.lines += ["#define %s 2;" % n("two"), "enum {%s, %s};" % (n("red"), n("green"))]
            self.constants = [n("two"), n("green")]
        self.macros = self.data and self.draw.random() < 0.15
        if self.macros:
            self.lines += ["#define %s(p, q) (p > q ? p : q) %% 3;" % n("most"),
                           "#define %s(p) {%s = (p + %s) %% 3; %s = p %% 3};" % (n("put"), n("x"), n("x"), n("y")),
                           "#define %s {%s = 0; %s = 1};" % (n("reset"), n("x"), n("y"))]
        if self.data and self.draw.random() < 0.2:
            self.lines.append("var %s[2][2];" % n("B"))
            self.square = n("B")
        if self.kind == "channels":
            self.capacity = self.draw.choice([0, 0, 1, 2])
            self.arity = self.draw.choice([1, 1, 2])
            self.varies = self.draw.random() < 0.25
            self.lines.append("channel %s %d;" % (n("c"), self.capacity))
            self.lines.append("channel %s[2] %d;" % (n("d"), self.draw.choice([0, 1])))

    def value(self, depth=2):
        """An expression whose value is not negative, and small."""
        n, pick = self.name, self.draw.random()
        leaves = [str(self.draw.randrange(3))] + self.bound * 2
        leaves += self.constants
        if self.data:
            leaves += [n("x"), n("y"), "%s[%d]" % (n("A"), self.draw.randrange(2))]
            leaves += ["%s[i %% 2]" % n("A")] * 2 if "i" in self.bound else []
            leaves += ["%s[1][%s %% 2]" % (self.square, n("x"))] if self.square else []
        if depth == 0 or pick < 0.5:
            return self.draw.choice(leaves)
        a, b = self.value(depth - 1), self.value(depth - 1)
        if self.macros and pick < 0.6:
            return "call(%s, %s, %s)" % (n("most"), a, b)
        return self.draw.choice(["(%s + %s) %% 3", "(%s * %s) %% 3", "(%s > %s ? 1 : 0)", "(%s + 3 - %s) %% 3",
                                 "(%s & %s)", "(%s | %s) %% 3"]) % (a, b)

    def condition(self, depth=1):
        pick = self.draw.random()
        if depth and pick < 0.25:
            return self.draw.choice(["%s && %s", "%s || %s"]) % (self.condition(0), self.condition(0))
        if pick < 0.3:
            return "!(%s)" % self.condition(0)
        if pick < 0.35:
            return self.draw.choice(["true", "false", "1"])
        if pick < 0.45 and self.kind == "channels":
            return "call(%s, %s)" % (self.draw.choice(["cfull", "cempty", "ccount", "csize"]), self.name("c"))
        return "%s %s %s" % (self.value(1), self.draw.choice(["==", "!=", "<", "<=", ">", ">="]), self.value(0))

    def small(self):
        """A value from 0 to 2, whatever the variables are."""
        return "(%s) %% 3" % self.value()

    def block(self):
        n, pick = self.name, self.draw.random()
        if not self.data or n("x") in self.bound:  # what was received cannot be assigned to
            return None
        if self.broken and pick < 0.5:
            return self.draw.choice(["%s = 6 / %s;" % (n("x"), n("y")), "%s++;" % n("y"),
                                     "%s[%s + 1] = 0;" % (n("A"), n("x")), "%s = %s - 1;" % (n("y"), self.value(0)),
                                     "%s = 2147483646 + %s; %s = 0;" % (n("x"), n("y"), n("x"))])
        if self.macros and n("y") not in self.bound and pick > 0.8:
            return self.draw.choice(["call(%s, %s)" % (n("put"), self.small()), n("reset"), "%s = 2; %s" % (n("x"), n("reset"))])
        simple = ["%s = %s;" % (n(v), self.small()) for v in "xy"]
        if "i" in self.bound:  # its own, if there are two of them
            simple += ["%s[i %% 2] = %s;" % (n("A"), self.small())] * 3
        if self.square:
            simple.append("%s[%s %% 2][1] = %s;" % (self.square, n("y"), self.small()))
        simple += ["%s[%s] = %s;" % (n("A"), self.draw.choice(["0", "1", "(%s) %% 2" % self.value(1)]), self.small()),
                   "if (%s < 2) { %s = %s++; }" % (n("x"), n("y"), n("x")), "if (%s > 0) { %s = %s--; }" % (n("y"), n("x"), n("y")),
                   "%s = (%s + 1) %% 3;" % (n("x"), n("x")), "%s = 1 - %s %% 2;" % (n("x"), n("x"))]
        if pick < 0.6:
            return self.draw.choice(simple)
        if pick < 0.75:
            return "if (%s) { %s } else { %s }" % (self.condition(), *self.draw.sample(simple, 2))
        if pick < 0.85:
            return "%s %s" % tuple(self.draw.sample(simple, 2))
        if pick < 0.93:
            return "var t = %s; while (t > 0) { t--; %s } %s = t;" % (self.small(), simple[0], n("y"))
        return "var t[2]; t[1] = %s; %s = t[0] + t[1];" % (self.small(), n("y"))

    # ---- processes ----

    def event(self):
        pick = self.draw.random()
        if pick < 0.75 or not (self.data or self.bound):
            return self.draw.choice(PLAIN)
        return "h.%s" % self.draw.choice(["(%s)" % self.small(), "%s" % self.value(0)])

    def prefix_of(self, then):
        pick = self.draw.random()
        if pick < 0.1:
            return ["tau", self.block(), then()]
        if pick < 0.6 and self.kind == "channels":
            return self.message(then)
        event = self.event()
        return ["event", event, self.block() if self.draw.random() < 0.4 else None, then()]

    def message(self, then, again=True):
        n = self.name
        if self.draw.random() < 0.3:
            channel, arity = "%s[%d]" % (n("d"), self.draw.randrange(2)), 1
        else:
            channel, arity = n("c"), self.draw.choice([1, 2]) if self.varies else self.arity
        if self.draw.random() < 0.5:
            return ["send", "%s!%s" % (channel, ".".join("(%s)" % self.small() for _ in range(arity))), then()]
        patterns, fresh = [], []
        for _ in range(arity):
            patterns.append(self.pattern(fresh))
        outer = self.bound
        self.bound = outer + fresh
        guard = "[%s]" % self.condition() if self.draw.random() < 0.2 else ""
        # Often another one follows, which may wait for the same values.
        after = self.message(then, False) if again and self.draw.random() < 0.4 else then()
        made = ["receive", "%s?%s%s" % (channel, guard, ".".join(patterns)), after]
        self.bound = outer
        return made

    def pattern(self, fresh):
        """What one value of a message is to be.  A name that is bound already is compared, any other goes to `fresh`;
        the same name twice in one input, if it is not bound, would be an error."""
        draw, pick = self.draw, self.draw.random()
        name = draw.choice(["v", "v", "w"])
        if self.bound and pick < 0.2:
            return draw.choice(self.bound)
        if self.bound and pick < 0.3:
            return draw.choice(["%s + 1", "(%s + 1) %% 3", "%s-1", "(%s)", "2 - %s"]) % draw.choice(self.bound)
        if self.data and pick < 0.34:
            return draw.choice(["%s + 0", "(%s)", "(%s + 1) %% 3"]) % self.name("y")
        if self.data and pick < 0.38:
            name = self.name("x")
        elif pick > 0.85:
            return draw.choice([str(draw.randrange(3)), "0 + 1", *self.constants])
        if name in fresh:
            return str(draw.randrange(3))
        if name not in self.bound:
            fresh.append(name)
        return name

    def process(self, depth, tail, guarded=False):
        """`tail`: nothing is left behind, so that it may repeat; `guarded`: a step has been taken."""
        draw = self.draw
        if depth <= 0:
            return self.ending(tail, guarded)

        def some(t=tail, g=guarded, d=1):
            return self.process(depth - d, t, g)
        pick = draw.random()
        if draw.random() < self.atomic_rate:
            return ["sequence", ["atomic", self.process(2, False)], some(tail, True)]
        if draw.random() < self.interrupt_rate:
            return self.interruption(some, tail)
        if pick < 0.45:
            return self.prefix_of(lambda: some(tail, True))
        if pick < 0.62:
            return self.alternatives(draw.choice(["choice", "choice", "internal", "external"]), some)
        if pick < 0.7:
            return ["guard", self.condition(), some()]
        if pick < 0.8:
            return self.conditional(some)
        if pick < 0.87:
            return ["sequence", some(False), some(tail, True)]
        if pick < 0.90:
            return ["interleave", some(False, d=2), some(False, d=2)]
        if pick < 0.92:
            return ["parallel", some(False, d=2), some(False, d=2)]
        if pick < 0.95:
            return ["hide", draw.sample(["a", "b", "e.0", "e", "h"], 2), some(False)]
        return self.indexed(some, tail)

    def interruption(self, some, tail):
        """Steps that are not seen do not interrupt: as in [*], only what is seen first may repeat."""
        draw, first, pick = self.draw, some(False), self.draw.random()
        if pick < 0.4:
            return ["interrupt", first, ["event", self.event(), self.block(), some(tail, True, d=2)]]
        if pick < 0.7:
            return ["interrupt", first, ["tau", self.block(), some(False, d=2)]]
        if pick < 0.8:
            return ["interrupt", first, ["hide", draw.sample(["a", "b", "e"], 2), some(False, d=2)]]
        return ["interrupt", first, some(False, d=2)]

    def indexed(self, some, tail):
        """An index hides what else has its name."""
        draw, outer = self.draw, self.bound
        index = draw.choice(["k", "k", "v", ""])
        header = "%s:%s" % (index, draw.choice(["{0..1}", "{0, 2}"])) if index else "{2}"
        self.bound = outer + ([index] if index and index not in outer else [])
        first = "e.%s" % (index if index and draw.random() < 0.3 else "1")
        made = ["indexed", draw.choice(["choice", "internal", "external"]), header, ["event", first, None, some(tail, True)]]
        self.bound = outer
        return made

    def alternatives(self, kind, some):
        """In [*] the others stay as long as nothing is seen: only what is seen first may repeat."""
        count = self.draw.choice([2, 2, 3])
        if kind != "external":
            return [kind, *[some() for _ in range(count)]]
        return [kind, *[["event", self.event(), self.block(), some(g=True)] if self.draw.random() < 0.5 else some(False)
                        for _ in range(count)]]

    def conditional(self, some):
        kind = self.draw.choice(["if", "ifa", "ifb", "case"])
        if kind == "case":
            count = self.draw.choice([1, 2])
            conditions = ["(%s)" % self.condition(0) for _ in range(count)]
            if self.draw.random() < 0.7:
                conditions.append("default")
            return ["case", conditions, *[some() for _ in conditions]]
        if kind == "ifb":
            return [kind, self.condition(), some()]
        return [kind, self.condition(), some(), some()]

    def ending(self, tail, guarded):
        draw = self.draw
        if tail and guarded and draw.random() < 0.85:
            name, params = draw.choice(self.loops)
            return ["reference", name, [self.argument(p) for p in params]]
        if self.rooms and draw.random() < 0.3:
            name, params = draw.choice(self.rooms)
            return ["reference", name, [self.argument(p) for p in params]]
        if tail and draw.random() < 0.8:
            name, params = draw.choice(self.loops)
            return ["event", self.event(), None, ["reference", name, [self.argument(p) for p in params]]]
        if self.broken and draw.random() < 0.15:
            return ["assert", self.condition()]
        return ["Skip"] if draw.random() < 0.75 else ["Stop"]

    def argument(self, param):
        if param in self.bound and self.draw.random() < 0.5:
            return param
        return self.small()

    def define(self, name, params, tree):
        self.definitions[name] = (params, tree)

    def make(self):
        """The text of the model; its assertions come last."""
        draw, n = self.draw, self.name
        self.declare()
        if draw.random() < 0.4:
            self.bound = ["i"] if draw.random() < 0.5 else []
            self.define(n("R"), list(self.bound), self.process(2, False))
            self.rooms = [(n("R"), list(self.bound))]
        count = draw.choice([1, 2, 2, 3])
        likely = 0.7 if self.kind == "channels" else 0.4
        self.loops = [(n("P%d" % k), ["i"] if draw.random() < likely else []) for k in range(count)]
        depth = 4 if count == 1 else 3
        for name, params in self.loops:
            self.bound = list(params)
            self.define(name, list(params), self.process(depth, True))
        self.bound = []
        self.define(n("I"), [], self.top())
        self.specify()
        if self.kind == "alphabets" and draw.random() < 0.5:
            name, params = draw.choice(self.loops)
            # All that it can do, and more: what a process does outside its own alphabet is nobody's concern.
            events = ["a", "b", "e.0", "e.1", "k:{0..3}@h.k"]
            self.lines.append("#alphabet %s {%s};" % (name, ", ".join(events)))
        self.assertions()
        return self.text()

    def text(self):
        definitions = ["%s(%s) = %s;" % (name, ", ".join(params), show(tree))
                       for name, (params, tree) in self.definitions.items()]
        return "\n".join(self.lines + definitions + self.asserted) + "\n"

    def top(self):
        """The loops, put together."""
        draw = self.draw
        calls = [["reference", name, [str(draw.randrange(3)) for _ in params]] for name, params in self.loops]
        if self.kind == "copies":
            name, params = self.loops[0]
            index = ["k"] if params else []
            most = [2, 3] if size(self.definitions[name][1]) > 8 else [2, 3, 4]
            header = "k:{0..%d}" % draw.choice([1, 1, 2]) if params or draw.random() < 0.5 else "{%d}" % draw.choice(most)
            made = ["indexed", "interleave", header, ["reference", name, index]]
            if draw.random() < 0.5:  # a group inside of something larger
                others = [self.hidden(made), draw.choice([calls[-1], self.prefix_of(lambda: ["Skip"])])]
                draw.shuffle(others)
                made = [draw.choice(["interleave", "interleave", "parallel"]), *others]
            return self.hidden(made)
        if len(calls) == 1:
            return self.hidden(calls[0])
        kind = "parallel" if self.kind == "alphabets" or draw.random() < 0.3 else "interleave"
        return self.hidden([kind, *calls])

    def hidden(self, tree):
        if self.draw.random() < 0.45:
            hidden = self.draw.sample(["a", "b", "e", "e.0", "h"], self.draw.choice([2, 3, 4]))
            # Or a part of what carries numbers that are only known when it happens.
            return ["hide", hidden + (["h.0"] if "h" not in hidden and self.draw.random() < 0.5 else []), tree]
        return tree

    def specify(self):
        """Adds the same definitions again, changed."""
        names = list(self.definitions)
        anew = {name: name + "s" for name in names}
        again, loops = None, {anew[name] for name, _ in self.loops}
        while again is None or endless(again) or any(piles_up(tree, loops) for name, (_, tree) in again.items()
                                                     if name != anew[self.name("I")]):
            again = {anew[name]: (list(params), copy(tree, lambda x: anew[x]))
                     for name, (params, tree) in self.definitions.items()}
            # Not the outermost: what is hidden and put together there stays the same.
            trees = [tree for name, (_, tree) in again.items() if name != anew[self.name("I")]]
            for _ in range(self.draw.choice([1, 1, 2, 3])):
                (mutate if self.draw.random() < 0.85 else rewrite)(self.draw, self.draw.choice(trees))
        self.definitions.update(again)

    def assertions(self):
        draw, n = self.draw, self.name
        impl, spec = n("I()"), n("Is()")
        for kind in draw.sample(["deadlockfree", "divergencefree", "deterministic", "nonterminating"], 2):
            self.asserted.append("#assert %s %s;" % (impl, kind))
        if self.data:
            self.bound = []
            goal = self.goal()
            self.asserted.append("#assert %s reaches %s;" % (impl, goal))
            if draw.random() < 0.3:
                self.asserted.append("#assert %s reaches %s with %s(%s);" % (impl, goal, draw.choice(["min", "max"]),
                                                                            self.measure()))
        if draw.random() < 0.5:
            self.lines.append("%s() = a -> b -> e.0 -> e.1 -> Stop;" % n("All"))  # what formulas may speak of
            self.asserted.append("#assert %s |= %s;" % (impl, self.formula(draw.choice([1, 2, 2]))))
        for model in draw.sample(["", "<T>", "<F>", "<FD>"], 2):
            self.asserted.append("#assert %s refines%s %s;" % (impl, model, spec))
        if draw.random() < 0.5:
            self.asserted.append("#assert %s refines%s %s;" % (spec, draw.choice(["", "<F>", "<FD>"]), impl))

    def formula(self, depth):
        draw = self.draw
        if depth == 0:
            if self.data and draw.random() < 0.3:
                return "(%s == %s)" % (self.name(draw.choice("xy")), draw.randrange(3))
            return draw.choice(PLAIN)
        pick = draw.random()
        if pick < 0.6:
            return draw.choice(["[]", "<>", "!", "X ", "[]", "<>"]) + self.formula(depth - 1)
        return "(%s %s %s)" % (self.formula(depth - 1), draw.choice(["&&", "||", "->", "U", "R", "<->"]), self.formula(depth - 1))

    def measure(self):
        return self.draw.choice(["%sx", "%sx + %sy * 2", "%sx - %sy", "-%sy"]).replace("%s", self.name(""))

    def goal(self):
        if self.draw.random() < 0.3:
            self.lines.append("#define %s (%s);" % (self.name("goal"), self.condition()))
            return self.name("goal")
        return "(%s == %d && %s)" % (self.name(self.draw.choice("xy")), self.draw.randrange(3), self.condition())


def model(seed, prefix="m_"):
    return Maker(random.Random(seed), prefix).make()


if __name__ == "__main__":
    print(model(int(sys.argv[1]) if len(sys.argv) > 1 else 0), end="")
