#!/usr/bin/env python3
"""Random models of PAT's libraries: collections and functions, arrays in messages, and counted processes.
random_library.py SEED prints one.

A few processes change one or two collections, each in its own way, and go on by what they find there.  Elements are
small numbers or the numbers of processes, which may be interchangeable.
"""

import random
import sys

CHANGES = {"Set": ["Add(%s)"] * 3 + ["Remove(%s)"] * 2 + ["GetSubsetByIndex(%s)"],
           "List": ["Add(%s)"] * 3 + ["Remove(%s)", "Remove(%s)", "RemoveAt(0)", "RemoveAt(%s)"],
           "Queue": ["Enqueue(%s)"] * 3 + ["Dequeue()", "Dequeue()", "Clear()"],
           "Stack": ["Push(%s)"] * 3 + ["Pop()", "Pop()", "Clear()"],
           "HashTable": ["Add(%s, %s)"]}
RESULTS = {"Set": ["Add(%s)", "Remove(%s)"], "Stack": ["Pop()"]}
ASKS = {"Set": ["Count()", "Contains(%s)", "Get(0)", "Get(%s)"], "List": ["Count()", "Contains(%s)", "Get(0)"],
        "Queue": ["Count()", "Contains(%s)", "First()", "Last()"], "Stack": ["Count()", "Contains(%s)", "Peek()"],
        "HashTable": ["ContainsKey(%s)", "GetValue(%s)"]}
TRUTHS = {"Set": ["Contains(%s)", "Count() > %s"], "List": ["Contains(%s)", "Count() < 3"],
          "Queue": ["Contains(%s)", "Count() == %s"], "Stack": ["Contains(%s)", "Count() == %s"],
          "HashTable": ["ContainsKey(%s)"]}
SIZES = {"Set": 4, "List": 3, "SerializableList": 3, "Queue": 3, "Stack": 3, "HashTable": 3}


