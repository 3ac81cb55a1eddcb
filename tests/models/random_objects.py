#!/usr/bin/env python3
"""Random implementations of objects, right and wrong ones: random_objects.py SEED prints one.

An operation is a call, steps on shared variables, and a return.  How its steps are kept together is drawn: in one step,
in an `atomic`, under a lock, by compare-and-set, or not at all, which is wrong for most objects.  All processes are
alike, so that symmetry and counting apply.  Some mark where they take effect, not always at the right place.
"""

import random
import sys

OBJECTS = {
    "counter": "object %s { var n = 0; op inc() { var t = n; n = (n + 1) %% 3; return t; } op get() { return n; } }",
    "register": "object %s { var r = 0; op read() { return r; } op write(v) { r = v; } }",
    "queue": "object %s { var q : seq; op enq(v) { q = append(q, v); } op deq() { if (length(q) == 0) { return EMPTY; } "
             "var x = first(q); q = butfirst(q); return x; } }",
    "stack": "object %s { var q : seq; op push(v) { q = prepend(q, v); } op pop() { if (length(q) == 0) { return EMPTY; } "
             "var x = first(q); q = butfirst(q); return x; } }",
    "bag": "object %s { var b : seq; op put(v) { b = insert(b, v); } op take() { if (length(b) == 0) { return EMPTY; } "
           "any x : b; b = remove(b, x); return x; } }",
    "flag": "object %s { var f:{0..1} = 0; op tas() { var t = f; f = 1; return t; } op clear() { f = 0; } }",
    "lock": "object %s { var held = 0; op lock() { require held == 0; held = 1; } op unlock() { require held == 1; "
            "held = 0; } }",
}
CALLS = {"counter": ["inc()", "get()"], "register": ["read()", "write(v)"], "queue": ["enq(v)", "deq()"],
         "stack": ["push(v)", "pop()"], "bag": ["put(v)", "take()"], "flag": ["tas()", "clear()"],
         "lock": ["lock()", "unlock()"]}
BUGS = {"counter": ["stale"], "register": ["stale", "twice"], "queue": ["wrong end"], "stack": ["wrong end"],
        "bag": [None], "flag": [None], "lock": ["open"]}
CHANNEL = """channel @c %d;
object @Spec { op send(x); op receive(); together send(x), receive() { return receive x; } }
@Send(i, v) = send_inv.i.v -> %s@c!v -> send_res.i -> Skip;
@Receive(i) = receive_inv.i -> @c?v -> receive_res.i.%s -> Skip;
@I() = (|||i:{0..%d}@@Send(i, i + 1)) ||| (|||i:{%d..%d}@@Receive(i));
#assert @I() linearizes @Spec;
"""


