"""Random models in which processes meet at events with numbers that only the run gives: a variable or a message is
passed to a parameter, and the processes that run in parallel from then on have events with it."""

import random
import sys


class Maker:
    """@s is a variable, @c a channel."""

    def __init__(self, draw, prefix):
        self.draw, self.prefix = draw, prefix
        self.rate = draw.choice([0.1, 0.4, 0.8])  # of numbers that are given
        self.declared = draw.random() < 0.3
        self.meets = draw.choice([0, 1, 1])

    def number(self):
        draw = self.draw
        if draw.random() < self.rate:
            return draw.choice(["i", "i", "i", "i", "(i + 1) % 2", "j", "i * 0"]).join("()")
        return draw.choice(["0", "1", "1", "j", "2"])

    def event(self):
        draw = self.draw
        pick = draw.random()
        if pick < 0.6:
            return "%s.%s" % (draw.choice(["e", "e", "f"]), self.number())
        if pick < 0.75:
            return "g.%s.%s" % (self.number(), self.number())
        if pick < 0.8:
            return "e.@s"
        return draw.choice(["a", "b", "e.%s{@s = %s;}" % (self.number(), self.number()), "tau"])

    def body(self, depth, end):
        """It comes to its end after a step."""
        draw = self.draw
        if depth == 0:
            return "%s -> %s" % (self.event(), end)
        pick = draw.random()
        if pick < 0.6:
            return "%s -> %s" % (self.event(), self.body(depth - 1, end))
        if pick < 0.7:
            return "(%s \\ {%s})" % (self.body(depth - 1, "Skip"), ", ".join(draw.sample(["a", "e.0", "e.1", "e", "f"], 2)))
        if pick < 0.8:
            return "(%s -> %s [] %s -> %s)" % (self.event(), self.body(depth - 1, end), self.event(), self.body(depth - 1, end))
        if pick < 0.85:
            return "([]k:{0..1}@e.k -> %s)" % self.body(depth - 1, end)
        if pick < 0.9:
            return "(@c%s%s -> %s)" % (draw.choice("?!"), draw.choice(["i", "j"]), self.body(depth - 1, end))
        if pick < 0.95:
            return "(%s || %s)" % (self.body(depth - 1, "Skip"), self.body(depth - 1, "Skip"))
        return "@c?x -> f.x -> %s" % self.body(depth - 1, end)

    def call(self):
        draw = self.draw
        return "@%s(%s, %s)" % (draw.choice("KKL"), draw.choice(["i", "i", "1 - i", "0", "1", "j"]), draw.choice(["j", "0", "1"]))

    def ending(self, name):
        draw = self.draw
        return draw.choice(["Skip", "Skip", "Stop", "@%s(i, j)" % name, "@%s(j, i)" % name, "@%s((i + 1) %% 2, j)" % name,
                            "@%s(@s, j)" % name])

    def operand(self):
        draw = self.draw
        pick = draw.random()
        if pick < 0.55:
            return self.call()
        if pick < 0.65:
            return "(%s \\ {%s})" % (self.call(), draw.choice(["e.0", "e", "a", "f.1"]))
        return "(%s)" % self.body(draw.choice([0, 1]), "Skip")

    def together(self):
        if self.draw.random() < 0.12:
            return "(||k:{0..1}@ @K(i, k))"
        return "(%s)" % " || ".join(self.operand() for _ in range(self.draw.choice([2, 2, 3])))

    def make(self):
        draw = self.draw
        lines = ["var @s = %d;" % draw.randrange(2), "channel @c %d;" % self.meets]
        for name in "KL":
            lines.append("@%s(i, j) = %s;" % (name, self.body(draw.choice([0, 1, 1, 2]), self.ending(name))))
            if self.declared and draw.random() < 0.7:
                lines.append("#alphabet @%s {%s};" % (name, ", ".join(draw.sample(
                    ["a", "e.i", "e.j", "x:{0..1}@e.x", "e.0", "f.j", "x:{0..2}@f.x", "g.i.j", "x:{0..1}@g.x.j"], draw.choice([1, 2, 3])))))
        first = draw.choice(["", "start -> ", "start -> ", "a{@s = 1 - @s;} -> "])
        lines.append("@P(i, j) = %s%s;" % (first, self.together()))
        start = draw.choice(["go -> @P(@s, 0)", "go{@s = %d;} -> @P(@s, %d)" % (draw.randrange(3), draw.randrange(2)), "@P(@s, 1)",
                             "@P(0, 1)", "go -> @P(1, @s)", "go -> @P((@s + 1) % 2, 1)",
                             "((@c!1 -> Skip) ||| (@c?x -> @P(x, 0)))", "(([]k:{0..1}@go.k{@s = k;} -> Skip); @P(@s, 1))"])
        lines += ["@I() = %s;" % start, "@S() = %s;" % draw.choice([start, "go -> @P(0, 1)", "go -> @P(1, 0)"]),
                  "@All() = a -> e.0 -> e.1 -> f.0 -> Stop;"]
        lines += ["#assert @I() %s;" % kind for kind in draw.sample(["deadlockfree", "nonterminating", "deterministic"], 2)]
        lines.append("#assert @I() reaches (@s == %d);" % draw.randrange(3))
        lines.append("#assert @I() |= %s;" % draw.choice(["[]!e.1", "<>e.0", "[](a -> <>f.0)", "<>(@s == 1)"]))
        lines.append("#assert @I() refines%s @S();" % draw.choice(["", "<F>", "<FD>"]))
        return "".join(line + "\n" for line in lines).replace("}@", "}\0").replace("@", self.prefix).replace("\0", "@")


def model(seed, prefix="m_"):
    return Maker(random.Random(seed), prefix).make()


if __name__ == "__main__":
    print(model(int(sys.argv[1]) if len(sys.argv) > 1 else 0), end="")
