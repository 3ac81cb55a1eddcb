#!/usr/bin/env python3
"""Any number of copies against few of them, on random models: copies.py LINCE [--count N] [--seed S].  Prints TAP.

What `|||{..}@P()` comes to must agree with what `|||{n}@P()` does for n = 1, 2, ...: if it is right for any number then
for each of these; if it is wrong with n copies then for n, and for no smaller number.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

MOST = 4  # copies that are tried whatever the answer is
BATCH = 25
PROPERTIES = ["refines %sS()", "refines %sT()", "reaches %sgoal", "reaches %sfar", "nonterminating", "deadlockfree"]


class Maker:
    """One model; its names begin with a prefix."""

    def __init__(self, seed, prefix):
        self.draw, self.prefix = random.Random(seed), prefix

    def variable(self):
        return self.prefix + self.draw.choice("xy")

    def condition(self):
        return "%s %s %d" % (self.variable(), self.draw.choice(["==", "!=", "<", ">"]), self.draw.randrange(3))

    def block(self):
        variable, pick = self.variable(), self.draw.random()
        if pick < 0.3:
            return "{%s = %d;}" % (variable, self.draw.randrange(3))
        if pick < 0.7:
            return "{%s = (%s + %d) %% 3;}" % (variable, self.variable(), self.draw.randrange(1, 3))
        if pick < 0.85:
            return "{if (%s < 4) {%s++;}}" % (variable, variable)
        return "{if (%s > 0) {%s--;}}" % (variable, variable)

    def event(self):
        if self.draw.random() < self.messages:
            return self.message()
        event = self.draw.choice(["a", "b", "e.%s" % self.variable(), "tau"])
        return event + (self.block() if self.draw.random() < 0.6 else "")

    def message(self):
        """`i` is compared where it is a parameter, and received where it is not, or was not before."""
        return self.prefix + self.draw.choice(["c!%d" % self.draw.randrange(2), "c!%d" % self.draw.randrange(2), "c?i", "c?i",
                                               "c?%d" % self.draw.randrange(2)])

    def process(self, depth, again):
        pick = self.draw.random()
        if depth == 0 or pick < 0.1:
            return self.draw.choice([again, again, again, again, "Stop", "Skip"])
        if pick < 0.55:
            return "%s -> %s" % (self.event(), self.process(depth - 1, again))
        if pick < 0.8:
            return "[%s] %s -> %s" % (self.condition(), self.event(), self.process(depth - 1, again))
        if pick < 0.83:
            return "(case { %s : %s  %s : %s })" % (self.condition(), self.step(depth - 1, again), self.condition(),
                                                  self.step(depth - 1, again))
        if pick < 0.85:
            return "((%s -> %s -> Skip) interrupt (tau -> %s)); %s" % (self.event(), self.event(), self.step(0, "Skip"), again)
        if pick < 0.9:
            return "if (%s) {%s} else {%s}" % (self.condition(), self.step(depth - 1, again), self.step(depth - 1, again))
        kind = self.draw.choice(["[]", "<>"])
        return "((%s) %s (%s))" % (self.step(depth - 1, again), kind, self.step(depth - 1, again))

    def step(self, depth, again):
        """A process that does not repeat before it has taken a step."""
        return "%s -> %s" % (self.event(), self.process(depth, again))

    def model(self):
        p, draw = self.prefix, self.draw
        parameter = draw.random() < 0.4
        self.messages = draw.choice([0, 0.3])
        again = "%sP(%s)" % (p, "(i + 1) % 2" if parameter else "")
        client = self.process(3, again)
        while client in (again, "Stop", "Skip"):
            client = self.process(3, again)
        if parameter:
            client = client.replace("e.%sx" % p, "e.i").replace("%sy == " % p, "i == ")
        beside = "%sO() ||| " % p if draw.random() < 0.2 else ""
        hidden = " \\ {a}" if draw.random() < 0.3 else ""
        start = "%sP(%s)" % (p, "0" if parameter else "")
        lines = ["var %sx = %d;" % (p, draw.randrange(3)), "var %sy = 0;" % p, "channel %sc 1;" % p,
                 "%sP(%s) = %s;" % (p, "i" if parameter else "", client),
                 "%sO() = %s;" % (p, self.step(1, p + "O()")),
                 "#define %sgoal (%s && %s);" % (p, self.condition(), self.condition()),
                 "#define %sfar (%sx == 4 || %sy == 3);" % (p, p, p)]
        events = ["a", "b", "e.0", "e.1", "e.2", "e.3", "e.4"]
        some = draw.sample(events, 5)
        lines.append("%sS() = %s;" % (p, " [] ".join(["%s -> %sS()" % (e, p) for e in some] + ["Skip"])))
        lines.append("%sT() = (%s) [] Skip;" % (p, " [] ".join("%s -> %sS()" % (e, p) for e in events)))
        for copies in ["..", *range(1, MOST + 1)]:
            for what in PROPERTIES:
                what = what % p if "%" in what else what
                lines.append("#assert ((%s|||{%s}@%s)%s) %s;" % (beside, copies, start, hidden, what))
        return "\n".join(lines) + "\n"


def answers(lince, text):
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "model.lin")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([lince, "model", "--json", "--jobs", "1", "--native", "never", "--timeout", "0.5", path],
                              capture_output=True, text=True, check=False, timeout=500)
    return [json.loads(line) for line in done.stdout.splitlines()]


def wrong(crowd, few, reaches):
    """Why what any number of copies came to does not agree with 1, 2, ... copies; None: it does."""
    bad = "ok" if reaches else "violation"
    if any(one["unknown_reason"] == "timeout" for one in [crowd, *few]):
        return None
    if crowd["error"] or any(one["error"] for one in few):
        return "an error: %s" % [one["error"] for one in [crowd, *few]]
    first = next((n for n, one in enumerate(few, 1) if one["verdict"] == bad), None)
    if crowd["verdict"] == bad:
        if first != crowd["copies"] and (first is not None or crowd["copies"] <= MOST):
            return "%s with %s copies, and in truth with %s" % (bad, crowd["copies"], first)
    elif first is not None:
        return "%s for any number of copies, but not with %d" % (crowd["verdict"], first)
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lince")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    seen, number = {}, 0
    for first in range(given.seed, given.seed + given.count, BATCH):
        seeds = range(first, min(first + BATCH, given.seed + given.count))
        texts = [Maker(seed, "m").model() for seed in seeds]
        found = [answer for text in texts for answer in answers(given.lince, text)]
        each = len(PROPERTIES) * (MOST + 1)
        problems = [] if len(found) == each * len(texts) else ["%d answers, not %d" % (len(found), each * len(texts))]
        for i, text in enumerate(texts if not problems else []):
            mine = found[i * each:(i + 1) * each]
            for k, what in enumerate(PROPERTIES):
                crowd, few = mine[k], mine[k + len(PROPERTIES)::len(PROPERTIES)]
                key = (what.split()[0], crowd["verdict"], crowd.get("copies"))
                seen[key] = seen.get(key, 0) + 1
                reason = wrong(crowd, few, what.startswith("reaches"))
                if reason:
                    problems.append("seed %d, %s: %s\n%s" % (seeds[i], crowd["text"], reason, text))
        number += 1
        print("%s %d - seeds %d to %d" % ("not ok" if problems else "ok", number, seeds[0], seeds[-1]))
        for problem in problems:
            print("# " + problem.replace("\n", "\n# "))
    for key in sorted(seen, key=str):
        print("# %5d  %s: %s with %s" % (seen[key], key[0], key[1], key[2] or "any number of copies"))
    # A test in which nothing is wrong, or nothing right, or only with one copy, would not say much.
    rich = all(any(key[0] == kind and key[1] != "unknown" and key[2] == copies for key in seen)
               for kind in ("deadlockfree", "reaches", "refines") for copies in (None, 1, 2)
               if kind != "deadlockfree" or copies != 2)
    print("%s %d - all kinds of answers occur" % ("ok" if rich or given.count < 100 else "not ok", number + 1))
    print("1..%d" % (number + 1))


main()
