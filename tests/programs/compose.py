"""Puts programs together at random: an implementation, a guard, a shape, a judge, a mistake."""

import re

import bodies
import lockfree
import waiting
from guards import GUARDS, twin
from program import Mistake, Program, Writer, golden_text
from shapes import SHAPES

NOISES = {  # what operations do besides, which changes nothing
    "numbers": ("long calls[16];", "memset(@calls, 0, sizeof @calls);", "@calls[lince_thread_number() & 15]++;", "c c++"),
    "thread-local": ("", "", "static _Thread_local long mine;\nmine++;", "c"),
    "thread_local": ("", "", "static thread_local std::string mine;\nmine = \"something that is not short\";", "c++"),
    "scratch": ("", "", "char *scratch = strdup(\"scratch\");\nscratch[0] = 'x';\nfree(scratch);", "c c++"),
    "string": ("", "", "std::string scratch(40, 'x');\nscratch += \"y\";", "c++"),
    "yield": ("", "", "sched_yield();", "c c++"),
}
ACCESS = r"\b(?:LOAD|STORE|SWAP|ADD|CAS|pthread_\w+|sem_\w+|wait|notify_one)\b"  # what other threads may come before
MOST_COST = 50
STYLES = ["one", "one", "one", "two", "scoped"]


def numbered(scenario):
    """The scenario with the number of each thread in the place of ME."""
    return "|".join(calls.replace("ME", str(thread)) for thread, calls in enumerate(scenario.split("|"), 1))


def guarded_body(text, lock, unlock, result, keep=-1):
    """The body between lock and unlock; the return with number `keep` forgets to unlock."""
    count = [-1]

    def leave(match):
        count[0] += 1
        if count[0] == keep:
            return match.group(0)
        return "{ %s r_ = %s; %s return r_; }" % (result, match.group(1), unlock)

    body = re.sub(r"return ([^;]*);", leave, text)
    return "%s\n%s\n%s" % (lock, body, unlock if result == "void" else "")


