"""C and C++: how the text of an object becomes a struct with functions, or a class.

Objects are written once, in C with a few marks:

    @x              the member x of the object
    ATOMIC(long)    an atomic type; LOAD, STORE, SWAP, ADD and CAS use it (CAS changes the expected value, as in C11)
    NODE            the type of a node, NEW(NODE) and DELETE(n) make and free one
    return x;       leaves the operation, and releases the guard if it is held
    SPLIT           nothing; where the mistake `split` is made, the guard is released and taken again
"""

import re
from dataclasses import dataclass

PRELUDES = {
    "c": """#include <lince/test.h>
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <threads.h>
#include <unistd.h>
#define ATOMIC(type) _Atomic(type)
#define LOAD(x) atomic_load(&(x))
#define STORE(x, v) atomic_store(&(x), (v))
#define SWAP(x, v) atomic_exchange(&(x), (v))
#define ADD(x, v) atomic_fetch_add(&(x), (v))
#define CAS(x, e, v) atomic_compare_exchange_strong(&(x), &(e), (v))
#define NEW(type) ((type *)calloc(1, sizeof(type)))
#define DELETE(p) free(p)
""",
    "c++": """#include <lince/test.h>
#include <array>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <set>
#include <shared_mutex>
#include <string>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <thread>
#include <unistd.h>
#include <vector>
#define ATOMIC(type) std::atomic<type>
#define LOAD(x) (x).load()
#define STORE(x, v) (x).store(v)
#define SWAP(x, v) (x).exchange(v)
#define ADD(x, v) (x).fetch_add(v)
#define CAS(x, e, v) (x).compare_exchange_strong(e, v)
#define NEW(type) (new type())
#define DELETE(p) delete (p)
""",
}
SUFFIX = {"c": ".c", "c++": ".cpp"}


@dataclass
class Op:
    """An operation: what it takes and returns, and what lince_test_op is told about its arguments."""

    name: str
    result: str = "void"
    parameters: str = ""  # "long k, long v"
    described: str = ""  # "lince_range(1, 2), lince_unique"

    def names(self):
        return ", ".join(p.split()[-1] for p in self.parameters.split(",") if p)

    def values(self):
        """How many calls of it there are that differ."""
        count = 1
        for low, high in re.findall(r"lince_range\((\d+), (\d+)\)", self.described):
            count *= int(high) - int(low) + 1
        return count


def statements(text):
    """One a line, unless they stand in parentheses or braces."""
    depth, lines = 0, [""]
    for c in text:
        depth += (c in "({") - (c in ")}")
        if c == "\n":
            lines.append("")
        else:
            lines[-1] += c
            if c == ";" and depth == 0:
                lines.append("")
    return [line.strip() for line in lines if line.strip()]


def indented(text, by=1):
    return "".join("    " * by + line + "\n" for line in statements(text))


def call(language, name, op, pointer):
    """A call of an operation of the object at the pointer."""
    arguments = op.names()
    if language == "c++":
        return "(%s)->%s(%s)" % (pointer, op.name, arguments)
    return "%s_%s(%s%s)" % (name, op.name, pointer, ", " + arguments if arguments else "")


def marks_replaced(text, name, member):
    return re.sub(r"\bNODE\b", name + "_node", text.replace("@", member))


def thing_text(language, name, fields, init, ops, bodies, node=None):
    """The type `name`, and an operation for each of `ops`; `bodies` are complete."""
    lines = []
    if node:
        lines.append("%sstruct NODE%s;\nstruct NODE { %s };" % (("typedef ", " NODE", node) if language == "c" else ("", "", node)))
    if language == "c":
        lines += ["typedef struct %s {\n%s} %s;" % (name, indented(fields), name),
                  "static void %s_init(%s *o) {\n%s    (void)o;\n}" % (name, name, indented(init))]
        for op in ops:
            parameters = "".join(", " + p.strip() for p in op.parameters.split(",") if p)
            lines.append("static %s %s_%s(%s *o%s) {\n%s}" % (op.result, name, op.name, name, parameters,
                                                             indented(bodies[op.name])))
        member = "o->"
    else:
        lines.append("struct %s {\n%s    %s() {\n%s    }\n    %s(const %s &) = delete;" % (
            name, indented(fields), name, indented(init, 2), name, name))
        for op in ops:
            lines.append("    %s %s(%s) {\n%s    }" % (op.result, op.name, op.parameters, indented(bodies[op.name], 2)))
        lines.append("};")
        member = "this->"
    return marks_replaced("\n".join(lines), name, member) + "\n"
