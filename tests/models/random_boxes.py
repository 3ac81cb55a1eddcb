#!/usr/bin/env python3
"""Random objects that hold values, and processes that do the same, or almost: random_boxes.py SEED prints one.

An operation is drawn once and written twice, as the object's and as a step of a process, with a mistake in some.  Mostly
values are copied and compared; some objects tell two of them apart, by a number or a symbol that is written, a sum or an
order, in what they do or only in what they return.
"""

import random
import sys


class Maker:
    """The object has r, s and a sequence q; processes have @r, @s and the array @Q with @n elements.  @A[i] is what
    process i was given, @Z[i] what it gives back."""

    def __init__(self, draw, prefix):
        self.draw, self.prefix = draw, prefix
        self.low, self.count = draw.choice([0, 0, 1, 1, 1, 2]), draw.choice([2, 3, 3])
        self.first = draw.choice([0, 9, 9, self.low])
        self.spoilers = draw.choice([0, 0, 1])
        self.mistakes = draw.choice([0, 1, 1])
        self.processes = draw.choice([1, 2, 2])
        self.lopsided = draw.random() < 0.6  # does only the object tell values apart?
        self.row = draw.random() < 0.4  # is there a sequence?

    def at(self, text):
        """Names are written as @x, and what is meant as @ as @@."""
        return text.replace("@@", "\0").replace("@", self.prefix).replace("\0", "@")

    def pays(self, what, likely):
        """One of those that are left to be spent."""
        left = getattr(self, what)
        if not left or self.draw.random() > likely:
            return False
        setattr(self, what, left - 1)
        return True

    def number(self):
        return self.draw.randrange(self.low, self.low + self.count)

    def value(self, params):
        """Something that holds a value: (in the object, in the process)."""
        return self.draw.choice([("r", "@r"), ("s", "@s")] + [("v", "@A[i]")] * 3 * params)

    def both(self, form, *values):
        """A form with values, written twice; with a mistake the second is of other values."""
        other = values
        if values and self.pays("mistakes", 0.15):
            other = values[1:] + (("r", "@r"),)
        return form % tuple(v[0] for v in values), form.replace("{r}", "@r") % tuple(v[1] for v in other)

    def apart(self, spoiled, plain):
        """What tells values apart, and what the process does instead if it does not."""
        return spoiled[0], (plain if self.lopsided else spoiled)[1]

    def condition(self, params):
        draw, x, y = self.draw, self.value(params), self.value(params)
        if self.pays("spoilers", 0.4):
            return self.apart(self.both(draw.choice(["%s < %s", "%s >= %s", "%s + %s == 3"]), x, y), self.both("%s == %s", x, y))
        if self.pays("spoilers", 0.4):
            return self.apart(self.both(draw.choice(["%%s == %d", "%%s != %d", "%%s > %d"]) % self.number(), x),
                              self.both("%s == %s", x, y))
        return self.both(draw.choice(["%s == %s", "%s != %s"]), x, y)

    def result(self, params):
        """What is returned: (in the object, in the process)."""
        draw = self.draw
        if self.pays("spoilers", 0.6):
            spoiled = draw.choice([("true", "1"), ("true", "1"), ("false", "0"), ("false", "0"), ("EMPTY", "EMPTY"),
                                   ("@E", "@E"), (str(self.number()),) * 2, self.both("(%s + 1) %% 3", self.value(params)),
                                   self.both("%s == %s", self.value(params), self.value(params))])
            return self.apart(spoiled, self.value(params))
        if draw.random() < 0.3:
            condition = self.condition(params)
            x, y = self.value(params), self.value(params)
            return tuple("(%s ? %s : %s)" % (condition[k], x[k], y[k]) for k in (0, 1))
        return self.value(params)

    def assign(self, params):
        to, x = self.draw.choice([("r", "@r"), ("s", "@s")]), self.value(params)
        if self.pays("spoilers", 0.2):
            x = self.apart(self.draw.choice([(str(self.number()),) * 2, self.both("(%s + 1) %% 3", x)]), x)
        if self.pays("mistakes", 0.1):
            return "%s = %s;" % (to[0], x[0]), "@s = @r;"
        return tuple("%s = %s;" % (to[k], x[k]) for k in (0, 1))

    def body(self, params, depth):
        """Statements that end with a result."""
        draw, one, two = self.draw, "", ""
        for _ in range(draw.randrange(3)):
            text = self.assign(params)
            one, two = one + " " + text[0], two + " " + text[1]
        if depth and draw.random() < 0.6:
            condition, then, rest = self.condition(params), self.body(params, depth - 1), self.body(params, depth - 1)
            return ("%s if (%s) {%s }%s" % (one, condition[0], then[0], rest[0]),
                    "%s if (%s) {%s } else {%s }" % (two, condition[1], then[1], rest[1]))
        result = self.result(params)
        return "%s return %s;" % (one, result[0]), "%s @Z[i] = %s;" % (two, result[1])

    def put(self):
        """Into the sequence, if it is short."""
        draw = self.draw
        known = draw.random() < 0.3
        result = self.result(True)
        guard = ("length(q) < 2%s" % (" && !contains(q, v)" * known),
                 "@n < 2%s" % (" && !(@n > 0 && @Q[0] == @A[i]) && !(@n > 1 && @Q[1] == @A[i])" * known))
        if draw.random() < 0.4:
            one, two = "q = prepend(q, v);", "@Q[1] = @Q[0]; @Q[0] = @A[i]; @n++;"
        else:
            one, two = "q = append(q, v);", "@Q[@n] = @A[i]; @n++;"
        if self.pays("spoilers", 0.3):
            one = "q = insert(q, v);"
            if not self.lopsided:
                two = "if (@n == 1 && @Q[0] > @A[i]) { @Q[1] = @Q[0]; @Q[0] = @A[i]; } else { @Q[@n] = @A[i]; } @n++;"
        return (" if (%s) { %s return v; } return %s;" % (guard[0], one, result[0]),
                " if (%s) { %s @Z[i] = @A[i]; } else { @Z[i] = %s; }" % (guard[1], two, result[1]))

    def get(self):
        """Out of it; the oldest, the youngest, or the first that is like r."""
        draw, result = self.draw, self.result(False)
        if draw.random() < 0.4:
            one, two = "var x = last(q); q = butlast(q);", "@n--; @Z[i] = @Q[@n]; @Q[@n] = %d;" % self.first
        else:
            one, two = "var x = first(q); q = butfirst(q);", "@n--; @Z[i] = @Q[0]; @Q[0] = @Q[1]; @Q[1] = %d;" % self.first
            if self.pays("mistakes", 0.4):
                two = "@n--; @Z[i] = @Q[@n]; @Q[@n] = %d;" % self.first
        return (" if (length(q) == 0) { return %s; } %s return x;" % (result[0], one),
                " if (@n == 0) { @Z[i] = %s; } else { %s }" % (result[1], two))

    def make(self):
        draw = self.draw
        bodies = {"put": self.put() if self.row else self.body(True, 2), "get": self.get() if self.row else self.body(False, 1),
                  "mix": self.body(True, 1)}
        names = draw.sample(["put", "get", "mix"], draw.choice([2, 3]))
        if self.lopsided and draw.random() < 0.6:  # it may return any, the object one of them
            told = draw.choice(["true", "false", "@E", str(self.number())])
            bodies[draw.choice(names)] = (" return %s;" % told, None)
        elif self.mistakes and draw.random() < 0.3:
            bodies[names[0]] = (bodies[names[0]][0], None)
        lines = ["#define @E %d;" % self.number(), "var @r = %d;" % self.first, "var @s = %d;" % self.first,
                 "var @Q = [%d(2)];" % self.first, "var @n = 0;", "var @A = [%d(%d)];" % (self.first, self.processes),
                 "var @Z = [%d(%d)];" % (self.first, self.processes)]
        lines.append("object @Spec { var q : seq; var r = %d; var s = %d;" % (self.first, self.first))
        for name in names:
            params = "v" * (name != "get")
            lines.append("  op %s(%s) {%s }" % (name, params, bodies[name][0]))
        lines.append("}")
        points = draw.random() < 0.25
        offered = []
        for name in names:
            how = "tau{%s } -> Skip" % bodies[name][1]
            if bodies[name][1] is None:
                how = "[]w:{%d..%d}@@tau{@Z[i] = w;} -> Skip" % (self.low, self.low + self.count - 1)
            end = "%s_res.i.@Z[i] -> Skip" % name
            if points:
                how = "atomic { (%s); %s_lin.i%s.@Z[i] -> Skip }" % (how, name, ".v" * (name != "get"))
            if name == "get":
                lines.append("@get(i) = get_inv.i -> (%s); %s;" % (how, end))
                offered.append("@get(i)")
            else:
                lines.append("@%s(i, v) = %s_inv.i.v{@A[i] = v;} -> (%s); %s;" % (name, name, how, end))
                offered.append("([]v:{%d..%d}@@@%s(i, v))" % (self.low, self.low + self.count - 1, name))
        again = draw.choice(["; @U(i)", "", "; (%s)" % " [] ".join(offered)]) if self.processes == 1 else draw.choice(
            ["", "", "; @U(i)"])
        lines.append("@U(i) = (%s)%s;" % (" [] ".join(offered), again))
        lines.append("@I() = |||i:{0..%d}@@@U(i);" % (self.processes - 1))
        if points:
            lines.append("#assert @I() linearizes @Spec at points {%s};" % ", ".join(n + "_lin" for n in names))
        lines.append("#assert @I() linearizes @Spec;")
        return self.at("\n".join(lines) + "\n")


def model(seed, prefix="b_"):
    """Needs the constant EMPTY."""
    return Maker(random.Random(seed), prefix).make()


if __name__ == "__main__":
    print("#define EMPTY -1;\n" + model(int(sys.argv[1]) if len(sys.argv) > 1 else 0), end="")