class Composer:
    """One program."""

    def __init__(self, pick, turn, name, language, judge, wrong, main=False):
        self.pick, self.turn, self.name, self.language, self.judge, self.wrong = pick, turn, name, language, judge, wrong
        self.main = main  # only with the judge `asserts`
        self.pair = None  # the mistake that this program, or its twin, has: see witnesses.py
        while not self.choose():
            pass

    def choose(self):
        pick = self.pick
        family = pick.choice([bodies, bodies, bodies, lockfree, lockfree, waiting])
        self.free = family != bodies  # of a guard
        impls = [i for i in family.IMPLS if self.language in i.languages.split() and {
            "spec": i.type.spec, "asserts": i.type.asserts, "model": i.type.reference,
            "golden": family != waiting, "none": family != waiting}[self.judge]]
        if not impls:
            return False
        self.impl = pick.choice(impls)
        self.type = self.impl.type
        self.asserts = pick.randrange(len(self.type.asserts)) if self.judge == "asserts" else 0
        self.guard = pick.choice([g for g in GUARDS if self.language in g.languages.split()])
        self.style = pick.choice(STYLES)
        if self.style == "scoped" and not self.guard.scoped:
            self.style = "one"
        mistakes = list(self.mistakes()) if self.wrong else [None]
        if not mistakes:
            return False
        self.mistake = pick.choice(mistakes)
        self.shape = self.choose_shape()
        return True

    def choose_shape(self):
        """One after the other, so that few programs have all of them."""
        shapes = [s for s in SHAPES[self.language] if not s.wrong and not (s.capture and self.judge == "asserts") and
                  not (s.inner and self.main)]
        if self.mistake and self.mistake.name == "made twice":
            shapes = [s for s in SHAPES[self.language] if s.wrong == self.mistake.kinds]
        return shapes[self.turn % len(shapes)]

    # ---- mistakes ----

    def calls(self, op):
        return self.type.calls[op]

    def mistakes(self):
        for mistake in self.all_mistakes():
            if mistake.strict and self.judge in ("none", "asserts"):
                continue
            if self.judge == "asserts" and not mistake.shown_by_asserts:
                continue
            if self.main and mistake.leaks:  # which only a LINCE_TEST can demand not to be there
                continue
            yield mistake

    def all_mistakes(self):
        for slip in self.impl.slips:
            yield Mistake(slip.name, slip.kinds, slip.witness, slip.op, slip.strict, slip.leaks, "|" not in slip.witness)
        if not self.type.lost:
            return
        yield Mistake("made twice", "violation", self.type.lost)
        yield Mistake("made twice", "data-race", "%s | %s" % (self.type.mutator, self.type.mutator),
                      shown_by_asserts=self.judge == "asserts")
        if not self.free:
            yield from self.mistakes_of_guards()

    def mistakes_of_guards(self):
        racing, splitting = ("", "") if self.judge != "asserts" else self.type.asserts[self.asserts][2:]
        for op in self.type.ops:
            witness = "%s | %s" % (self.calls(op.name), self.calls("push_front") if op.name == "push_front" else self.type.mutator)
            shown = op.name in racing.split()
            yield Mistake("no lock", "data-race", witness, op.name, shown_by_asserts=shown)
            if op.name not in (self.type.mutator.split("(")[0], "push_front") and self.style != "two":
                yield Mistake("another lock", "data-race", witness, op.name)
            yield Mistake("first call", "data-race", witness, op.name, shown_by_asserts=shown)
            if op.name in self.impl.splits and self.style != "scoped":
                yield Mistake("split", "assertion" if self.judge == "asserts" else "violation", self.impl.splits[op.name],
                              op.name, shown_by_asserts=op.name in splitting.split() and
                              op.name not in self.impl.in_results.split())
            first = re.search(r"return ([^;]*);", self.impl.bodies[op.name])
            empty = first and (first.group(1) == "lince_empty" or
                               (first.group(1) == "false" and op.name in ("remove", "del")))
            if empty and self.style != "scoped":
                yield Mistake("not released", self.guard.stuck, witness, op.name)
            if self.style == "two" and op.name != self.type.mutator.split("(")[0]:
                yield Mistake("order of locks", self.guard.stuck, "%s | %s" % (self.calls(op.name), self.type.mutator), op.name)

    def made(self, name, op):
        return self.mistake and self.mistake.name == name and self.mistake.op == op.name

    # ---- the text ----

    def body(self, op):
        text = self.impl.bodies[op.name]
        for slip in self.impl.slips:
            if self.mistake and (slip.name, slip.op, slip.witness) == (self.mistake.name, op.name, self.mistake.witness):
                plain = re.sub(r"\n\s+", "\n", text)
                assert slip.right in plain, (slip, plain)
                text = plain.replace(slip.right, slip.wrong, 1)
                break
        if not self.free:
            text = self.guarded(op, text)
        return self.noise[2] + "\n" + text if self.noise and self.pick.random() < 0.7 else text

    def guarded(self, op, text):
        guard, other = self.guard, twin(self.guard)
        lock, unlock = guard.lock, guard.unlock
        if guard.read and op.name in self.type.reads.split() and "SPLIT" not in text and self.pick.random() < 0.7:
            lock, unlock = guard.read, guard.unread
        if self.style == "two":
            first, second = (other, guard) if self.made("order of locks", op) else (guard, other)
            lock, unlock = first.lock + "\n" + second.lock, second.unlock + "\n" + first.unlock
        if self.made("another lock", op):
            lock, unlock = other.lock, other.unlock
        split = unlock + " " + lock if self.made("split", op) else ""
        text = re.sub(r"\bSPLIT\b", lambda _: split, text)
        if self.made("no lock", op):
            return text
        if self.style == "scoped" and not self.made("another lock", op):
            locked = guard.scoped + "\n" + text
        else:
            locked = guarded_body(text, lock, unlock, op.result, 0 if self.made("not released", op) else -1)
        if self.made("first call", op):
            early = re.sub(r"return ([^;]*);", lambda m: "{ %s r_ = %s; STORE(@warm, 1); return r_; }" % (op.result, m.group(1)), text)
            return "if (!LOAD(@warm)) {\n%s\n%s\n}\n%s" % (
                early, "STORE(@warm, 1); return;" if op.result == "void" else "", locked)
        return locked

    def members(self):
        fields, init, zero = [self.impl.fields], [self.impl.init], self.impl.zero
        if not self.free:
            needed = [self.guard]
            if self.style == "two" or (self.mistake and self.mistake.name == "another lock"):
                needed.append(twin(self.guard))
            for guard in needed:
                fields.append(guard.fields)
                init.append("{\n%s\n}" % guard.init if guard.init else "")
                zero = zero and guard.zero
        if self.mistake and self.mistake.name == "first call" and not self.free:
            fields.append("ATOMIC(int) warm;")
            init.append("STORE(@warm, 0);")
        if self.noise:
            fields.append(self.noise[0])
            init.append(self.noise[1])
        return "\n".join(f for f in fields if f).replace("; ", ";\n"), "\n".join(init), zero

    def extras(self):
        if self.pair:
            return ["leaks"] if self.pair.leaks else []
        extras = []
        stuck = self.mistake and not set(self.mistake.kinds.split()) <= {"violation", "data-race", "leak", "use-after-free"}
        if (self.mistake and self.mistake.leaks) or (not self.mistake and not self.free and self.pick.random() < 0.25):
            extras.append("leaks")
        if not self.mistake and self.type.invariant and self.judge != "asserts" and not self.shape.capture and not stuck:
            extras += [e for e in ("invariant", "finally") if self.pick.random() < 0.25]
        return extras

    def weight(self):
        """How many interleavings a call has, roughly: 1 for a critical section of a mutex."""
        if self.free:
            accesses = max(len(re.findall(ACCESS, text)) for text in self.impl.bodies.values())
            weight = accesses ** 2 / 2
        else:
            weight = (6 if self.guard.name == "condition" else 4 if "spinning" in self.guard.stuck else 1) * (
                2 if self.style == "two" else 1)
        allocates = self.noise in (NOISES["scratch"], NOISES["string"], NOISES["thread_local"])  # and threads take turns at the heap
        return weight * (3 if "lazy" in self.shape.name or "once" in self.shape.name else 1) * (3 if allocates else 1)

    def cost(self):
        """How many executions all scenarios of two threads with two calls take, roughly, in tens."""
        calls = sum(op.values() for op in self.type.ops)
        return (calls + calls ** 2) ** 2 / 2 * self.weight()

    def scenarios(self):
        """Those that the test names, if it does, and its size, if it has one: few enough to explore all of them."""
        if self.judge == "asserts":
            return [], None
        if self.pair:
            return [self.pair.witness], None
        kind = self.pick.random()
        if self.cost() > MOST_COST:
            return ([self.mistake.witness] if self.mistake else []) + self.some(), None
        threads = self.mistake.witness.split("|") if self.mistake else []
        small = all(t.count("(") == 1 for t in threads)
        if kind < 0.25:
            return [self.mistake.witness] if self.mistake and kind < 0.1 else self.some() + (
                [self.mistake.witness] if self.mistake else []), None
        if kind < 0.35 and small and not self.type.protocol:
            return [], self.pick.choice([(2, 1), (3, 1)]) if self.weight() <= 1 else (2, 1)
        return [], None

    def some(self):
        number, scenarios = 0, []
        for _ in range(self.pick.randint(1, 2)):
            threads = []
            width = self.pick.choice([1, 2, 2, 2, 3] if self.weight() <= 2 else [1, 2, 2, 2])
            for thread in range(1, min(width, self.type.threads) + 1):
                calls = []
                for _ in range(self.pick.randint(1, 2) if width < 3 and not self.type.protocol else 1):
                    op = self.type.op(self.pick.choice(list(self.type.calls)))
                    text = self.type.calls[op.name]
                    if op.described == "lince_unique":
                        number += 1
                        text = "%s(%d)" % (op.name, number)
                    calls.append(text.replace("ME", str(thread)))
                threads.append(" ".join(calls))
            scenarios.append(" | ".join(threads))
        return scenarios

    def program(self):
        pick = self.pick
        noises = [n for n in NOISES.values() if self.language in n[3].split()]
        self.noise = pick.choice(noises) if pick.random() < 0.3 else None
        self.texts = texts = {op.name: self.body(op) for op in self.type.ops}
        fields, init, zero = self.members()
        writer = Writer(pick, self.name, self.language, self.impl, self.shape, self.judge, self.type.ops, texts, fields, init, zero)
        writer.asserts_index, writer.main = self.asserts, self.main
        scenarios, size = self.scenarios()
        scenarios = [numbered(s) for s in scenarios]
        text = writer.write(self.extras(), scenarios, size)
        guard = "lock-free" if self.free else "%s%s" % (self.guard.name, " " + self.style if self.style != "one" else "")
        kind = "%s by %s, %s" % (self.type.name, self.impl.name, guard)
        how = "%s, %s%s, judged by %s" % (kind, self.shape.name, " (%s)" % writer.when if writer.when else "",
                                             "main" if self.main else self.judge)
        golden = golden_text(self.name, self.language, self.type) if self.judge == "golden" else ""
        return Program(self.name, self.language, self.judge, self.impl, self.shape, how, kind, self.mistake, text, golden,
                       written=bool(scenarios), small=size == (2, 1), main=self.main,
                       light=(bool(scenarios) or size == (2, 1)) and self.weight() <= 1 and not self.main)
