"""One test of a generated file: an object, where it lives, who judges it, and at most one mistake.

The truth is known by construction: every operation of the right ones is atomic, being one critical section or a known
algorithm. A mistake comes with a witness, a scenario of at most two threads with two calls in which some interleaving
shows it; all such scenarios are generated unless the test names its own, and then the witness is among them.
"""

import re
from dataclasses import dataclass

from language import call, indented, thing_text

JUDGES = ["spec", "model", "golden", "none", "asserts"]


@dataclass
class Mistake:
    name: str
    kinds: str  # how it may fail: "violation", or kinds of failure
    witness: str
    op: str = ""
    strict: bool = False  # only a judge other than the object itself sees it
    leaks: bool = False
    sequential: bool = False  # one thread is enough
    shown_by_asserts: bool = False


@dataclass
class Program:
    name: str
    language: str
    judge: str
    impl: object
    shape: object
    how: str  # in words
    kind: str  # the object and its guard
    mistake: Mistake = None
    text: str = ""
    golden: str = ""
    written: bool = False  # the scenarios
    small: bool = False  # at most one call a thread
    light: bool = False  # few interleavings: also without reduction they come to an end
    main: bool = False  # a program of its own instead of a LINCE_TEST

    def test(self):
        """The name of its test."""
        return "main" if self.main else self.name

    def truth(self):
        return self.mistake.kinds if self.mistake else "ok"

    def title(self):
        return "%s: %s, %s" % (self.name, self.how, "%s (%s)" % (self.mistake.name, self.mistake.kinds) if self.mistake else "right")


