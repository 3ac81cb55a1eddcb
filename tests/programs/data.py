"""Data types: their operations, what they mean, and scenarios that show that an operation is not atomic.

The meaning is a `reference`, plain sequential code on one variable: it becomes the model in a test file, or the golden
object of another one. `spec` is the built-in specification, if there is one. `mutator` changes the object; any
operation that is called without its guard races with it. ME is the number of the calling thread. `lost` shows that a change went to another object.
`asserts` are tests without operations: what both threads do, what must hold in the end, the operations that race there
if they have no guard, and those that are seen to be split.
"""

from dataclasses import dataclass, field

from language import Op


@dataclass
class Type:
    name: str
    spec: str
    ops: list
    fields: str
    reference: dict
    mutator: str
    lost: str
    start: str = "{0}"
    asserts: list = field(default_factory=list)
    invariant: str = ""  # an expression of operations, in braces, that is true whenever none is running
    reads: str = ""  # operations that change nothing
    calls: dict = field(default_factory=dict)  # a call of each operation, for scenarios
    protocol: str = ""
    threads: int = 3  # at most

    def op(self, name):
        return next(o for o in self.ops if o.name == name)


RANGE = "lince_range(1, 2)"

COUNTER = Type(
    "counter", "counter",
    [Op("inc"), Op("get", "long"), Op("fetch_add", "long", "long by", "lince_range(1, 1)")],
    "long n;", {"inc": "@n++;", "get": "return @n;", "fetch_add": "long n = @n; @n = n + by; return n;"},
    "inc()", "fetch_add(1) | fetch_add(1)",
    asserts=[("{inc}; {inc};", "{get} == 4", "inc", "inc"), ("{fetch_add:1}; {inc};", "{get} == 4", "inc fetch_add", "inc fetch_add")],
    invariant="{get} >= 0", reads="get", calls={"inc": "inc()", "get": "get()", "fetch_add": "fetch_add(1)"})

REGISTER = Type(
    "register", "cas-register:init=0",
    [Op("read", "long"), Op("write", "void", "long v", "lince_range(1, 2)"),
     Op("cas", "bool", "long old, long v", "lince_range(0, 0), lince_range(3, 3)")],
    "long v;", {"read": "return @v;", "write": "@v = v;", "cas": "if (@v != old) return false; @v = v; return true;"},
    "write(1)", "write(1) read() | read()",
    asserts=[("{write:1}; {write:1};", "{read} == 1", "write", "")],
    invariant="{read} >= 0", reads="read", calls={"read": "read()", "write": "write(1)", "cas": "cas(0, 3)"})

QUEUE = Type(
    "queue", "queue", [Op("enq", "void", "long v", "lince_unique"), Op("deq", "long")],
    "long at[16]; int n;",
    {"enq": "@at[@n++] = v;",
     "deq": """if (!@n) return lince_empty;
     long v = @at[0];
     for (int i = 1; i < @n; i++) @at[i - 1] = @at[i];
     @at[--@n] = 0;
     return v;"""},
    "enq(1)", "enq(1) deq() | enq(2) deq()",
    asserts=[("{enq:1}; lince_assert({deq} == 1);", "{deq} == lince_empty", "enq deq", "enq")],
    calls={"enq": "enq(1)", "deq": "deq()"})

BOUNDED = Type(
    "bounded", "queue:capacity=2", [Op("enq", "bool", "long v", "lince_unique"), Op("deq", "long")],
    "long at[2]; int n;",
    {"enq": "if (@n == 2) return false; @at[@n++] = v; return true;",
     "deq": """if (!@n) return lince_empty;
     long v = @at[0];
     @at[0] = @at[1];
     @at[--@n] = 0;
     return v;"""},
    "enq(1)", "enq(1) deq() | enq(2) deq()",
    asserts=[("lince_assert({enq:1}); lince_assert({deq} == 1);", "{deq} == lince_empty", "enq deq", "")],
    calls={"enq": "enq(1)", "deq": "deq()"})

STACK = Type(
    "stack", "stack", [Op("push", "void", "long v", "lince_unique"), Op("pop", "long")],
    "long at[16]; int n;",
    {"push": "@at[@n++] = v;", "pop": "if (!@n) return lince_empty; long v = @at[--@n]; @at[@n] = 0; return v;"},
    "push(1)", "push(1) pop() | push(2) pop()",
    asserts=[("{push:1}; lince_assert({pop} == 1);", "{pop} == lince_empty", "push pop", "push pop")],
    calls={"push": "push(1)", "pop": "pop()"})