class Maker:
    """Variables have the model's prefix: x is what is shared, L[i] what process i has read, V[i] what it
    has taken, Q and n a container."""

    def __init__(self, draw, prefix):
        self.draw, self.prefix = draw, prefix
        self.kind = draw.choice(list(OBJECTS))
        self.processes = draw.choice([2, 2, 2, 3])
        self.points = self.kind != "lock" and draw.random() < 0.35
        self.wrong_point = draw.random() < 0.3
        self.lines = []

    def at(self, text):
        """Names of variables and definitions are written as @x, and what is meant as @ as @@x."""
        return text.replace("@@", "\0@").replace("@", self.prefix).replace("\0", "@")

    # An operation is [(condition or None, block)], steps that belong together, and the result.

    def steps(self, call):
        draw, bug, self.before = self.draw, self.bug, "@x"
        if call == "inc()":
            return [(None, "@L[i] = @x;"), (None, "@x = (@L[i] + 1) % 3;")], "@L[i]"
        if call == "get()" or call == "read()":
            return [(None, "@L[i] = @x;")], "@L[i]" if bug != "stale" else "@x"
        if call == "write(v)":
            return [(None, "@x = v;")] if bug != "twice" else [(None, "@x = 0;"), (None, "@x = v;")], None
        if call == "tas()":
            return [(None, "@L[i] = @x;"), (None, "@x = 1;")], "@L[i]"
        if call == "clear()":
            return [(None, "@x = 0;")], None
        if call == "lock()":
            return [("@x == 0" if bug != "open" else "@x < 2", "@x = 1;")], None
        if call == "unlock()":
            return [(None, "@x = 0;")], None
        if call in ("enq(v)", "push(v)", "put(v)"):
            return [(None, "@L[i] = @n;"), (None, "if (@L[i] < 3) { @Q[@L[i]] = v; @n = @L[i] + 1; }")], None
        last = {"deq()": bug == "wrong end", "pop()": bug != "wrong end", "take()": draw.random() < 0.5}[call]
        self.before = "(@n > 0 ? @Q[%s] : EMPTY)" % ("@n - 1" if last else "0")
        if last:
            taken = "if (@L[i] > 0) { @n = @L[i] - 1; @V[i] = @Q[@n]; @Q[@n] = 0; } else { @V[i] = EMPTY; }"
        else:
            taken = "if (@L[i] > 0) { @V[i] = @Q[0]; @Q[0] = @Q[1]; @Q[1] = @Q[2]; @Q[2] = 0; @n--; } else { @V[i] = EMPTY; }"
        if not self.apart:  # then values are kept where counts are
            taken = taken.replace("@V", "@L")
        return [(None, "@L[i] = @n;"), (None, taken)], "@V[i]" if self.apart else "@L[i]"

    def operation(self, call):
        """The definition of an operation of process i."""
        name, params = call[:-1].split("(")
        steps, result = self.steps(call)
        arguments = ".v" if params else ""
        how = self.how
        mark = "%s_lin.i%s%s" % (name, arguments, "." + result if result else "")
        inner = []
        if how == "one" or (how == "cas" and len(steps) == 1):
            guard = next((c for c, _ in steps if c), None)
            event = "tau"
            if self.points and not self.wrong_point:  # the point is the step itself
                event = "%s_lin.i%s%s" % (name, arguments, "." + self.before if result else "")
            inner = [("[%s] " % guard if guard else "") + "%s{%s} -> " % (event, " ".join(b for _, b in steps))]
        elif how == "cas":
            variable = "@n" if "@n" in steps[0][1] else "@x"
            inner = ["CAS", "tau{%s} -> " % steps[0][1], variable, "tau{%s} -> " % steps[1][1]]
        else:
            inner = [("[%s] " % c if c else "") + "tau{%s} -> " % b for c, b in steps]
        last = "%s_res.i%s -> Skip" % (name, "." + result if result else "")
        called = "%s_inv.i%s -> " % (name, arguments)
        if self.points:
            last = mark + " -> " + last if not self.wrong_point and "_lin" not in inner[0] else last
            called = called if not self.wrong_point else called + mark + " -> "
        head = "@%s(i%s)" % (name, ", v" if params else "")
        self.lines.append("%s = %s%s;" % (head, called, self.kept(name, params, inner, last)))

    def kept(self, name, params, inner, last):
        """The steps, kept together as was drawn."""
        if inner[0] == "CAS":
            again = "@%s_try(i%s)" % (name, ", v" if params else "")
            self.lines.append("%s = %sifa (%s == @L[i]) { %s%s } else { tau -> %s };" % (
                again, inner[1], inner[2], inner[3], last, again))
            return again
        body = "".join(inner)
        if self.how == "atomic":
            if self.points and not self.wrong_point:
                return "atomic { %s%s }" % (body, last)
            return "atomic { %sSkip }; %s" % (body, last)
        if self.how == "lock":
            if self.points and not self.wrong_point:
                mark, rest = last.split(" -> ", 1)
                return "ifb (@m == 0) { tau{@m = 1;} -> %s%s -> tau{@m = 0;} -> %s }" % (body, mark, rest)
            return "ifb (@m == 0) { tau{@m = 1;} -> %stau{@m = 0;} -> %s }" % (body, last)
        if self.how == "good lock":
            return "[@m == 0] tau{@m = 1;} -> %stau{@m = 0;} -> %s" % (body, last)
        return body + last

    def make(self):
        draw = self.draw
        if draw.random() < 0.08:
            return self.channel()
        self.how = draw.choice(["one", "split", "split", "atomic", "lock", "good lock", "cas"])
        self.bug = draw.choice(BUGS[self.kind]) if draw.random() < 0.35 else None
        self.apart = draw.random() < 0.7
        self.lines += ["var @x = 0;", "var @m = 0;", "var @L[%d];" % self.processes, "var @V[%d];" % self.processes]
        if self.kind in ("queue", "stack", "bag"):
            self.lines += ["var @Q[3];", "var @n = 0;"]
        self.lines.append(OBJECTS[self.kind] % "@Spec")
        for call in CALLS[self.kind]:
            self.operation(call)
        self.lines.append("@Proc(i) = %s;" % self.client())
        self.lines.append("@I() = |||i:{0..%d}@@Proc(i);" % (self.processes - 1))
        points = ""
        if self.points:
            names = [call.split("(")[0] for call in CALLS[self.kind]]
            points = " at points {%s}" % ", ".join("%s_lin%s" % (n, draw.choice(["", " = " + n])) for n in names)
            self.lines.append("#assert @I() linearizes @Spec%s;" % points)
        self.lines.append("#assert @I() linearizes @Spec;")
        return self.at("\n".join(self.lines) + "\n")

    def channel(self):
        """Senders and receivers that meet, or miss each other in a buffer."""
        draw, senders, receivers = self.draw, self.draw.choice([1, 2]), self.draw.choice([1, 2])
        return self.at(CHANNEL % (draw.choice([0, 0, 1]), draw.choice(["", "tau -> "]), draw.choice(["v", "v", "1"]),
                                  senders - 1, senders, senders + receivers - 1))

    def client(self):
        """What each process does: one or two operations, or for ever."""
        draw = self.draw
        if self.kind == "lock":
            return "@lock(i); @unlock(i)%s" % draw.choice(["", "; @Proc(i)"])
        calls = []
        for call in CALLS[self.kind]:
            name, params = call[:-1].split("(")
            if params:
                most = 2 if self.processes == 3 else draw.choice([2, 2, 3])
                drawn = "([]w:{1..%d}@@%s(i, w))" % (most, name)
                calls.append(draw.choice(["@%s(i, i + 1)" % name, drawn, drawn, drawn, "@%s(i, 1)" % name]))
            else:
                calls.append("@%s(i)" % name)
        draw.shuffle(calls)
        if self.processes == 3 or draw.random() < 0.3:
            return "(%s [] %s)" % tuple(calls)
        if self.kind in ("counter", "register", "flag") and draw.random() < 0.5:
            return "(%s [] %s); @Proc(i)" % tuple(calls)
        return "%s; %s" % tuple(calls)


def model(seed, prefix="o_"):
    """Needs the constant EMPTY."""
    return Maker(random.Random(seed), prefix).make()


if __name__ == "__main__":
    print("#define EMPTY -1;\n" + model(int(sys.argv[1]) if len(sys.argv) > 1 else 0), end="")