class Maker:
    def __init__(self, draw, prefix):
        self.draw, self.prefix, self.lines = draw, prefix, []
        self.kinds = {}
        for letter in "st"[:draw.choice([1, 1, 2])]:
            kind = draw.choice(sorted(CHANGES))
            self.kinds[prefix + letter] = kind
        if len(self.kinds) == 2 and draw.random() < 0.6:
            self.kinds[prefix + "t"] = self.kinds[prefix + "s"]
        self.count = draw.choice([2, 2, 3])
        self.alike = draw.random() < 0.5  # are processes, and elements, interchangeable?
        self.params = []

    def name(self, short):
        return self.prefix + short

    def small(self):
        draw, choices = self.draw, ["%d" % self.draw.randrange(3)]
        if self.params and self.alike and draw.random() < 0.95:
            return "i"
        if self.params:
            choices.append("i")
        if not self.alike:
            choices += [self.name("x"), self.name("A") + "[%d]" % draw.randrange(2)]
        return draw.choice(choices)

    def fill(self, form):
        while "%s" in form:
            form = form.replace("%s", self.small(), 1)
        return form

    def variable(self):
        return self.draw.choice(sorted(self.kinds))

    def ask(self):
        name = self.variable()
        return "%s.%s" % (name, self.fill(self.draw.choice(ASKS[self.kinds[name]])))

    def condition(self):
        draw, name = self.draw, self.variable()
        truth = "%s.%s" % (name, self.fill(draw.choice(TRUTHS[self.kinds[name]])))
        others = [o for o in self.kinds if o != name and self.kinds[o] == self.kinds[name]]
        if self.kinds[name] == "Set" and others and draw.random() < 0.3:
            truth = "%s.%s(%s)" % (name, draw.choice(["IsOverlapping", "IsDisjoint"]), others[0])
        if self.counted and draw.random() < 0.15:
            truth = "#%s() %s %d" % (self.counted, draw.choice(["==", "<", ">"]), draw.randrange(3))
        return draw.choice(["%s", "%s", "!%s", "!(%s)"]) % (truth if " " not in truth else "(%s)" % truth)

    def change(self):
        """A statement that leaves no more elements than a few."""
        draw, name = self.draw, self.variable()
        kind = self.kinds[name]
        full = "%s.Count() < %d" % (name, SIZES[kind]) if kind != "HashTable" else None
        pick = draw.random()
        others = [o for o in self.kinds if o != name and self.kinds[o] == kind]
        if others and pick < 0.2:
            return "%s = %s;" % (name, others[0])
        if others and pick < 0.3 and kind == "Set":
            return "%s = %s.%s(%s, %s);" % (name, name, draw.choice(["Union", "Intersect", "Substract"]),
                                            *draw.sample([name, others[0]], 2))
        if others and pick < 0.3 and kind in ("List", "Queue"):
            return "if (%s.Count() + %s.Count() < 4) { %s = %s.Concat(%s, %s); }" % (
                name, others[0], name, name, *draw.sample([name, others[0]], 2))
        if pick < 0.36:
            return "%s = new %s();" % (name, kind)
        if kind == "List" and pick < 0.42:
            return draw.choice(["%s = new List(%s);" % (name, self.name("A")), "%s$Field = %s;" % (name, self.small()),
                                "%s$Field = %s$Property + 1;" % (name, name)])
        if kind in RESULTS and pick < 0.5 and not self.alike:
            call = self.fill(draw.choice(RESULTS[kind]))
            guard = "%s.Count() > 0" % name if "Pop" in call else full
            return "if (%s) { %s = %s.%s; }" % (guard, self.name("x"), name, call)
        call = self.fill(draw.choice(CHANGES[kind]))
        takes = any(word in call for word in ("Pop", "Dequeue", "RemoveAt"))
        guard = "%s.Count() > %d" % (name, draw.choice([0, 0, 0, 2])) if takes else full
        if takes and draw.random() < 0.05:
            guard = None
        if any(word in call for word in ("Remove(", "Clear", "Subset")):
            guard = None
        return "if (%s) { %s.%s; }" % (guard, name, call) if guard else "%s.%s;" % (name, call)

    def statement(self):
        draw, pick = self.draw, self.draw.random()
        if self.alike or pick < 0.65:
            return self.change()
        x, a = self.name("x"), self.name("A")
        if pick < 0.75:
            return "%s = (%s) %% 3;" % (x, self.guarded_ask())
        if pick < 0.8:
            return "%s = %s;" % (a, self.name("B"))
        if pick < 0.85:
            return "%s = call(%s, %s, %s) %% 3;" % (x, draw.choice(["Max", "Min"]), self.small(), self.small())
        if pick < 0.9:
            return "%s = call(%s, %s) %% 3;" % (x, draw.choice(["ArrayMax", "ArrayMin", "ArrayLength"]), a)
        if pick < 0.93:
            return "%s = call(%s, %s - 1);" % (x, draw.choice(["Abs", "Sign"]), x)
        if pick < 0.95:
            return "%s = call(Pow, 2, %s) %% 3;" % (x, x)
        return "%s[%d] = %s;" % (a, draw.randrange(2), self.small())

    def guarded_ask(self):
        ask = self.ask()
        name = ask.split(".")[0]
        risky = any(word in ask for word in ("Get", "First", "Last", "Peek"))
        if risky and self.kinds[name] != "HashTable" and self.draw.random() < 0.9:
            return "%s.Count() > 0 ? %s : 1" % (name, ask.replace(ask[ask.index("("):], "(0)") if "Get" in ask else ask)
        if "GetValue" in ask:
            return ask.replace("GetValue", "ContainsKey")
        return ask

    def steps(self, depth, own):
        draw, pick = self.draw, self.draw.random()
        if depth == 0:
            return own
        event = draw.choice(["a", "b", "c"]) + (".i" if self.params and draw.random() < 0.5 else "")
        block = "{%s}" % " ".join(self.statement() for _ in range(draw.choice([1, 1, 2]))) if draw.random() < 0.8 else ""
        if pick < 0.55:
            return "%s%s -> %s" % (event, block, self.steps(depth - 1, own))
        if pick < 0.65:
            return "(if (%s) { %s } else { %s })" % (self.condition(), self.steps(depth - 1, own), self.steps(0, own))
        if pick < 0.75:
            return "([%s] %s%s -> %s)" % (self.condition(), event, block, self.steps(depth - 1, own))
        if pick < 0.85 and self.channel:
            return self.message(depth, own)
        return "(%s%s -> %s [] %s -> %s)" % (event, block, self.steps(depth - 1, own), draw.choice("de"), self.steps(0, own))

    def message(self, depth, own):
        """An array goes through the channel, by itself or with a number."""
        draw, c = self.draw, self.name("c")
        if draw.random() < 0.5:
            return "%s!%s%s -> %s" % (c, draw.choice([self.name("A"), self.name("B")]), ".1" if self.pairs else "",
                                      self.steps(depth - 1, own))
        element = draw.choice(["z[0]", "z[1]", "z[%s]" % draw.choice(["0", "1", self.name("x") + " % 2"])])
        then = draw.choice(["got{%s = %s;} -> " % (self.name("x"), element), "[%s == 1] d -> " % element,
                            "%s!z%s -> " % (c, ".1" if self.pairs else ""), "got{%s = z;} -> " % self.name("A")])
        guard = "[%s > 0]" % element if draw.random() < 0.2 else ""
        return "%s?%sz%s -> (%s%s)" % (c, guard, draw.choice([".1", ".w"]) if self.pairs else "", then, own)

    def definition(self, name, params):
        self.params = params
        own = "%s(%s)" % (name, ", ".join(params))
        if self.drawn:
            # Values that come from outside, and are interchangeable if nothing tells them apart.
            self.params = ["i"]
            text = "([]i:{1..%d}@%s.i{%s} -> %s)" % (self.drawn, self.draw.choice("ab"), self.change(),
                                                     self.steps(self.draw.choice([1, 2]), own))
        else:
            text = self.steps(self.draw.choice([2, 3]), own)
        # Something comes first, so that it can be counted.
        return "%s(%s) = %s -> %s;" % (name, ", ".join(params), self.draw.choice(["a", "b"]), text)

    def make(self):
        draw, n = self.draw, self.name
        libraries = sorted(set(self.kinds.values()) | {"List"})
        lines = ['#import "PAT.Lib.%s";' % kind for kind in libraries] + ['#import "PAT.Lib.Array";', '#import "PAT.Math";']
        lines += ["var<%s> %s;" % (kind, name) for name, kind in sorted(self.kinds.items())]
        lines += ["var %s = 0;" % n("x"), "var %s = [1, 2];" % n("A"), "var %s = [0, %d];" % (n("B"), draw.randrange(3))]
        self.channel, self.pairs = draw.random() < 0.25 and not self.alike, draw.random() < 0.4
        if self.channel:
            # The output, which no process takes, shows that messages are arrays also where they are only received.
            lines += ["channel %s %d;" % (n("c"), draw.choice([0, 1])),
                      "%s() = %s!%s%s -> Stop;" % (n("O"), n("c"), n("A"), ".1" if self.pairs else "")]
        self.counted = n("P") if draw.random() < 0.2 else None
        self.drawn = draw.choice([2, 3]) if draw.random() < 0.35 else 0
        if self.drawn:
            self.count = draw.choice([1, 1, 2])
        params = ["i"] if draw.random() < 0.7 and not self.drawn else []
        first = self.definition(n("P"), params)
        again = self.definition(n("P"), params) if draw.random() < 0.5 else first
        lines += [first, again.replace(n("P") + "(", n("Q") + "(").replace("#" + n("Q"), "#" + n("P"))]
        calls = lambda p: " ||| ".join("%s(%s)" % (p, i if params else "") for i in range(self.count))
        indexed = params and draw.random() < 0.6
        lines.append("%s() = %s;" % (n("I"), "|||k:{0..%d}@%s(k)" % (self.count - 1, n("P")) if indexed else calls(n("P"))))
        lines.append("%s() = %s;" % (n("J"), calls(n("Q"))))
        self.params = []
        lines += ["#assert %s() %s;" % (n("I"), kind) for kind in draw.sample(
            ["deadlockfree", "divergencefree", "deterministic", "nonterminating"], 2)]
        lines.append("#assert %s() reaches %s;" % (n("I"), self.condition()))
        name = self.variable()
        if self.kinds[name] != "HashTable":
            lines.append("#assert %s() reaches %s with %s(%s.Count());" % (n("I"), self.condition(), draw.choice(["max", "min"]), name))
        lines.append("#define %s (%s.%s);" % (n("goal"), name, "ContainsKey(1)" if self.kinds[name] == "HashTable" else "Contains(1)"))
        lines.append("#assert %s() |= %s;" % (n("I"), draw.choice(["[]!%s", "<>%s", "[](%s -> <>a)", "[]<>%s"]) % n("goal")))
        if not self.counted:
            lines.append("#assert %s() refines%s %s();" % (n("I"), draw.choice(["", "<F>", "<FD>"]), n("J")))
        return "\n".join(lines) + "\n"


def model(seed, prefix="m_"):
    return Maker(random.Random(seed), prefix).make()


if __name__ == "__main__":
    print(model(int(sys.argv[1]) if len(sys.argv) > 1 else 0), end="")