class Writer:
    """Writes the text of a program."""

    def __init__(self, pick, name, language, impl, shape, judge, ops, bodies, fields, init, zero):
        self.pick, self.name, self.language, self.impl, self.shape, self.judge = pick, name, language, impl, shape, judge
        self.ops, self.bodies, self.fields, self.init, self.zero = ops, bodies, fields, init, zero
        self.type = impl.type
        self.top, self.body, self.when, self.main = [], [], "", False

    def marked(self, text):
        """Of a shape: its marks replaced."""
        text = re.sub(r"\bINIT\(((?:[^()]|\([^()]*(?:\([^()]*\))?\))*)\)", r"%s_init(\1)" % self.name, text)
        text = re.sub(r"\bN_", self.name + "_", text).replace("T_init", self.name + "_init")
        return re.sub(r"\bT\b", self.name, text)

    def pointer(self):
        return self.marked(self.shape.pointer)

    def expression(self, text):
        """Calls of operations in braces: {put:0, 1}."""
        def one(match):
            op = self.type.op(match.group(1))
            arguments = match.group(2) or ""
            if self.language == "c++":
                return "(%s)->%s(%s)" % (self.pointer(), op.name, arguments)
            return "%s_%s(%s%s)" % (self.name, op.name, self.pointer(), ", " + arguments if arguments else "")

        return re.sub(r"\{(\w+)(?::([^}]*))?\}", one, text)

    def function(self, result, what, text):
        """A function without arguments that can name the object: inside the body if that is where the object is."""
        if self.shape.inner:
            return "[]() -> %s { %s }" % (result, text)
        self.top.append("static %s %s_%s(void) { %s }" % (result, self.name, what, text))
        return "%s_%s" % (self.name, what)

    def write(self, extras, scenarios, size):
        shape = self.shape
        self.top.append(thing_text(self.language, self.name, self.fields, self.init, self.ops, self.bodies, self.impl.node))
        if shape.top:
            self.top.append(self.marked(shape.top))
        setup, before = self.place()
        if shape.inner:
            before = self.marked(shape.inner) + "\n" + before
        if self.main:
            return self.write_main(setup or before)
        if setup:
            self.top.append("static void %s_setup(void) {\n%s}" % (self.name, indented(setup)))
            self.body.append("lince_test_setup(%s_setup);" % self.name)
        if self.judge == "asserts":
            self.write_threads()
        else:
            self.write_ops()
            if self.judge == "spec":
                self.body.append("lince_test_spec(\"%s\");" % self.type.spec)
            elif self.judge == "model":
                self.write_model()
            if self.type.protocol:
                self.body.append("lince_test_protocol(\"%s\");" % self.type.protocol)
            if self.judge == "model" and any("lince_retry" in text for text in self.type.reference.values()):
                self.body.append("lince_test_blocking();")
            self.body += ["lince_test_scenario(\"%s\");" % s for s in scenarios]
            if size:
                self.body.append("lince_test_size(%d, %d);" % size)
        for extra in extras:
            self.write_extra(extra)
        return self.finish(before)

    def place(self):
        """What the setup does, and what the body does first."""
        make = self.marked(self.shape.make)
        if not make or (self.shape.static and self.zero and self.language == "c" and self.pick.random() < 0.6):
            return "", ""
        when = self.pick.choice(self.shape.when.split())
        if when == "constructor":
            self.top.append("__attribute__((constructor)) static void %s_first(void) {\n%s}" % (self.name, indented(make)))
        self.when = when
        return (make, "") if when == "setup" else ("", make if when == "body" else "")

    def write_ops(self):
        for op in self.ops:
            described = ", " + op.described if op.described else ""
            what = call(self.language, self.name, op, self.pointer())
            if self.language == "c" or (not self.shape.inner and self.pick.random() < 0.3):
                self.top.append("static %s %s_call_%s(%s) { %s%s; }" % (
                    op.result, self.name, op.name, op.parameters or "void", "return " if op.result != "void" else "", what))
                self.body.append("lince_test_op(\"%s\", %s_call_%s%s);" % (op.name, self.name, op.name, described))
            else:
                if op.result == "long" and "lince_empty" in self.bodies[op.name] and self.pick.random() < 0.5:
                    returned = "{ long r = %s; return r == lince_empty ? std::optional<long>() : r; }" % what
                else:
                    returned = "{ %s%s; }" % ("return " if op.result != "void" else "", what)
                self.body.append("lince_test_op(\"%s\", [%s](%s) %s%s);" % (
                    op.name, self.shape.capture, op.parameters, returned, described))

    def write_threads(self):
        threads, end = self.type.asserts[self.asserts_index][:2]
        for i in 1, 2:
            self.body.append("lince_test_thread(%s);" % self.function("void", "thread%d" % i, self.expression(threads)))
        self.body.append("lince_test_finally(%s);" % self.function("void", "end", "lince_assert(%s);" % self.expression(end)))

    def write_main(self, make):
        """A program that starts the two threads itself; it has no LINCE_TEST."""
        threads, end = map(self.expression, self.type.asserts[self.asserts_index][:2])
        if self.language == "c++":
            self.body += ["std::thread %s([] { %s });" % (name, threads) for name in ("one", "other")]
            self.body += ["one.join();", "other.join();"]
        else:
            self.top.append("static void *%s_run(void *unused) {\n%s    return unused;\n}" % (self.name, indented(threads)))
            self.body.append("pthread_t one, other;")
            self.body += ["pthread_create(&%s, NULL, %s_run, NULL);" % (name, self.name) for name in ("one", "other")]
            self.body += ["pthread_join(one, NULL);", "pthread_join(other, NULL);"]
        self.body.append("lince_assert(%s);" % end)
        self.top.append("int main(void) {\n%s}\n" % indented(make + "\n" + "\n".join(self.body)))
        return "\n".join(self.top)

    def write_model(self):
        state = self.name + "_model"
        self.top.append("static struct { %s } %s = %s;" % (self.type.fields, state, self.type.start))
        self.body.append("lince_test_model(&%s, sizeof %s);" % (state, state))
        for op in self.ops:
            self.top.append("static %s %s_%s(%s) {\n%s}" % (
                op.result, state, op.name, op.parameters or "void",
                indented(self.type.reference[op.name].replace("@", state + "."))))
            self.body.append("lince_test_model_op(\"%s\", %s_%s);" % (op.name, state, op.name))

    def write_extra(self, extra):
        if extra == "leaks":
            self.body.append("lince_test_no_leaks();")
        elif extra == "invariant":
            holds = self.function("bool", "invariant", "return %s;" % self.expression(self.type.invariant))
            self.body.append("lince_test_invariant(%s);" % holds)
        elif extra == "finally":
            end = self.function("void", "finally", "lince_assert(%s);" % self.expression(self.type.invariant))
            self.body.append("lince_test_finally(%s);" % end)

    def finish(self, before):
        body = before + "\n" + "\n".join(self.body)
        if self.shape.template:
            self.top.append("template <class S> static void %s_describe() {\n%s}" % (self.name, indented(body)))
            body = "%s_describe<%s>();" % (self.name, self.name)
        self.top.append("LINCE_TEST(%s) {\n%s}\n" % (self.name, indented(body)))
        return "\n".join(self.top)


def golden_text(name, language, type_):
    """A test of the same name whose object is the reference."""
    state = name + "_golden"
    lines = ["static struct { %s } %s = %s;" % (type_.fields, state, type_.start)]
    for op in type_.ops:
        lines.append("static %s %s_%s(%s) {\n%s}" % (op.result, state, op.name, op.parameters or "void",
                                                    indented(type_.reference[op.name].replace("@", state + "."))))
    lines.append("LINCE_TEST(%s) {" % name)
    lines += ["    lince_test_op(\"%s\", %s_%s%s);" % (op.name, state, op.name, ", " + op.described if op.described else "")
              for op in type_.ops]
    return "\n".join(lines + ["}", ""])