DEQUE = Type(
    "deque", "deque",
    [Op("push_front", "void", "long v", "lince_unique"), Op("push_back", "void", "long v", "lince_unique"),
     Op("pop_front", "long")],
    "long at[16]; int n;",
    {"push_front": "for (int i = @n++; i > 0; i--) @at[i] = @at[i - 1]; @at[0] = v;", "push_back": "@at[@n++] = v;",
     "pop_front": QUEUE.reference["deq"]},
    "push_back(1)", "push_back(1) pop_front() | push_back(2) pop_front()",
    asserts=[("{push_back:1}; lince_assert({pop_front} == 1);", "{pop_front} == lince_empty", "push_back pop_front", "")],
    calls={"push_front": "push_front(1)", "push_back": "push_back(1)", "pop_front": "pop_front()"})

PQUEUE = Type(
    "pqueue", "pqueue", [Op("insert", "void", "long v", "lince_unique"), Op("delmin", "long")],
    "long at[16]; int n;",
    {"insert": "int i = @n++; for (; i > 0 && @at[i - 1] > v; i--) @at[i] = @at[i - 1]; @at[i] = v;",
     "delmin": QUEUE.reference["deq"]},
    "insert(1)", "insert(1) delmin() | insert(2) delmin()",
    asserts=[("{insert:1}; lince_assert({delmin} == 1);", "{delmin} == lince_empty", "insert delmin", "")],
    calls={"insert": "insert(1)", "delmin": "delmin()"})

SET = Type(
    "set", "set",
    [Op("add", "bool", "long v", RANGE), Op("remove", "bool", "long v", "lince_range(1, 1)"),
     Op("contains", "bool", "long v", "lince_range(1, 1)")],
    "bool has[4];",
    {"add": "if (@has[v]) return false; @has[v] = true; return true;",
     "remove": "if (!@has[v]) return false; @has[v] = false; return true;", "contains": "return @has[v];"},
    "add(1)", "add(1) | add(1)",
    asserts=[("{add:1}; {add:2};", "{contains:1} && {contains:2}", "add", "")],
    invariant="!{contains:3}", reads="contains", calls={"add": "add(1)", "remove": "remove(1)", "contains": "contains(1)"})

MAP = Type(
    "map", "map",
    [Op("put", "void", "long k, long v", "lince_range(0, 1), lince_unique"), Op("get", "long", "long k", "lince_range(0, 0)"),
     Op("del", "bool", "long k", "lince_range(0, 0)")],
    "long at[2]; bool has[2];",
    {"put": "@at[k] = v; @has[k] = true;", "get": "return @has[k] ? @at[k] : lince_nil;",
     "del": "if (!@has[k]) return false; @has[k] = false; @at[k] = 0; return true;"},
    "put(0, 1)", "put(0, 1) get(0) | get(0)",
    asserts=[("{put:0, 1}; {put:1, 2};", "{get:0} == 1 && {get:1} == 2", "put", "")],
    reads="get", calls={"put": "put(0, 1)", "get": "get(0)", "del": "del(0)"})

SNAPSHOT = Type(
    "snapshot", "",
    [Op("update", "void", "long i, long v", "lince_range(0, 1), lince_range(1, 2)"), Op("scan", "long")],
    "long at[2];", {"update": "@at[i] = v;", "scan": "lince_also_returns(@at[1]); return @at[0];"},
    "update(0, 1)", "update(0, 1) scan() | scan()", reads="scan", calls={"update": "update(0, 1)", "scan": "scan()"})

ACCOUNTS = Type(
    "accounts", "", [Op("move", "void", "long by", "lince_range(1, 2)"), Op("total", "long"), Op("left", "long")],
    "long a, b;", {"move": "@a -= by; @b += by;", "total": "return @a + @b;", "left": "return @a;"},
    "move(1)", "move(1) left() | left()", start="{10, 10}",
    asserts=[("{move:1}; {move:2};", "{total} == 20 && {left} == 4", "move", "")],
    invariant="{total} == 20", reads="total left", calls={"move": "move(1)", "total": "total()", "left": "left()"})

CLAIM = Type(
    "owner", "", [Op("claim", "long", "long me", "lince_thread_id"), Op("owner", "long")],
    "long owner;", {"claim": "long was = @owner; @owner = me; return was;", "owner": "return @owner;"},
    "claim(ME)", "claim(ME) | claim(ME)", reads="owner", calls={"claim": "claim(ME)", "owner": "owner()"})

VISITS = Type(
    "visits", "", [Op("visit", "void", "long me", "lince_thread_id"), Op("visits", "long")],
    "long n;", {"visit": "(void)me; @n++;", "visits": "return @n;"},
    "visit(ME)", "visit(ME) visits() | visit(ME) visits()", reads="visits", calls={"visit": "visit(ME)", "visits": "visits()"})
